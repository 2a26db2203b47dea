//! A NATS server of the tests' own, on a free port.

use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::database::free_port;

/// How long it may take to listen.
const PATIENCE: Duration = Duration::from_mins(1);

/// A NATS server that lives as long as this value.
pub(crate) struct Nats {
    port: u16,
    child: Child,
}

impl Nats {
    pub(crate) fn start() -> Self {
        Self::start_at(free_port())
    }

    /// Starts it at the port of one that has ended.
    pub(crate) fn start_at(port: u16) -> Self {
        let folder = std::env::var_os("NATS_BIN").map(PathBuf::from);
        let program = folder.map_or("nats-server".into(), |folder| folder.join("nats-server"));
        let child = Command::new(program)
            .args(["-a", "127.0.0.1", "-p", &port.to_string()])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("this test needs NATS (Debian: apt-get install nats-server)");
        let started = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(started.elapsed() < PATIENCE, "NATS does not listen");
            std::thread::yield_now();
        }
        Self { port, child }
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    pub(crate) fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        // One that has ended already needs no more.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
