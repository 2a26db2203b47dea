//! Parses a lesson file into a [`Lesson`].

mod scene;

use crate::bilingual::BilingualText;
use crate::error::{LessonError, LessonErrorKind};
use crate::key_values::{KeyValue, parse_key_values};
use crate::lesson::{Block, Demo, Lesson, QuizAnswer, QuizQuestion, Step};
use crate::listing::Listing;
use crate::notation;
use scene::SceneDraft;

/// Maximum length of a lesson file.
pub const LESSON_BYTES_MAX: usize = 256 * 1024;
/// Maximum duration of a lesson in minutes, and maximum length of a win in plies.
const NUMBER_MAX: u16 = 600;

/// Parses a lesson.
///
/// A file is plain text: `key: words` on a line, and below it `= words` in German. Lines that start
/// with `#` are comments. The keys of the lesson come first, then its steps:
///
/// | key | means |
/// |---|---|
/// | `lesson` | its name |
/// | `title`, `about`, `audience`, `aim` | texts about it; the last two are optional |
/// | `minutes` | its duration |
/// | `step` | starts a step with this name |
/// | `title` | its heading |
/// | `aim` | its learning goal; optional |
/// | `text`, `point`, `takeaway` | a paragraph, an entry of a list, a takeaway |
/// | `text terminal` | replaces the paragraph above it in a terminal, which has no buttons and highlights |
/// | `demo` | an interactive demo, by name, with an optional argument |
/// | `code` | a listing, by name |
/// | `position` | a position; `mark: d3 e4` marks cells by rings, `arrow: a1 d4` adds an arrow |
/// | `goal`, `task` | the exercise, in words and as the program checks it |
/// | `allow` | the allowed moves; without it, all legal moves |
/// | `good`, `bad`, `bad 3` | feedback on success, on failure, and on failure with that move |
/// | `hint` | a hint, each more specific than the previous one |
/// | `ask`, `right`, `wrong` | a question and its answers, each with ` -> ` and feedback |
/// | `write` | a text field |
///
/// Tasks are `move` (any legal one), `move 3 P4` (one of these), `refused 4` (this illegal move,
/// then any legal one), `connect`, `safe`, `win in 3`, `win`, `draw`, and `win once` and `draw
/// once`, where only the first move counts.
///
/// # Errors
///
/// Returns the first [`LessonError`], with its line.
///
/// ```
/// use foursight_lessons::parse;
///
/// let lesson = parse("lesson: first
/// title: First
///      = Erste
/// about: One drop.
///      = Ein Wurf.
/// minutes: 2
/// step: drop
/// title: Drop
///      = Wirf
/// position: start
/// goal: Drop a disc.
///     = Wirf eine Scheibe ein.
/// task: move
/// good: It fell.
///     = Sie fiel.
/// bad: No.
///    = Nein.
/// ")?;
/// assert_eq!(lesson.steps[0].exercise().expect("an exercise").goal.english, "Drop a disc.");
/// assert_eq!(parse("lesson: A").unwrap_err().to_string(),
///     "line 1: `A` is no name: use small letters, digits and hyphens");
/// # Ok::<_, foursight_lessons::LessonError>(())
/// ```
pub fn parse(text: &str) -> Result<Lesson, LessonError> {
    parse_lesson(text).map_err(|errors| {
        // An invalid lesson has at least one error.
        let first = errors.into_iter().next();
        first.unwrap_or_else(|| missing_key(&[], "lesson"))
    })
}

/// Parses a lesson and reports all errors. After an error it continues with the next key, or with
/// the next block if the following keys depend on the invalid one.
///
/// # Errors
///
/// Returns at least one [`LessonError`], ordered by line.
///
/// ```
/// let errors = foursight_lessons::parse_all("lesson: A\nminutes: 0").unwrap_err();
/// assert_eq!(errors[0].line, 1);
/// assert!(errors.iter().any(|error| error.line == 2));
/// ```
pub fn parse_all(text: &str) -> Result<Lesson, Vec<LessonError>> {
    parse_lesson(text).map_err(|mut errors| {
        errors.sort_by_key(|error| error.line);
        errors
    })
}

