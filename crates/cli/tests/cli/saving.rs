//! `play --save`, `save` and `load`: no file is harmed, and nothing in it is lost.

use std::fs;
use std::path::Path;

use super::{Ran, foursight_in};

const ADA: &str = r#"{"format":"foursight-game","version":1,"ruleset":"standard 7x6/4","seats":["Ada","Charles"],"moves":"44","result":"ongoing","times_ms":[1200,900],"seed":7,"tags":{"event":"Tea"}}"#;
const RESIGNED: &str = r#"{"format":"foursight-game","version":1,"ruleset":"standard 7x6/4","seats":["Ada","Charles"],"moves":"44","result":"second","reason":"resignation"}"#;

/// Types into `play --plain --save FILE` in this directory.
fn keep(directory: &Path, file: &str, typed: &str) -> Ran {
    foursight_in(directory, &["play", "--plain", "--save", file], typed)
}

fn play(directory: &Path, typed: &str) -> Ran {
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
    let ran = keep(directory.path(), "g.json", "5\n3\nu\n");
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let record = object(&file);
    assert_eq!(record["seats"], serde_json::json!(["Ada", "Charles"]));
    assert_eq!(record["tags"]["event"], "Tea");
    assert_eq!(record["seed"], 7);
    assert_eq!(record["moves"], serde_json::json!("445"));
    let times = record["times_ms"].as_array().expect("times");
    assert_eq!(times.len(), 3);
    assert_eq!(times[..2], [1200, 900]);

    // A game that is loaded and saved elsewhere keeps it all, too.
    fs::write(&file, ADA).expect("written");
    play(directory.path(), "load g.json\nsave copy.json\n");
    let copy = fs::read_to_string(directory.path().join("copy.json")).expect("saved");
    assert_eq!(copy.trim_end(), ADA);

    // So does one given as an argument, as a file or as it is.
    for (given, into) in [("@copy.json", "again.json"), (ADA, "more.json")] {
        let ran = foursight_in(
            directory.path(),
            &["play", "--plain", given],
            &format!("save {into}\n"),
        );
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let copy = fs::read_to_string(directory.path().join(into)).expect("saved");
        assert_eq!(copy.trim_end(), ADA, "{given}");
    }
}

#[test]
fn a_game_that_was_resigned_does_not_go_on() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("g.json");
    fs::write(&file, RESIGNED).expect("written");
    let ran = keep(directory.path(), "g.json", "5\nu\nU\n");
    assert!(
        ran.stdout.contains("Second wins: First resigned.\n"),
        "{}",
        ran.stdout
    );
    assert!(
        ran.stdout
            .contains("Game over. Type new, save FILE or quit: "),
        "{}",
        ran.stdout
    );
    assert_eq!(
        ran.stdout
            .matches("Refused: the game has ended. Type new to start another.")
            .count(),
        3
    );
    assert_eq!(fs::read_to_string(&file).expect("kept"), RESIGNED);

    let ran = foursight_in(directory.path(), &["play", "--plain", RESIGNED], "5\n");
    assert!(ran.stdout.contains("Second wins: First resigned.\n"));
    assert!(ran.stdout.contains("Refused: the game has ended."));

    let ran = keep(directory.path(), "g.json", "new\n1\n");
    assert!(
        ran.stdout
            .contains("The game so far was: standard 7x6/4 44")
    );
    assert_eq!(object(&file)["moves"], "1");
}

#[test]
fn the_file_holds_what_the_last_words_say() {
    let directory = tempfile::tempdir().expect("a directory");
    let other = r#"{"format":"foursight-game","version":1,"ruleset":"standard 7x6/4","moves":[1,2,3],"result":"ongoing"}"#;
    fs::write(directory.path().join("other.json"), other).expect("written");
    let check = |typed: &str, moves: serde_json::Value| {
        let _ = fs::remove_file(directory.path().join("s.json"));
        let ran = keep(directory.path(), "s.json", typed);
        assert!(ran.stdout.ends_with("The game is in s.json.\nGoodbye.\n"));
        assert_eq!(object(&directory.path().join("s.json"))["moves"], moves);
    };
    check("4\n4\nnew\n", serde_json::json!(""));
    check("4\nload other.json\n", serde_json::json!("123"));
    // Nothing happened, so nothing is in the file.
    let ran = keep(directory.path(), "t.json", "");
    assert!(!ran.stdout.contains("The game is in"), "{}", ran.stdout);
    assert!(!directory.path().join("t.json").exists());
}

