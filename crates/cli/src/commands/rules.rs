//! `foursight rules`: what is played, with the house rules in force.

use crate::args::RulesArgs;
use crate::exit::{Exit, Failure};
use crate::house_rules;
use crate::output::Out;
use crate::ruleset_args::all_variants;
use crate::settings::Layers;

pub(crate) fn run(args: &RulesArgs, layers: &Layers, out: &mut Out) -> Result<Exit, Failure> {
    let in_force = args.ruleset.ruleset(layers)?;
    if args.all {
        out.paragraph(&all_variants())?;
    } else {
        out.paragraph(&house_rules::describe(in_force))?;
    }
    Ok(Exit::Done)
}
