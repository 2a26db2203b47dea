//! Runs a lesson line by line: prints texts and diagrams, and reads typed answers.

use std::io::{self, IsTerminal as _, StdinLock, Write as _};

use foursight_core::{Disc, DiscKind, End, Game, Player};
use foursight_lessons::{
    BilingualText, Block, Language, Lesson, Progress, QuizQuestion, Step, Term, course, glossary,
    strip_markup, teach,
};
use foursight_record::disc_sign;
use foursight_terminal::board_text;
use foursight_terminal::line_input::next_line;
use foursight_terminal::output::CliOutput;

use super::lesson_text::power_disc_name;
use super::progress_store::ProgressStore;
use super::{LessonSolver, demos};
use crate::exit::{CliError, Exit};

/// The state of a running lesson.
pub(super) struct LessonRunner<'a> {
    lesson: &'a Lesson,
    language: Language,
    pub(super) solver: LessonSolver,
    store: ProgressStore,
    /// True if the learner skipped an exercise or question of this step.
    has_skipped: bool,
    /// Names of steps with something skipped.
    skipped: Vec<&'a str>,
    out: &'a mut CliOutput,
    input: StdinLock<'static>,
}

/// A typed line.
pub(super) enum LessonInput {
    /// Any other text.
    Text(String),
    /// A blank line, or the word for continuing.
    Next,
    /// The word for leaving, or the end of input.
    Quit,
}

/// Finds a term of the glossary by its name in one of these languages.
fn term(word: &str, languages: &[Language]) -> Option<&'static Term> {
    let word = word.trim().to_lowercase();
    let matches = |term: &&Term| {
        let mut words = languages
            .iter()
            .map(|language| term.word.get(*language).to_lowercase());
        term.name == word || words.any(|other| other == word)
    };
    glossary().iter().find(matches)
}

/// True if the text after `word` asks for a meaning: a single word, or a term of the glossary. A
/// thought that begins with "word" is neither.
fn is_glossary_question(rest: &str) -> bool {
    let is_single_word = rest.split_whitespace().count() <= 1;
    is_single_word || term(rest, &[Language::English, Language::German]).is_some()
}

impl<'a> LessonRunner<'a> {
    pub(super) fn new(
        lesson: &'a Lesson,
        language: Language,
        solver: LessonSolver,
        store: ProgressStore,
        out: &'a mut CliOutput,
    ) -> Self {
        Self {
            lesson,
            language,
            solver,
            store,
            has_skipped: false,
            skipped: Vec::new(),
            out,
            input: io::stdin().lock(),
        }
    }

    /// Runs the lesson from a step on.
    pub(super) fn run_from(mut self, first_step: Option<&str>) -> Result<Exit, CliError> {
        let lesson = self.lesson;
        let first = match first_step {
            None => 0,
            Some(name) => {
                let found = lesson
                    .steps
                    .iter()
                    .position(|candidate| candidate.name == name);
                found.ok_or_else(|| {
                    let names: Vec<_> = lesson
                        .steps
                        .iter()
                        .map(|candidate| candidate.name.as_str())
                        .collect();
                    let (lesson, names) = (&lesson.name, names.join(", "));
                    CliError::usage(match self.language {
                        Language::English => {
                            format!("{lesson} has no step {name}: its steps are {names}")
                        }
                        Language::German => {
                            format!("{lesson} hat keinen Schritt {name}: Die Schritte sind {names}")
                        }
                    })
                })?
            }
        };
        self.print_text(&lesson.title)?;
        let intro = self.pick("About", "Etwa");
        let text = format!(
            "{intro} {} {}.",
            lesson.minutes,
            self.pick("minutes", "Minuten")
        );
        self.print_paragraph(&text)?;
        let facts = [
            (self.pick("For:", "Für:"), &lesson.audience),
            (self.pick("Afterwards:", "Danach:"), &lesson.aim),
        ];
        for (label, words) in facts {
            if let Some(words) = words {
                self.print_paragraph(&format!(
                    "{label} {}",
                    strip_markup(words.get(self.language))
                ))?;
            }
        }
        for (at, step) in lesson.steps.iter().enumerate().skip(first) {
            let heading = format!(
                "{}/{} {}",
                at + 1,
                lesson.steps.len(),
                step.title.get(self.language)
            );
            self.out.line("")?;
            self.out.paragraph(&strip_markup(&heading))?;
            if let Some(aim) = &step.aim {
                let label = self.pick("Learning goal:", "Lernziel:");
                let text = format!("{label} {}", strip_markup(aim.get(self.language)));
                self.print_paragraph(&text)?;
            }
            self.has_skipped = false;
            self.save_progress(|progress| progress.visit(&lesson.name, &step.name))?;
            if !self.run_step(step)? {
                return Ok(Exit::Done);
            }
            if self.has_skipped {
                self.skipped.push(&step.name);
            } else {
                self.save_progress(|progress| progress.finish(&lesson.name, &step.name))?;
            }
        }
        let end_text = self.end_text(lesson.steps.len() - first);
        self.print_paragraph(&end_text)?;
        Ok(Exit::Done)
    }

