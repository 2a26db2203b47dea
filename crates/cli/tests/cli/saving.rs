//! Tests of `play --save`, `save` and `load`: no file is damaged, and no data is lost.

use std::fs;
use std::path::Path;

use super::{CommandOutput, foursight_in};

const ADA: &str = r#"{"format":"foursight-game","version":1,"ruleset":"standard 7x6/4","seats":["Ada","Charles"],"moves":"44","result":"ongoing","times_ms":[1200,900],"seed":7,"tags":{"event":"Tea"}}"#;
const RESIGNED: &str = r#"{"format":"foursight-game","version":1,"ruleset":"standard 7x6/4","seats":["Ada","Charles"],"moves":"44","result":"second","reason":"resignation"}"#;

/// Types into `play --plain --save FILE` in this directory.
fn play_saving(directory: &Path, file: &str, typed: &str) -> CommandOutput {
    foursight_in(directory, &["play", "--plain", "--save", file], typed)
}

fn play(directory: &Path, typed: &str) -> CommandOutput {
    foursight_in(directory, &["play", "--plain"], typed)
}

fn object(path: &Path) -> serde_json::Value {
    let text = fs::read_to_string(path).expect("the file is there");
    serde_json::from_str(&text).expect("the file is a record")
}

#[test]
fn everything_in_the_record_is_kept() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("g.json");
    fs::write(&file, ADA).expect("written");
    let output = play_saving(directory.path(), "g.json", "5\n3\nu\n");
    assert_eq!(output.code, 0, "{}", output.stderr);
    let record = object(&file);
    assert_eq!(record["seats"], serde_json::json!(["Ada", "Charles"]));
    assert_eq!(record["tags"]["event"], "Tea");
    assert_eq!(record["seed"], 7);
    assert_eq!(record["moves"], serde_json::json!("445"));
    let times = record["times_ms"].as_array().expect("times");
    assert_eq!(times.len(), 3);
    assert_eq!(times[..2], [1200, 900]);

    // A game that is loaded and saved elsewhere keeps everything too.
    fs::write(&file, ADA).expect("written");
    play(directory.path(), "load g.json\nsave copy.json\n");
    let copy = fs::read_to_string(directory.path().join("copy.json")).expect("saved");
    assert_eq!(copy.trim_end(), ADA);

    // So does a game given as an argument, as a file or inline.
    for (argument, file_name) in [("@copy.json", "again.json"), (ADA, "more.json")] {
        let output = foursight_in(
            directory.path(),
            &["play", "--plain", argument],
            &format!("save {file_name}\n"),
        );
        assert_eq!(output.code, 0, "{}", output.stderr);
        let copy = fs::read_to_string(directory.path().join(file_name)).expect("saved");
        assert_eq!(copy.trim_end(), ADA, "{argument}");
    }
}

#[test]
fn a_resigned_game_does_not_continue() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("g.json");
    fs::write(&file, RESIGNED).expect("written");
    let output = play_saving(directory.path(), "g.json", "5\nu\nU\n");
    assert!(
        output.stdout.contains("Second wins: First resigned.\n"),
        "{}",
        output.stdout
    );
    assert!(
        output
            .stdout
            .contains("Game over. Type new, save FILE or quit: "),
        "{}",
        output.stdout
    );
    assert_eq!(
        output
            .stdout
            .matches("Refused: the game is over. Type new to start another.")
            .count(),
        3
    );
    assert_eq!(fs::read_to_string(&file).expect("kept"), RESIGNED);

    let output = foursight_in(directory.path(), &["play", "--plain", RESIGNED], "5\n");
    assert!(output.stdout.contains("Second wins: First resigned.\n"));
    assert!(output.stdout.contains("Refused: the game is over."));

    let output = play_saving(directory.path(), "g.json", "new\n1\n");
    assert!(
        output
            .stdout
            .contains("The game so far was: standard 7x6/4 44")
    );
    assert_eq!(object(&file)["moves"], "1");
}

