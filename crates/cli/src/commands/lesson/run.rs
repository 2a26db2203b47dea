//! A lesson in line mode: texts are printed, positions drawn, and answers typed.

use std::io::{self, IsTerminal as _, StdinLock, Write as _};

use foursight_core::{Disc, End, Game, Move, Player};
use foursight_lessons::{
    Attempt, Block, Judged, Lesson, Progress, Question, Scene, Step, Tongue, Words, course,
    parse_move, teach, unmarked,
};
use foursight_record::sign;
use foursight_table::Ply;

use super::keep::Kept;
use super::{Judge, demos};
use crate::draw;
use crate::exit::{Exit, Failure};
use crate::input::next_line;
use crate::output::Out;
use crate::words::{as_typed, happened};

/// Whoever goes through a lesson.
pub(super) struct Reader<'a> {
    lesson: &'a Lesson,
    tongue: Tongue,
    judge: Judge,
    kept: Kept,
    /// True if something of this step was left out.
    has_skipped: bool,
    out: &'a mut Out,
    input: StdinLock<'static>,
}

/// What somebody typed.
pub(super) enum Typed {
    /// Words.
    Text(String),
    /// Nothing, or the word for going on.
    Next,
    /// The end of the lesson.
    Quit,
}

impl<'a> Reader<'a> {
    pub(super) fn new(
        lesson: &'a Lesson,
        tongue: Tongue,
        judge: Judge,
        kept: Kept,
        out: &'a mut Out,
    ) -> Self {
        Self {
            lesson,
            tongue,
            judge,
            kept,
            has_skipped: false,
            out,
            input: io::stdin().lock(),
        }
    }

    /// Goes through the lesson from a step on.
    pub(super) fn from(mut self, step: Option<&str>) -> Result<Exit, Failure> {
        let lesson = self.lesson;
        let first = match step {
            None => 0,
            Some(name) => {
                let found = lesson.steps.iter().position(|step| step.name == name);
                found.ok_or_else(|| {
                    let names: Vec<_> = lesson.steps.iter().map(|it| it.name.as_str()).collect();
                    Failure::usage(format_args!(
                        "{} has no step {name}: its steps are {}",
                        lesson.name,
                        names.join(", ")
                    ))
                })?
            }
        };
        self.say(&lesson.title)?;
        let about = self.pick("About", "Etwa");
        let text = format!(
            "{about} {} {}.",
            lesson.minutes,
            self.pick("minutes", "Minuten")
        );
        self.tell(&text)?;
        let facts = [
            (self.pick("For:", "Für:"), &lesson.audience),
            (self.pick("Afterwards:", "Danach:"), &lesson.aim),
        ];
        for (name, words) in facts {
            if let Some(words) = words {
                self.tell(&format!("{name} {}", unmarked(words.get(self.tongue))))?;
            }
        }
        for (at, step) in lesson.steps.iter().enumerate().skip(first) {
            let heading = format!(
                "{}/{} {}",
                at + 1,
                lesson.steps.len(),
                step.title.get(self.tongue)
            );
            self.out.line("")?;
            self.out.paragraph(&unmarked(&heading))?;
            self.has_skipped = false;
            self.note(|progress| progress.visit(&lesson.name, &step.name))?;
            if !self.step(step)? {
                return Ok(Exit::Done);
            }
            if !self.has_skipped {
                self.note(|progress| progress.finish(&lesson.name, &step.name))?;
            }
        }
        let end = self.pick("The lesson is done.", "Die Lektion ist geschafft.");
        self.out.paragraph(end)?;
        Ok(Exit::Done)
    }

    /// Keeps how far somebody is. Files of their own are no part of the course.
    fn note(&mut self, change: impl FnOnce(&mut Progress)) -> Result<(), Failure> {
        if course().iter().any(|known| known == self.lesson) {
            self.kept.change(change)?;
        }
        Ok(())
    }

    /// The language.
    pub(super) fn tongue(&self) -> Tongue {
        self.tongue
    }

    /// One of two texts, by language.
    pub(super) fn pick<'b>(&self, english: &'b str, german: &'b str) -> &'b str {
        match self.tongue {
            Tongue::English => english,
            Tongue::German => german,
        }
    }

    fn say(&mut self, words: &Words) -> Result<(), Failure> {
        Ok(self.out.paragraph(&unmarked(words.get(self.tongue)))?)
    }

    pub(super) fn tell(&mut self, text: &str) -> Result<(), Failure> {
        Ok(self.out.paragraph(text)?)
    }

    /// Text whose line breaks stay as they are.
    pub(super) fn print(&mut self, text: &str) -> Result<(), Failure> {
        Ok(self.out.line(text)?)
    }

    pub(super) fn draw(&mut self, game: &Game) -> Result<(), Failure> {
        let picture = draw::grid_within(game, self.out.columns(), self.out.color());
        self.out.line(&picture)?;
        let [one, two] = Player::BOTH.map(|player| sign(Disc::ordinary(player)));
        let is = self.pick("is", "ist");
        let [first, second] = Player::BOTH.map(|player| self.name(player));
        let text = format!(
            "{one} {is} {first}, {two} {is} {second}. {}",
            self.standing(game)
        );
        self.tell(&text)
    }

    /// What lessons call a player.
    fn name(&self, player: Player) -> String {
        let number = teach::number(player);
        format!("{} {number}", self.pick("Player", "Spieler"))
    }

