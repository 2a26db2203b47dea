//! Games, moves and refusals in the words of a language, the same for eyes, ears and braille.

use foursight_bots::{Level, Personality};
use foursight_core::{
    Column, Disc, DiscKind, Ending, Game, Grid, Move, MoveError, Outcome, Pending, Phase, Player,
    PowerDisc, Space, Tie, Variant,
};
use foursight_protocol::engine::Bounds;
use foursight_solver::{Prospect, Verdict};
use foursight_table::{Ply, Score, Seat, Start};

use crate::model::Theme;
use crate::names::{Names, at_seat};
use crate::text::{Message as M, Text};

/// The name of a level.
#[must_use]
pub const fn level_name(level: Level) -> M {
    match level {
        Level::Dice => M::LevelDice,
        Level::Easy => M::LevelEasy,
        Level::Novice => M::LevelNovice,
        Level::Casual => M::LevelCasual,
        Level::Medium => M::LevelMedium,
        Level::Hard => M::LevelHard,
        Level::Expert => M::LevelExpert,
        Level::Master => M::LevelMaster,
        Level::Perfect => M::LevelPerfect,
        Level::PlayOuts => M::LevelPlayOuts,
        Level::Learner => M::LevelLearner,
        Level::Neural => M::LevelNeural,
        Level::NeuralSearch => M::LevelNeuralSearch,
        Level::NeuralMinute => M::LevelNeuralMinute,
        Level::NeuralTenMinutes => M::LevelNeuralTenMinutes,
        _ => M::LevelOther,
    }
}

/// The name of a personality.
#[must_use]
pub const fn personality_name(personality: Personality) -> M {
    match personality {
        Personality::Aggressive => M::Aggressive,
        Personality::Defensive => M::Defensive,
        Personality::Balanced => M::Balanced,
    }
}

/// The name of a power disc.
#[must_use]
pub const fn power_name(disc: PowerDisc) -> M {
    match disc {
        PowerDisc::Anvil => M::Anvil,
        PowerDisc::Bomb => M::Bomb,
        PowerDisc::Wall => M::Wall,
        PowerDisc::Double => M::Double,
    }
}

/// The name of a phase.
#[must_use]
pub const fn phase_name(phase: Phase) -> M {
    match phase {
        Phase::Empty => M::PhaseEmpty,
        Phase::FirstToDrop => M::PhaseFirst,
        Phase::SecondToDrop => M::PhaseSecond,
        Phase::FirstWon => M::PhaseFirstWon,
        Phase::SecondWon => M::PhaseSecondWon,
        Phase::Tied => M::PhaseTied,
    }
}

/// What the colour of a player's discs is called in a theme.
#[must_use]
pub const fn colour_name(theme: Theme, player: Player) -> M {
    match (theme, player) {
        (Theme::ColourBlindSafe, Player::First) => M::ColourBlue,
        (Theme::ColourBlindSafe, Player::Second) => M::ColourOrange,
        (Theme::HighContrast, Player::First) => M::ColourWhite,
        (_, Player::First) => M::ColourRed,
        (_, Player::Second) => M::ColourYellow,
    }
}

/// Who is to move, or who won: the line above the grid. An ending beside the grid is told by the
/// table; one by the rules is in the game.
#[must_use]
pub fn status(text: Text, names: &Names, game: &Game, ending: Option<Ending>) -> String {
    let about = |message, player| text.with(message, &[("name", &names.get(player))]);
    let is_you = |player| names.get(player) == text.get(M::You);
    match ending.or_else(|| game.end().map(Ending::from)) {
        None => match game.position().to_move() {
            player if is_you(player) => text.get(M::YourTurn).to_owned(),
            player => about(M::ToMove, player),
        },
        Some(Ending::Won(winner, _)) if is_you(winner) => text.get(M::YouWin).to_owned(),
        Some(Ending::Won(winner, _)) => about(M::Wins, winner),
        Some(Ending::Tied(_)) => text.get(M::Tie).to_owned(),
        Some(Ending::Aborted) => text.get(M::GameOver).trim_end_matches('.').to_owned(),
    }
}

/// How the game ended, beyond who won; empty while it goes on.
#[must_use]
pub fn ending(text: Text, game: &Game) -> String {
    match game.outcome() {
        None => String::new(),
        Some(Outcome::Won { lines, .. }) if lines.is_empty() => {
            text.get(M::WonBySetAside).to_owned()
        }
        Some(Outcome::Won { lines, .. }) => {
            let words: Vec<_> = lines
                .iter()
                .map(|line| {
                    text.with(
                        M::LineFromTo,
                        &[("start", &line.start()), ("end", &line.end())],
                    )
                })
                .collect();
            let message = if words.len() == 1 {
                M::OneLine
            } else {
                M::ManyLines
            };
            text.with(message, &[("lines", &text.list(&words))])
        }
        Some(Outcome::Tied(tie)) => text.get(tie_reason(tie)).to_owned(),
    }
}