#[test]
fn the_file_holds_the_game_that_the_last_message_names() {
    let directory = tempfile::tempdir().expect("a directory");
    let other = r#"{"format":"foursight-game","version":1,"ruleset":"standard 7x6/4","moves":[1,2,3],"result":"ongoing"}"#;
    fs::write(directory.path().join("other.json"), other).expect("written");
    let check = |typed: &str, moves: serde_json::Value| {
        let _ = fs::remove_file(directory.path().join("s.json"));
        let output = play_saving(directory.path(), "s.json", typed);
        assert!(
            output
                .stdout
                .ends_with("The game is saved in s.json.\nGoodbye.\n")
        );
        assert_eq!(object(&directory.path().join("s.json"))["moves"], moves);
    };
    check("4\n4\nnew\n", serde_json::json!(""));
    check("4\nload other.json\n", serde_json::json!("123"));
    // Without a move no file is written.
    let output = play_saving(directory.path(), "t.json", "");
    assert!(
        !output.stdout.contains("The game is in"),
        "{}",
        output.stdout
    );
    assert!(!directory.path().join("t.json").exists());
}

#[test]
fn damaged_files_and_bad_paths_are_refused_at_the_start() {
    let directory = tempfile::tempdir().expect("a directory");
    fs::write(directory.path().join("empty"), "").expect("written");
    fs::write(directory.path().join("blank"), " \n\n").expect("written");
    fs::create_dir(directory.path().join("dir")).expect("created");
    let check = |file: &str, code: i32, message: &str| {
        let output = play_saving(directory.path(), file, "4\n");
        assert_eq!(output.code, code, "{file}: {}", output.stderr);
        assert!(output.stderr.contains(message), "{file}: {}", output.stderr);
        assert_eq!(output.stdout, "", "{file}: nothing is asked");
    };
    check("empty", 3, "it is empty");
    check("blank", 3, "it is empty");
    check("dir", 5, "it is a directory");
    check("no/where", 5, "cannot save to no/where");
    check("..", 5, "cannot save to ..");
    assert_eq!(
        fs::read(directory.path().join("empty")).expect("kept"),
        b"",
        "unchanged"
    );
}

#[cfg(unix)]
mod on_unix {
    use std::io::{Read, Write};
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::process::{Child, ChildStdin, ChildStdout, Command};

    use super::*;

    fn mode(path: &Path) -> u32 {
        let metadata = fs::metadata(path).expect("the file is there");
        metadata.permissions().mode() & 0o777
    }

    fn set_mode(path: &Path, mode: u32) {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("set");
    }

    /// Lists the names in a directory, which would include leftover temporary files.
    fn names(directory: &Path) -> Vec<String> {
        let entries = fs::read_dir(directory).expect("a directory");
        let mut names: Vec<_> = entries
            .map(|entry| entry.expect("an entry").file_name().into_string())
            .map(|name| name.expect("text"))
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_link_stays_a_link() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = |name: &str| directory.path().join(name);
        fs::create_dir(path("far")).expect("created");
        fs::write(path("far/real"), ADA).expect("written");
        symlink("far/real", path("link")).expect("linked");
        symlink("far/new", path("dangling")).expect("linked");
        symlink("circle", path("circle")).expect("linked");

        assert_eq!(play_saving(directory.path(), "link", "5\n").code, 0);
        assert_eq!(object(&path("far/real"))["moves"], "445");
        assert_eq!(play_saving(directory.path(), "dangling", "6\n").code, 0);
        assert_eq!(object(&path("far/new"))["moves"], "6");
        for name in ["link", "dangling"] {
            let metadata = fs::symlink_metadata(path(name)).expect("there");
            assert!(metadata.is_symlink(), "{name}");
        }
        assert_eq!(play_saving(directory.path(), "circle", "4\n").code, 5);
        assert_eq!(names(&path("far")), ["new", "real"]);
    }

    #[test]
    fn a_private_file_stays_private() {
        let directory = tempfile::tempdir().expect("a directory");
        let file = directory.path().join("g.json");
        fs::write(&file, ADA).expect("written");
        set_mode(&file, 0o600);
        play_saving(directory.path(), "g.json", "5\n");
        assert_eq!(mode(&file), 0o600);
        assert_eq!(object(&file)["moves"], "445");
    }

    #[test]
    fn a_read_only_file_is_respected() {
        let directory = tempfile::tempdir().expect("a directory");
        let file = directory.path().join("g.json");
        fs::write(&file, ADA).expect("written");
        set_mode(&file, 0o444);
        let output = play_saving(directory.path(), "g.json", "5\n");
        assert_eq!(output.code, 5);
        assert!(output.stderr.contains("read-only"), "{}", output.stderr);
        let output = play(directory.path(), "4\nsave! g.json\n");
        assert!(output.stdout.contains("read-only"), "{}", output.stdout);
        assert_eq!(fs::read_to_string(&file).expect("kept"), ADA);
    }