    /// Whose turn it is, or how it ended.
    pub(super) fn standing(&self, game: &Game) -> String {
        match (game.end(), game.to_move()) {
            (Some(End::Won(winner)), _) => {
                format!(
                    "{} {}",
                    self.name(winner),
                    self.pick("has won.", "hat gewonnen.")
                )
            }
            (Some(_), _) => self.pick("A tie.", "Unentschieden.").to_owned(),
            (None, Some(player)) => {
                format!(
                    "{} {}",
                    self.name(player),
                    self.pick("to move.", "ist am Zug.")
                )
            }
            (None, None) => String::new(),
        }
    }

    /// Asks for a line.
    pub(super) fn ask(&mut self, question: &str) -> Result<Typed, Failure> {
        self.out.ask(question)?;
        self.out.ask(" ")?;
        self.out.flush()?;
        let line = next_line(&mut self.input).map_err(Failure::from)?;
        if !io::stdin().is_terminal() {
            // Nobody sees what comes through a pipe, so it is written down.
            let typed = line.as_ref().and_then(|line| line.as_ref().ok());
            self.out.line(typed.map_or("", String::as_str))?;
        }
        Ok(match line {
            None => Typed::Quit,
            Some(Err(_)) => Typed::Text(String::new()),
            Some(Ok(line)) => match line.trim() {
                "" | "next" | "weiter" => Typed::Next,
                "quit" | "q" | "ende" => Typed::Quit,
                text => Typed::Text(text.to_owned()),
            },
        })
    }

    /// Shows a step; false if the person leaves.
    fn step(&mut self, step: &Step) -> Result<bool, Failure> {
        for block in &step.blocks {
            let goes_on = match block {
                Block::Text(words) => self.say(words).map(|()| true),
                Block::Point(words) | Block::Takeaway(words) => {
                    let text = format!("- {}", unmarked(words.get(self.tongue)));
                    self.tell(&text).map(|()| true)
                }
                Block::Code(listing) => self.print(&listing.text()).map(|()| true),
                Block::Demo(demo, argument) => demos::run(self, step, *demo, argument),
                Block::Scene(scene) => self.scene(scene),
                Block::Question(question) => self.question(question),
                Block::Write(words) => self.write(words),
            }?;
            if !goes_on {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn write(&mut self, words: &Words) -> Result<bool, Failure> {
        self.say(words)?;
        let ask = self.pick("Your thoughts, or Enter:", "Deine Gedanken, oder Enter:");
        let thought = match self.ask(ask)? {
            Typed::Quit => return Ok(false),
            Typed::Next => return Ok(true),
            Typed::Text(thought) => thought,
        };
        if let Some(path) = self.kept.add_thought(&thought)? {
            let saved = self.pick("Saved in", "Gesichert in");
            let text = format!("{saved} {}", path.display());
            self.tell(&text)?;
        }
        Ok(true)
    }

    /// Goes on without an answer.
    fn skip(&mut self) -> bool {
        self.has_skipped = true;
        true
    }

    fn question(&mut self, question: &Question) -> Result<bool, Failure> {
        self.say(&question.ask)?;
        for (letter, answer) in ('a'..).zip(&question.answers) {
            let text = format!("  {letter}) {}", unmarked(answer.text.get(self.tongue)));
            self.tell(&text)?;
        }
        loop {
            let ask = self.pick(
                "Your answer, or Enter to go on:",
                "Deine Antwort, oder Enter für weiter:",
            );
            let text = match self.ask(ask)? {
                Typed::Quit => return Ok(false),
                Typed::Next => return Ok(self.skip()),
                Typed::Text(text) => text,
            };
            let chosen = text
                .chars()
                .next()
                .map(|letter| letter.to_ascii_lowercase());
            let mut answers = ('a'..).zip(&question.answers);
            let Some((_, answer)) = answers.find(|(letter, _)| Some(*letter) == chosen) else {
                continue;
            };
            self.say(&answer.feedback)?;
            if answer.is_right {
                return Ok(true);
            }
        }
    }

    fn scene(&mut self, scene: &Scene) -> Result<bool, Failure> {
        self.draw(&scene.game)?;
        if !scene.marks.is_empty() {
            let marks: Vec<_> = scene.marks.iter().map(ToString::to_string).collect();
            let ringed = self.pick("Ringed:", "Umringt:");
            let text = format!("{ringed} {}", marks.join(", "));
            self.tell(&text)?;
        }
        let Some(mut attempt) = Attempt::new(scene) else {
            return Ok(true);
        };
        self.say(&attempt.exercise().goal.clone())?;
        let mut hints = attempt.exercise().hints.clone().into_iter();
        loop {
            let ask = self.pick(
                "Your move, hint, or Enter to go on:",
                "Dein Zug, tipp, oder Enter für weiter:",
            );
            let text = match self.ask(ask)? {
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
            let Some(step) = parse_move(&text.to_ascii_uppercase()) else {
                let moves: Vec<_> = attempt.moves().into_iter().map(as_typed).collect();
                let can = self.pick("You can type:", "Du kannst tippen:");
                let text = format!("{can} {}", moves.join(", "));
                self.tell(&text)?;
                continue;
            };
            if self.tried(&mut attempt, step)? {
                return Ok(true);
            }
        }
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
            Judged::GoesOn { reply } => {
                if let Ok(after) = before.after(step) {
                    let (number, now) = (after.moves().len() + 1, attempt.game().position());
                    let ply = Ply::made(number, after.position(), reply, now);
                    let name = self.name(ply.player);
                    self.tell(&happened::made(&ply, &name))?;
                }
                self.draw(attempt.game())?;
            }
            Judged::Refused(error) => self.tell(&format!("{error}."))?,
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
