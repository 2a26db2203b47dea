//! Flag, environment, config file, default: in this order, and `config` tells which.

use std::fs;
use std::path::Path;

use super::{command, objects, run};

fn config(home: &Path, variables: &[(&str, &str)], args: &[&str]) -> super::Ran {
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
fn the_nearest_source_wins() {
    let home = home_with("# mine\nwidth = 8\nheight = \"7\"\nconnect = 5\n");
    let ran = config(
        home.path(),
        &[("FOURSIGHT_HEIGHT", "9"), ("FOURSIGHT_CONNECT", "6")],
        &["--json", "--connect", "3"],
    );
    let settings = objects(&ran.stdout);
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

    let told = config(home.path(), &[("FOURSIGHT_HEIGHT", "9")], &[]).stdout;
    assert!(told.contains("config.toml, line 2"), "{told}");
    assert!(
        told.contains("environment variable FOURSIGHT_HEIGHT"),
        "{told}"
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
fn bad_settings_name_their_source() {
    let check = |text: &str, variables: &[(&str, &str)], told: &str| {
        let ran = config(home_with(text).path(), variables, &[]);
        assert_eq!(ran.code, 2, "{text:?}");
        assert!(ran.stderr.contains(told), "{}", ran.stderr);
    };
    check("width = wide", &[], "config.toml, line 1: use a number");
    check("\nwidht = 3", &[], "line 2: there is no setting 'widht'");
    check(
        "",
        &[("FOURSIGHT_VARIANT", "pop")],
        "FOURSIGHT_VARIANT: use one of standard",
    );
    check("", &[("FOURSIGHT_WIDTH", "300")], "FOURSIGHT_WIDTH");
    check("width = 100", &[], "too large");
}

#[test]
fn a_stored_house_rule_waits_for_its_variant() {
    let home = home_with("stock = 2\n");
    let ran = config(home.path(), &[], &[]);
    assert_eq!(ran.code, 0);
    assert!(!ran.stdout.contains("stock"));
    let ran = config(home.path(), &[], &["--variant", "power-up"]);
    assert!(ran.stdout.contains("stock         2 "), "{}", ran.stdout);
}
