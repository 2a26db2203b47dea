//! A node as a process that can be killed, stopped and woken.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use tokio::sync::mpsc;

use crate::node::NodeArgs;

/// Whatever takes longer than this has failed.
pub(crate) const PATIENCE: Duration = Duration::from_mins(1);

/// A process that is killed when it is no longer wanted.
pub(crate) struct Running {
    child: Child,
    lines: mpsc::UnboundedReceiver<String>,
    /// Where it listens.
    pub(crate) address: SocketAddr,
}

impl Running {
    pub(crate) async fn start(args: &NodeArgs) -> Result<Self, String> {
        let program = std::env::current_exe().map_err(|error| error.to_string())?;
        let mut child = Command::new(program)
            .args(args.words())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("a node does not start: {error}"))?;
        let out = child.stdout.take().ok_or("a node without output")?;
        let (tell, mut lines) = mpsc::unbounded_channel();
        thread::spawn(move || {
            let lines = BufReader::new(out).lines().map_while(Result::ok);
            // Nobody listens any more once the node is dropped.
            lines.map_while(|line| tell.send(line).ok()).for_each(drop);
        });
        let address = next_line(&mut lines).await?;
        let address = address
            .parse()
            .map_err(|_| format!("no address: {address}"))?;
        Ok(Self {
            child,
            lines,
            address,
        })
    }

    /// The number of the process.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits until the node stands still on purpose.
    pub(crate) async fn stands(&mut self) -> Result<(), String> {
        next_line(&mut self.lines).await.map(drop)
    }

    /// Ends it in the middle of whatever it does.
    pub(crate) fn kill(&mut self) {
        // One that has ended already needs no more.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Stops it, as a machine does that is paused.
    pub(crate) fn stop(&self) -> Result<(), String> {
        self.signal(Signal::STOP)
    }

    /// Lets it go on.
    pub(crate) fn wake(&self) -> Result<(), String> {
        self.signal(Signal::CONT)
    }

    fn signal(&self, signal: Signal) -> Result<(), String> {
        let done = kill_process(Pid::from_child(&self.child), signal);
        done.map_err(|error| format!("a node cannot be signalled: {error}"))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.kill();
    }
}

async fn next_line(lines: &mut mpsc::UnboundedReceiver<String>) -> Result<String, String> {
    let line = tokio::time::timeout(PATIENCE, lines.recv()).await;
    let line = line.map_err(|_| "a node says nothing")?;
    line.ok_or_else(|| "a node has ended".to_owned())
}
