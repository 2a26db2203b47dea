//! The bus by a NATS server: the few words of its protocol that are needed, over one connection.
//!
//! ```text
//! server                         this node
//! INFO {…}                  →
//!                           ←    CONNECT {"verbose":false,"echo":false,…}
//!                           ←    SUB foursight.game.x 1
//!                           ←    PUB foursight.game.x 5␍␊hello␍␊
//! MSG foursight.game.y 2 5␍␊hello␍␊  →
//! PING                      →    PONG
//! ```
//!
//! When the connection is lost it is made anew, what this node listens to is said again, and the node is
//! told that messages may be missing. Whatever is said meanwhile is lost, which nobody relies on.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::json;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, BufWriter};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::sync::mpsc;

use super::Heard;

/// All our subjects begin with this, so that the server may serve others as well.
const PREFIX: &str = "foursight.";
/// The port if none is named.
const PORT: &str = "4222";
/// Words that wait to be sent; when there are more, the next ones are lost.
const WORDS_MAX: usize = 10_000;
/// How long the server may take to answer.
const PATIENCE: Duration = Duration::from_secs(5);
/// After this silence the server is asked whether it is still there.
const SILENCE_MAX: Duration = Duration::from_secs(10);
/// The wait after a lost connection before the first attempt, …
const WAIT_MIN: Duration = Duration::from_millis(100);
/// … which doubles each time up to this.
const WAIT_MAX: Duration = Duration::from_secs(2);
/// The longest line and the longest message that are read, in bytes.
const LINE_MAX: u64 = 64 * 1024;

/// Where a NATS server is: `nats://HOST`, `nats://HOST:PORT`, with `USER:PASSWORD@` or `TOKEN@`.
#[derive(Clone, PartialEq, Eq)]
pub struct NatsAddress {
    host: String,
    user: Option<String>,
    password: Option<String>,
}

impl std::fmt::Debug for NatsAddress {
    // Without the password: addresses are told in logs.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "nats://{}", self.host)
    }
}

impl FromStr for NatsAddress {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || "write local, or nats://HOST:PORT for a bus".to_owned();
        let rest = text.strip_prefix("nats://").ok_or_else(wrong)?;
        let rest = rest.trim_end_matches('/');
        let (who, host) = match rest.rsplit_once('@') {
            Some((who, host)) => (Some(who), host),
            None => (None, rest),
        };
        if host.is_empty() || host.contains('/') {
            return Err(wrong());
        }
        let has_port = host
            .rsplit_once(':')
            .is_some_and(|(_, port)| port.parse::<u16>().is_ok());
        let (user, password) = match who.map(|who| who.split_once(':').ok_or(who)) {
            None => (None, None),
            Some(Ok((user, password))) => (Some(user.to_owned()), Some(password.to_owned())),
            Some(Err(token)) => (Some(token.to_owned()), None),
        };
        Ok(Self {
            host: if has_port {
                host.to_owned()
            } else {
                format!("{host}:{PORT}")
            },
            user,
            password,
        })
    }
}

/// What is to be said to the server.
enum Word {
    Tell(String, String),
    Listen(String),
    Forget(String),
}

/// This node's connection.
pub(crate) struct Link {
    words: mpsc::Sender<Word>,
    is_up: Arc<AtomicBool>,
}

impl Link {
    pub(super) fn start(address: NatsAddress, tell: mpsc::Sender<Heard>) -> Self {
        let (words, said) = mpsc::channel(WORDS_MAX);
        let is_up = Arc::new(AtomicBool::new(false));
        let talk = Talk {
            address,
            tell,
            said,
            is_up: Arc::clone(&is_up),
            subjects: HashMap::new(),
            last: 0,
        };
        tokio::spawn(talk.run());
        Self { words, is_up }
    }

    pub(super) fn tell(&self, subject: &str, body: &str) {
        self.say(Word::Tell(subject.to_owned(), body.to_owned()));
    }

    pub(super) fn listen(&self, subject: &str, is_wanted: bool) {
        let subject = subject.to_owned();
        self.say(if is_wanted {
            Word::Listen(subject)
        } else {
            Word::Forget(subject)
        });
    }

    pub(super) fn is_up(&self) -> bool {
        self.is_up.load(Ordering::Relaxed)
    }

    fn say(&self, word: Word) {
        if self.words.try_send(word).is_err() {
            tracing::warn!("the bus does not keep up: a message is lost");
        }
    }
}

struct Talk {
    address: NatsAddress,
    tell: mpsc::Sender<Heard>,
    said: mpsc::Receiver<Word>,
    is_up: Arc<AtomicBool>,
    /// What this node listens to, with the numbers that the server knows them by.
    subjects: HashMap<String, u64>,
    last: u64,
}