const fn tie_reason(tie: Tie) -> M {
    match tie {
        Tie::NoMoves => M::TieNoMoves,
        Tie::Repetition => M::TieRepetition,
        Tie::TooLong => M::TieTooLong,
        _ => M::TieGridFull,
    }
}

/// What the player to move has yet to do in this turn; empty most of the time.
#[must_use]
pub fn pending(text: Text, game: &Game) -> &'static str {
    match game.position().pending() {
        Some(Pending::Strike) => text.get(M::PendingStrike),
        Some(Pending::SecondTurn { may_connect: true }) => text.get(M::PendingSecond),
        Some(Pending::SecondTurn { may_connect: false }) => text.get(M::PendingSecondNoLine),
        Some(Pending::Return { .. }) => text.get(M::PendingReturn),
        None if has_to_pop(game) => {
            let before = game.moves().len().checked_sub(1);
            let before = before.and_then(|last| game.positions().nth(last));
            let again = before.is_some_and(|it| it.to_move() == game.position().to_move());
            text.get(if again {
                M::PendingPopAgain
            } else {
                M::PendingPop
            })
        }
        _ => "",
    }
}

/// True where a disc has to be popped, and none can be dropped.
fn has_to_pop(game: &Game) -> bool {
    matches!(game.ruleset().variant(), Variant::PopTen(_))
        && matches!(game.legal_moves().first(), Some(Move::Pop(_)))
}

/// A move as it was made.
#[must_use]
pub fn said(text: Text, names: &Names, ply: &Ply) -> String {
    let who = names.get(ply.player);
    let with = |message, column: &Column| text.with(message, &[("name", &who), ("column", column)]);
    match ply.step {
        Move::Drop(column) => {
            let row = ply.landing().map_or(0, |space| space.row.number());
            text.with(
                M::SaidDrop,
                &[("name", &who), ("column", &column), ("row", &row)],
            )
        }
        Move::Power(disc, column) => {
            let disc = text.get(power_name(disc));
            text.with(
                M::SaidPower,
                &[("name", &who), ("disc", &disc), ("column", &column)],
            )
        }
        Move::Pop(column) => with(M::SaidPop, &column),
        Move::Strike(column) => with(M::SaidStrike, &column),
        Move::Pass => text.with(M::SaidPass, &[("name", &who)]),
    }
}

/// A move to make: what a button for it is called.
#[must_use]
pub fn offer(text: Text, step: Move) -> String {
    let with = |message, column: &Column| text.with(message, &[("column", column)]);
    match step {
        Move::Drop(column) => with(M::DropInColumn, &column),
        Move::Power(disc, column) => {
            let disc = text.get(power_name(disc));
            text.with(M::PowerInColumn, &[("disc", &disc), ("column", &column)])
        }
        Move::Pop(column) => with(M::PopColumn, &column),
        Move::Strike(column) => with(M::StrikeColumn, &column),
        Move::Pass => text.get(M::Pass).to_owned(),
    }
}

/// What all moves of a game did, in order.
fn plies(game: &Game) -> impl Iterator<Item = Ply> {
    let positions = game.positions().zip(game.positions().skip(1));
    let steps = positions.zip(game.moves()).enumerate();
    steps.map(|(at, ((before, after), step))| Ply::made(at + 1, before, *step, after))
}

/// A move in the list of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Logged {
    /// Who made it.
    pub player: Player,
    /// As players write it.
    pub short: String,
    /// As a sentence.
    pub said: String,
}

/// All moves of a game, in order.
#[must_use]
pub fn log(text: Text, names: &Names, game: &Game) -> Vec<Logged> {
    let logged = |ply: Ply| Logged {
        player: ply.player,
        short: short(&ply),
        said: said(text, names, &ply),
    };
    plies(game).map(logged).collect()
}

/// The last move of a game.
#[must_use]
pub fn last(text: Text, names: &Names, game: &Game) -> String {
    match plies(game).last() {
        Some(ply) => said(text, names, &ply),
        None => text.get(M::NoMoves).to_owned(),
    }
}

/// A disc by its owner and, if it is a power disc, its kind.
#[must_use]
pub fn disc(text: Text, names: &Names, disc: Disc) -> String {
    let owner = names.get(disc.owner);
    match disc.kind {
        DiscKind::Ordinary => owner.to_owned(),
        DiscKind::Power(power) => format!("{owner} ({})", text.get(power_name(power))),
    }
}

