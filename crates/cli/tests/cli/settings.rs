//! Tests of the precedence of flag, environment, config file and default, and of `config`.

use std::fs;
use std::path::Path;

use super::{command, objects, run};

fn config(home: &Path, variables: &[(&str, &str)], args: &[&str]) -> super::CommandOutput {
    let mut command = command();
    command.env("XDG_CONFIG_HOME", home);
    command.envs(variables.iter().copied());
    command.arg("config").args(args);
    run(command, b"")
}

fn home_with(text: &str) -> tempfile::TempDir {
    let home = tempfile::tempdir().expect("a directory");
    fs::create_dir(home.path().join("foursight")).expect("created");
    fs::write(home.path().join("foursight/config.toml"), text).expect("written");
    home
}

#[test]
fn the_nearest_origin_wins() {
    let home = home_with("# mine\nwidth = 8\nheight = \"7\"\nconnect = 5\n");
    let output = config(
        home.path(),
        &[("FOURSIGHT_HEIGHT", "9"), ("FOURSIGHT_CONNECT", "6")],
        &["--json", "--connect", "3"],
    );
    let settings = objects(&output.stdout);
    let check = |name: &str, value: &str, source: &str| {
        let setting = settings.iter().find(|setting| setting["name"] == name);
        let setting = setting.unwrap_or_else(|| panic!("{name} is listed"));
        assert_eq!(setting["value"], value, "{name}");
        assert_eq!(setting["source"], source, "{name}");
    };
    check("connect", "3", "flag");
    check("height", "9", "environment");
    check("width", "8", "file");
    check("variant", "standard", "default");
    check("color", "auto", "default");

    let message = config(home.path(), &[("FOURSIGHT_HEIGHT", "9")], &[]).stdout;
    assert!(message.contains("config.toml, line 2"), "{message}");
    assert!(
        message.contains("environment variable FOURSIGHT_HEIGHT"),
        "{message}"
    );
}

#[test]
fn settings_reach_the_commands() {
    let home = home_with("variant = five-in-a-row\ncolor = always\n");
    let mut show = command();
    show.env("XDG_CONFIG_HOME", home.path()).arg("show");
    let shown = run(show, b"").stdout;
    assert!(shown.contains('\u{1b}'));
    assert!(shown.contains("9\u{1b}[0m\n"), "nine columns: {shown:?}");

    let mut show = command();
    show.env("FOURSIGHT_WIDTH", "4")
        .args(["show", "--color", "never"]);
    assert!(run(show, b"").stdout.contains("   1  2  3  4\n"));
}

#[test]
fn settings_of_play_and_move() {
    let home = home_with(
        "level = medium\nskin = dark\nkeys = vi\nanimation = off\n[keys] # mine\nhint = \"x\"\n",
    );
    let message = config(home.path(), &[("FOURSIGHT_LEVEL", "2")], &["--json"]).stdout;
    let settings = objects(&message);
    let check = |name: &str, value: &str, source: &str| {
        let setting = settings.iter().find(|setting| setting["name"] == name);
        let setting = setting.unwrap_or_else(|| panic!("{name} is listed"));
        assert_eq!(
            (&setting["value"], &setting["source"]),
            (&value.into(), &source.into()),
            "{name}"
        );
    };
    check("level", "easy", "environment");
    check("personality", "balanced", "default");
    check("animation", "off", "file");
    check("sound", "off", "default");
    check("confirm", "off", "default");
    check("keys", "vi", "file");
    check("keys.hint", "x", "file");
    check("skin", "dark", "file");

    // `REDUCED_MOTION` turns animation off, unless a setting turns it on.
    let empty = home_with("");
    for (variables, expected) in [
        (&[][..], "on"),
        (&[("REDUCED_MOTION", "1")], "off"),
        (
            &[("REDUCED_MOTION", "1"), ("FOURSIGHT_ANIMATION", "on")],
            "on",
        ),
    ] {
        let settings = objects(&config(empty.path(), variables, &["--json"]).stdout);
        let animation = settings
            .iter()
            .find(|setting| setting["name"] == "animation");
        let value = animation.map(|setting| &setting["value"]);
        assert_eq!(value, Some(&expected.into()), "{variables:?}");
    }

    let invoke = |args: &[&str], input: &str| {
        let mut prepared = command();
        prepared.env("XDG_CONFIG_HOME", home.path()).args(args);
        run(prepared, input.as_bytes()).stdout
    };
    let level = |answer: &str| objects(answer)[0]["level"].clone();
    assert_eq!(level(&invoke(&["move", "--json"], "")), "medium");
    assert_eq!(
        level(&invoke(&["move", "--json", "--level", "easy"], "")),
        "easy"
    );
    let stdout = invoke(&["play", "--plain"], "quit\n");
    assert!(
        stdout.contains("First is you, Second is medium"),
        "{stdout}"
    );
    let stdout = invoke(&["play", "--plain", "--you", "second"], "quit\n");
    assert!(
        stdout.contains("First is medium, Second is you"),
        "{stdout}"
    );
    let stdout = invoke(&["play", "--plain", "--first", "human"], "quit\n");
    assert!(stdout.contains("two players"), "{stdout}");
    let mut alone = command();
    alone.args(["play", "--you", "second"]);
    let output = run(alone, b"");
    assert_eq!(output.code, 2);
    assert!(output.stderr.contains("add --level"), "{}", output.stderr);
}

