//! The verifiers of the themes: they know the rules, exact verdicts and nothing of how a puzzle was
//! found.

use foursight_core::{Column, Game, Move, Player, Position};
use foursight_explain::{Fact, Parity, Threat, facts, threats};
use foursight_solver::{Verdict, Wdl};

use crate::bounded::{fewest_moves_to_win, wins_within};
use crate::puzzle::PuzzleAnswer;
use crate::theme::{PuzzleGoal, PuzzleTheme};

/// Function that returns the verdict of each column of a standard position, for the player to move.
/// Full columns have none. It returns `None` if it has no exact verdicts.
pub type VerdictFn<'a> = dyn FnMut(&Position) -> Option<Vec<Option<Verdict>>> + 'a;

/// Function that returns the moves that a good bot plays in a game, by several seeds.
pub type TemptationFn<'a> = dyn FnMut(&Game) -> Vec<Move> + 'a;

/// A puzzle has at least this many open columns: with fewer there is little to choose.
const OPEN_COLUMNS_MIN: usize = 4;
/// Wins by a threat of the future take at least this many plies; shorter ones are tactics.
const FAR_PLIES_MIN: u8 = 9;
/// Longest win of [`PuzzleTheme::AnyWin`], in plies.
const ANY_WIN_PLIES_MAX: u8 = 15;
/// Shortest loss where there is no win: the mover does not lose within this many plies.
const NO_WIN_LOSS_PLIES_MIN: u8 = 6;
/// Longest fork, in moves.
const FORK_MOVES_MAX: u8 = 4;
/// Longest win that themes without a length of their own ask for, in moves.
const WIN_MOVES_MAX: u8 = 5;
/// Longest wins of the variants, in moves: Power Up has many more moves a turn.
const POP_OUT_MOVES_MAX: u8 = 3;
const POWER_UP_MOVES_MAX: u8 = 2;
/// Columns of [`PuzzleTheme::DontPlayUnder`] that give the opponent the cell above.
const UNDER_COLUMNS_MIN: usize = 2;

/// Checks themes.
pub struct ThemeVerifier<'a> {
    verdicts: &'a mut VerdictFn<'a>,
    temptations: &'a mut TemptationFn<'a>,
}

/// Every open column of a position with its verdict.
struct OpenColumns {
    verdicts: Vec<(Column, Verdict)>,
    best: Verdict,
}

impl OpenColumns {
    /// Returns the columns that reach a goal.
    fn reaching(&self, goal: PuzzleGoal) -> Vec<Column> {
        let reaches = |verdict: Verdict| verdict_reaches(goal, verdict);
        let columns = self.verdicts.iter();
        columns
            .filter(|(_, verdict)| reaches(*verdict))
            .map(|(column, _)| *column)
            .collect()
    }

    fn verdict(&self, column: Column) -> Option<Verdict> {
        let mut columns = self.verdicts.iter();
        columns
            .find(|(other, _)| *other == column)
            .map(|(_, verdict)| *verdict)
    }

    /// Returns true if every column but this one loses.
    fn others_lose(&self, answer: Column) -> bool {
        let mut others = self.verdicts.iter().filter(|(column, _)| *column != answer);
        others.all(|(_, verdict)| verdict.wdl() == Wdl::Loss)
    }
}

/// Returns true if a first move with this verdict reaches a goal.
pub(crate) fn verdict_reaches(goal: PuzzleGoal, verdict: Verdict) -> bool {
    match (goal, verdict) {
        (PuzzleGoal::WinIn(moves), Verdict::Win { plies }) => plies < 2 * moves,
        (PuzzleGoal::WinIn(_), _) => false,
        (PuzzleGoal::Win | PuzzleGoal::WinOrNone, verdict) => verdict.wdl() == Wdl::Win,
        (PuzzleGoal::Draw, verdict) => verdict.wdl() != Wdl::Loss,
    }
}

impl<'a> ThemeVerifier<'a> {
    /// Creates a verifier that takes exact verdicts and the moves of a good bot from these functions.
    pub fn new(verdicts: &'a mut VerdictFn<'a>, temptations: &'a mut TemptationFn<'a>) -> Self {
        Self {
            verdicts,
            temptations,
        }
    }