    /// Returns the text after the last of `all` steps.
    fn end_text(&self, all: usize) -> String {
        let (count, names) = (self.skipped.len(), self.skipped.join(", "));
        match (self.language, count) {
            (Language::English, 0) => "The lesson is done.".to_owned(),
            (Language::German, 0) => "Die Lektion ist geschafft.".to_owned(),
            (Language::English, _) => {
                format!("That was the last step. Skipped, {count} of {all}: {names}.")
            }
            (Language::German, _) => {
                format!("Das war der letzte Schritt. Übersprungen, {count} von {all}: {names}.")
            }
        }
    }

    /// Saves progress. The user's own lessons are not part of the course.
    fn save_progress(&mut self, change: impl FnOnce(&mut Progress)) -> Result<(), CliError> {
        if course().iter().any(|known| known == self.lesson) {
            self.store.update(change)?;
        }
        Ok(())
    }

    /// Returns the language.
    pub(super) fn language(&self) -> Language {
        self.language
    }

    /// Returns one of two texts, by language.
    pub(super) fn pick<'b>(&self, english: &'b str, german: &'b str) -> &'b str {
        match self.language {
            Language::English => english,
            Language::German => german,
        }
    }

    /// Prints a text of the lesson.
    pub(super) fn print_text(&mut self, words: &BilingualText) -> Result<(), CliError> {
        Ok(self
            .out
            .paragraph(&strip_markup(words.get(self.language)))?)
    }

    /// Prints a wrapped paragraph.
    pub(super) fn print_paragraph(&mut self, text: &str) -> Result<(), CliError> {
        Ok(self.out.paragraph(text)?)
    }

    /// Prints a text without wrapping it.
    pub(super) fn print(&mut self, text: &str) -> Result<(), CliError> {
        Ok(self.out.line(text)?)
    }

    pub(super) fn render_game(&mut self, game: &Game) -> Result<(), CliError> {
        let board = board_text::board_within(game, self.out.columns(), self.out.color());
        self.out.line(&board)?;
        let [one, two] = Player::BOTH.map(|player| disc_sign(Disc::ordinary(player)));
        let is = self.pick("is", "ist");
        let [first, second] = Player::BOTH.map(|player| self.player_name(player));
        let text = format!(
            "{one} {is} {first}, {two} {is} {second}. {}{}",
            self.power_discs(game),
            self.game_status(game)
        );
        self.print_paragraph(&text)
    }

