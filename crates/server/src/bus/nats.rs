//! A minimal NATS client: the part of the protocol that the bus needs, over one connection.
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
//! After a lost connection the client reconnects, renews its subscriptions, and reports that
//! messages may be missing. Messages published meanwhile are lost, which the bus permits.

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

use super::BusEvent;

/// Prefix of all our subjects, so that the NATS server can be shared.
const PREFIX: &str = "foursight.";
/// Default port of NATS.
const PORT: &str = "4222";
/// Capacity of the command queue; when it is full, further commands are dropped.
const COMMAND_QUEUE_MAX: usize = 10_000;
/// Timeout for connecting, handshake included.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// Idle time after which the client sends a ping; another one without a response is a timeout.
const PING_INTERVAL: Duration = Duration::from_secs(10);
/// Delay before the first attempt to reconnect; it doubles with each attempt …
const RECONNECT_DELAY_MIN: Duration = Duration::from_millis(100);
/// … up to this one.
const RECONNECT_DELAY_MAX: Duration = Duration::from_secs(2);
/// Maximum length of a protocol line and of a message, in bytes.
const LINE_BYTES_MAX: u64 = 64 * 1024;

/// Address of a NATS server: `nats://HOST`, `nats://HOST:PORT`, with `USER:PASSWORD@` or `TOKEN@`.
#[derive(Clone, PartialEq, Eq)]
pub struct NatsAddress {
    host: String,
    user: Option<String>,
    password: Option<String>,
}

impl std::fmt::Debug for NatsAddress {
    // Without the password, because addresses are logged.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "nats://{}", self.host)
    }
}

impl FromStr for NatsAddress {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let invalid = || "expected local or nats://HOST:PORT".to_owned();
        let rest = text.strip_prefix("nats://").ok_or_else(invalid)?;
        let rest = rest.trim_end_matches('/');
        let (credentials, host) = match rest.rsplit_once('@') {
            Some((credentials, host)) => (Some(credentials), host),
            None => (None, rest),
        };
        if host.is_empty() || host.contains('/') {
            return Err(invalid());
        }
        let has_port = host
            .rsplit_once(':')
            .is_some_and(|(_, port)| port.parse::<u16>().is_ok());
        let (user, password) =
            match credentials.map(|credentials| credentials.split_once(':').ok_or(credentials)) {
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

/// A command of the node to the connection task.
enum NatsCommand {
    Publish(String, String),
    Subscribe(String),
    Unsubscribe(String),
}

/// Handle of the connection task.
pub(crate) struct NatsClient {
    commands: mpsc::Sender<NatsCommand>,
    is_up: Arc<AtomicBool>,
}

impl NatsClient {
    pub(super) fn start(address: NatsAddress, events: mpsc::Sender<BusEvent>) -> Self {
        let (commands, queue) = mpsc::channel(COMMAND_QUEUE_MAX);
        let is_up = Arc::new(AtomicBool::new(false));
        let connection = NatsConnection {
            address,
            events,
            commands: queue,
            is_up: Arc::clone(&is_up),
            subjects: HashMap::new(),
            last_sid: 0,
        };
        tokio::spawn(connection.run());
        Self { commands, is_up }
    }

    pub(super) fn publish(&self, subject: &str, body: &str) {
        self.send(NatsCommand::Publish(subject.to_owned(), body.to_owned()));
    }

    pub(super) fn subscribe(&self, subject: &str) {
        self.send(NatsCommand::Subscribe(subject.to_owned()));
    }

    pub(super) fn unsubscribe(&self, subject: &str) {
        self.send(NatsCommand::Unsubscribe(subject.to_owned()));
    }

    pub(super) fn is_up(&self) -> bool {
        self.is_up.load(Ordering::Relaxed)
    }

    fn send(&self, command: NatsCommand) {
        if self.commands.try_send(command).is_err() {
            tracing::warn!("the NATS command queue is full: dropping a command");
        }
    }
}

struct NatsConnection {
    address: NatsAddress,
    events: mpsc::Sender<BusEvent>,
    commands: mpsc::Receiver<NatsCommand>,
    is_up: Arc<AtomicBool>,
    /// Subjects that this node has subscribed to, with their subscription ids.
    subjects: HashMap<String, u64>,
    /// The last subscription id.
    last_sid: u64,
}

impl NatsConnection {
    async fn run(mut self) {
        let mut delay = RECONNECT_DELAY_MIN;
        loop {
            let connected = tokio::time::timeout(CONNECT_TIMEOUT, self.connect()).await;
            match connected.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into())) {
                Ok((reader, writer)) => {
                    delay = RECONNECT_DELAY_MIN;
                    self.is_up.store(true, Ordering::Relaxed);
                    // Messages published while disconnected are lost; subscribers re-read the
                    // store.
                    let _ = self.events.try_send(BusEvent::Reconnected);
                    let ended = self.exchange(reader, writer).await;
                    self.is_up.store(false, Ordering::Relaxed);
                    match ended {
                        Ok(()) => return,
                        Err(error) => tracing::warn!(%error, "lost the connection to NATS"),
                    }
                }
                Err(error) => tracing::warn!(%error, bus = ?self.address, "cannot connect to NATS"),
            }
            if self.wait(delay).await.is_none() {
                return;
            }
            delay = (delay * 2).min(RECONNECT_DELAY_MAX);
        }
    }

