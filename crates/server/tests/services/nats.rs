//! A NATS server for tests, on a free port.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use super::database::free_port;

/// Timeout for its start.
const START_TIMEOUT: Duration = Duration::from_mins(1);

/// Log line that it writes when it is ready.
const READY: &str = "Server is ready";

/// A NATS server that runs until dropped.
pub(crate) struct Nats {
    port: u16,
    pub(crate) child: Child,
    _folder: tempfile::TempDir,
}

impl Nats {
    pub(crate) fn start() -> Self {
        Self::start_at(free_port())
    }

    /// Starts a server at the port of one that has stopped.
    pub(crate) fn start_at(port: u16) -> Self {
        Self::start_with(port, "")
    }

    /// Starts a server with the text of a configuration file.
    pub(crate) fn start_with(port: u16, config: &str) -> Self {
        let configuration = tempfile::tempdir().expect("a temporary directory");
        let file = configuration.path().join("nats.conf");
        std::fs::write(&file, config).expect("the directory is ours");
        let folder = std::env::var_os("NATS_BIN").map(PathBuf::from);
        let program = folder.map_or("nats-server".into(), |folder| folder.join("nats-server"));
        let mut child = Command::new(program)
            .args(["-a", "127.0.0.1", "-p", &port.to_string(), "-c"])
            .arg(&file)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("this test needs NATS (Debian: apt-get install nats-server)");
        let log = BufReader::new(child.stderr.take().expect("piped"));
        let (sender, ready) = mpsc::channel();
        // Read the log to its end, so that the server never blocks on it.
        thread::spawn(move || {
            for line in log.lines().map_while(Result::ok) {
                if line.contains(READY) {
                    let _ = sender.send(());
                }
            }
        });
        ready.recv_timeout(START_TIMEOUT).expect("NATS listens");
        Self {
            port,
            child,
            _folder: configuration,
        }
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
        // Best effort: it may have stopped already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