/// Parses a lesson, or returns its errors in the order of discovery.
fn parse_lesson(text: &str) -> Result<Lesson, LessonErrors> {
    if text.len() > LESSON_BYTES_MAX {
        return Err(vec![LessonError {
            line: 1,
            kind: LessonErrorKind::TooLong(text.len()),
        }]);
    }
    let mut errors = LessonErrors::new();
    let key_values = parse_key_values(text, &mut errors);
    let is_step = |key_value: &KeyValue<'_>| key_value.key == "step";
    let head = key_values.iter().position(is_step);
    let (head, body) = key_values.split_at(head.unwrap_or(key_values.len()));
    let lesson = parse_head(head, &mut errors);
    let mut steps: Vec<Step> = Vec::new();
    for part in body.chunk_by(|_, next| next.key != "step") {
        let Some(step) = parse_step(part, &mut errors) else {
            continue;
        };
        if steps.iter().any(|other| other.name == step.name) {
            errors.push(part[0].error(LessonErrorKind::DuplicateStep(step.name.clone())));
        }
        steps.push(step);
    }
    if body.is_empty() && errors.is_empty() {
        errors.push(missing_key(head, "step"));
    }
    match lesson {
        Some(lesson) if errors.is_empty() => Ok(Lesson { steps, ..lesson }),
        _ => Err(errors),
    }
}

/// All errors of a lesson.
type LessonErrors = Vec<LessonError>;