    /// Waits, and tracks subscriptions meanwhile. Returns `None` once the node has shut down.
    async fn wait(&mut self, delay: Duration) -> Option<()> {
        let until = tokio::time::Instant::now() + delay;
        loop {
            match tokio::time::timeout_at(until, self.commands.recv()).await {
                Err(_) => return Some(()),
                Ok(None) => return None,
                Ok(Some(command)) => drop(self.encode(command)),
            }
        }
    }

    async fn connect(&mut self) -> io::Result<(NatsReader, BufWriter<OwnedWriteHalf>)> {
        let stream = TcpStream::connect(&self.address.host).await?;
        stream.set_nodelay(true)?;
        let (reader, writer) = stream.into_split();
        let (mut reader, mut writer) = (NatsReader::new(reader), BufWriter::new(writer));
        let NatsAddress { user, password, .. } = &self.address;
        let mut options = json!({
            "verbose": false, "pedantic": false, "echo": false, "lang": "rust",
            "version": env!("CARGO_PKG_VERSION"), "name": "foursight",
        });
        match (user, password) {
            (Some(user), Some(password)) => {
                options["user"] = json!(user);
                options["pass"] = json!(password);
            }
            (Some(token), None) => options["auth_token"] = json!(token),
            _ => {}
        }
        let Some(ServerOp::Info) = reader.next().await? else {
            return Err(io::Error::other("not a NATS server"));
        };
        let mut text = format!("CONNECT {options}\r\n");
        for (subject, sid) in &self.subjects {
            // Writing to a string cannot fail.
            let _ = write!(text, "SUB {PREFIX}{subject} {sid}\r\n");
        }
        // The server answers PING after everything before it.
        text += "PING\r\n";
        writer.write_all(text.as_bytes()).await?;
        writer.flush().await?;
        loop {
            match reader.next().await? {
                Some(ServerOp::Pong) => return Ok((reader, writer)),
                Some(ServerOp::Err(error)) => return Err(io::Error::other(error)),
                Some(_) => {}
                None => return Err(io::ErrorKind::UnexpectedEof.into()),
            }
        }
    }

    /// Exchanges messages until the node shuts down, or returns an error when the connection fails.
    async fn exchange(
        &mut self,
        reader: NatsReader,
        mut writer: BufWriter<OwnedWriteHalf>,
    ) -> io::Result<()> {
        let (sender, mut ops) = mpsc::channel(COMMAND_QUEUE_MAX);
        let reading = tokio::spawn(reader.run(sender));
        let mut is_ping_pending = false;
        let ended = loop {
            tokio::select! {
                command = self.commands.recv() => {
                    let Some(command) = command else { break Ok(()) };
                    let mut text = self.encode(command);
                    while let Ok(command) = self.commands.try_recv() {
                        text += &self.encode(command);
                    }
                    writer.write_all(text.as_bytes()).await?;
                    writer.flush().await?;
                }
                op = tokio::time::timeout(PING_INTERVAL, ops.recv()) => match op {
                    Err(_) if is_ping_pending => break Err(io::ErrorKind::TimedOut.into()),
                    Err(_) => {
                        is_ping_pending = true;
                        writer.write_all(b"PING\r\n").await?;
                        writer.flush().await?;
                    }
                    Ok(Some(op)) => {
                        is_ping_pending = false;
                        if matches!(op, ServerOp::Ping) {
                            writer.write_all(b"PONG\r\n").await?;
                            writer.flush().await?;
                        }
                        self.handle(op);
                    }
                    Ok(None) => break Err(io::ErrorKind::UnexpectedEof.into()),
                },
            }
        };
        reading.abort();
        ended
    }

    fn handle(&self, op: ServerOp) {
        let event = match op {
            ServerOp::Msg { subject, body } => BusEvent::Message { subject, body },
            ServerOp::Err(error) => {
                tracing::warn!(error, "NATS reported an error");
                return;
            }
            _ => return,
        };
        // Delivery is best effort: a full queue drops the message.
        let _ = self.events.try_send(event);
    }

