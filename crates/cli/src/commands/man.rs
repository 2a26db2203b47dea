//! `foursight man`: prints the manual, as one page with every command or as one page per command.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use clap::{Command, CommandFactory};
use clap_mangen::Man;
use foursight_terminal::output::CliOutput;

use crate::args::{Cli, ManArgs};
use crate::exit::{CliError, Exit};

pub(crate) fn run(args: &ManArgs, out: &mut CliOutput) -> Result<Exit, CliError> {
    let mut command = Cli::command();
    command.build();
    let command = hide_help(command);
    match &args.out {
        None => out.write_all(&whole_manual(&command)?)?,
        Some(directory) => {
            write_pages(directory, "foursight", &command, out)?;
        }
    }
    Ok(Exit::Done)
}

/// Hides the subcommand `help` at every level: it only repeats the other commands.
fn hide_help(command: Command) -> Command {
    command.mut_subcommands(|subcommand| match subcommand.get_name() {
        "help" => subcommand.hide(true),
        _ => hide_help(subcommand),
    })
}

/// Writes the page of a command and of all its subcommands.
fn write_pages(
    directory: &Path,
    name: &str,
    command: &Command,
    out: &mut CliOutput,
) -> Result<(), CliError> {
    write_page(&directory.join(format!("{name}.1")), command, out)?;
    for subcommand in visible_subcommands(command) {
        write_pages(
            directory,
            &format!("{name}-{}", subcommand.get_name()),
            subcommand,
            out,
        )?;
    }
    Ok(())
}

/// Lists the subcommands that have a page.
fn visible_subcommands(command: &Command) -> impl Iterator<Item = &Command> {
    command
        .get_subcommands()
        .filter(|subcommand| !subcommand.is_hide_set())
}

/// Renders the page of the program with every command as a section.
fn whole_manual(command: &Command) -> io::Result<Vec<u8>> {
    let mut manual = page(command)?;
    for subcommand in visible_subcommands(command) {
        let heading = format!("foursight {}", subcommand.get_name()).to_uppercase();
        writeln!(manual, ".SH \"{heading}\"")?;
        let man = Man::new(subcommand.clone());
        let mut section = Vec::new();
        man.render_description_section(&mut section)?;
        man.render_synopsis_section(&mut section)?;
        man.render_options_section(&mut section)?;
        if subcommand.get_after_long_help().is_some() {
            man.render_extra_section(&mut section)?;
        }
        section.extend(examples(subcommand));
        // Sections of the command's own page become subsections here.
        let section = fix_page(&section, subcommand).replace(".SH ", ".SS ");
        manual.write_all(section.as_bytes())?;
    }
    Ok(manual)
}

/// Renders the page of one command.
fn page(command: &Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    Man::new(command.clone()).render(&mut page)?;
    let mut page = fix_page(&page, command).into_bytes();
    page.extend(examples(command));
    Ok(page)
}

/// Adds what `clap_mangen` leaves out: the values of options in the synopsis, and a better heading
/// than "EXTRA".
fn fix_page(page: &[u8], command: &Command) -> String {
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

/// Renders the examples of the help, which `clap_mangen` leaves out.
fn examples(command: &Command) -> Vec<u8> {
    let Some(help) = command.get_before_long_help() else {
        return Vec::new();
    };
    let help = help.to_string();
    let lines = help.lines().skip(1).map(|line| {
        // Escape backslash and hyphen for roff.
        line.trim_start().replace('\\', "\\e").replace('-', "\\-")
    });
    let lines: Vec<_> = lines.collect();
    format!(".SH EXAMPLES\n.nf\n{}\n.fi\n", lines.join("\n")).into_bytes()
}

fn write_page(path: &Path, command: &Command, out: &mut CliOutput) -> Result<(), CliError> {
    fs::write(path, page(command)?).map_err(|error| {
        CliError::storage(format_args!("cannot write {}: {error}", path.display()))
    })?;
    out.line(&path.display().to_string())?;
    Ok(())
}
