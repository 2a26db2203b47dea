//! Localised texts about games, moves and refusals, shared by display, screen reader and braille.

use foursight_bots::{Level, Personality};
use foursight_core::{
    Board, Cell, Column, Disc, DiscKind, Ending, Game, Move, PendingTurn, Phase, Player, PowerDisc,
    Row, Variant,
};
use foursight_explain::MoveGrade;
use foursight_phrases::grades::{grade_mark, grade_name};
use foursight_phrases::{as_sentence, outcomes, verdicts};
use foursight_protocol::engine::VerdictBounds;
use foursight_solver::Verdict;
use foursight_table::{GameStart, MatchScore, Ply, Seat};

use crate::settings::Theme;
use crate::text::{Text, UiMessage as M};
use crate::wording::player_names::{PlayerNames, name_at_seat};

/// Returns the name of a level.
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
        Level::Proof => M::LevelProof,
        _ => M::LevelOther,
    }
}

/// Returns the name of a personality.
#[must_use]
pub const fn personality_name(personality: Personality) -> M {
    match personality {
        Personality::Aggressive => M::Aggressive,
        Personality::Defensive => M::Defensive,
        Personality::Balanced => M::Balanced,
    }
}

/// Returns the name of a power disc.
#[must_use]
pub const fn power_name(disc: PowerDisc) -> M {
    match disc {
        PowerDisc::Anvil => M::Anvil,
        PowerDisc::Bomb => M::Bomb,
        PowerDisc::Wall => M::Wall,
        PowerDisc::Double => M::Double,
    }
}

/// Returns the name of a phase.
#[must_use]
pub const fn phase_name(phase: Phase) -> M {
    match phase {
        Phase::Empty => M::PhaseEmpty,
        Phase::FirstToDrop => M::PhaseFirst,
        Phase::SecondToDrop => M::PhaseSecond,
        Phase::FirstWon => M::PhaseFirstWon,
        Phase::SecondWon => M::PhaseSecondWon,
        Phase::Draw => M::PhaseDraw,
    }
}

/// Returns the name of a player's colour in a theme.
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

/// Returns the status line: the player to move, or the winner. `ending` overrides the outcome of
/// the game, for endings outside the rules such as a resignation.
#[must_use]
pub fn status_text(text: Text, names: &PlayerNames, game: &Game, ending: Option<Ending>) -> String {
    let with_name = |message, player| text.with(message, &[("name", &names.get(player))]);
    let is_you = |player| names.get(player) == text.get(M::You);
    match ending.or_else(|| game.end().map(Ending::from)) {
        None => match game.position().to_move() {
            player if is_you(player) => text.get(M::YourTurn).to_owned(),
            player => with_name(M::ToMove, player),
        },
        Some(Ending::Won(winner, _)) if is_you(winner) => text.get(M::YouWin).to_owned(),
        Some(Ending::Won(winner, _)) => with_name(M::Wins, winner),
        Some(Ending::Draw(_)) => text.get(M::Draw).to_owned(),
        Some(Ending::Aborted) => text.get(M::GameOver).trim_end_matches('.').to_owned(),
    }
}

/// Describes how the game ended, apart from the winner; empty while it is in progress.
#[must_use]
pub fn ending_text(text: Text, game: &Game) -> String {
    match game.outcome() {
        Some(outcome) => as_sentence(&outcomes::rule_text(text.0, &outcome)),
        None => String::new(),
    }
}

/// Describes what the player to move still has to do in this turn; usually empty.
#[must_use]
pub fn pending_text(text: Text, game: &Game) -> &'static str {
    match game.position().pending() {
        Some(PendingTurn::Strike) => text.get(M::PendingStrike),
        Some(PendingTurn::SecondTurn { may_connect: true }) => text.get(M::PendingSecond),
        Some(PendingTurn::SecondTurn { may_connect: false }) => text.get(M::PendingSecondNoLine),
        Some(PendingTurn::Return { .. }) => text.get(M::PendingReturn),
        None if has_to_pop(game) => {
            let before = game.moves().len().checked_sub(1);
            let before = before.and_then(|last| game.positions().nth(last));
            let is_again =
                before.is_some_and(|position| position.to_move() == game.position().to_move());
            text.get(if is_again {
                M::PendingPopAgain
            } else {
                M::PendingPop
            })
        }
        _ => "",
    }
}

/// Returns true if the player has to pop a disc and cannot drop any.
fn has_to_pop(game: &Game) -> bool {
    matches!(game.ruleset().variant(), Variant::PopTen(_))
        && matches!(game.legal_moves().first(), Some(Move::Pop(_)))
}