    /// Updates the subscriptions for a command, and returns the protocol text to send.
    fn encode(&mut self, command: NatsCommand) -> String {
        match command {
            NatsCommand::Publish(subject, body) => {
                format!("PUB {PREFIX}{subject} {}\r\n{body}\r\n", body.len())
            }
            NatsCommand::Subscribe(subject) => {
                self.last_sid += 1;
                let text = format!("SUB {PREFIX}{subject} {}\r\n", self.last_sid);
                let old = self.subjects.insert(subject, self.last_sid);
                old.map_or(String::new(), |old| format!("UNSUB {old}\r\n")) + &text
            }
            NatsCommand::Unsubscribe(subject) => {
                let old = self.subjects.remove(&subject);
                old.map_or(String::new(), |old| format!("UNSUB {old}\r\n"))
            }
        }
    }
}

/// A protocol operation sent by the server.
#[derive(Debug, PartialEq, Eq)]
enum ServerOp {
    Info,
    Ping,
    Pong,
    Ok,
    Err(String),
    Msg { subject: String, body: String },
}

/// The reading half of a connection.
struct NatsReader<R = OwnedReadHalf>(BufReader<R>);

impl<R: tokio::io::AsyncRead + Unpin> NatsReader<R> {
    fn new(stream: R) -> Self {
        Self(BufReader::new(stream))
    }

    async fn run(mut self, ops: mpsc::Sender<ServerOp>) {
        while let Ok(Some(op)) = self.next().await {
            if ops.send(op).await.is_err() {
                return;
            }
        }
    }

    /// Reads the next operation; `None` at the end of the stream.
    async fn next(&mut self) -> io::Result<Option<ServerOp>> {
        let mut line = Vec::new();
        (&mut self.0)
            .take(LINE_BYTES_MAX)
            .read_until(b'\n', &mut line)
            .await?;
        if line.is_empty() {
            return Ok(None);
        }
        let unexpected = |line: &[u8]| {
            let line = String::from_utf8_lossy(line);
            io::Error::other(format!("unexpected NATS protocol line: {}", line.trim()))
        };
        let invalid = || unexpected(&line);
        let line = std::str::from_utf8(&line).map_err(|_| invalid())?;
        let mut words = line.split_ascii_whitespace();
        let name = words.next().unwrap_or_default().to_ascii_uppercase();
        Ok(Some(match name.as_str() {
            "INFO" => ServerOp::Info,
            "PING" => ServerOp::Ping,
            "PONG" => ServerOp::Pong,
            "+OK" => ServerOp::Ok,
            "-ERR" => ServerOp::Err(line.trim().to_owned()),
            "MSG" => {
                let subject = words.next().and_then(|name| name.strip_prefix(PREFIX));
                let subject = subject.ok_or_else(invalid)?.to_owned();
                // The length is last, after an optional reply subject.
                let length = words.last().and_then(|length| length.parse::<u64>().ok());
                let length = length
                    .filter(|length| *length <= LINE_BYTES_MAX)
                    .ok_or_else(invalid)?;
                let mut body = vec![0; length as usize + 2];
                self.0.read_exact(&mut body).await?;
                body.truncate(length as usize);
                let body = String::from_utf8(body).map_err(|_| invalid())?;
                ServerOp::Msg { subject, body }
            }
            _ => return Err(invalid()),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_parse() {
        let parse = |text: &str| text.parse::<NatsAddress>();
        let plain = parse("nats://bus.example").expect("an address");
        assert_eq!(plain.host, "bus.example:4222");
        let full = parse("nats://ada:secret@[::1]:99/").expect("an address");
        assert_eq!(
            (full.host.as_str(), full.user.as_deref()),
            ("[::1]:99", Some("ada"))
        );
        assert!(!format!("{full:?}").contains("secret"));
        for invalid in ["", "nats://", "http://x", "nats://a/b", "bus"] {
            assert!(parse(invalid).is_err(), "{invalid}");
        }
    }

    #[tokio::test]
    async fn server_operations_parse_and_others_are_rejected() {
        let read = async |text: &'static str| NatsReader::new(text.as_bytes()).next().await;
        let message = read("MSG foursight.game.x 1 reply 5\r\nhello\r\n").await;
        let expected = ServerOp::Msg {
            subject: "game.x".to_owned(),
            body: "hello".to_owned(),
        };
        assert_eq!(message.expect("read"), Some(expected));
        assert_eq!(read("ping\r\n").await.expect("read"), Some(ServerOp::Ping));
        assert_eq!(read("").await.expect("the end"), None);
        for nonsense in [
            "HTTP/1.1 400\r\n",
            "MSG other.x 1 5\r\nhello\r\n",
            "MSG foursight.x 1 99999999\r\n",
            "MSG foursight.x 1 -1\r\n",
            "MSG foursight.x 1 9\r\nhello\r\n",
            "\r\n",
        ] {
            assert!(read(nonsense).await.is_err(), "{nonsense}");
        }
    }
}