impl Talk {
    async fn run(mut self) {
        let mut wait = WAIT_MIN;
        loop {
            let connected = tokio::time::timeout(PATIENCE, self.connect()).await;
            match connected.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into())) {
                Ok((heard, out)) => {
                    wait = WAIT_MIN;
                    self.is_up.store(true, Ordering::Relaxed);
                    // What was said while nobody listened is in the store.
                    let _ = self.tell.try_send(Heard::Lost);
                    let ended = self.talk(heard, out).await;
                    self.is_up.store(false, Ordering::Relaxed);
                    match ended {
                        Ok(()) => return,
                        Err(error) => tracing::warn!(%error, "the bus is lost"),
                    }
                }
                Err(error) => tracing::warn!(%error, bus = ?self.address, "no bus"),
            }
            if self.wait(wait).await.is_none() {
                return;
            }
            wait = (wait * 2).min(WAIT_MAX);
        }
    }

    /// Waits, and notes meanwhile what to listen to. None if the node has ended.
    async fn wait(&mut self, time: Duration) -> Option<()> {
        let until = tokio::time::Instant::now() + time;
        loop {
            match tokio::time::timeout_at(until, self.said.recv()).await {
                Err(_) => return Some(()),
                Ok(None) => return None,
                Ok(Some(word)) => drop(self.note(word)),
            }
        }
    }

    async fn connect(&mut self) -> io::Result<(Ear, BufWriter<OwnedWriteHalf>)> {
        let stream = TcpStream::connect(&self.address.host).await?;
        stream.set_nodelay(true)?;
        let (ear, out) = stream.into_split();
        let (mut ear, mut out) = (Ear::new(ear), BufWriter::new(out));
        let NatsAddress { user, password, .. } = &self.address;
        let mut hello = json!({
            "verbose": false, "pedantic": false, "echo": false, "lang": "rust",
            "version": env!("CARGO_PKG_VERSION"), "name": "foursight",
        });
        match (user, password) {
            (Some(user), Some(password)) => {
                hello["user"] = json!(user);
                hello["pass"] = json!(password);
            }
            (Some(token), None) => hello["auth_token"] = json!(token),
            _ => {}
        }
        let Some(Said::Info) = ear.next().await? else {
            return Err(io::Error::other("this is no NATS server"));
        };
        let mut text = format!("CONNECT {hello}\r\n");
        for (subject, number) in &self.subjects {
            // Writing to a string cannot fail.
            let _ = write!(text, "SUB {PREFIX}{subject} {number}\r\n");
        }
        // The server answers this after all before it.
        text += "PING\r\n";
        out.write_all(text.as_bytes()).await?;
        out.flush().await?;
        loop {
            match ear.next().await? {
                Some(Said::Pong) => return Ok((ear, out)),
                Some(Said::Error(error)) => return Err(io::Error::other(error)),
                Some(_) => {}
                None => return Err(io::ErrorKind::UnexpectedEof.into()),
            }
        }
    }

    /// Until the node ends, or the connection does, which is an error.
    async fn talk(&mut self, ear: Ear, mut out: BufWriter<OwnedWriteHalf>) -> io::Result<()> {
        let (lines, mut heard) = mpsc::channel(WORDS_MAX);
        let listening = tokio::spawn(ear.listen(lines));
        let mut was_asked = false;
        let ended = loop {
            tokio::select! {
                word = self.said.recv() => {
                    let Some(word) = word else { break Ok(()) };
                    let mut text = self.note(word);
                    while let Ok(word) = self.said.try_recv() {
                        text += &self.note(word);
                    }
                    out.write_all(text.as_bytes()).await?;
                    out.flush().await?;
                }
                said = tokio::time::timeout(SILENCE_MAX, heard.recv()) => match said {
                    Err(_) if was_asked => break Err(io::ErrorKind::TimedOut.into()),
                    Err(_) => {
                        was_asked = true;
                        out.write_all(b"PING\r\n").await?;
                        out.flush().await?;
                    }
                    Ok(Some(said)) => {
                        was_asked = false;
                        if matches!(said, Said::Ping) {
                            out.write_all(b"PONG\r\n").await?;
                            out.flush().await?;
                        }
                        self.hear(said);
                    }
                    Ok(None) => break Err(io::ErrorKind::UnexpectedEof.into()),
                },
            }
        };
        listening.abort();
        ended
    }

    fn hear(&self, said: Said) {
        let heard = match said {
            Said::Message { subject, body } => Heard::Message { subject, body },
            Said::Error(error) => {
                tracing::warn!(error, "the bus complains");
                return;
            }
            _ => return,
        };
        // A node that does not keep up loses messages, as it may.
        let _ = self.tell.try_send(heard);
    }

    /// What to tell the server about a word.
    fn note(&mut self, word: Word) -> String {
        match word {
            Word::Tell(subject, body) => {
                format!("PUB {PREFIX}{subject} {}\r\n{body}\r\n", body.len())
            }
            Word::Listen(subject) => {
                self.last += 1;
                let text = format!("SUB {PREFIX}{subject} {}\r\n", self.last);
                let old = self.subjects.insert(subject, self.last);
                old.map_or(String::new(), |old| format!("UNSUB {old}\r\n")) + &text
            }
            Word::Forget(subject) => {
                let old = self.subjects.remove(&subject);
                old.map_or(String::new(), |old| format!("UNSUB {old}\r\n"))
            }
        }
    }
}

