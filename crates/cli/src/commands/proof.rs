//! `foursight proof`: checks, shows and exports proofs of who wins.

mod search;

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read, Write as _};
use std::path::Path;

use foursight_core::{Column, Game, Ruleset};
use foursight_phrases::Language;
use foursight_phrases::refusals::GAME_OVER;
use foursight_proof::{
    AdviceSource, DropNode, Plan, PlanAnswer, PlanRule, Proof, ProofAdvice, ProofWalk, ReplyNode,
    ShippedProof, TEXT_BYTES_MAX, verify_text,
};
use foursight_terminal::board_text;
use foursight_terminal::output::CliOutput;
use foursight_terminal::text::thousands;
use serde::Serialize;

use crate::exit::{CliError, Exit, print_message};
use crate::json::{SCHEMA_VERSION, to_line};
use crate::positions::read_only_position;
use crate::progress::{ProgressBar, ProgressNotice};
use crate::proof_args::{
    ProofCheckArgs, ProofCommand, ProofExportArgs, ProofShowArgs, ProofStatsArgs,
};
use crate::settings::CliSettings;

/// The first word of the text form.
const TEXT_START: &[u8] = b"foursight";

pub(crate) fn run(
    command: &ProofCommand,
    settings: &CliSettings,
    out: &mut CliOutput,
) -> Result<Exit, CliError> {
    match command {
        ProofCommand::Check(args) => check(args, out),
        ProofCommand::Show(args) => show(args, settings, out),
        ProofCommand::Export(args) => export(args, out),
        ProofCommand::Stats(args) => stats(args, out),
        ProofCommand::Search(args) => search::run(args, out),
    }
}

/// A proof with the name of its file, and the bytes that it takes.
struct NamedProof {
    name: String,
    proof: Proof,
    bytes: usize,
}

impl NamedProof {
    fn shipped(shipped: ShippedProof) -> Self {
        let name = shipped.file_name().to_owned();
        let bytes = shipped.bytes().len();
        Self {
            name,
            proof: shipped.proof(),
            bytes,
        }
    }

    fn read(path: &Path) -> Result<Self, CliError> {
        let name = path.display().to_string();
        let cannot =
            |error: io::Error| CliError::storage(format_args!("cannot read {name}: {error}"));
        let mut bytes = Vec::new();
        // One byte above the limit, so that a longer file is refused instead of truncated.
        let limit = TEXT_BYTES_MAX as u64 + 1;
        let file = File::open(path).map_err(cannot)?;
        file.take(limit).read_to_end(&mut bytes).map_err(cannot)?;
        let invalid = |error: String| CliError::bad_input(format_args!("{name}: {error}"));
        let proof = if bytes.starts_with(TEXT_START) {
            let text = String::from_utf8(bytes.clone());
            let text = text.map_err(|_| invalid("this is no UTF-8 text".to_owned()))?;
            Proof::from_text(&text).map_err(|error| invalid(error.to_string()))?
        } else {
            Proof::from_bytes(&bytes).map_err(|error| invalid(error.to_string()))?
        };
        Ok(Self {
            name,
            proof,
            bytes: bytes.len(),
        })
    }

    /// Reads the file, or takes all shipped proofs.
    fn read_or_all(file: Option<&Path>) -> Result<Vec<Self>, CliError> {
        match file {
            Some(path) => Ok(vec![Self::read(path)?]),
            None => Ok(ShippedProof::ALL.map(Self::shipped).into()),
        }
    }
}

fn check(args: &ProofCheckArgs, out: &mut CliOutput) -> Result<Exit, CliError> {
    let mut exit = Exit::Done;
    for named in NamedProof::read_or_all(args.file.as_deref())? {
        let name = &named.name;
        match check_one(&named.proof, args.fast) {
            Ok(plan_positions) => {
                let positions = named.proof.stats().positions() as u64;
                out.line(&format!(
                    "{name}: proved: {}. {} positions, {} more in plans.",
                    named.proof.claim(),
                    thousands(positions),
                    thousands(plan_positions)
                ))?;
            }
            Err(reason) => {
                print_message(&format!("{name}: refused: {reason}"));
                exit = Exit::No;
            }
        }
    }
    Ok(exit)
}