#[test]
fn damaged_files_and_bad_places_are_refused_at_the_start() {
    let directory = tempfile::tempdir().expect("a directory");
    fs::write(directory.path().join("empty"), "").expect("written");
    fs::write(directory.path().join("blank"), " \n\n").expect("written");
    fs::create_dir(directory.path().join("dir")).expect("created");
    let check = |file: &str, code: i32, told: &str| {
        let ran = keep(directory.path(), file, "4\n");
        assert_eq!(ran.code, code, "{file}: {}", ran.stderr);
        assert!(ran.stderr.contains(told), "{file}: {}", ran.stderr);
        assert_eq!(ran.stdout, "", "{file}: nothing is asked");
    };
    check("empty", 3, "it is empty and no game");
    check("blank", 3, "it is empty and no game");
    check("dir", 5, "it is a directory");
    check("no/where", 5, "cannot save to no/where");
    check("..", 5, "cannot save to ..");
    assert_eq!(
        fs::read(directory.path().join("empty")).expect("kept"),
        b"",
        "left as it was"
    );
}

#[cfg(unix)]
mod on_unix {
    use std::io::{Read, Write};
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::process::{Child, ChildStdin, ChildStdout, Command};

    use super::*;

    fn mode(path: &Path) -> u32 {
        let about = fs::metadata(path).expect("the file is there");
        about.permissions().mode() & 0o777
    }

    fn set_mode(path: &Path, mode: u32) {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("set");
    }

    /// The names in a directory; a part that stays behind would be one.
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

