//! Solves a puzzle line by line: a board, a question, typed moves, feedback.

use std::io::{self, StdinLock, Write as _};

use foursight_core::{Move, Player};
use foursight_explain::{ExplainBudget, Explainer};
use foursight_phrases::Language;
use foursight_phrases::reasons::ReasonTexts;
use foursight_phrases::refusals::move_error_text;
use foursight_puzzles::text::{
    DAILY, SOLVED, SOLVED_NO_WIN, hint_text, miss_text, move_name, question, stock_text,
    theme_title, turn_name,
};
use foursight_puzzles::{
    Puzzle, PuzzleAnswer, PuzzleAttempt, PuzzleGoal, PuzzleHint, PuzzleJudgement, score_percent,
};
use foursight_terminal::board_text;
use foursight_terminal::line_input::next_line;
use foursight_terminal::line_mode::parse_lesson_move;
use foursight_terminal::output::CliOutput;

use super::history_store::HistoryStore;
use super::{PuzzleSolver, pick};
use crate::exit::CliError;

/// Solves puzzles one after the other.
pub(super) struct PuzzleSession<'a> {
    language: Language,
    today: u32,
    store: HistoryStore,
    solver: PuzzleSolver,
    out: &'a mut CliOutput,
    input: StdinLock<'static>,
}

/// End of a puzzle.
#[derive(Clone, Copy)]
pub(super) struct PuzzleEnd {
    /// The last answer was wrong, or no answer at all.
    pub(super) is_wrong: bool,
    /// The player quit, or the input ended.
    pub(super) has_left: bool,
}

/// A puzzle being solved.
struct PuzzleInPlay {
    attempt: PuzzleAttempt,
    hints: usize,
    /// Score in per cent that is recorded already, after a miss or once the answer was shown.
    recorded: Option<u8>,
    is_daily: bool,
    /// True if the last answer was wrong, or no answer at all.
    is_wrong: bool,
}

impl PuzzleInPlay {
    const fn end(&self, has_left: bool) -> PuzzleEnd {
        PuzzleEnd {
            is_wrong: self.is_wrong,
            has_left,
        }
    }
}

impl<'a> PuzzleSession<'a> {
    pub(super) fn new(
        language: Language,
        today: u32,
        store: HistoryStore,
        solver: PuzzleSolver,
        out: &'a mut CliOutput,
    ) -> Self {
        Self {
            language,
            today,
            store,
            solver,
            out,
            input: io::stdin().lock(),
        }
    }

    pub(super) const fn store(&self) -> &HistoryStore {
        &self.store
    }

    /// Lets the player solve a puzzle.
    pub(super) fn solve(&mut self, puzzle: &Puzzle, is_daily: bool) -> Result<PuzzleEnd, CliError> {
        let mut play = PuzzleInPlay {
            attempt: PuzzleAttempt::new(puzzle),
            hints: 0,
            recorded: None,
            is_daily,
            is_wrong: false,
        };
        self.print_heading(puzzle, is_daily)?;
        self.render(&play.attempt)?;
        self.out.paragraph(&question(self.language, puzzle.goal))?;
        loop {
            let prompt = self.prompt_text(&play);
            let Some(line) = self.read(&prompt)? else {
                return Ok(play.end(true));
            };
            match line.to_lowercase().as_str() {
                "quit" | "q" | "ende" => {
                    return Ok(play.end(true));
                }
                "" | "next" | "weiter" if play.recorded.is_some() => {
                    return Ok(play.end(false));
                }
                "hint" | "h" | "tipp" => self.hint(&mut play)?,
                "show" | "zeig" => self.show(&mut play)?,
                "other" | "o" | "andere" => self.other_defence(&mut play)?,
                "none" | "n" | "kein" => {
                    let judgement = play.attempt.answer_no_win();
                    self.react(&mut play, judgement)?;
                }
                _ => match parse_lesson_move(&line) {
                    Some(mv) => self.try_move(&mut play, mv)?,
                    None => self.explain_input(&mut play)?,
                },
            }
            // A puzzle alone needs no farewell; further input is not read.
            if play.attempt.is_solved() && !is_asking_on() {
                return Ok(play.end(true));
            }
        }
    }

    /// Says what can be typed, after a line that is none of it.
    fn explain_input(&mut self, play: &mut PuzzleInPlay) -> Result<(), CliError> {
        play.is_wrong = !play.attempt.is_solved();
        Ok(self.out.paragraph(pick(
            self.language,
            "Type a column, hint, show, other, none or quit.",
            "Tippe eine Spalte, tipp, zeig, andere, kein oder ende.",
        ))?)
    }