    /// Returns the goal and the answer that make this game a puzzle of this theme, if it is one:
    /// exactly one first move reaches the goal, and the theme's own condition holds. Where there is
    /// no win, no first move does.
    pub fn check(&mut self, game: &Game, theme: PuzzleTheme) -> Option<(PuzzleGoal, PuzzleAnswer)> {
        let position = game.position();
        if game.end().is_some() || position.ruleset() != theme.ruleset() {
            return None;
        }
        if !theme.is_standard() {
            return check_variant(game, theme);
        }
        let is_forced = [position.to_move(), position.to_move().opponent()]
            .into_iter()
            .any(|player| has_playable_threat(position, player));
        let open = position.moves().len();
        if is_forced || open < OPEN_COLUMNS_MIN || position.mirror().as_ref() == Some(position) {
            return None;
        }
        let columns = self.columns(position)?;
        let goal = goal_of(theme, &columns)?;
        match columns.reaching(goal)[..] {
            [answer] => {
                let holds = self.theme_holds(game, (theme, goal), &columns, answer);
                holds.then_some((goal, PuzzleAnswer::Move(Move::Drop(answer))))
            }
            [] if goal == PuzzleGoal::WinOrNone => {
                looks_winning(position).then_some((goal, PuzzleAnswer::NoWin))
            }
            _ => None,
        }
    }

    fn columns(&mut self, position: &Position) -> Option<OpenColumns> {
        let verdicts = (self.verdicts)(position)?;
        let known = position.moves().into_iter().map(|mv| {
            let column = mv.column()?;
            Some((column, (*verdicts.get(column.index())?)?))
        });
        let verdicts: Vec<_> = known.collect::<Option<_>>()?;
        let best = verdicts.iter().map(|(_, verdict)| *verdict).max()?;
        Some(OpenColumns { verdicts, best })
    }

    fn theme_holds(
        &mut self,
        game: &Game,
        (theme, goal): (PuzzleTheme, PuzzleGoal),
        columns: &OpenColumns,
        answer: Column,
    ) -> bool {
        let position = game.position();
        let player_to_move = position.to_move();
        match theme {
            PuzzleTheme::OnlyMove | PuzzleTheme::HoldDraw => columns.others_lose(answer),
            PuzzleTheme::Fork => {
                let known = facts(position, answer, Wdl::Win, &[]);
                known.iter().any(is_fork)
            }
            PuzzleTheme::OddThreat | PuzzleTheme::EvenThreat => {
                let (player, parity) = if theme == PuzzleTheme::OddThreat {
                    (Player::First, Parity::Odd)
                } else {
                    (Player::Second, Parity::Even)
                };
                player_to_move == player
                    && is_far(columns.best)
                    && self.line(position, answer).is_some_and(|line| {
                        let known = facts(position, answer, Wdl::Win, &line);
                        known.iter().any(|fact| {
                            matches!(fact, Fact::DecisiveThreat(threat)
                                if threat.player == player_to_move && threat.parity() == parity)
                        })
                    })
            }
            PuzzleTheme::Zugzwang => {
                is_far(columns.best)
                    && self
                        .line(position, answer)
                        .is_some_and(|line| is_zugzwang(position, answer, &line))
            }
            PuzzleTheme::DontPlayUnder => {
                let gives_cell_above = |(column, verdict): &&(Column, Verdict)| {
                    *column != answer
                        && *verdict == Verdict::Loss { plies: 2 }
                        && opens_line_above(position, *column)
                };
                columns.verdicts.iter().filter(gives_cell_above).count() >= UNDER_COLUMNS_MIN
            }
            PuzzleTheme::RefuteTempting => {
                let tempting = (self.temptations)(game);
                let loses = |mv: &Move| {
                    let verdict = mv.column().and_then(|column| columns.verdict(column));
                    verdict.is_some_and(|verdict| verdict.wdl() == Wdl::Loss)
                };
                !tempting.is_empty() && tempting.iter().all(loses)
            }
            PuzzleTheme::WinInN | PuzzleTheme::AnyWin => goal != PuzzleGoal::Draw,
            PuzzleTheme::PopOut | PuzzleTheme::PowerUp => false,
        }
    }

    /// Returns perfect play with this drop first: central columns among equals.
    fn line(&mut self, position: &Position, first: Column) -> Option<Vec<Column>> {
        let mut line = vec![first];
        let mut current = position.drop_in(first).ok()?;
        while !current.is_over() {
            let columns = self.columns(&current)?;
            let middle = usize::from(current.ruleset().width() / 2);
            let best = columns
                .verdicts
                .iter()
                .filter(|(_, verdict)| *verdict == columns.best);
            let (next, _) = best.min_by_key(|(column, _)| column.index().abs_diff(middle))?;
            line.push(*next);
            current = current.drop_in(*next).ok()?;
        }
        Some(line)
    }
}

