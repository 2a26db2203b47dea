//! A lesson in line mode: texts are printed, positions drawn, and answers typed.

use std::io::{self, IsTerminal as _, StdinLock, Write as _};

use foursight_core::{Disc, DiscKind, End, Game, Player};
use foursight_lessons::{
    Block, Lesson, Progress, Question, Step, Term, Tongue, Words, course, glossary, teach, unmarked,
};
use foursight_record::sign;

use super::keep::Kept;
use super::words::power;
use super::{Judge, demos};
use crate::draw;
use crate::exit::{Exit, Failure};
use crate::input::next_line;
use crate::output::Out;

/// Whoever goes through a lesson.
pub(super) struct Reader<'a> {
    lesson: &'a Lesson,
    tongue: Tongue,
    pub(super) judge: Judge,
    kept: Kept,
    /// True if something of this step was left out.
    has_skipped: bool,
    /// The names of the steps of which something was left out.
    skipped: Vec<&'a str>,
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

/// The word of the game that is called this in one of these languages.
fn term(wanted: &str, tongues: &[Tongue]) -> Option<&'static Term> {
    let wanted = wanted.trim().to_lowercase();
    let is_called = |term: &&Term| {
        let mut words = tongues.iter().map(|it| term.word.get(*it).to_lowercase());
        term.name == wanted || words.any(|word| word == wanted)
    };
    glossary().iter().find(is_called)
}