    fn prompt_text(&self, play: &PuzzleInPlay) -> String {
        if play.attempt.is_solved() {
            return pick(
                self.language,
                "Enter for the next one, or quit:",
                "Enter für das nächste, oder ende:",
            )
            .to_owned();
        }
        let mut words = vec![pick(self.language, "Your move", "Dein Zug")];
        if play.attempt.puzzle().goal == PuzzleGoal::WinOrNone && play.attempt.own_moves() == 0 {
            words.push(pick(self.language, "none", "kein"));
        }
        if play.hints < PuzzleHint::ALL.len() {
            words.push(pick(self.language, "hint", "tipp"));
        }
        if play.attempt.has_another_defence() {
            words.push(pick(self.language, "other", "andere"));
        }
        words.push(pick(self.language, "show", "zeig"));
        words.push(pick(self.language, "quit", "ende"));
        format!("{}:", words.join(", "))
    }

    fn print_heading(&mut self, puzzle: &Puzzle, is_daily: bool) -> Result<(), CliError> {
        let theme = theme_title(puzzle.theme).get(self.language);
        let heading = if is_daily {
            let daily = DAILY.get(self.language);
            let streak = self.store.history().daily_streak(self.today);
            let days = pick(self.language, "days in a row", "Tage in Folge");
            match streak {
                0 | 1 => format!("{daily} {}", puzzle.id),
                _ => format!("{daily} {}, {streak} {days}", puzzle.id),
            }
        } else {
            format!("{} {}", pick(self.language, "Puzzle", "Rätsel"), puzzle.id)
        };
        // The theme of these says too much: it is the first hint.
        let rating = pick(self.language, "rated", "Wertung");
        let shown = if puzzle.theme.is_standard() {
            ""
        } else {
            theme
        };
        let separator = if shown.is_empty() { "" } else { ": " };
        let text = format!("{heading}, {rating} {}{separator}{shown}", puzzle.rating);
        Ok(self.out.line(&text)?)
    }

    fn render(&mut self, attempt: &PuzzleAttempt) -> Result<(), CliError> {
        let game = attempt.game();
        let board = board_text::board_within(game, self.out.columns(), self.out.color());
        self.out.line(&board)?;
        let language = self.language;
        let name = move |player: Player| player_name(language, player).to_owned();
        let legend = board_text::legend_with(game, &name);
        if language == Language::English {
            self.out.paragraph(&legend)?;
        }
        let player = attempt.player();
        let you = pick(language, "You are", "Du bist");
        let sign = foursight_record::disc_sign(foursight_core::Disc::ordinary(player));
        let text = format!("{you} {} ({sign}).", player_name(language, player));
        self.out.paragraph(&text)?;
        if let Some(stock) = stock_text(language, game.position()) {
            self.out.paragraph(&stock)?;
        }
        Ok(())
    }

    /// Reads a line, or returns `None` at the end of the input.
    fn read(&mut self, prompt: &str) -> Result<Option<String>, CliError> {
        self.out.prompt(&format!("{prompt} "))?;
        self.flush()?;
        let line = next_line(&mut self.input)
            .map_err(|error| CliError::storage(format_args!("cannot read the input: {error}")))?;
        match line {
            None => {
                self.out.line("")?;
                Ok(None)
            }
            Some(Ok(line)) => Ok(Some(line.trim().to_owned())),
            Some(Err(error)) => Err(CliError::bad_input(error)),
        }
    }

    fn flush(&mut self) -> Result<(), CliError> {
        Ok(self.out.flush()?)
    }

    fn try_move(&mut self, play: &mut PuzzleInPlay, mv: Move) -> Result<(), CliError> {
        let mut judgement = play.attempt.try_move(mv);
        if judgement == PuzzleJudgement::NeedsVerdicts
            && let Some(game) = play.attempt.pending_game()
        {
            let verdicts = self.solver.verdicts(game.position()).unwrap_or_default();
            judgement = play.attempt.apply_verdicts(&verdicts);
        }
        self.react(play, judgement)
    }

    fn react(
        &mut self,
        play: &mut PuzzleInPlay,
        judgement: PuzzleJudgement,
    ) -> Result<(), CliError> {
        match judgement {
            PuzzleJudgement::Solved | PuzzleJudgement::Continues { .. } => play.is_wrong = false,
            // A script that sends an illegal move has not solved the puzzle either.
            _ => play.is_wrong = !play.attempt.is_solved(),
        }
        match judgement {
            PuzzleJudgement::Solved => self.solved(play),
            PuzzleJudgement::Continues { reply } => {
                if reply.is_empty() {
                    let text = pick(
                        self.language,
                        "Go on: it is still your turn.",
                        "Weiter: Du bist noch am Zug.",
                    );
                    self.out.paragraph(text)?;
                } else {
                    self.print_reply(&reply)?;
                }
                self.render(&play.attempt)
            }
            PuzzleJudgement::Missed(miss) => {
                self.out.paragraph(&miss_text(self.language, &miss))?;
                self.record(play, 0)
            }
            PuzzleJudgement::Illegal(error) => {
                Ok(self.out.paragraph(&move_error_text(self.language, error))?)
            }
            PuzzleJudgement::NotOffered => Ok(self.out.paragraph(pick(
                self.language,
                "This puzzle does not ask for that.",
                "Danach fragt dieses Rätsel nicht.",
            ))?),
            PuzzleJudgement::NeedsVerdicts | PuzzleJudgement::Unknown => {
                Ok(self.out.paragraph(pick(
                    self.language,
                    "The solver does not know.",
                    "Der Löser weiß es nicht.",
                ))?)
            }
        }
    }

