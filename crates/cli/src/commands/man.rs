//! `foursight man`: the manual, as one page with every command or as one page each.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use clap::{Command, CommandFactory};
use clap_mangen::Man;

use crate::args::{Cli, ManArgs};
use crate::exit::{Exit, Failure};
use crate::output::Out;

pub(crate) fn run(args: &ManArgs, out: &mut Out) -> Result<Exit, Failure> {
    let mut command = Cli::command();
    command.build();
    let command = without_help(command);
    match &args.out {
        None => out.write_all(&whole_manual(&command)?)?,
        Some(directory) => {
            write_pages(directory, "foursight", &command, out)?;
        }
    }
    Ok(Exit::Done)
}

/// The command without its word `help`, and so with all below it: it only repeats what is here.
fn without_help(command: Command) -> Command {
    command.mut_subcommands(|sub| match sub.get_name() {
        "help" => sub.hide(true),
        _ => without_help(sub),
    })
}

/// The page of a command and of every command below it.
fn write_pages(
    directory: &Path,
    name: &str,
    command: &Command,
    out: &mut Out,
) -> Result<(), Failure> {
    write_page(&directory.join(format!("{name}.1")), command, out)?;
    for sub in documented(command) {
        write_pages(directory, &format!("{name}-{}", sub.get_name()), sub, out)?;
    }
    Ok(())
}

/// Every command that has a page.
fn documented(command: &Command) -> impl Iterator<Item = &Command> {
    command.get_subcommands().filter(|sub| !sub.is_hide_set())
}

/// The page of the program with every command as a section.
fn whole_manual(command: &Command) -> io::Result<Vec<u8>> {
    let mut manual = page(command)?;
    for sub in documented(command) {
        let heading = format!("foursight {}", sub.get_name()).to_uppercase();
        writeln!(manual, ".SH \"{heading}\"")?;
        let man = Man::new(sub.clone());
        let mut section = Vec::new();
        man.render_description_section(&mut section)?;
        man.render_synopsis_section(&mut section)?;
        man.render_options_section(&mut section)?;
        if sub.get_after_long_help().is_some() {
            man.render_extra_section(&mut section)?;
        }
        section.extend(examples(sub));
        // What is a section of its own page is a part of a section here.
        let section = corrected(&section, sub).replace(".SH ", ".SS ");
        manual.write_all(section.as_bytes())?;
    }
    Ok(manual)
}

/// The page of one command.
fn page(command: &Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    Man::new(command.clone()).render(&mut page)?;
    let mut page = corrected(&page, command).into_bytes();
    page.extend(examples(command));
    Ok(page)
}

/// What the page generator leaves out: the values of options in the synopsis, and a heading that
/// says something.
fn corrected(page: &[u8], command: &Command) -> String {
    let mut page = String::from_utf8_lossy(page).replace(".SH EXTRA", ".SH NOTES");
    for option in command.get_opts() {
        let (Some(long), Some([value])) = (option.get_long(), option.get_value_names()) else {
            continue;
        };
        let long = long.replace('-', "\\-");
        for [open, close] in [["[", "]"], ["<", ">"]] {
            let bare = format!("{open}\\fB\\-\\-{long}\\fR{close}");
            let full = format!("{open}\\fB\\-\\-{long}\\fR \\fI{value}\\fR{close}");
            page = page.replace(&bare, &full);
        }
    }
    page
}

/// The examples that the help leads with, which the page generator leaves out.
fn examples(command: &Command) -> Vec<u8> {
    let Some(help) = command.get_before_long_help() else {
        return Vec::new();
    };
    let help = help.to_string();
    let lines = help.lines().skip(1).map(|line| {
        // A backslash and a hyphen mean something else in the language of manuals.
        line.trim_start().replace('\\', "\\e").replace('-', "\\-")
    });
    let lines: Vec<_> = lines.collect();
    format!(".SH EXAMPLES\n.nf\n{}\n.fi\n", lines.join("\n")).into_bytes()
}

fn write_page(path: &Path, command: &Command, out: &mut Out) -> Result<(), Failure> {
    fs::write(path, page(command)?).map_err(|error| {
        Failure::storage(format_args!("cannot write {}: {error}", path.display()))
    })?;
    out.line(&path.display().to_string())?;
    Ok(())
}