/// Creates the error of a missing key.
fn missing_key(part: &[KeyValue<'_>], key: &'static str) -> LessonError {
    LessonError {
        line: part.first().map_or(1, |key_value| key_value.line),
        kind: LessonErrorKind::MissingKey(key),
    }
}

/// Sets a value, or reports that the key occurs twice.
fn set_once<T>(
    slot: &mut Option<T>,
    key_value: &KeyValue<'_>,
    value: T,
) -> Result<(), LessonError> {
    match slot.replace(value) {
        Some(_) => Err(key_value.error(LessonErrorKind::DuplicateKey(key_value.key.to_owned()))),
        None => Ok(()),
    }
}

/// The keys of a lesson parsed so far.
#[derive(Default)]
struct HeadDraft {
    name: Option<String>,
    minutes: Option<u16>,
    title: Option<BilingualText>,
    about: Option<BilingualText>,
    audience: Option<BilingualText>,
    aim: Option<BilingualText>,
}

impl HeadDraft {
    fn parse(&mut self, key_value: &KeyValue<'_>) -> Result<(), LessonError> {
        expect_no_argument(key_value)?;
        match key_value.key {
            "lesson" => set_once(&mut self.name, key_value, key_value.name()?),
            "minutes" => set_once(
                &mut self.minutes,
                key_value,
                parse_number(key_value, key_value.value()?)?,
            ),
            "title" => set_once(&mut self.title, key_value, key_value.text()?),
            "about" => set_once(&mut self.about, key_value, key_value.text()?),
            "audience" => set_once(&mut self.audience, key_value, key_value.text()?),
            "aim" => set_once(&mut self.aim, key_value, key_value.text()?),
            _ => Err(unexpected_key(key_value)),
        }
    }
}

fn parse_head(part: &[KeyValue<'_>], errors: &mut LessonErrors) -> Option<Lesson> {
    let mut draft = HeadDraft::default();
    let mut failed = Vec::new();
    for key_value in part {
        if let Err(error) = draft.parse(key_value) {
            failed.push(key_value.key);
            errors.push(error);
        }
    }
    let required = [
        ("lesson", draft.name.is_some()),
        ("title", draft.title.is_some()),
        ("about", draft.about.is_some()),
        ("minutes", draft.minutes.is_some()),
    ];
    for (key, is_set) in required {
        if !is_set && !failed.contains(&key) {
            errors.push(missing_key(part, key));
        }
    }
    Some(Lesson {
        name: draft.name?,
        title: draft.title?,
        about: draft.about?,
        minutes: draft.minutes?,
        audience: draft.audience,
        aim: draft.aim,
        steps: Vec::new(),
    })
}

/// Creates the error of a misplaced or unknown key.
fn unexpected_key(key_value: &KeyValue<'_>) -> LessonError {
    const KEYS: [&str; 24] = [
        "lesson", "title", "about", "audience", "aim", "minutes", "step", "text", "point",
        "takeaway", "demo", "code", "position", "mark", "arrow", "goal", "task", "allow", "good",
        "bad", "hint", "ask", "right", "wrong",
    ];
    let key = key_value.key.to_owned();
    key_value.error(if KEYS.contains(&key_value.key) || key == "write" {
        LessonErrorKind::MisplacedKey(key)
    } else {
        LessonErrorKind::UnknownKey(key)
    })
}

fn expect_no_argument(key_value: &KeyValue<'_>) -> Result<(), LessonError> {
    if key_value.argument.is_empty() {
        return Ok(());
    }
    let key = format!("{} {}", key_value.key, key_value.argument);
    Err(key_value.error(LessonErrorKind::UnknownKey(key)))
}

fn parse_number(key_value: &KeyValue<'_>, text: &str) -> Result<u16, LessonError> {
    let parsed = text.parse().ok();
    let number = parsed.filter(|number| (1..=NUMBER_MAX).contains(number));
    number.ok_or_else(|| key_value.error(LessonErrorKind::InvalidNumber(text.to_owned())))
}

/// Key and argument of a text for terminals.
const TERMINAL: (&str, &str) = ("text", "terminal");

/// Keys of answers.
const ANSWER_KEYS: [&str; 2] = ["right", "wrong"];
/// Keys that depend on a position.
const POSITION_KEYS: [&str; 8] = [
    "mark", "arrow", "goal", "task", "allow", "good", "bad", "hint",
];
/// Keys that start a block and thereby end a question.
const BLOCK_KEYS: [&str; 8] = [
    "text", "point", "takeaway", "write", "demo", "code", "ask", "position",
];

/// The parts of a step parsed so far.
#[derive(Default)]
struct StepDraft {
    title: Option<BilingualText>,
    aim: Option<BilingualText>,
    blocks: Vec<Block>,
    scene: Option<SceneDraft>,
    question: Option<(usize, QuizQuestion)>,
    /// The position is invalid, so its keys are skipped.
    skips_scene: bool,
    /// The question is invalid, so its answers are skipped.
    skips_question: bool,
    /// An answer is invalid, so the answers are not counted.
    has_invalid_answer: bool,
}

fn parse_step(part: &[KeyValue<'_>], errors: &mut LessonErrors) -> Option<Step> {
    let mut draft = StepDraft::default();
    let (before, mut failed) = (errors.len(), Vec::new());
    for key_value in &part[1..] {
        if BLOCK_KEYS.contains(&key_value.key) {
            errors.extend(draft.end_question().err());
        }
        if draft.is_skipped(key_value) {
            continue;
        }
        if let Err(error) = draft.parse(key_value) {
            draft.skip_dependents(key_value);
            failed.push(key_value.key);
            errors.push(error);
        }
    }
    errors.extend(draft.end_question().err());
    draft.end_scene(&failed, errors);
    if draft.blocks.is_empty() && errors.len() == before {
        errors.push(missing_key(part, "text"));
    }
    let name = expect_no_argument(&part[0]).and_then(|()| part[0].name());
    let name = name.map_err(|error| errors.push(error)).ok();
    if draft.title.is_none() && !failed.contains(&"title") {
        errors.push(missing_key(part, "title"));
    }
    Some(Step {
        name: name?,
        title: draft.title?,
        aim: draft.aim,
        blocks: draft.blocks,
        line: part[0].line,
    })
}

impl StepDraft {
    /// Returns true for a key that depends on an invalid question or position.
    fn is_skipped(&mut self, key_value: &KeyValue<'_>) -> bool {
        if ANSWER_KEYS.contains(&key_value.key) {
            return self.skips_question;
        }
        self.skips_question = false;
        self.skips_scene && POSITION_KEYS.contains(&key_value.key)
    }

    /// Skips the keys that depend on an invalid key.
    fn skip_dependents(&mut self, key_value: &KeyValue<'_>) {
        let starts = |key: &str, is_started: bool, keys: &[&str]| {
            key_value.key == key || !is_started && keys.contains(&key_value.key)
        };
        self.has_invalid_answer |= ANSWER_KEYS.contains(&key_value.key);
        self.skips_question = starts("ask", self.question.is_some(), &ANSWER_KEYS);
        self.skips_scene |= starts("position", self.scene.is_some(), &POSITION_KEYS);
    }

    /// Parses a key.
    fn parse(&mut self, key_value: &KeyValue<'_>) -> Result<(), LessonError> {
        if key_value.key != "bad" && (key_value.key, key_value.argument) != TERMINAL {
            expect_no_argument(key_value)?;
        }
        if self.parse_block(key_value)? || self.parse_scene(key_value)? {
            Ok(())
        } else {
            Err(unexpected_key(key_value))
        }
    }

    /// Parses the key of a block. Returns false for other keys.
    fn parse_block(&mut self, key_value: &KeyValue<'_>) -> Result<bool, LessonError> {
        match key_value.key {
            "title" => set_once(&mut self.title, key_value, key_value.text()?)?,
            "aim" => set_once(&mut self.aim, key_value, key_value.text()?)?,
            "text" if key_value.argument.is_empty() => {
                self.blocks.push(Block::Text(key_value.text()?));
            }
            "text" => {
                if !matches!(self.blocks.last(), Some(Block::Text(_))) {
                    return Err(
                        key_value.error(LessonErrorKind::MisplacedKey("text terminal".to_owned()))
                    );
                }
                self.blocks.push(Block::TerminalText(key_value.text()?));
            }
            "point" => self.blocks.push(Block::Point(key_value.text()?)),
            "takeaway" => self.blocks.push(Block::Takeaway(key_value.text()?)),
            "write" => self.blocks.push(Block::Write(key_value.text()?)),
            "demo" => {
                let value = key_value.value()?;
                let (name, rest) = value.split_once(' ').unwrap_or((value, ""));
                let demo = Demo::from_name(name);
                let demo = demo.ok_or_else(|| {
                    key_value.error(LessonErrorKind::UnknownDemo(name.to_owned()))
                })?;
                self.blocks.push(Block::Demo(demo, rest.trim().to_owned()));
            }
            "code" => {
                let name = key_value.value()?;
                let listing = Listing::from_name(name);
                let listing = listing.ok_or_else(|| {
                    key_value.error(LessonErrorKind::UnknownListing(name.to_owned()))
                })?;
                self.blocks.push(Block::Code(listing));
            }
            "ask" => {
                let question = QuizQuestion {
                    prompt: key_value.text()?,
                    answers: Vec::new(),
                };
                self.question = Some((key_value.line, question));
            }
            "right" | "wrong" => {
                let (text, feedback) = key_value.answer_and_feedback()?;
                let is_right = key_value.key == "right";
                let (_, question) = self
                    .question
                    .as_mut()
                    .ok_or_else(|| unexpected_key(key_value))?;
                question.answers.push(QuizAnswer {
                    text,
                    feedback,
                    is_right,
                });
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn end_question(&mut self) -> Result<(), LessonError> {
        let Some((line, question)) = self.question.take() else {
            return Ok(());
        };
        let fail = |kind| Err(LessonError { line, kind });
        if std::mem::take(&mut self.has_invalid_answer) {
            return Ok(());
        }
        let right = question
            .answers
            .iter()
            .filter(|answer| answer.is_right)
            .count();
        if right != 1 {
            return fail(LessonErrorKind::RightAnswerCount(right));
        }
        if question.answers.len() == 1 {
            return fail(LessonErrorKind::NoWrongAnswer);
        }
        self.blocks.push(Block::Question(question));
        Ok(())
    }

    /// Parses the key of a position. Returns false for other keys.
    fn parse_scene(&mut self, key_value: &KeyValue<'_>) -> Result<bool, LessonError> {
        if key_value.key == "position" {
            let game =
                notation::parse_game(key_value.value()?).map_err(|kind| key_value.error(kind))?;
            let draft = SceneDraft::new(key_value.line, self.blocks.len(), game);
            set_once(&mut self.scene, key_value, draft)?;
            return Ok(true);
        }
        match &mut self.scene {
            Some(scene) => scene.parse(key_value),
            None => Ok(false),
        }
    }

    fn end_scene(&mut self, failed: &[&str], errors: &mut LessonErrors) {
        if let Some(draft) = self.scene.take() {
            let at = draft.at;
            if let Some(scene) = draft.finish(failed, errors) {
                self.blocks.insert(at, Block::Scene(Box::new(scene)));
            }
        }
    }
}
