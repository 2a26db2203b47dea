//! Runs exercises line by line: a position, a goal, typed moves, and feedback.

use foursight_core::{Column, Move};
use foursight_lessons::{Attempt, Judgement, Language, Scene};
use foursight_phrases::refusals::move_error_text;
use foursight_table::Ply;
use foursight_terminal::line_mode::parse_lesson_move;
use foursight_terminal::text::{event_text, move_text};

use super::run::{LessonInput, LessonRunner};
use crate::exit::CliError;

/// Number of columns, from the left, that a letter alone can name.
const LETTER_COLUMNS_MAX: u8 = 7;

impl LessonRunner<'_> {
    /// Prints a position and runs its exercise. Returns false if the learner leaves.
    pub(super) fn run_scene(&mut self, scene: &Scene) -> Result<bool, CliError> {
        self.render_game(&scene.game)?;
        if !scene.marks.is_empty() {
            let marks: Vec<_> = scene.marks.iter().map(ToString::to_string).collect();
            let label = self.pick("Ringed:", "Umringt:");
            let text = format!("{label} {}", marks.join(", "));
            self.print_paragraph(&text)?;
        }
        for (from, to) in &scene.arrows {
            let text = format!("{} {from} → {to}", self.pick("Arrow:", "Pfeil:"));
            self.print_paragraph(&text)?;
        }
        let Some(mut attempt) = Attempt::new(scene) else {
            return Ok(true);
        };
        self.print_text(&attempt.exercise().goal.clone())?;
        self.print_special_moves(&attempt)?;
        let mut hints = attempt.exercise().hints.clone().into_iter();
        loop {
            let question = self.pick(
                "Your move, hint, or Enter to continue:",
                "Dein Zug, tipp, oder Enter für weiter:",
            );
            let help = self.move_help(&attempt);
            let text = match self.prompt(question, &help)? {
                LessonInput::Quit => return Ok(false),
                LessonInput::Next => return Ok(self.skip()),
                LessonInput::Text(text) => text,
            };
            if matches!(text.as_str(), "hint" | "h" | "tipp") {
                if let Some(words) = hints.next() {
                    self.print_text(&words)?;
                } else {
                    let none = self.pick("That was the last hint.", "Das war der letzte Tipp.");
                    self.print_paragraph(none)?;
                }
                continue;
            }
            let Some(mv) = parse_lesson_move(&text) else {
                self.print_paragraph(&help)?;
                continue;
            };
            if self.try_move(&mut attempt, mv)? {
                return Ok(true);
            }
        }
    }

    /// Lists what can be typed in an exercise.
    fn move_help(&self, attempt: &Attempt) -> String {
        let moves: Vec<_> = attempt.moves().into_iter().map(move_text).collect();
        let moves = moves.join(", ");
        let width = attempt.game().ruleset().width().min(LETTER_COLUMNS_MAX);
        let last = Column::from_number(width.into()).map_or_else(String::new, Column::letters);
        let last = last.to_uppercase();
        let mut help = match self.language() {
            Language::English => format!("You can type: {moves}; A to {last} name the columns too"),
            Language::German => {
                format!("Du kannst tippen: {moves}; A bis {last} nennen die Spalten auch")
            }
        };
        for words in self.special_move_help(attempt) {
            help += "; ";
            help += words;
        }
        help + self.pick("; or hint.", "; oder tipp.")
    }

    /// Explains how to type moves other than drops.
    fn special_move_help(&self, attempt: &Attempt) -> Vec<&'static str> {
        let moves = attempt.moves();
        let has = |is: fn(&Move) -> bool| moves.iter().any(is);
        let all = [
            (
                has(|mv| matches!(mv, Move::Pop(_))),
                self.pick("P4 pops column 4", "P4 nimmt unten aus Spalte 4"),
            ),
            (
                has(|mv| matches!(mv, Move::Power(..))),
                self.pick(
                    "before a column, as in A4, the letters A, B, W and D are anvil, bomb, wall and double",
                    "vor einer Spalte, etwa A4, stehen A, B, W und D für Amboss, Bombe, Mauer und Doppelzug",
                ),
            ),
            (
                has(|mv| matches!(mv, Move::Strike(_))),
                self.pick("T4 strikes column 4", "T4 trifft Spalte 4"),
            ),
            (
                has(|mv| matches!(mv, Move::Pass)),
                self.pick("- passes", "- passt"),
            ),
        ];
        let present = all.into_iter().filter(|(is_present, _)| *is_present);
        present.map(|(_, words)| words).collect()
    }

    /// Prints how to type moves other than drops, if there are any.
    fn print_special_moves(&mut self, attempt: &Attempt) -> Result<(), CliError> {
        let text = self.special_move_help(attempt).join("; ");
        if text.is_empty() {
            return Ok(());
        }
        let text = format!("{} {text}.", self.pick("Typed:", "Getippt:"));
        self.print_paragraph(&text)
    }

    /// Plays a move. Returns true if it reaches the goal.
    fn try_move(&mut self, attempt: &mut Attempt, mv: Move) -> Result<bool, CliError> {
        let before = attempt.game().clone();
        let mut judged = attempt.try_move(mv);
        if let Some(game) = attempt
            .pending_game()
            .filter(|_| judged == Judgement::NeedsVerdicts)
            .cloned()
        {
            judged = match self.solver.verdicts(&game) {
                Ok(columns) => attempt.apply_verdicts(&columns),
                Err(_) => Judgement::Unknown,
            };
        }
        match judged {
            Judgement::Reached(words) => {
                self.render_game(attempt.game())?;
                self.print_text(&words)?;
                return Ok(true);
            }
            Judgement::Missed(words) => self.print_text(&words)?,
            Judgement::SameTurn => {
                self.render_game(attempt.game())?;
                let text = self.pick(
                    "So far so good, and it is still your turn.",
                    "So weit, so gut, und du bist noch am Zug.",
                );
                self.print_paragraph(text)?;
                self.print_special_moves(attempt)?;
            }
            Judgement::Continues { reply } => {
                if let Ok(after) = before.after(mv) {
                    let (number, now) = (after.moves().len() + 1, attempt.game().position());
                    let ply = Ply::new(number, after.position(), reply, now);
                    let name = self.player_name(ply.player);
                    let text = match (self.language(), ply.landing()) {
                        (Language::English, _) => {
                            event_text::move_sentence(&ply, &|player| self.player_name(player))
                        }
                        (Language::German, Some(cell)) => {
                            format!("{name}: Spalte {}, Zeile {}.", cell.column, cell.row)
                        }
                        (Language::German, None) => format!("{name}: {}.", move_text(reply)),
                    };
                    self.print_paragraph(&text)?;
                }
                self.render_game(attempt.game())?;
            }
            Judgement::Illegal(error) => {
                self.print_paragraph(&move_error_text(self.language(), error))?;
            }
            Judgement::NotAllowed => {
                let text = self.pick(
                    "Not here: try another.",
                    "Hier nicht: Versuche etwas anderes.",
                );
                self.print_paragraph(text)?;
            }
            Judgement::Unknown | Judgement::NeedsVerdicts => {
                let text = self.pick("The solver does not know.", "Der Löser weiß es nicht.");
                self.print_paragraph(text)?;
            }
        }
        Ok(false)
    }
}