#[test]
fn invalid_settings_name_their_origin() {
    let check = |text: &str, variables: &[(&str, &str)], message: &str| {
        let output = config(home_with(text).path(), variables, &[]);
        assert_eq!(output.code, 2, "{text:?}");
        assert!(output.stderr.contains(message), "{}", output.stderr);
    };
    check(
        "width = wide",
        &[],
        "config.toml, line 1: use a whole number from 1 to 64",
    );
    check(
        "level = best",
        &[],
        "line 1: there is no level \"best\": choose one of dice, easy",
    );
    check("skin = nowhere", &[], "use classic, dark, safe, or a file");
    check("sound = loud", &[], "use one of on, off");
    check("\nwidht = 3", &[], "line 2: there is no setting 'widht'");
    check(
        "",
        &[("FOURSIGHT_VARIANT", "pop")],
        "FOURSIGHT_VARIANT: use one of standard",
    );
    check("", &[("FOURSIGHT_WIDTH", "300")], "FOURSIGHT_WIDTH");
    check("width = 64", &[], "too large");
    for bad in ["abc", "-3", "0", "65", "1e1"] {
        let message = "use a whole number from 1 to 64";
        check("", &[("FOURSIGHT_WIDTH", bad)], message);
    }
    check("variant = \"pop-out", &[], "config.toml, line 1: ");
    check("[colors]", &[], "line 1: there is no section '[colors]'");
    check("[keys]\ntip = x", &[], "line 2: there is no action 'tip'");
    check("with = 3", &[], "line 1: there is no setting 'with'");
    check("\nwidth", &[], "line 2: ");
    check("[keys]\n\nhint = 44", &[], "line 3: '44' is not a key");
    check(
        "[keys]\nundo = x\nhint = x",
        &[],
        "line 3: 'x' is already the key of undo",
    );
}

#[test]
fn a_stored_house_rule_waits_for_its_variant() {
    let home = home_with("stock = 2\n");
    let output = config(home.path(), &[], &[]);
    assert_eq!(output.code, 0);
    assert!(!output.stdout.contains("stock"));
    let output = config(home.path(), &[], &["--variant", "power-up"]);
    assert!(
        output.stdout.contains("stock         2 "),
        "{}",
        output.stdout
    );
}

#[test]
fn flag_errors_name_the_allowed_values() {
    let check = |flag: &str, value: &str, message: &str| {
        let output = super::foursight(&["config", "--variant", "power-up", flag, value]);
        assert_eq!(output.code, 2, "{flag} {value}");
        assert!(
            output.stderr.contains(message),
            "{flag} {value}: {}",
            output.stderr
        );
        assert!(!output.stderr.contains("tip"), "{}", output.stderr);
    };
    check("--width", "-3", "use a whole number from 1 to 64");
    check("--height", "200", "use a whole number from 1 to 127");
    check("--connect", "256", "use a whole number from 2 to 127");
    check("--connect", "1", "use a whole number from 2 to 127");
    check("--stock", "-1", "use a whole number from 0 to 3");
    check("--fill-seed", "-1", "use a whole number from 0 to 1844");
}

#[test]
fn a_misspelt_variable_is_reported() {
    let home = home_with("");
    let output = config(home.path(), &[("FOURSIGHT_WIDHT", "9")], &[]);
    assert_eq!(output.code, 0);
    assert!(
        output.stderr.contains(
            "FOURSIGHT_WIDHT is not a setting and is ignored: the settings are FOURSIGHT_COLOR"
        ),
        "{}",
        output.stderr
    );
    let output = config(home.path(), &[("FOURSIGHT_WIDTH", "9")], &[]);
    assert_eq!(output.stderr, "");
}

#[test]
fn an_unreadable_config_file_is_a_storage_failure() {
    let check = |home: &Path| {
        let output = config(home, &[], &[]);
        assert_eq!(output.code, 5, "{}", output.stderr);
        assert!(
            output.stderr.contains("it is not a regular file"),
            "{}",
            output.stderr
        );
        // A starting shell must get its completions anyway.
        let mut completions = command();
        completions.env("XDG_CONFIG_HOME", home);
        completions.args(["completions", "bash"]);
        let output = run(completions, b"");
        assert_eq!(output.code, 0);
        assert_eq!(output.stderr, "");
    };
    let home = tempfile::tempdir().expect("a directory");
    fs::create_dir_all(home.path().join("foursight/config.toml")).expect("created");
    check(home.path());

    let home = tempfile::tempdir().expect("a directory");
    fs::create_dir(home.path().join("foursight")).expect("created");
    if cfg!(unix) {
        let pipe = home.path().join("foursight/config.toml");
        let made = std::process::Command::new("mkfifo").arg(pipe).status();
        assert!(made.expect("mkfifo is there").success());
        check(home.path());
    }
}