/// Plays every reply, and returns the number of positions that plans lead to.
fn check_one(proof: &Proof, fast: bool) -> Result<u64, String> {
    let positions = proof.stats().positions();
    let mut walk = ProofWalk::new(proof);
    {
        let bar = ProgressBar::uneven(positions as u64, "playing position");
        while walk.step().map_err(|error| error.to_string())? {
            let report = walk.report();
            bar.set((report.plans + report.inner) as u64);
        }
    }
    let report = walk.report();
    if !fast {
        let _notice = ProgressNotice::new("playing every reply again, slowly");
        let slow = verify_text(&proof.to_text()).map_err(|error| error.to_string())?;
        if slow.plan_positions != report.plan_positions {
            return Err("the two programs count different positions".to_owned());
        }
    }
    Ok(report.plan_positions)
}

fn show(
    args: &ProofShowArgs,
    settings: &CliSettings,
    out: &mut CliOutput,
) -> Result<Exit, CliError> {
    let game = read_only_position(&args.position, args.input.options(settings)?)?;
    if game.ruleset() != Ruleset::STANDARD {
        return Err(CliError::usage(
            "proofs are about the standard game on 7 x 6: leave out the other rules",
        ));
    }
    let moves: Vec<Column> = game.moves().iter().filter_map(|mv| mv.column()).collect();
    let found = game.to_move().and_then(|_| ShippedProof::advise(&moves));
    out.line(&board_text::board_within(&game, out.columns(), out.color()))?;
    let Some((shipped, advice)) = found else {
        out.line(no_advice(&game, &moves))?;
        return Ok(Exit::No);
    };
    out.line(&format!(
        "{}: play {} ({}).",
        shipped.proof().claim(),
        advice.column(),
        advice.cell
    ))?;
    out.line(&reason_text(&advice))?;
    Ok(Exit::Done)
}

/// Says why no proof has a move.
fn no_advice(game: &Game, moves: &[Column]) -> &'static str {
    if game.to_move().is_none() {
        GAME_OVER.get(Language::English)
    } else if ShippedProof::for_player_to_move(moves).is_none() {
        "Second has no proof after d1: First wins."
    } else {
        "The player to move has left the proof."
    }
}

/// Says which entry of the proof gives the move.
fn reason_text(advice: &ProofAdvice) -> String {
    match &advice.source {
        AdviceSource::Line => "It completes a line.".to_owned(),
        AdviceSource::Drop(_) => "The proof names this drop.".to_owned(),
        AdviceSource::Plan { plan, rule, .. } => {
            format!("{} The plan: {}", rule_text(*rule), plan_text(plan))
        }
    }
}

fn rule_text(rule: PlanRule) -> String {
    match rule {
        PlanRule::CompleteLine => "It completes a line.".to_owned(),
        PlanRule::Block => "It blocks a line.".to_owned(),
        PlanRule::Fork => "It makes two threats that cannot both be stopped.".to_owned(),
        PlanRule::Reply(PlanAnswer::Cell(cell)) => format!("The plan answers with {cell}."),
        PlanRule::Reply(_) | PlanRule::OnTop => "The plan answers on top.".to_owned(),
        PlanRule::List(index) => format!("It is entry {} of the plan's list.", index + 1),
        PlanRule::DefaultOrder => "It is the next cell of the default order.".to_owned(),
        PlanRule::LeftOver => "No other cell is left.".to_owned(),
    }
}

/// Puts a plan in words: "answer on top; if they take c3, take e3 instead; then take c3, g3."
fn plan_text(plan: &Plan) -> String {
    let mut text = "answer on top".to_owned();
    for rule in &plan.replies {
        let answers: Vec<String> = rule
            .answers
            .iter()
            .map(|answer| match answer {
                PlanAnswer::OnTop => "on top".to_owned(),
                PlanAnswer::Pass => "elsewhere".to_owned(),
                PlanAnswer::Cell(cell) => cell.to_string(),
            })
            .collect();
        // Writing to a string cannot fail.
        let _ = write!(text, "; after {} {}", rule.reply, answers.join(", else "));
    }
    if !plan.list.is_empty() {
        let cells: Vec<String> = plan.list.iter().map(ToString::to_string).collect();
        let _ = write!(
            text,
            "; with nothing to answer take {}",
            cells.join(", then ")
        );
    }
    text + "."
}

/// A proof as one object.
#[derive(Serialize)]
struct ProofInfo {
    v: u32,
    claim: String,
    start: String,
    drops: Vec<DropInfo>,
    open: Vec<String>,
    plans: Vec<PlanInfo>,
}