/// Returns the goal that a theme sets where the columns have these verdicts.
fn goal_of(theme: PuzzleTheme, columns: &OpenColumns) -> Option<PuzzleGoal> {
    let moves = |most: u8| match columns.best {
        Verdict::Win { plies } => {
            let moves = plies.div_ceil(2);
            (2..=most)
                .contains(&moves)
                .then_some(PuzzleGoal::WinIn(moves))
        }
        _ => None,
    };
    match theme {
        PuzzleTheme::WinInN => moves(WIN_MOVES_MAX),
        PuzzleTheme::Fork => moves(FORK_MOVES_MAX),
        PuzzleTheme::OnlyMove
        | PuzzleTheme::OddThreat
        | PuzzleTheme::EvenThreat
        | PuzzleTheme::Zugzwang => is_far(columns.best).then_some(PuzzleGoal::Win),
        PuzzleTheme::DontPlayUnder | PuzzleTheme::RefuteTempting => match columns.best {
            Verdict::Win { .. } => Some(PuzzleGoal::Win),
            Verdict::Draw => Some(PuzzleGoal::Draw),
            Verdict::Loss { .. } => None,
        },
        PuzzleTheme::HoldDraw => (columns.best == Verdict::Draw).then_some(PuzzleGoal::Draw),
        PuzzleTheme::AnyWin => match columns.best {
            Verdict::Win { plies } => (plies <= ANY_WIN_PLIES_MAX).then_some(PuzzleGoal::WinOrNone),
            Verdict::Draw => Some(PuzzleGoal::WinOrNone),
            Verdict::Loss { plies } => {
                (plies >= NO_WIN_LOSS_PLIES_MIN).then_some(PuzzleGoal::WinOrNone)
            }
        },
        PuzzleTheme::PopOut | PuzzleTheme::PowerUp => None,
    }
}

fn is_far(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::Win { plies } if plies >= FAR_PLIES_MIN)
}

fn is_fork(fact: &Fact) -> bool {
    match fact {
        Fact::Fork { .. } => true,
        Fact::ForcedWin { finish, .. } => matches!(**finish, Fact::Fork { .. }),
        _ => false,
    }
}

fn has_playable_threat(position: &Position, player: Player) -> bool {
    let board = position.board();
    let mut cells = board
        .threats(player, position.ruleset().connect())
        .into_iter();
    cells.any(|cell| board.landing(cell.column) == Some(cell))
}

/// Returns true if the opponent completes a line on the cell above this drop.
fn opens_line_above(position: &Position, drop: Column) -> bool {
    let Ok(after) = position.drop_in(drop) else {
        return false;
    };
    let cell = after.board().landing(drop);
    let mut known = threats(&after, after.to_move()).into_iter();
    known.any(|threat| Some(threat.cell) == cell)
}

/// Returns true if the mover can make a threat that the opponent must block: then a win may be near.
fn looks_winning(position: &Position) -> bool {
    let mover = position.to_move();
    let mut columns = position.board().columns();
    columns.any(|column| {
        let after = position.drop_in(column);
        after.is_ok_and(|after| {
            has_playable_threat(&after, mover) && !has_playable_threat(&after, mover.opponent())
        })
    })
}

/// Returns true if a drop makes no threat but leaves the opponent in zugzwang under an older one, by
/// which perfect play ends.
fn is_zugzwang(position: &Position, drop: Column, line: &[Column]) -> bool {
    let mover = position.to_move();
    let Ok(after) = position.drop_in(drop) else {
        return false;
    };
    let holds = |threat: Threat| {
        let empty = |column: Column| {
            let board = after.board();
            usize::from(board.height()) - board.stack(column).count()
        };
        let others = after
            .board()
            .columns()
            .filter(|column| *column != threat.cell.column);
        let fact = Fact::Zugzwang {
            threat,
            empty_cells: others.map(empty).sum(),
            ply: position.board().discs() + line.len(),
        };
        fact.holds(position, drop, line)
    };
    let older = threats(position, mover);
    older.into_iter().any(holds)
}

/// Checks the themes of the variants: exactly one first move, of the kind that only the variant has,
/// wins in the fewest moves.
fn check_variant(game: &Game, theme: PuzzleTheme) -> Option<(PuzzleGoal, PuzzleAnswer)> {
    let position = game.position();
    let player = position.to_move();
    let repeats = |current: &Position| game.positions().filter(|other| *other == current).count();
    if position.pending().is_some() || game.positions().any(|current| repeats(current) > 1) {
        return None;
    }
    let most = if theme == PuzzleTheme::PopOut {
        POP_OUT_MOVES_MAX
    } else {
        POWER_UP_MOVES_MAX
    };
    let moves = fewest_moves_to_win(position, player, most).filter(|moves| *moves >= 2)?;
    let wins = |mv: &Move| {
        let after = position.after(*mv);
        after.is_ok_and(|after| wins_within(&after, player, moves - 1))
    };
    let mut answers = position.moves().into_iter().filter(wins);
    let answer = answers.next()?;
    let is_special = match theme {
        PuzzleTheme::PopOut => matches!(answer, Move::Pop(_)),
        _ => matches!(answer, Move::Power(..)),
    };
    let is_only = answers.next().is_none();
    (is_special && is_only).then_some((PuzzleGoal::WinIn(moves), PuzzleAnswer::Move(answer)))
}