    #[test]
    fn a_pipe_is_refused_without_waiting() {
        let directory = tempfile::tempdir().expect("a directory");
        let pipe = directory.path().join("pipe");
        let result = Command::new("mkfifo").arg(&pipe).status();
        assert!(result.expect("mkfifo is there").success());
        let output = play_saving(directory.path(), "pipe", "4\n");
        assert_eq!(output.code, 5);
        assert!(
            output.stderr.contains("not a regular file"),
            "{}",
            output.stderr
        );
        let output = play(directory.path(), "4\nsave! pipe\nload pipe\n5\n");
        assert!(output.stdout.contains("Not saved: "), "{}", output.stdout);
        assert!(output.stdout.contains("Not loaded: "), "{}", output.stdout);
        assert!(
            output.stdout.contains("Second: column 5"),
            "{}",
            output.stdout
        );
        assert_eq!(names(directory.path()), ["pipe"], "it is still there");
        let metadata = fs::metadata(&pipe).expect("still there");
        assert!(!metadata.is_file());
    }

    /// A running game with interactive input and output.
    struct PlayProcess {
        child: Child,
        stdin: ChildStdin,
        stdout: ChildStdout,
        received: String,
    }

    impl PlayProcess {
        fn start(directory: &Path, args: &[&str]) -> Self {
            let mut command = crate::command();
            command.arg("play").args(args).current_dir(directory);
            let mut child = crate::spawn_piped(command);
            Self {
                stdin: child.stdin.take().expect("piped"),
                stdout: child.stdout.take().expect("piped"),
                received: String::new(),
                child,
            }
        }

        fn send(&mut self, text: &str) {
            let result = self.stdin.write_all(text.as_bytes());
            result.expect("it reads");
        }

        /// Reads until the output contains this.
        fn wait_for(&mut self, text: &str) {
            let mut bytes = [0; 1024];
            while !self.received.contains(text) {
                let count = self.stdout.read(&mut bytes).expect("a pipe");
                assert!(count > 0, "{text:?} is missing in {}", self.received);
                self.received += &String::from_utf8_lossy(&bytes[..count]);
            }
        }

        /// Waits for the exit, which must come although the input is still open.
        fn finish(mut self) -> CommandOutput {
            let read = self.stdout.read_to_string(&mut self.received);
            read.expect("answers are text");
            let output = self.child.wait_with_output().expect("it ends");
            CommandOutput {
                stdout: self.received,
                stderr: String::from_utf8(output.stderr).expect("messages are text"),
                code: output.status.code().expect("it is not killed"),
            }
        }
    }

    #[test]
    fn a_won_game_that_cannot_be_saved_is_not_resumable() {
        let directory = tempfile::tempdir().expect("a directory");
        fs::create_dir(directory.path().join("far")).expect("created");
        let mut game = PlayProcess::start(directory.path(), &["--plain", "--save", "far/new"]);
        game.send("4\n");
        game.wait_for("Second (X), column 1 to 7: ");
        // The directory disappears, whether the first move is already saved or not.
        let result = fs::rename(directory.path().join("far"), directory.path().join("gone"));
        result.expect("it is there");
        game.send("5\n4\n5\n4\n5\n4\nquit\n");
        let output = game.finish();
        assert_eq!(output.code, 5, "{}", output.stderr);
        assert!(
            output
                .stdout
                .ends_with("The game is over and not saved. It was:\nstandard 7x6/4 4545454\n"),
            "{}",
            output.stdout
        );
    }

    #[test]
    fn ctrl_c_leaves_the_game_on_the_screen() {
        let directory = tempfile::tempdir().expect("a directory");
        let mut game = PlayProcess::start(directory.path(), &["--plain"]);
        game.send("4\n5\n");
        game.wait_for("Second: column 5");
        let id = game.child.id().to_string();
        let killed = Command::new("kill").args(["-s", "INT", &id]).status();
        assert!(killed.expect("kill runs").success());
        let output = game.finish();
        assert_eq!(output.code, 130, "{}", output.stderr);
        assert!(
            output
                .stderr
                .contains("To continue:\nfoursight play --plain 'standard 7x6/4 45'"),
            "{}",
            output.stderr
        );
    }
}