#[derive(Serialize)]
struct DropInfo {
    board: String,
    column: usize,
}

#[derive(Serialize)]
struct PlanInfo {
    board: String,
    replies: Vec<(String, Vec<String>)>,
    list: Vec<String>,
}

fn export(args: &ProofExportArgs, out: &mut CliOutput) -> Result<Exit, CliError> {
    let named = match &args.file {
        Some(path) => NamedProof::read(path)?,
        None => NamedProof::shipped(args.proof.shipped()),
    };
    if args.form.json {
        out.line(&to_line(&proof_info(&named.proof))?)?;
    } else if args.form.dot {
        write!(out, "{}", dot(&named.proof))?;
    } else {
        write!(out, "{}", named.proof.to_text())?;
    }
    Ok(Exit::Done)
}

fn proof_info(proof: &Proof) -> ProofInfo {
    let start: String = proof.claim().start.iter().map(Column::to_string).collect();
    let drop = |DropNode { board, column }| DropInfo {
        board: board.to_string(),
        column: column.number(),
    };
    let open = proof.nodes().filter(|(_, node)| **node == ReplyNode::Inner);
    let plan = |board: String, plan: &Plan| PlanInfo {
        board,
        replies: plan
            .replies
            .iter()
            .map(|rule| {
                let answers = rule.answers.iter().map(ToString::to_string).collect();
                (rule.reply.to_string(), answers)
            })
            .collect(),
        list: plan.list.iter().map(ToString::to_string).collect(),
    };
    ProofInfo {
        v: SCHEMA_VERSION,
        claim: proof.claim().to_string(),
        start,
        drops: proof.drop_nodes().map(drop).collect(),
        open: open.map(|(board, _)| board.to_string()).collect(),
        plans: proof
            .plan_nodes()
            .map(|node| plan(node.board.to_string(), node.plan))
            .collect(),
    }
}

/// Draws the graph: a box for each plan, an ellipse for each other position, and an arrow from a
/// position to those that a reply and the drop lead to.
fn dot(proof: &Proof) -> String {
    let mut text = "digraph proof {\n  rankdir=TB;\n".to_owned();
    for (board, node) in proof.nodes() {
        let shape = match node {
            ReplyNode::Inner => "ellipse",
            ReplyNode::Plan(_) => "box",
        };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  \"{board}\" [shape={shape}];");
    }
    for (from, to) in proof.links() {
        let _ = writeln!(text, "  \"{from}\" -> \"{to}\";");
    }
    text + "}\n"
}

/// Sizes of a proof as an object.
#[derive(Serialize)]
struct ProofStatsInfo {
    v: u32,
    name: String,
    claim: String,
    positions: usize,
    plans: usize,
    inner: usize,
    drops: usize,
    drops_and_inner: usize,
    with_mirrors: usize,
    list_entries: usize,
    reply_rules: usize,
    bytes: usize,
}

fn stats(args: &ProofStatsArgs, out: &mut CliOutput) -> Result<Exit, CliError> {
    for (index, named) in NamedProof::read_or_all(args.file.as_deref())?
        .into_iter()
        .enumerate()
    {
        let stats = named.proof.stats();
        let info = ProofStatsInfo {
            v: SCHEMA_VERSION,
            name: named.name,
            claim: named.proof.claim().to_string(),
            positions: stats.positions(),
            plans: stats.plans,
            inner: stats.inner,
            drops: stats.drops,
            drops_and_inner: stats.drops_and_inner(),
            with_mirrors: stats.with_mirrors,
            list_entries: stats.list_entries,
            reply_rules: stats.reply_rules,
            bytes: named.bytes,
        };
        if args.json {
            out.line(&to_line(&info)?)?;
            continue;
        }
        if index > 0 {
            out.line("")?;
        }
        out.line(&format!("{}: {}", info.name, info.claim))?;
        let rows = [
            ("positions", info.positions),
            ("  with a plan", info.plans),
            ("  inner", info.inner),
            ("named drops", info.drops),
            ("drops and inner", info.drops_and_inner),
            ("  with mirrors", info.with_mirrors),
            ("list entries", info.list_entries),
            ("reply entries", info.reply_rules),
            ("bytes", info.bytes),
        ];
        for (name, value) in rows {
            out.line(&format!("{name:<16}{:>12}", thousands(value as u64)))?;
        }
    }
    Ok(Exit::Done)
}
