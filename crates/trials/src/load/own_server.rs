//! Our own server under load: a node as a process, its store in a file on a real disk.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use super::process::ProcessStats;
use super::socket::{LoadSocket, number_after};
use super::{LoadServer, LoadTable};
use crate::client;
use crate::node::NodeArgs;
use crate::node_process::NodeProcess;

/// Folder of the store: a tmpfs would falsify the measurement.
const FOLDER: &str = "target";
/// A large board and a long line, so that most of the work is moves.
const COLUMNS: u64 = 11;
const TERMS: &str = r#"{"rules":"standard 11x10/10","first":"host"}"#;

pub(crate) struct OwnServer {
    node: NodeProcess,
    _folder: tempfile::TempDir,
}

impl OwnServer {
    pub(crate) async fn start() -> Result<Self, String> {
        Self::start_with_idle_timeout(None).await
    }

    /// Starts a server that unloads games without viewers after this time, or the usual one.
    pub(super) async fn start_with_idle_timeout(
        idle_timeout: Option<Duration>,
    ) -> Result<Self, String> {
        let folder = tempfile::tempdir_in(FOLDER).map_err(|error| error.to_string())?;
        let args = NodeArgs {
            store: format!("sqlite:{}", folder.path().join("games.db").display()),
            bus: "local".to_owned(),
            idle_ms: idle_timeout.map(|timeout| timeout.as_millis() as u64),
            ..NodeArgs::default()
        };
        let node = NodeProcess::start(&args).await?;
        // The first response marks the end of startup, whose memory does not count.
        client::token(node.address).await?;
        Ok(Self {
            node,
            _folder: folder,
        })
    }

    pub(super) fn address(&self) -> SocketAddr {
        self.node.address
    }
}

impl LoadServer for OwnServer {
    type Table = OwnPair;

    fn process(&self) -> ProcessStats {
        ProcessStats(self.node.id())
    }

    async fn start_table(&self, _number: usize) -> Option<OwnPair> {
        let address = self.node.address;
        let mut people = [person(address).await?, person(address).await?];
        let invite = format!(r#"{{"type":"invite","cid":1,"terms":{TERMS}}}"#);
        people[0].send(invite).await?;
        let secret = receive_containing(&mut people[0], "\"secret\":\"").await?;
        let secret = text_after(&secret, "\"secret\":\"")?;
        let join = format!(r#"{{"type":"join","cid":1,"secret":"{secret}"}}"#);
        people[1].send(join).await?;
        let started = receive_containing(&mut people[1], "\"game\":\"").await?;
        let game = text_after(&started, "\"game\":\"")?;
        let mut branch = 0;
        for person in &mut people {
            let watch = format!(r#"{{"type":"watch","cid":2,"game":"{game}"}}"#);
            person.send(watch).await?;
            let message = receive_containing(person, "\"type\":\"table\"").await?;
            branch = number_after(&message, "\"branch\":")?;
        }
        Some(OwnPair {
            people,
            game,
            branch,
            ply: 0,
            seat: 0,
            is_over: false,
        })
    }
}

/// Connects a guest.
pub(super) async fn person(address: SocketAddr) -> Option<LoadSocket> {
    let token = client::token(address).await.ok()?;
    let mut socket = LoadSocket::open(address, "/api/socket", Some(&token)).await?;
    let hello = r#"{"type":"hello","proto":1}"#;
    socket.send(hello.to_owned()).await?;
    receive_containing(&mut socket, "\"type\":\"welcome\"").await?;
    Some(socket)
}

/// Receives the next message with this marker. Responds to pings, fails on a refusal.
async fn receive_containing(socket: &mut LoadSocket, marker: &str) -> Option<String> {
    loop {
        let text = socket.next().await?;
        if text.contains(marker) {
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

fn text_after(text: &str, marker: &str) -> Option<String> {
    let (_, rest) = text.split_once(marker)?;
    Some(rest.split('"').next()?.to_owned())
}

/// Two players on our server.
pub(crate) struct OwnPair {
    people: [LoadSocket; 2],
    game: String,
    branch: u64,
    ply: u64,
    seat: usize,
    is_over: bool,
}

impl OwnPair {
    /// Returns the id of the game.
    pub(super) fn game(&self) -> &str {
        &self.game
    }

    async fn command(&mut self, seat: usize, command: &str) -> Option<String> {
        let game = &self.game;
        let request = format!(r#"{{"type":"do","cid":9,"game":"{game}","command":{command}}}"#);
        self.people[seat].send(request).await?;
        receive_containing(&mut self.people[seat], "\"cid\":9").await
    }

    /// Starts a rematch, in which the other player begins.
    async fn start_rematch(&mut self) -> Option<()> {
        for seat in 0..2 {
            self.command(seat, r#"{"kind":"next"}"#).await?;
        }
        let marker = "\"kind\":\"started\"";
        let message = receive_containing(&mut self.people[0], marker).await?;
        self.branch = number_after(&message, "\"branch\":")?;
        self.seat = number_after(&message, "\"to_move\":")? as usize;
        self.ply = 0;
        self.is_over = false;
        Some(())
    }
}

impl LoadTable for OwnPair {
    async fn make_move(&mut self) -> Option<Duration> {
        if self.is_over {
            self.start_rematch().await?;
        }
        let (branch, ply) = (self.branch, self.ply);
        let column = ply * 3 % COLUMNS + 1;
        let command = format!(
            r#"{{"kind":"move","at":{{"branch":{branch},"ply":{ply}}},"move":"{column}"}}"#
        );
        let sent = Instant::now();
        let message = self.command(self.seat, &command).await?;
        let time = sent.elapsed();
        self.is_over = message.contains("\"ending\":{");
        Some(time)
    }

    async fn receive_move(&mut self) -> Option<()> {
        let other = 1 - self.seat;
        receive_containing(&mut self.people[other], "\"kind\":\"moved\"").await?;
        self.seat = other;
        self.ply += 1;
        Some(())
    }
}
