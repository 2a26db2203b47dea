//! `foursight rules`: prints the rules, with the house rules of the settings.

use foursight_terminal::house_rules;
use foursight_terminal::output::CliOutput;

use crate::args::RulesArgs;
use crate::exit::{CliError, Exit};
use crate::ruleset_args::all_variants;
use crate::settings::CliSettings;

pub(crate) fn run(
    args: &RulesArgs,
    settings: &CliSettings,
    out: &mut CliOutput,
) -> Result<Exit, CliError> {
    let ruleset = args.ruleset.ruleset(settings)?;
    if args.all {
        out.paragraph(&all_variants())?;
    } else {
        out.paragraph(&house_rules::describe(ruleset))?;
    }
    Ok(Exit::Done)
}