/// True if what stands behind `word` asks for a meaning: one word, or one of ours. The rest of a thought
/// that begins with it is neither.
fn is_about_a_word(rest: &str) -> bool {
    let is_one = rest.split_whitespace().count() <= 1;
    is_one || term(rest, &[Tongue::English, Tongue::German]).is_some()
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
            skipped: Vec::new(),
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
                    let (lesson, names) = (&lesson.name, names.join(", "));
                    Failure::usage(match self.tongue {
                        Tongue::English => {
                            format!("{lesson} has no step {name}: its steps are {names}")
                        }
                        Tongue::German => {
                            format!("{lesson} hat keinen Schritt {name}: Die Schritte sind {names}")
                        }
                    })
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
            if self.has_skipped {
                self.skipped.push(&step.name);
            } else {
                self.note(|progress| progress.finish(&lesson.name, &step.name))?;
            }
        }
        let end = self.end(lesson.steps.len() - first);
        self.tell(&end)?;
        Ok(Exit::Done)
    }

    /// What is said after the last of `all` steps.
    fn end(&self, all: usize) -> String {
        let (count, names) = (self.skipped.len(), self.skipped.join(", "));
        match (self.tongue, count) {
            (Tongue::English, 0) => "The lesson is done.".to_owned(),
            (Tongue::German, 0) => "Die Lektion ist geschafft.".to_owned(),
            (Tongue::English, _) => {
                format!("That was the last step. Skipped, {count} of {all}: {names}.")
            }
            (Tongue::German, _) => {
                format!("Das war der letzte Schritt. Übersprungen, {count} von {all}: {names}.")
            }
        }
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

    /// Says words of the lesson.
    pub(super) fn say(&mut self, words: &Words) -> Result<(), Failure> {
        Ok(self.out.paragraph(&unmarked(words.get(self.tongue)))?)
    }

    /// Says a paragraph.
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
            "{one} {is} {first}, {two} {is} {second}. {}{}",
            self.power_discs(game),
            self.standing(game)
        );
        self.tell(&text)
    }

    /// What the signs of power discs mean that stand in a grid, each once.
    fn power_discs(&self, game: &Game) -> String {
        let grid = game.position().grid();
        let discs = grid.columns().flat_map(|column| grid.stack(column));
        let mut told: Vec<String> = Vec::new();
        for disc in discs {
            let DiscKind::Power(kind) = disc.kind else {
                continue;
            };
            let [is, of] = [self.pick("is", "ist"), self.pick("of", "von")];
            let (name, owner) = (power(self.tongue, kind), self.name(disc.owner));
            let text = format!("{} {is} {name} {of} {owner}. ", sign(disc));
            if !told.contains(&text) {
                told.push(text);
            }
        }
        told.concat()
    }

    /// What lessons call a player.
    pub(super) fn name(&self, player: Player) -> String {
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

    /// Asks for something, and says what may be typed if the reader asks that.
    pub(super) fn ask(&mut self, question: &str, can: &str) -> Result<Typed, Failure> {
        loop {
            let typed = self.ask_line(question)?;
            let Typed::Text(text) = &typed else {
                return Ok(typed);
            };
            let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
            match first {
                "help" | "hilfe" | "?" if rest.is_empty() => {
                    self.tell(can)?;
                    let always = self.pick(
                        "Everywhere: Enter goes on, quit ends and keeps how far you are, word fork says what a word means, help says this.",
                        "Überall: Enter geht weiter, ende hört auf und merkt sich, wie weit du bist, wort gabel sagt, was ein Wort bedeutet, hilfe sagt dies.",
                    );
                    self.tell(always)?;
                }
                "word" | "wort" if is_about_a_word(rest) => {
                    let said = self.meaning(rest);
                    self.tell(&said)?;
                }
                _ => return Ok(typed),
            }
        }
    }

    /// What a word of the game means, or which words there are.
    fn meaning(&self, wanted: &str) -> String {
        if let Some(term) = term(wanted, &[self.tongue]) {
            let meaning = unmarked(term.meaning.get(self.tongue));
            return format!("{}: {meaning}", term.word.get(self.tongue));
        }
        let words: Vec<_> = glossary()
            .iter()
            .map(|term| term.word.get(self.tongue))
            .collect();
        let known = self.pick("The words are", "Die Wörter sind");
        format!("{known}: {}.", words.join(", "))
    }

    /// Asks for a line.
    fn ask_line(&mut self, question: &str) -> Result<Typed, Failure> {
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
        for (at, block) in step.blocks.iter().enumerate() {
            let has_own = matches!(step.blocks.get(at + 1), Some(Block::Terminal(_)));
            let goes_on = match block {
                Block::Text(_) if has_own => Ok(true),
                Block::Text(words) | Block::Terminal(words) => self.say(words).map(|()| true),
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
        let can = self.pick(
            "You can type a line of your own; it is kept in a file.",
            "Du kannst eine eigene Zeile tippen; sie kommt in eine Datei.",
        );
        let thought = match self.ask(ask, can)? {
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
    pub(super) fn skip(&mut self) -> bool {
        self.has_skipped = true;
        true
    }

    fn question(&mut self, question: &Question) -> Result<bool, Failure> {
        self.say(&question.ask)?;
        for (letter, answer) in ('a'..).zip(&question.answers) {
            let text = format!("  {letter}) {}", unmarked(answer.text.get(self.tongue)));
            self.tell(&text)?;
        }
        let last = char::from(b'a' + question.answers.len().saturating_sub(1) as u8);
        let can = match self.tongue {
            Tongue::English => format!("You can type the letter of an answer, a to {last}."),
            Tongue::German => {
                format!("Du kannst den Buchstaben einer Antwort tippen, a bis {last}.")
            }
        };
        loop {
            let ask = self.pick(
                "Your answer, or Enter to go on:",
                "Deine Antwort, oder Enter für weiter:",
            );
            let text = match self.ask(ask, &can)? {
                Typed::Quit => return Ok(false),
                Typed::Next => return Ok(self.skip()),
                Typed::Text(text) => text,
            };
            let chosen = text.trim_end_matches([')', '.']).to_lowercase();
            let mut answers = ('a'..).zip(&question.answers);
            let Some((_, answer)) = answers.find(|(letter, _)| letter.to_string() == chosen) else {
                self.tell(&can)?;
                continue;
            };
            self.say(&answer.feedback)?;
            if answer.is_right {
                return Ok(true);
            }
        }
    }
}
