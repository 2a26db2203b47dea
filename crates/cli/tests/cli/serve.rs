//! Tests of how a server ends.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use super::{command, spawn_piped, wait_until};

/// Starts a prepared server in its own data directory and returns the address that it prints.
fn start(mut command: Command, data: &Path) -> (Child, String) {
    command.env("XDG_DATA_HOME", data);
    let mut child = spawn_piped(command);
    let stdout = child.stdout.take().expect("stdout is piped");
    let line = BufReader::new(stdout).lines().next();
    let line = line.expect("a line").expect("text");
    let address = line
        .split(['/', ' '])
        .find(|word| word.contains(':') && *word != "http:");
    (child, address.expect("an address").to_owned())
}

fn accepts(address: &str) -> bool {
    TcpStream::connect(address).is_ok()
}

#[test]
fn a_server_can_end_with_its_standard_input() {
    let data = tempfile::tempdir().expect("a directory");
    let mut server = command();
    server.args(["serve", "--addr", "127.0.0.1:0", "--exit-with-stdin"]);
    let (mut child, address) = start(server, data.path());
    let mut stdin = child.stdin.take().expect("stdin is piped");
    stdin.write_all(b"ignored\n").expect("it reads");
    assert!(accepts(&address));
    drop(stdin);
    let status = child.wait().expect("it ends");
    assert!(status.success(), "{status}");
    assert!(!accepts(&address));
}

#[test]
fn a_server_outlives_its_standard_input_otherwise() {
    let data = tempfile::tempdir().expect("a directory");
    let mut server = command();
    server.args(["serve", "--addr", "127.0.0.1:0"]);
    server.stdin(Stdio::null());
    let (mut child, address) = start(server, data.path());
    drop(child.stdin.take());
    assert!(accepts(&address));
    assert!(child.try_wait().expect("a status").is_none());
    child.kill().expect("it is killed");
    child.wait().expect("it ends");
}

/// The parent, a shell, holds the other end of the pipe and starts the server as `cargo xtask play`
/// does. No handler runs when it is killed.
#[cfg(unix)]
#[test]
fn a_killed_parent_takes_the_server_with_it() {
    let data = tempfile::tempdir().expect("a directory");
    let pipe = data.path().join("pipe");
    let script = format!(
        "mkfifo '{pipe}'\n\
         '{program}' serve --addr 127.0.0.1:0 --exit-with-stdin <'{pipe}' &\n\
         exec sleep 1000 >'{pipe}'\n",
        pipe = pipe.display(),
        program = super::FOURSIGHT,
    );
    let mut parent = Command::new("/bin/sh");
    parent.args(["-c", &script]);
    let (mut parent, address) = start(parent, data.path());
    assert!(accepts(&address));
    parent.kill().expect("it is killed");
    parent.wait().expect("it ends");
    wait_until("the server ends", || !accepts(&address));
}