/// What the server says.
#[derive(Debug, PartialEq, Eq)]
enum Said {
    Info,
    Ping,
    Pong,
    Fine,
    Error(String),
    Message { subject: String, body: String },
}

/// The reading end of a connection.
struct Ear<R = OwnedReadHalf>(BufReader<R>);

impl<R: tokio::io::AsyncRead + Unpin> Ear<R> {
    fn new(stream: R) -> Self {
        Self(BufReader::new(stream))
    }

    async fn listen(mut self, lines: mpsc::Sender<Said>) {
        while let Ok(Some(said)) = self.next().await {
            if lines.send(said).await.is_err() {
                return;
            }
        }
    }

    /// The next thing that the server says; none at the end.
    async fn next(&mut self) -> io::Result<Option<Said>> {
        let mut line = Vec::new();
        (&mut self.0)
            .take(LINE_MAX)
            .read_until(b'\n', &mut line)
            .await?;
        if line.is_empty() {
            return Ok(None);
        }
        let odd = || io::Error::other("the bus speaks another language");
        let line = std::str::from_utf8(&line).map_err(|_| odd())?;
        let mut words = line.split_ascii_whitespace();
        let word = words.next().unwrap_or_default().to_ascii_uppercase();
        Ok(Some(match word.as_str() {
            "INFO" => Said::Info,
            "PING" => Said::Ping,
            "PONG" => Said::Pong,
            "+OK" => Said::Fine,
            "-ERR" => Said::Error(line.trim().to_owned()),
            "MSG" => {
                let subject = words.next().and_then(|name| name.strip_prefix(PREFIX));
                let subject = subject.ok_or_else(odd)?.to_owned();
                // With or without a subject to answer to.
                let length = words.last().and_then(|length| length.parse::<u64>().ok());
                let length = length
                    .filter(|length| *length <= LINE_MAX)
                    .ok_or_else(odd)?;
                let mut body = vec![0; length as usize + 2];
                self.0.read_exact(&mut body).await?;
                body.truncate(length as usize);
                let body = String::from_utf8(body).map_err(|_| odd())?;
                Said::Message { subject, body }
            }
            _ => return Err(odd()),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read() {
        let read = |text: &str| text.parse::<NatsAddress>();
        let plain = read("nats://bus.example").expect("an address");
        assert_eq!(plain.host, "bus.example:4222");
        let full = read("nats://ada:secret@[::1]:99/").expect("an address");
        assert_eq!(
            (full.host.as_str(), full.user.as_deref()),
            ("[::1]:99", Some("ada"))
        );
        assert!(!format!("{full:?}").contains("secret"));
        for wrong in ["", "nats://", "http://x", "nats://a/b", "bus"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[tokio::test]
    async fn what_the_server_says_is_read_and_nonsense_refused() {
        let hear = async |text: &'static str| Ear::new(text.as_bytes()).next().await;
        let message = hear("MSG foursight.game.x 1 reply 5\r\nhello\r\n").await;
        let expected = Said::Message {
            subject: "game.x".to_owned(),
            body: "hello".to_owned(),
        };
        assert_eq!(message.expect("read"), Some(expected));
        assert_eq!(hear("ping\r\n").await.expect("read"), Some(Said::Ping));
        assert_eq!(hear("").await.expect("the end"), None);
        for nonsense in [
            "HTTP/1.1 400\r\n",
            "MSG other.x 1 5\r\nhello\r\n",
            "MSG foursight.x 1 99999999\r\n",
            "MSG foursight.x 1 -1\r\n",
            "MSG foursight.x 1 9\r\nhello\r\n",
            "\r\n",
        ] {
            assert!(hear(nonsense).await.is_err(), "{nonsense}");
        }
    }
}
