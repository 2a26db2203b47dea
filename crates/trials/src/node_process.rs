//! A node as a child process that can be killed, paused and resumed.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use tokio::sync::mpsc;

use crate::node::NodeArgs;

/// Timeout of all waits in trials.
pub(crate) const TRIAL_TIMEOUT: Duration = Duration::from_mins(1);

/// A child process that is killed when dropped.
pub(crate) struct NodeProcess {
    child: Child,
    lines: mpsc::UnboundedReceiver<String>,
    /// Address on which it listens.
    pub(crate) address: SocketAddr,
}

impl NodeProcess {
    pub(crate) async fn start(args: &NodeArgs) -> Result<Self, String> {
        let program = std::env::current_exe().map_err(|error| error.to_string())?;
        let mut child = Command::new(program)
            .args(args.to_args())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("a node cannot be started: {error}"))?;
        let out = child.stdout.take().ok_or("a node has no stdout")?;
        let (sender, mut lines) = mpsc::unbounded_channel();
        thread::spawn(move || {
            let lines = BufReader::new(out).lines().map_while(Result::ok);
            // The receiver is gone once the node is dropped.
            lines
                .map_while(|line| sender.send(line).ok())
                .for_each(drop);
        });
        let address = next_line(&mut lines).await?;
        let address = address
            .parse()
            .map_err(|_| format!("invalid address: {address}"))?;
        Ok(Self {
            child,
            lines,
            address,
        })
    }

    /// Returns the process id.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits until the node stalls at its fault point.
    pub(crate) async fn wait_for_stall(&mut self) -> Result<(), String> {
        next_line(&mut self.lines).await.map(drop)
    }

    /// Kills the process.
    pub(crate) fn kill(&mut self) {
        // Best effort: it may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Pauses the process, like a suspended machine.
    pub(crate) fn pause(&self) -> Result<(), String> {
        self.signal(Signal::STOP)
    }

    /// Resumes the process.
    pub(crate) fn resume(&self) -> Result<(), String> {
        self.signal(Signal::CONT)
    }

    fn signal(&self, signal: Signal) -> Result<(), String> {
        let done = kill_process(Pid::from_child(&self.child), signal);
        done.map_err(|error| format!("cannot signal a node: {error}"))
    }
}

impl Drop for NodeProcess {
    fn drop(&mut self) {
        self.kill();
    }
}

async fn next_line(lines: &mut mpsc::UnboundedReceiver<String>) -> Result<String, String> {
    let line = tokio::time::timeout(TRIAL_TIMEOUT, lines.recv()).await;
    let line = line.map_err(|_| "a node printed nothing before the timeout")?;
    line.ok_or_else(|| "a node has exited".to_owned())
}