    fn print_reply(&mut self, reply: &[Move]) -> Result<(), CliError> {
        let right = pick(
            self.language,
            "Right. The reply is",
            "Richtig. Die Antwort ist",
        );
        let text = format!("{right} {}.", turn_name(self.language, reply));
        Ok(self.out.paragraph(&text)?)
    }

    fn solved(&mut self, play: &mut PuzzleInPlay) -> Result<(), CliError> {
        let text = match play.attempt.puzzle().answer {
            PuzzleAnswer::NoWin => SOLVED_NO_WIN,
            PuzzleAnswer::Move(_) => SOLVED,
        };
        self.out.paragraph(text.get(self.language))?;
        if let Some(reason) = self.reason(play.attempt.puzzle()) {
            self.out.paragraph(&reason)?;
        }
        if play.is_daily {
            let today = self.today;
            self.store.update(|history| history.solve_daily(today))?;
        }
        self.record(play, score_percent(play.hints))?;
        let rating = self.store.history().rating().rating.round();
        let label = pick(self.language, "Your rating:", "Deine Wertung:");
        Ok(self.out.paragraph(&format!("{label} {rating}"))?)
    }

    /// Returns the proved reason of the answer, if there is one.
    fn reason(&mut self, puzzle: &Puzzle) -> Option<String> {
        let PuzzleAnswer::Move(Move::Drop(column)) = puzzle.answer else {
            return None;
        };
        let position = puzzle.game.position();
        let budget = ExplainBudget {
            looks_ahead: false,
            ..ExplainBudget::default()
        };
        let mut explainer = Explainer::new(&mut self.solver.0, budget);
        let verdicts = explainer.verdicts(position).ok()?;
        let drop = explainer.explain_drop(position, column, &verdicts)?;
        let language = self.language;
        let name = move |player: Player| player_name(language, player).to_owned();
        let texts = ReasonTexts {
            language,
            mover: position.to_move(),
            name: &name,
        };
        let reason = drop.reasons.first()?;
        Some(format!(
            "{}: {}",
            move_name(language, Move::Drop(column)),
            texts.sentence(reason)
        ))
    }

    fn hint(&mut self, play: &mut PuzzleInPlay) -> Result<(), CliError> {
        let Some(hint) = PuzzleHint::ALL.get(play.hints) else {
            let text = pick(
                self.language,
                "That was the last hint.",
                "Das war der letzte Tipp.",
            );
            return Ok(self.out.paragraph(text)?);
        };
        if play.attempt.own_moves() > 0 {
            let text = pick(
                self.language,
                "Hints are about the first move.",
                "Tipps gibt es zum ersten Zug.",
            );
            return Ok(self.out.paragraph(text)?);
        }
        play.hints += 1;
        let text = hint_text(self.language, play.attempt.puzzle(), *hint);
        let price = pick(self.language, "costs", "kostet");
        Ok(self
            .out
            .paragraph(&format!("{text} ({price} {} %)", hint.price()))?)
    }

    fn show(&mut self, play: &mut PuzzleInPlay) -> Result<(), CliError> {
        let text = hint_text(self.language, play.attempt.puzzle(), PuzzleHint::Answer);
        self.out.paragraph(&text)?;
        if let Some(reason) = self.reason(play.attempt.puzzle()) {
            self.out.paragraph(&reason)?;
        }
        self.record(play, 0)
    }

    fn other_defence(&mut self, play: &mut PuzzleInPlay) -> Result<(), CliError> {
        match play.attempt.try_another_defence() {
            Some(reply) => {
                self.print_reply(&reply)?;
                self.render(&play.attempt)
            }
            None => Ok(self.out.paragraph(pick(
                self.language,
                "There is no other defence.",
                "Es gibt keine andere Verteidigung.",
            ))?),
        }
    }

    /// Records the score, once a puzzle.
    fn record(&mut self, play: &mut PuzzleInPlay, score: u8) -> Result<(), CliError> {
        if play.recorded.is_some() {
            return Ok(());
        }
        play.recorded = Some(score);
        let (puzzle, today) = (play.attempt.puzzle(), self.today);
        self.store
            .update(|history| history.record(puzzle, today, score))
    }
}

fn player_name(language: Language, player: Player) -> &'static str {
    match player {
        Player::First => pick(language, "First", "Erster"),
        Player::Second => pick(language, "Second", "Zweiter"),
    }
}

/// Returns true if the player is asked whether to go on.
fn is_asking_on() -> bool {
    use std::io::IsTerminal as _;
    io::stdin().is_terminal()
}
