//! A server from the npm registry with a game of the same size, which stores everything in memory.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::process::ProcessStats;
use super::socket::{LoadSocket, number_after};
use super::{LoadServer, LoadTable};

/// The npm package, and the folder of its installation.
const PACKAGE: &str = "boardgame.io@0.50.2";
const FOLDER: &str = "target/peer";
const PROGRAM: &str = include_str!("peer.js");
const COLUMNS: u64 = 11;
const PLIES: u64 = 110;

pub(crate) struct PeerServer {
    child: Child,
    address: SocketAddr,
}

impl PeerServer {
    pub(crate) fn start() -> Result<Self, String> {
        let folder = Path::new(FOLDER);
        let to_text = |error: std::io::Error| error.to_string();
        std::fs::create_dir_all(folder).map_err(to_text)?;
        std::fs::write(folder.join("server.js"), PROGRAM).map_err(to_text)?;
        if !folder.join("node_modules/boardgame.io").exists() {
            let words = ["install", "--no-audit", "--no-fund", PACKAGE];
            let call = Command::new("npm").args(words).current_dir(folder).status();
            let call = call.map_err(|error| format!("cannot start npm: {error}"))?;
            if !call.success() {
                return Err(format!("npm cannot install {PACKAGE}"));
            }
        }
        let port = crate::database::free_port();
        let mut child = Command::new("node")
            .args(["server.js", &port.to_string()])
            .current_dir(folder)
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("cannot start node: {error}"))?;
        let out = child.stdout.take().ok_or("node has no stdout")?;
        let mut line = String::new();
        BufReader::new(out).read_line(&mut line).map_err(to_text)?;
        if line.is_empty() {
            return Err("the peer server has exited".to_owned());
        }
        Ok(Self {
            child,
            address: SocketAddr::from(([127, 0, 0, 1], port)),
        })
    }
}

impl Drop for PeerServer {
    fn drop(&mut self) {
        // Best effort: it may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl LoadServer for PeerServer {
    type Table = PeerPair;

    fn process(&self) -> ProcessStats {
        ProcessStats(self.child.id())
    }

    async fn start_table(&self, number: usize) -> Option<PeerPair> {
        let mut people = Vec::new();
        for seat in 0..2 {
            let path = "/socket.io/?EIO=4&transport=websocket";
            let mut socket = LoadSocket::open(self.address, path, None).await?;
            receive_containing(&mut socket, "0{").await?;
            socket.send("40/row,".to_owned()).await?;
            receive_containing(&mut socket, "40/row,").await?;
            people.push(socket);
            sync(&mut people[seat], &format!("m{number}"), seat).await?;
        }
        Some(PeerPair {
            people,
            number,
            round: 0,
            ply: 0,
            state: 0,
        })
    }
}

/// Receives the next message with this marker. Responds to pings.
async fn receive_containing(socket: &mut LoadSocket, marker: &str) -> Option<String> {
    loop {
        let text = socket.next().await?;
        if text.contains(marker) {
            return Some(text.to_string());
        }
        if text == "2" {
            socket.send("3".to_owned()).await?;
        }
    }
}

async fn sync(socket: &mut LoadSocket, game: &str, seat: usize) -> Option<()> {
    let request = format!(r#"42/row,["sync","{game}","{seat}",null,2]"#);
    socket.send(request).await?;
    receive_containing(socket, "[\"sync\"").await.map(drop)
}

/// Two players on the peer server.
pub(crate) struct PeerPair {
    people: Vec<LoadSocket>,
    number: usize,
    round: u64,
    ply: u64,
    state: u64,
}

impl PeerPair {
    fn game(&self) -> String {
        match self.round {
            0 => format!("m{}", self.number),
            round => format!("m{}r{round}", self.number),
        }
    }
}

impl LoadTable for PeerPair {
    async fn make_move(&mut self) -> Option<Duration> {
        if self.ply == PLIES {
            (self.round, self.ply, self.state) = (self.round + 1, 0, 0);
            let game = self.game();
            for (seat, person) in self.people.iter_mut().enumerate() {
                sync(person, &game, seat).await?;
            }
        }
        let (seat, column) = (self.ply % 2, self.ply * 3 % COLUMNS);
        let (game, state) = (self.game(), self.state);
        let request = format!(
            r#"42/row,["update",{{"type":"MAKE_MOVE","payload":{{"type":"drop","args":[{column}],"playerID":"{seat}"}}}},{state},"{game}","{seat}"]"#
        );
        let started = Instant::now();
        let person = &mut self.people[seat as usize];
        person.send(request).await?;
        let message = receive_containing(person, "[\"update\"").await?;
        let time = started.elapsed();
        self.state = number_after(&message, "\"_stateID\":")?;
        Some(time)
    }

    async fn receive_move(&mut self) -> Option<()> {
        let other = 1 - self.ply % 2;
        receive_containing(&mut self.people[other as usize], "[\"update\"").await?;
        self.ply += 1;
        Some(())
    }
}