        assert_eq!(keep(directory.path(), "link", "5\n").code, 0);
        assert_eq!(object(&path("far/real"))["moves"], "445");
        assert_eq!(keep(directory.path(), "dangling", "6\n").code, 0);
        assert_eq!(object(&path("far/new"))["moves"], "6");
        for name in ["link", "dangling"] {
            let about = fs::symlink_metadata(path(name)).expect("there");
            assert!(about.is_symlink(), "{name}");
        }
        assert_eq!(keep(directory.path(), "circle", "4\n").code, 5);
        assert_eq!(names(&path("far")), ["new", "real"]);
    }

    #[test]
    fn a_private_file_stays_private() {
        let directory = tempfile::tempdir().expect("a directory");
        let file = directory.path().join("g.json");
        fs::write(&file, ADA).expect("written");
        set_mode(&file, 0o600);
        keep(directory.path(), "g.json", "5\n");
        assert_eq!(mode(&file), 0o600);
        assert_eq!(object(&file)["moves"], "445");
    }

    #[test]
    fn a_read_only_file_is_respected() {
        let directory = tempfile::tempdir().expect("a directory");
        let file = directory.path().join("g.json");
        fs::write(&file, ADA).expect("written");
        set_mode(&file, 0o444);
        let ran = keep(directory.path(), "g.json", "5\n");
        assert_eq!(ran.code, 5);
        assert!(ran.stderr.contains("read-only"), "{}", ran.stderr);
        let ran = play(directory.path(), "4\nsave! g.json\n");
        assert!(ran.stdout.contains("read-only"), "{}", ran.stdout);
        assert_eq!(fs::read_to_string(&file).expect("kept"), ADA);
    }

    #[test]
    fn a_pipe_is_refused_without_waiting() {
        let directory = tempfile::tempdir().expect("a directory");
        let pipe = directory.path().join("pipe");
        let made = Command::new("mkfifo").arg(&pipe).status();
        assert!(made.expect("mkfifo is there").success());
        let ran = keep(directory.path(), "pipe", "4\n");
        assert_eq!(ran.code, 5);
        assert!(ran.stderr.contains("not a regular file"), "{}", ran.stderr);
        let ran = play(directory.path(), "4\nsave! pipe\nload pipe\n5\n");
        assert!(ran.stdout.contains("Not saved: "), "{}", ran.stdout);
        assert!(ran.stdout.contains("Not loaded: "), "{}", ran.stdout);
        assert!(ran.stdout.contains("Second: column 5"), "{}", ran.stdout);
        assert_eq!(names(directory.path()), ["pipe"], "it is still there");
        let about = fs::metadata(&pipe).expect("still there");
        assert!(!about.is_file());
    }

    /// A game that is spoken with: what it says is waited for.
    struct Dialogue {
        child: Child,
        stdin: ChildStdin,
        stdout: ChildStdout,
        heard: String,
    }

    impl Dialogue {
        fn start(directory: &Path, args: &[&str]) -> Self {
            let mut command = crate::command();
            command.arg("play").args(args).current_dir(directory);
            let mut child = crate::piped(command);
            Self {
                stdin: child.stdin.take().expect("piped"),
                stdout: child.stdout.take().expect("piped"),
                heard: String::new(),
                child,
            }
        }

        fn says(&mut self, text: &str) {
            let said = self.stdin.write_all(text.as_bytes());
            said.expect("it reads");
        }

        /// Reads until it has said this.
        fn hears(&mut self, text: &str) {
            let mut bytes = [0; 1024];
            while !self.heard.contains(text) {
                let count = self.stdout.read(&mut bytes).expect("a pipe");
                assert!(count > 0, "{text:?} is missing in {}", self.heard);
                self.heard += &String::from_utf8_lossy(&bytes[..count]);
            }
        }

        /// Waits for the end, which must come although more could be said.
        fn ends(mut self) -> Ran {
            let read = self.stdout.read_to_string(&mut self.heard);
            read.expect("answers are text");
            let output = self.child.wait_with_output().expect("it ends");
            Ran {
                stdout: self.heard,
                stderr: String::from_utf8(output.stderr).expect("messages are text"),
                code: output.status.code().expect("it is not killed"),
            }
        }
    }

    #[test]
    fn a_won_game_that_cannot_be_saved_is_not_said_to_go_on() {
        let directory = tempfile::tempdir().expect("a directory");
        fs::create_dir(directory.path().join("far")).expect("created");
        let mut game = Dialogue::start(directory.path(), &["--plain", "--save", "far/new"]);
        game.says("4\n");
        game.hears("Second (X), column 1 to 7: ");
        // Whether the first move is saved by now or not, the place to save to is gone.
        let gone = fs::rename(directory.path().join("far"), directory.path().join("gone"));
        gone.expect("it is there");
        game.says("5\n4\n5\n4\n5\n4\nquit\n");
        let ran = game.ends();
        assert_eq!(ran.code, 5, "{}", ran.stderr);
        assert!(
            ran.stdout
                .ends_with("The game is over and not saved. It was:\nstandard 7x6/4 4545454\n"),
            "{}",
            ran.stdout
        );
    }

    #[test]
    fn ctrl_c_leaves_the_game_on_the_screen() {
        let directory = tempfile::tempdir().expect("a directory");
        let mut game = Dialogue::start(directory.path(), &["--plain"]);
        game.says("4\n5\n");
        game.hears("Second: column 5");
        let id = game.child.id().to_string();
        let killed = Command::new("kill").args(["-s", "INT", &id]).status();
        assert!(killed.expect("kill runs").success());
        let ran = game.ends();
        assert_eq!(ran.code, 130, "{}", ran.stderr);
        assert!(
            ran.stderr
                .contains("To go on:\nfoursight play --plain 'standard 7x6/4 45'"),
            "{}",
            ran.stderr
        );
    }
}