/// A column from the bottom up.
#[must_use]
pub fn column(text: Text, names: &Names, grid: &Grid, column: Column) -> String {
    let discs: Vec<_> = grid.stack(column).map(|d| disc(text, names, d)).collect();
    let message = match (discs.len(), grid.landing(column)) {
        (0, _) => M::ReadColumnEmpty,
        (_, None) => M::ReadColumnFull,
        _ => M::ReadColumn,
    };
    text.with(
        message,
        &[("column", &column), ("discs", &discs.join(", "))],
    )
}

/// The grid by rows from the bottom, without the empty rows at the top.
#[must_use]
pub fn grid(text: Text, names: &Names, grid: &Grid) -> String {
    if grid.discs() == 0 {
        return text.get(M::ReadGridEmpty).to_owned();
    }
    let mut sentences = Vec::new();
    for row in grid.rows() {
        let at = |column| grid.disc_at(Space { column, row });
        if grid.columns().all(|column| at(column).is_none()) {
            break;
        }
        let words: Vec<_> = grid
            .columns()
            .map(|column| {
                at(column).map_or_else(|| text.get(M::Empty).to_owned(), |d| disc(text, names, d))
            })
            .collect();
        sentences.push(text.with(M::ReadRow, &[("row", &row), ("discs", &words.join(", "))]));
    }
    sentences.join(" ")
}

/// What both players threaten.
#[must_use]
pub fn threats(text: Text, names: &Names, game: &Game) -> String {
    let position = game.position();
    let connect = position.ruleset().connect();
    let of = |player: Player| {
        let spaces = position.grid().threats(player, connect);
        let message = if spaces.is_empty() {
            M::ThreatensNothing
        } else {
            M::Threatens
        };
        let spaces = text.list(&spaces);
        text.with(
            message,
            &[("name", &names.get(player)), ("spaces", &spaces)],
        )
    };
    Player::BOTH.map(of).join(" ")
}

/// What the player to move can win by or must block; empty if nothing is urgent.
#[must_use]
pub fn urgent(text: Text, game: &Game) -> String {
    let position = game.position();
    let Some(player) = game.to_move() else {
        return String::new();
    };
    if !position.ruleset().variant().is_drop_only() {
        return String::new();
    }
    let grid = position.grid();
    let columns = |player| {
        let spaces = grid.threats(player, position.ruleset().connect());
        let playable = spaces
            .into_iter()
            .filter(|space| grid.landing(space.column) == Some(*space));
        playable.map(|space| space.column).collect::<Vec<_>>()
    };
    let (mine, theirs) = (columns(player), columns(player.opponent()));
    match (mine.is_empty(), theirs.is_empty()) {
        (false, _) => about_columns(text, [M::CanWin, M::CanWinMany], &mine),
        (true, false) => about_columns(text, [M::MustBlock, M::MustBlockMany], &theirs),
        (true, true) => String::new(),
    }
}

/// Words about one column, or about several.
fn about_columns(text: Text, [one, many]: [M; 2], columns: &[Column]) -> String {
    let message = if columns.len() == 1 { one } else { many };
    text.with(message, &[("columns", &text.list(columns))])
}

/// What a player holds besides the grid; none where the variant has no such thing.
#[must_use]
pub fn holdings(text: Text, names: &Names, game: &Game, player: Player) -> Option<String> {
    let position = game.position();
    let name = names.get(player);
    match position.ruleset().variant() {
        Variant::PopTen(_) => {
            let count = position.set_aside(player);
            Some(text.with(M::SetAside, &[("name", &name), ("count", &count)]))
        }
        Variant::PowerUp(_) => {
            let held = PowerDisc::ALL.into_iter().filter_map(|disc| {
                let name = text.get(power_name(disc));
                match position.power_discs(player, disc) {
                    0 => None,
                    1 => Some(name.to_owned()),
                    count => Some(format!("{count} × {name}")),
                }
            });
            let held: Vec<_> = held.collect();
            let message = if held.is_empty() {
                M::HoldsNothing
            } else {
                M::Holds
            };
            Some(text.with(message, &[("name", &name), ("discs", &text.list(&held))]))
        }
        Variant::Standard | Variant::PopOut(_) | Variant::FiveInARow => None,
    }
}

/// How it stands between the two seats.
#[must_use]
pub fn score(text: Text, start: &Start, score: Score) -> String {
    let counted = |[none, one, many]: [M; 3], count: u32| match count {
        0 => text.get(none).to_owned(),
        _ => text.count(one, many, count as usize),
    };
    let wins = Seat::BOTH.map(|seat| {
        let wins = counted([M::NoWin, M::OneWin, M::ManyWins], score.wins[seat.index()]);
        format!("{}: {wins}", at_seat(text, start, seat))
    });
    let ties = counted([M::NoTie, M::OneTie, M::ManyTies], score.ties);
    format!("{}, {ties}.", wins.join(", "))
}

