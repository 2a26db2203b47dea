//! Whatever ends `cargo xtask play` ends the server that it started.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

/// Stands in for the server: prints a line, waits for the end of its standard input, and leaves a
/// file.
const SERVER: &str = "#!/bin/sh\necho ready\ncat >/dev/null\ntouch \"$0.ended\"\n";
/// Interval between two looks for the file.
const POLL_INTERVAL: Duration = Duration::from_millis(20);
/// Looks at most: a minute, because a busy machine may take long.
const POLLS_MAX: usize = 3_000;

#[track_caller]
fn check(signal: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let server = folder.path().join("server");
    let ended = folder.path().join("server.ended");
    fs::write(&server, SERVER).expect("written");
    fs::set_permissions(&server, fs::Permissions::from_mode(0o755)).expect("executable");
    let mut play = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .arg("play")
        .env("FOURSIGHT_PLAY_PROGRAM", &server)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .expect("xtask starts");
    let mut output = BufReader::new(play.stdout.take().expect("piped"));
    let mut line = String::new();
    output.read_line(&mut line).expect("the server prints");
    assert_eq!(line, "ready\n");
    assert!(!ended.exists(), "{signal}: the server runs");
    let sent = Command::new("kill")
        .args([signal, &play.id().to_string()])
        .status();
    assert!(sent.expect("kill runs").success());
    assert!(!play.wait().expect("it ends").success(), "{signal}");
    let has_ended = (0..POLLS_MAX).any(|_| {
        thread::sleep(POLL_INTERVAL);
        ended.exists()
    });
    assert!(has_ended, "{signal}: the server outlives the command");
}

#[test]
fn signals_end_the_server_too() {
    for signal in ["-TERM", "-HUP", "-KILL"] {
        check(signal);
    }
}