/// Describes a move that was made.
#[must_use]
pub fn move_text(text: Text, names: &PlayerNames, ply: &Ply) -> String {
    let name = names.get(ply.player);
    let with =
        |message, column: &Column| text.with(message, &[("name", &name), ("column", column)]);
    match ply.mv {
        Move::Drop(column) => {
            let row = ply.landing().map_or(0, |cell| cell.row.number());
            text.with(
                M::PlayedDrop,
                &[("name", &name), ("column", &column), ("row", &row)],
            )
        }
        Move::Power(disc, column) => {
            let disc = text.get(power_name(disc));
            text.with(
                M::PlayedPower,
                &[("name", &name), ("disc", &disc), ("column", &column)],
            )
        }
        Move::Pop(column) => with(M::PlayedPop, &column),
        Move::Strike(column) => with(M::PlayedStrike, &column),
        Move::Pass => text.with(M::PlayedPass, &[("name", &name)]),
    }
}

/// Returns the label of a button for a move.
#[must_use]
pub fn move_label(text: Text, mv: Move) -> String {
    let with = |message, column: &Column| text.with(message, &[("column", column)]);
    match mv {
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

/// Returns all plies of a game, in order.
fn plies(game: &Game) -> impl Iterator<Item = Ply> {
    let positions = game.positions().zip(game.positions().skip(1));
    let moves = positions.zip(game.moves()).enumerate();
    moves.map(|(index, ((before, after), mv))| Ply::new(index + 1, before, *mv, after))
}

/// An entry of the move list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveLogEntry {
    /// The player who moved.
    pub player: Player,
    /// The disc that fell, or an ordinary one of the player.
    pub disc: Disc,
    /// In short notation.
    pub notation: String,
    /// As a sentence, with the grade and the hint in words.
    pub text: String,
    /// The grade, where the exact verdicts of all columns are known.
    pub grade: Option<MoveGrade>,
    /// The page had suggested this move before it was played.
    pub is_hinted: bool,
}

impl MoveLogEntry {
    /// Returns the mark of the move: a grade as in chess, but no praise for a suggested move.
    #[must_use]
    pub fn mark(&self) -> &'static str {
        match self.grade {
            Some(grade) if !self.is_hinted || !grade.keeps_outcome() => grade_mark(grade),
            _ => "",
        }
    }
}

/// Returns the move list of a game, with the numbers of the plies that the page had suggested, and
/// the known grades by ply from 0.
#[must_use]
pub fn move_log(
    text: Text,
    names: &PlayerNames,
    game: &Game,
    hinted: &[usize],
    grades: &[Option<MoveGrade>],
) -> Vec<MoveLogEntry> {
    let logged = |(at, ply): (usize, Ply)| {
        let disc = match ply.mv {
            Move::Power(power, _) => Disc::power(ply.player, power),
            _ => Disc::ordinary(ply.player),
        };
        let mut entry = MoveLogEntry {
            player: ply.player,
            disc,
            notation: short_notation(text, &ply),
            text: move_text(text, names, &ply),
            grade: grades.get(at).copied().flatten(),
            is_hinted: hinted.contains(&(at + 1)),
        };
        if !entry.mark().is_empty()
            && let Some(grade) = entry.grade
        {
            entry.text = format!(
                "{} {}",
                entry.text,
                as_sentence(grade_name(grade).get(text.0))
            );
        }
        if entry.is_hinted {
            entry.text = format!("{} {}", entry.text, text.get(M::WithHint));
        }
        entry
    };
    plies(game).enumerate().map(logged).collect()
}

/// Describes the last move of a game.
#[must_use]
pub fn last_move_text(text: Text, names: &PlayerNames, game: &Game) -> String {
    match plies(game).last() {
        Some(ply) => move_text(text, names, &ply),
        None => text.get(M::NoMoves).to_owned(),
    }
}

/// Describes a disc by its owner and, for a power disc, its kind.
#[must_use]
pub fn disc_text(text: Text, names: &PlayerNames, disc: Disc) -> String {
    let owner = names.get(disc.owner);
    match disc.kind {
        DiscKind::Ordinary => owner.to_owned(),
        DiscKind::Power(power) => format!("{owner} ({})", text.get(power_name(power))),
    }
}

/// Describes a column from the bottom up.
#[must_use]
pub fn column_text(text: Text, names: &PlayerNames, board: &Board, column: Column) -> String {
    let discs: Vec<_> = board
        .stack(column)
        .map(|d| disc_text(text, names, d))
        .collect();
    let message = match (discs.len(), board.landing(column)) {
        (0, _) => M::ReadColumnEmpty,
        (_, None) => M::ReadColumnFull,
        _ => M::ReadColumn,
    };
    text.with(
        message,
        &[("column", &column), ("discs", &discs.join(", "))],
    )
}