/// Why the rules of the standard game refuse a move; none for a reason that only variants have, which
/// [`refusal`](crate::reasons::refusal) knows.
#[must_use]
pub fn usual_refusal(text: Text, error: MoveError) -> Option<String> {
    let at = |message, column: &Column| text.with(message, &[("column", column)]);
    match error {
        MoveError::GameOver => Some(text.get(M::GameOver).to_owned()),
        MoveError::OutsideGrid { column, .. } => Some(at(M::OutsideGrid, &column)),
        MoveError::ColumnFull(column) => Some(at(M::ColumnFull, &column)),
        _ => None,
    }
}

/// A verdict, from the view of the player to move.
#[must_use]
pub fn verdict(text: Text, bounds: Bounds) -> String {
    match bounds.exact() {
        Some(Verdict::Win { plies: 1 }) => text.get(M::VerdictWinNow).to_owned(),
        Some(Verdict::Win { plies }) => text.with(M::VerdictWin, &[("plies", &plies)]),
        Some(Verdict::Draw) => text.get(M::VerdictDraw).to_owned(),
        Some(Verdict::Loss { plies }) => text.with(M::VerdictLoss, &[("plies", &plies)]),
        None => text.get(M::VerdictUnknown).to_owned(),
    }
}

/// What each column leads to.
#[must_use]
pub fn verdicts(text: Text, columns: &[Option<Bounds>]) -> String {
    let said = columns.iter().enumerate().filter_map(|(at, bounds)| {
        let (column, verdict) = (at + 1, verdict(text, (*bounds)?));
        Some(text.with(M::VerdictOf, &[("column", &column), ("verdict", &verdict)]))
    });
    said.collect::<Vec<_>>().join(" ")
}

/// The sign of a verdict: its shape by the name of the style sheet, and its letter.
#[must_use]
pub fn verdict_sign(text: Text, bounds: Bounds) -> (&'static str, &'static str) {
    let (class, message) = match bounds.exact() {
        Some(Verdict::Win { .. }) => ("chip", M::SignWin),
        Some(Verdict::Draw) => ("chip draw", M::SignDraw),
        Some(Verdict::Loss { .. }) => ("chip loss", M::SignLoss),
        None => ("chip draw", M::SignUnknown),
    };
    (class, text.get(message))
}

/// Whose turn it is, in the words of the sign at the lower left.
#[must_use]
pub fn turn(text: Text, name: &str) -> String {
    if name == text.get(M::You) {
        text.get(M::YourTurn).to_owned()
    } else {
        text.with(M::TurnOf, &[("name", &name)])
    }
}

/// A move as players write it: the space where a disc lands, with a sign for what is no plain drop.
#[must_use]
pub fn short(ply: &Ply) -> String {
    let landed = |column: Column| match ply.landing() {
        Some(space) => space.to_string(),
        None => column.to_string(),
    };
    match ply.step {
        Move::Drop(column) => landed(column),
        Move::Power(disc, column) => {
            let letter = disc.name().chars().next().unwrap_or('?');
            format!("{} {}", letter.to_ascii_uppercase(), landed(column))
        }
        Move::Pop(column) => format!("↓{column}"),
        Move::Strike(column) => format!("✶{column}"),
        Move::Pass => "–".to_owned(),
    }
}

/// The columns that are surely best, with their verdict; none while nobody knows.
#[must_use]
pub fn best(text: Text, columns: &[Option<Bounds>]) -> Option<String> {
    let open = || {
        columns
            .iter()
            .enumerate()
            .filter_map(|(at, bounds)| Some((at, (*bounds)?)))
    };
    let sure = open().map(|(_, bounds)| bounds.worst).max()?;
    if open().any(|(_, bounds)| bounds.best > sure) {
        return None;
    }
    let sure_ones = open().filter(|(_, bounds)| bounds.worst == sure);
    let numbers: Vec<_> = sure_ones.map(|(at, _)| at + 1).collect();
    let (worst, best) = (sure, sure);
    let bounds = Bounds { worst, best };
    let parts: [(&str, &dyn std::fmt::Display); 2] = [
        ("columns", &text.list(&numbers)),
        ("verdict", &verdict(text, bounds)),
    ];
    let is_rival = |bounds: Bounds| bounds.best.prospect() == sure.prospect();
    let message = match (numbers.len(), sure.prospect()) {
        (all, _) if all > 1 && all == open().count() => M::BestEvery,
        // What only lasts longer than the others is no reason to say "only".
        (1, Prospect::Win | Prospect::Draw)
            if open().filter(|(_, bounds)| is_rival(*bounds)).count() == 1 =>
        {
            M::BestOnly
        }
        (1, _) => M::BestColumn,
        _ => M::BestColumns,
    };
    Some(text.with(message, &parts))
}

#[cfg(test)]
mod tests;