    /// Explains the symbol of each power disc on the board.
    fn power_discs(&self, game: &Game) -> String {
        let board = game.position().board();
        let discs = board.columns().flat_map(|column| board.stack(column));
        let mut texts: Vec<String> = Vec::new();
        for disc in discs {
            let DiscKind::Power(kind) = disc.kind else {
                continue;
            };
            let [is, of] = [self.pick("is", "ist"), self.pick("of", "von")];
            let (disc_name, owner) = (
                power_disc_name(self.language, kind),
                self.player_name(disc.owner),
            );
            let text = format!("{} {is} {disc_name} {of} {owner}. ", disc_sign(disc));
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        texts.concat()
    }

    /// Returns the name of a player in lessons.
    pub(super) fn player_name(&self, player: Player) -> String {
        let number = teach::number(player);
        format!("{} {number}", self.pick("Player", "Spieler"))
    }

    /// Describes whose turn it is, or how the game ended.
    pub(super) fn game_status(&self, game: &Game) -> String {
        match (game.end(), game.to_move()) {
            (Some(End::Won(winner)), _) => {
                format!(
                    "{} {}",
                    self.player_name(winner),
                    self.pick("has won.", "hat gewonnen.")
                )
            }
            (Some(_), _) => self.pick("A draw.", "Unentschieden.").to_owned(),
            (None, Some(player)) => {
                format!(
                    "{} {}",
                    self.player_name(player),
                    self.pick("to move.", "ist am Zug.")
                )
            }
            (None, None) => String::new(),
        }
    }

    /// Prompts for a line. Handles the commands `help` and `word` itself, and then prompts
    /// again.
    pub(super) fn prompt(&mut self, question: &str, help: &str) -> Result<LessonInput, CliError> {
        loop {
            let typed = self.read_input(question)?;
            let LessonInput::Text(text) = &typed else {
                return Ok(typed);
            };
            let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
            match first {
                "help" | "hilfe" | "?" if rest.is_empty() => {
                    self.print_paragraph(help)?;
                    let always = self.pick(
                        "Everywhere: Enter continues, quit leaves and saves your progress, word fork explains a term, help shows this.",
                        "Überall: Enter geht weiter, ende hört auf und merkt sich, wie weit du bist, wort gabel sagt, was ein Wort bedeutet, hilfe sagt dies.",
                    );
                    self.print_paragraph(always)?;
                }
                "word" | "wort" if is_glossary_question(rest) => {
                    let text = self.explain_word(rest);
                    self.print_paragraph(&text)?;
                }
                _ => return Ok(typed),
            }
        }
    }

    /// Explains a term, or lists all terms.
    fn explain_word(&self, word: &str) -> String {
        if let Some(term) = term(word, &[self.language]) {
            let explanation = strip_markup(term.meaning.get(self.language));
            return format!("{}: {explanation}", term.word.get(self.language));
        }
        let words: Vec<_> = glossary()
            .iter()
            .map(|term| term.word.get(self.language))
            .collect();
        let known = self.pick("The words are", "Die Wörter sind");
        format!("{known}: {}.", words.join(", "))
    }

    /// Prompts for a line and reads it.
    fn read_input(&mut self, question: &str) -> Result<LessonInput, CliError> {
        self.out.prompt(question)?;
        self.out.prompt(" ")?;
        self.out.flush()?;
        let line = next_line(&mut self.input).map_err(CliError::from)?;
        if !io::stdin().is_terminal() {
            // Echo piped input, which the terminal does not show.
            let typed = line.as_ref().and_then(|line| line.as_ref().ok());
            self.out.line(typed.map_or("", String::as_str))?;
        }
        Ok(match line {
            None => LessonInput::Quit,
            Some(Err(_)) => LessonInput::Text(String::new()),
            Some(Ok(line)) => match line.trim() {
                "" | "next" | "weiter" => LessonInput::Next,
                "quit" | "q" | "ende" => LessonInput::Quit,
                text => LessonInput::Text(text.to_owned()),
            },
        })
    }

    /// Runs a step. Returns false if the learner leaves.
    fn run_step(&mut self, step: &Step) -> Result<bool, CliError> {
        for (at, block) in step.blocks.iter().enumerate() {
            let has_terminal_text = matches!(step.blocks.get(at + 1), Some(Block::TerminalText(_)));
            let continues = match block {
                Block::Text(_) if has_terminal_text => Ok(true),
                Block::Text(words) | Block::TerminalText(words) => {
                    self.print_text(words).map(|()| true)
                }
                Block::Point(words) | Block::Takeaway(words) => {
                    let text = format!("- {}", strip_markup(words.get(self.language)));
                    self.print_paragraph(&text).map(|()| true)
                }
                Block::Code(listing) => self.print(&listing.text()).map(|()| true),
                Block::Demo(demo, argument) => demos::run(self, step, *demo, argument),
                Block::Scene(scene) => self.run_scene(scene),
                Block::Question(question) => self.run_question(question),
                Block::Write(words) => self.write_thought(words),
            }?;
            if !continues {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn write_thought(&mut self, words: &BilingualText) -> Result<bool, CliError> {
        self.print_text(words)?;
        let question = self.pick("Your thoughts, or Enter:", "Deine Gedanken, oder Enter:");
        let help = self.pick(
            "You can type a line of your own; it is kept in a file.",
            "Du kannst eine eigene Zeile tippen; sie kommt in eine Datei.",
        );
        let thought = match self.prompt(question, help)? {
            LessonInput::Quit => return Ok(false),
            LessonInput::Next => return Ok(true),
            LessonInput::Text(thought) => thought,
        };
        if let Some(path) = self.store.add_thought(&thought)? {
            let saved = self.pick("Saved in", "Gesichert in");
            let text = format!("{saved} {}", path.display());
            self.print_paragraph(&text)?;
        }
        Ok(true)
    }

    /// Continues without an answer.
    pub(super) fn skip(&mut self) -> bool {
        self.has_skipped = true;
        true
    }

    fn run_question(&mut self, question: &QuizQuestion) -> Result<bool, CliError> {
        self.print_text(&question.prompt)?;
        for (letter, answer) in ('a'..).zip(&question.answers) {
            let text = format!(
                "  {letter}) {}",
                strip_markup(answer.text.get(self.language))
            );
            self.print_paragraph(&text)?;
        }
        let last = char::from(b'a' + question.answers.len().saturating_sub(1) as u8);
        let help = match self.language {
            Language::English => format!("You can type the letter of an answer, a to {last}."),
            Language::German => {
                format!("Du kannst den Buchstaben einer Antwort tippen, a bis {last}.")
            }
        };
        loop {
            let prompt = self.pick(
                "Your answer, or Enter to continue:",
                "Deine Antwort, oder Enter für weiter:",
            );
            let text = match self.prompt(prompt, &help)? {
                LessonInput::Quit => return Ok(false),
                LessonInput::Next => return Ok(self.skip()),
                LessonInput::Text(text) => text,
            };
            let chosen = text.trim_end_matches([')', '.']).to_lowercase();
            let mut answers = ('a'..).zip(&question.answers);
            let Some((_, answer)) = answers.find(|(letter, _)| letter.to_string() == chosen) else {
                self.print_paragraph(&help)?;
                continue;
            };
            self.print_text(&answer.feedback)?;
            if answer.is_right {
                return Ok(true);
            }
        }
    }
}
