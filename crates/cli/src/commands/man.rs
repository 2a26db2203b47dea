//! `foursight man`: the manual, as one page with every command or as one page each.

use std::fs;
use std::io::Write;

use clap::CommandFactory;
use clap_mangen::Man;

use crate::args::{Cli, ManArgs};
use crate::exit::{Exit, Failure};
use crate::output::Out;

pub(crate) fn run(args: &ManArgs, out: &mut Out) -> Result<Exit, Failure> {
    let mut command = Cli::command();
    command.build();
    let Some(directory) = &args.out else {
        let mut page = Vec::new();
        Man::new(command.clone()).render(&mut page)?;
        for sub in command.get_subcommands() {
            let heading = format!("foursight {}", sub.get_name()).to_uppercase();
            writeln!(page, ".SH \"{heading}\"")?;
            let man = Man::new(sub.clone());
            man.render_synopsis_section(&mut page)?;
            man.render_description_section(&mut page)?;
            man.render_options_section(&mut page)?;
        }
        out.write_all(&page)?;
        return Ok(Exit::Done);
    };
    let mut pages = vec![("foursight.1".to_owned(), Man::new(command.clone()))];
    for sub in command.get_subcommands() {
        let name = format!("foursight-{}.1", sub.get_name());
        pages.push((name, Man::new(sub.clone())));
    }
    for (name, man) in pages {
        let mut page = Vec::new();
        man.render(&mut page)?;
        let path = directory.join(&name);
        fs::write(&path, page).map_err(|error| {
            Failure::storage(format_args!("cannot write {}: {error}", path.display()))
        })?;
        writeln!(out, "{}", path.display())?;
    }
    Ok(Exit::Done)
}