/// Describes the board by rows from the bottom, without the empty rows at the top.
#[must_use]
pub fn board(text: Text, names: &PlayerNames, board: &Board) -> String {
    if board.discs() == 0 {
        return text.get(M::ReadBoardEmpty).to_owned();
    }
    let mut sentences = Vec::new();
    for row in board.rows() {
        let disc_in = |column| board.disc_at(Cell { column, row });
        if board.columns().all(|column| disc_in(column).is_none()) {
            break;
        }
        let parts: Vec<_> = board
            .columns()
            .map(|column| {
                disc_in(column).map_or_else(
                    || text.get(M::Empty).to_owned(),
                    |d| disc_text(text, names, d),
                )
            })
            .collect();
        sentences.push(text.with(M::ReadRow, &[("row", &row), ("discs", &parts.join(", "))]));
    }
    sentences.join(" ")
}

/// Describes the threats of both players.
#[must_use]
pub fn threats_text(text: Text, names: &PlayerNames, game: &Game) -> String {
    let position = game.position();
    let connect = position.ruleset().connect();
    let threats_of = |player: Player| {
        let cells = position.board().threats(player, connect);
        let message = if cells.is_empty() {
            M::ThreatensNothing
        } else {
            M::Threatens
        };
        let cells = text.list(&cells);
        text.with(message, &[("name", &names.get(player)), ("cells", &cells)])
    };
    Player::BOTH.map(threats_of).join(" ")
}

/// Says in which columns the player to move can win or must block; empty if there are none.
#[must_use]
pub fn urgent_text(text: Text, game: &Game) -> String {
    let position = game.position();
    let Some(player) = game.to_move() else {
        return String::new();
    };
    if !position.ruleset().variant().is_drop_only() {
        return String::new();
    }
    let board = position.board();
    let columns = |player| {
        let cells = board.threats(player, position.ruleset().connect());
        let playable = cells
            .into_iter()
            .filter(|cell| board.landing(cell.column) == Some(*cell));
        playable.map(|cell| cell.column).collect::<Vec<_>>()
    };
    let (own, opponents) = (columns(player), columns(player.opponent()));
    match (own.is_empty(), opponents.is_empty()) {
        (false, _) => about_columns(text, [M::CanWin, M::CanWinMany], &own),
        (true, false) => about_columns(text, [M::MustBlock, M::MustBlockMany], &opponents),
        (true, true) => String::new(),
    }
}

/// Fills columns into the message for one, or into that for several.
fn about_columns(text: Text, [singular, plural]: [M; 2], columns: &[Column]) -> String {
    let message = if columns.len() == 1 { singular } else { plural };
    text.with(message, &[("columns", &text.list(columns))])
}

/// Describes the discs that a player holds beside the board; `None` in variants without any.
#[must_use]
pub fn holdings_text(
    text: Text,
    names: &PlayerNames,
    game: &Game,
    player: Player,
) -> Option<String> {
    let position = game.position();
    let name = names.get(player);
    match position.ruleset().variant() {
        Variant::PopTen(_) => {
            let count = position.set_aside(player);
            Some(text.with(M::SetAside, &[("name", &name), ("count", &count)]))
        }
        Variant::PowerUp(_) => {
            let discs = PowerDisc::ALL.into_iter().filter_map(|disc| {
                let name = text.get(power_name(disc));
                match position.power_discs(player, disc) {
                    0 => None,
                    1 => Some(name.to_owned()),
                    count => Some(format!("{count} × {name}")),
                }
            });
            let discs: Vec<_> = discs.collect();
            let message = if discs.is_empty() {
                M::HoldsNothing
            } else {
                M::Holds
            };
            Some(text.with(message, &[("name", &name), ("discs", &text.list(&discs))]))
        }
        Variant::Standard | Variant::PopOut(_) | Variant::FiveInARow => None,
    }
}

/// Describes the score between the two seats.
#[must_use]
pub fn score_text(text: Text, start: &GameStart, score: MatchScore) -> String {
    let count_text = |[none, singular, plural]: [M; 3], count: u32| match count {
        0 => text.get(none).to_owned(),
        _ => text.count(singular, plural, count as usize),
    };
    let wins = Seat::BOTH.map(|seat| {
        let wins = count_text([M::NoWin, M::OneWin, M::ManyWins], score.wins[seat.index()]);
        format!("{}: {wins}", name_at_seat(text, start, seat))
    });
    let draws = count_text([M::NoDraw, M::OneDraw, M::ManyDraws], score.draws);
    format!("{}, {draws}.", wins.join(", "))
}

