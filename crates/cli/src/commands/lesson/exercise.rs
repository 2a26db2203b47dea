//! Exercises in line mode: a position, a goal, moves that are typed, and the judge's words.

use foursight_core::Move;
use foursight_lessons::{Attempt, Judged, Scene, Tongue};
use foursight_table::Ply;
use foursight_terminal::line::typed_move;

use super::run::{Reader, Typed};
use super::words::refusal;
use crate::exit::Failure;
use crate::words::{as_typed, happened};

/// How many columns, from the left, are named by a letter alone.
const LETTERS_MAX: u8 = 7;

impl Reader<'_> {
    /// Draws a position and lets the reader solve what there is to do; false if they leave.
    pub(super) fn scene(&mut self, scene: &Scene) -> Result<bool, Failure> {
        self.draw(&scene.game)?;
        if !scene.marks.is_empty() {
            let marks: Vec<_> = scene.marks.iter().map(ToString::to_string).collect();
            let ringed = self.pick("Ringed:", "Umringt:");
            let text = format!("{ringed} {}", marks.join(", "));
            self.tell(&text)?;
        }
        for (from, to) in &scene.arrows {
            let text = format!("{} {from} → {to}", self.pick("Arrow:", "Pfeil:"));
            self.tell(&text)?;
        }
        let Some(mut attempt) = Attempt::new(scene) else {
            return Ok(true);
        };
        self.say(&attempt.exercise().goal.clone())?;
        self.tell_special(&attempt)?;
        let mut hints = attempt.exercise().hints.clone().into_iter();
        loop {
            let ask = self.pick(
                "Your move, hint, or Enter to go on:",
                "Dein Zug, tipp, oder Enter für weiter:",
            );
            let can = self.can_move(&attempt);
            let text = match self.ask(ask, &can)? {
                Typed::Quit => return Ok(false),
                Typed::Next => return Ok(self.skip()),
                Typed::Text(text) => text,
            };
            if matches!(text.as_str(), "hint" | "h" | "tipp") {
                if let Some(words) = hints.next() {
                    self.say(&words)?;
                } else {
                    let none = self.pick("That was the last hint.", "Das war der letzte Tipp.");
                    self.tell(none)?;
                }
                continue;
            }
            let Some(step) = typed_move(&text) else {
                self.tell(&can)?;
                continue;
            };
            if self.tried(&mut attempt, step)? {
                return Ok(true);
            }
        }
    }

    /// What may be typed in an exercise.
    fn can_move(&self, attempt: &Attempt) -> String {
        let moves: Vec<_> = attempt.moves().into_iter().map(as_typed).collect();
        let moves = moves.join(", ");
        let width = attempt.game().ruleset().width();
        let last = char::from(b'A' + width.clamp(1, LETTERS_MAX) - 1);
        let mut can = match self.tongue() {
            Tongue::English => format!("You can type: {moves}; A to {last} name the columns too"),
            Tongue::German => {
                format!("Du kannst tippen: {moves}; A bis {last} nennen die Spalten auch")
            }
        };
        for words in self.special(attempt) {
            can += "; ";
            can += words;
        }
        can + self.pick("; or hint.", "; oder tipp.")
    }

    /// How moves are typed that are no drops.
    fn special(&self, attempt: &Attempt) -> Vec<&'static str> {
        let moves = attempt.moves();
        let has = |is: fn(&Move) -> bool| moves.iter().any(is);
        let all = [
            (
                has(|it| matches!(it, Move::Pop(_))),
                self.pick("P4 pops column 4", "P4 nimmt unten aus Spalte 4"),
            ),
            (
                has(|it| matches!(it, Move::Power(..))),
                self.pick(
                    "before a column, as in A4, the letters A, B, W and D are anvil, bomb, wall and double",
                    "vor einer Spalte, etwa A4, stehen A, B, W und D für Amboss, Bombe, Mauer und Doppelzug",
                ),
            ),
            (
                has(|it| matches!(it, Move::Strike(_))),
                self.pick("T4 strikes column 4", "T4 trifft Spalte 4"),
            ),
            (
                has(|it| matches!(it, Move::Pass)),
                self.pick("- passes", "- passt"),
            ),
        ];
        let there = all.into_iter().filter(|(is_there, _)| *is_there);
        there.map(|(_, words)| words).collect()
    }

    /// Says how moves are typed that are no drops, if there are any.
    fn tell_special(&mut self, attempt: &Attempt) -> Result<(), Failure> {
        let special = self.special(attempt).join("; ");
        if special.is_empty() {
            return Ok(());
        }
        let text = format!("{} {special}.", self.pick("Typed:", "Getippt:"));
        self.tell(&text)
    }

    /// Tries a move; true if the goal is reached.
    fn tried(&mut self, attempt: &mut Attempt, step: Move) -> Result<bool, Failure> {
        let before = attempt.game().clone();
        let mut judged = attempt.try_move(step);
        if let Some(game) = attempt.asked().filter(|_| judged == Judged::Asks).cloned() {
            judged = match self.judge.verdicts(&game) {
                Ok(columns) => attempt.hear(&columns),
                Err(_) => Judged::Unknown,
            };
        }
        match judged {
            Judged::Reached(words) => {
                self.draw(attempt.game())?;
                self.say(&words)?;
                return Ok(true);
            }
            Judged::Missed(words) => self.say(&words)?,
            Judged::SameTurn => {
                self.draw(attempt.game())?;
                let text = self.pick(
                    "So far so good, and it is still your turn.",
                    "So weit, so gut, und du bist noch am Zug.",
                );
                self.tell(text)?;
                self.tell_special(attempt)?;
            }
            Judged::GoesOn { reply } => {
                if let Ok(after) = before.after(step) {
                    let (number, now) = (after.moves().len() + 1, attempt.game().position());
                    let ply = Ply::made(number, after.position(), reply, now);
                    let name = self.name(ply.player);
                    let said = match (self.tongue(), ply.landing()) {
                        (Tongue::English, _) => happened::made(&ply, &|player| self.name(player)),
                        (Tongue::German, Some(space)) => {
                            format!("{name}: Spalte {}, Zeile {}.", space.column, space.row)
                        }
                        (Tongue::German, None) => format!("{name}: {}.", as_typed(reply)),
                    };
                    self.tell(&said)?;
                }
                self.draw(attempt.game())?;
            }
            Judged::Refused(error) => self.tell(&refusal(self.tongue(), error))?,
            Judged::NotAllowed => {
                let text = self.pick(
                    "Not here: try another.",
                    "Hier nicht: Versuche etwas anderes.",
                );
                self.tell(text)?;
            }
            Judged::Unknown | Judged::Asks => {
                let text = self.pick("The solver does not know.", "Der Löser weiß es nicht.");
                self.tell(text)?;
            }
        }
        Ok(false)
    }
}
