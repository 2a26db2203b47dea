//! Our own server under load: a node as a process, its store in a file on a real disk.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use super::process::Process;
use super::socket::{Socket, number_after};
use super::{Server, Table};
use crate::child::Running;
use crate::client;
use crate::node::NodeArgs;

/// Where the store lies: memory that poses as a disk would be no measure.
const FOLDER: &str = "target";
/// A large grid and a long line, so that most of what is done is moves.
const COLUMNS: u64 = 11;
const TERMS: &str = r#"{"rules":"standard 11x10/10","first":"host"}"#;

pub(crate) struct Ours {
    node: Running,
    _folder: tempfile::TempDir,
}

impl Ours {
    pub(crate) async fn start() -> Result<Self, String> {
        let folder = tempfile::tempdir_in(FOLDER).map_err(|error| error.to_string())?;
        let args = NodeArgs {
            store: format!("sqlite:{}", folder.path().join("games.db").display()),
            bus: "local".to_owned(),
            ..NodeArgs::default()
        };
        let node = Running::start(&args).await?;
        // A node that answers has started: what it needed for a moment does not count as its memory.
        client::token(node.address).await?;
        Ok(Self {
            node,
            _folder: folder,
        })
    }
}

impl Server for Ours {
    type Table = Pair;

    fn process(&self) -> Process {
        Process(self.node.id())
    }

    async fn table(&self, _number: usize) -> Option<Pair> {
        let address = self.node.address;
        let mut people = [person(address).await?, person(address).await?];
        let invite = format!(r#"{{"type":"invite","cid":1,"terms":{TERMS}}}"#);
        people[0].send(invite).await?;
        let secret = hear(&mut people[0], "\"secret\":\"").await?;
        let secret = text_after(&secret, "\"secret\":\"")?;
        let join = format!(r#"{{"type":"join","cid":1,"secret":"{secret}"}}"#);
        people[1].send(join).await?;
        let started = hear(&mut people[1], "\"game\":\"").await?;
        let game = text_after(&started, "\"game\":\"")?;
        let mut branch = 0;
        for person in &mut people {
            let watch = format!(r#"{{"type":"watch","cid":2,"game":"{game}"}}"#);
            person.send(watch).await?;
            let told = hear(person, "\"type\":\"table\"").await?;
            branch = number_after(&told, "\"branch\":")?;
        }
        Some(Pair {
            people,
            game,
            branch,
            ply: 0,
            seat: 0,
            is_over: false,
        })
    }
}

/// Somebody who has said hello.
async fn person(address: SocketAddr) -> Option<Socket> {
    let token = client::token(address).await.ok()?;
    let mut socket = Socket::open(address, "/api/socket", Some(&token)).await?;
    let hello = r#"{"type":"hello","proto":1}"#;
    socket.send(hello.to_owned()).await?;
    hear(&mut socket, "\"type\":\"welcome\"").await?;
    Some(socket)
}

/// The next message that holds this mark. A ping is answered, a refusal ends it.
async fn hear(socket: &mut Socket, mark: &str) -> Option<String> {
    loop {
        let text = socket.next().await?;
        if text.contains(mark) {
            return Some(text.to_string());
        }
        if text.contains("\"type\":\"ping\"") {
            socket.send(r#"{"type":"pong"}"#.to_owned()).await?;
        } else if text.contains("\"type\":\"refused\"") || text.contains("\"type\":\"bye\"") {
            eprintln!("{text}");
            return None;
        }
    }
}

fn text_after(text: &str, mark: &str) -> Option<String> {
    let (_, rest) = text.split_once(mark)?;
    Some(rest.split('"').next()?.to_owned())
}

/// Two people of ours.
pub(crate) struct Pair {
    people: [Socket; 2],
    game: String,
    branch: u64,
    ply: u64,
    seat: usize,
    is_over: bool,
}

impl Pair {
    async fn command(&mut self, seat: usize, command: &str) -> Option<String> {
        let game = &self.game;
        let asked = format!(r#"{{"type":"do","cid":9,"game":"{game}","command":{command}}}"#);
        self.people[seat].send(asked).await?;
        hear(&mut self.people[seat], "\"cid\":9").await
    }

    /// Both want another game, in which the other begins.
    async fn begin_again(&mut self) -> Option<()> {
        for seat in 0..2 {
            self.command(seat, r#"{"kind":"next"}"#).await?;
        }
        let mark = "\"kind\":\"started\"";
        let told = hear(&mut self.people[0], mark).await?;
        self.branch = number_after(&told, "\"branch\":")?;
        self.seat = number_after(&told, "\"to_move\":")? as usize;
        self.ply = 0;
        self.is_over = false;
        Some(())
    }
}

impl Table for Pair {
    async fn make_move(&mut self) -> Option<Duration> {
        if self.is_over {
            self.begin_again().await?;
        }
        let (branch, ply) = (self.branch, self.ply);
        let column = ply * 3 % COLUMNS + 1;
        let command = format!(
            r#"{{"kind":"move","at":{{"branch":{branch},"ply":{ply}}},"move":"{column}"}}"#
        );
        let asked = Instant::now();
        let told = self.command(self.seat, &command).await?;
        let time = asked.elapsed();
        self.is_over = told.contains("\"ending\":{");
        Some(time)
    }

    async fn catch_up(&mut self) -> Option<()> {
        let other = 1 - self.seat;
        hear(&mut self.people[other], "\"kind\":\"moved\"").await?;
        self.seat = other;
        self.ply += 1;
        Some(())
    }
}