/// Describes a verdict from the point of view of the player to move.
#[must_use]
pub fn verdict_text(text: Text, bounds: VerdictBounds) -> String {
    match bounds.exact() {
        Some(verdict) => verdicts::verdict_text(text.0, verdict),
        None => text.get(M::VerdictUnknown).to_owned(),
    }
}

/// Describes the verdict of each column.
#[must_use]
pub fn verdicts_text(text: Text, columns: &[Option<VerdictBounds>]) -> String {
    let texts = columns.iter().enumerate().filter_map(|(index, bounds)| {
        let (column, verdict) = (index + 1, verdict_text(text, (*bounds)?));
        Some(text.with(M::VerdictOf, &[("column", &column), ("verdict", &verdict)]))
    });
    texts.collect::<Vec<_>>().join(" ")
}

/// Returns the badge of a verdict: its CSS classes, and its letter.
#[must_use]
pub fn verdict_badge(text: Text, bounds: VerdictBounds) -> (&'static str, &'static str) {
    let (class, message) = match bounds.exact() {
        Some(Verdict::Win { .. }) => ("chip", M::SignWin),
        Some(Verdict::Draw) => ("chip draw", M::SignDraw),
        Some(Verdict::Loss { .. }) => ("chip loss", M::SignLoss),
        None => ("chip draw", M::SignUnknown),
    };
    (class, text.get(message))
}

/// Returns the text of the turn indicator at the lower left.
#[must_use]
pub fn turn_text(text: Text, name: &str) -> String {
    if name == text.get(M::You) {
        text.get(M::YourTurn).to_owned()
    } else {
        text.with(M::TurnOf, &[("name", &name)])
    }
}

/// Returns a move in short notation: the cell where a disc lands, after a word for other moves than
/// drops.
#[must_use]
pub fn short_notation(text: Text, ply: &Ply) -> String {
    let landed = |column: Column| match ply.landing() {
        Some(cell) => cell.to_string(),
        None => column.to_string(),
    };
    let bottom = |column| Cell {
        column,
        row: Row::BOTTOM,
    };
    match ply.mv {
        Move::Drop(column) => landed(column),
        Move::Power(disc, column) => format!("{} {}", text.get(power_name(disc)), landed(column)),
        Move::Pop(column) => text.with(M::ShortPop, &[("cell", &bottom(column))]),
        Move::Strike(column) => text.with(M::ShortStrike, &[("cell", &bottom(column))]),
        Move::Pass => text.get(M::Pass).to_owned(),
    }
}

/// Names the columns that are certainly best, with their verdict. Returns `None` while that is
/// unknown.
#[must_use]
pub fn best_columns_text(text: Text, columns: &[Option<VerdictBounds>]) -> Option<String> {
    let known = || {
        columns
            .iter()
            .enumerate()
            .filter_map(|(index, bounds)| Some((index, (*bounds)?)))
    };
    let best_verdict = known().map(|(_, bounds)| bounds.worst).max()?;
    if known().any(|(_, bounds)| bounds.best > best_verdict) {
        return None;
    }
    let best_columns = known().filter(|(_, bounds)| bounds.worst == best_verdict);
    let numbers: Vec<_> = best_columns.map(|(index, _)| index + 1).collect();
    let (worst, best) = (best_verdict, best_verdict);
    let bounds = VerdictBounds { worst, best };
    let moves = match best_verdict {
        Verdict::Win { plies } | Verdict::Loss { plies } => verdicts::moves_to_end(plies.into()),
        Verdict::Draw => 0,
    };
    let parts: [(&str, &dyn std::fmt::Display); 3] = [
        ("columns", &text.list(&numbers)),
        ("verdict", &verdict_text(text, bounds)),
        ("moves", &moves),
    ];
    let is_equal = |bounds: VerdictBounds| bounds.best.wdl() == best_verdict.wdl();
    let is_only = || known().filter(|(_, bounds)| is_equal(*bounds)).count() == 1;
    let message = match (numbers.len(), best_verdict) {
        (all, _) if all > 1 && all == known().count() => M::BestEvery,
        (1, Verdict::Win { plies: 1 }) if is_only() => M::BestOnlyNow,
        (1, Verdict::Win { .. }) if is_only() => M::BestOnly,
        (1, Verdict::Draw) if is_only() => M::BestOnlyDraw,
        // A column that only delays a loss is not announced as the only one.
        (1, Verdict::Loss { .. }) => M::BestDelays,
        (1, _) => M::BestColumn,
        _ => M::BestColumns,
    };
    Some(text.with(message, &parts))
}

#[cfg(test)]
mod tests;
