//! From the text of a lesson's file to a [`Lesson`].

mod scene;

use crate::entries::{Entry, entries};
use crate::error::{LessonError, Reason};
use crate::lesson::{Answer, Block, Demo, Lesson, Question, Step};
use crate::listing::Listing;
use crate::notation;
use crate::words::Words;
use scene::SceneDraft;

/// The longest file of a lesson.
pub const LESSON_BYTES_MAX: usize = 256 * 1024;
/// The longest lesson, and the longest win that is asked for.
const NUMBER_MAX: u16 = 600;

/// Reads a lesson.
///
/// A file is plain text: `key: words` on a line, and below it `= words` in German. Lines that begin with
/// `#` are comments. First come the keys of the lesson, then its steps:
///
/// | key | means |
/// |---|---|
/// | `lesson` | its name |
/// | `title`, `about`, `audience`, `aim` | words about it; the last two may be missing |
/// | `minutes` | how long it takes |
/// | `step` | a step begins; this is its name |
/// | `title` | its heading |
/// | `text`, `point`, `takeaway` | a paragraph, an entry of a list, something to take away |
/// | `text terminal` | the paragraph above it for a terminal, where nothing can be pressed or lights up |
/// | `demo` | something to play with, by name, perhaps with words behind it |
/// | `code` | a part of our source, by name |
/// | `position` | a position; `mark: d3 e4` rings spaces, `arrow: a1 d4` points |
/// | `goal`, `task` | what to do there, in words and as a program checks it |
/// | `allow` | the moves that may be tried, all unless it is there |
/// | `good`, `bad`, `bad 3` | what to say about success, failure, and failure by that move |
/// | `hint` | a hint, each telling more than the one before |
/// | `ask`, `right`, `wrong` | a question and its answers, each with ` -> ` and what to say about it |
/// | `write` | a place to write |
///
/// Tasks are `move` (any legal one), `move 3 P4` (one of these), `refused 4` (this one, which the rules refuse,
/// then any legal one), `connect`, `safe`, `win in 3`, `win`, `draw`, and `win once` and `draw once`, where only
/// the first move counts.
///
/// # Errors
///
/// [`LessonError`] names the line and what is wrong with it.
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
/// assert_eq!(lesson.steps[0].exercise().expect("there is one").goal.english, "Drop a disc.");
/// assert_eq!(parse("lesson: A").unwrap_err().to_string(),
///     "line 1: `A` is no name: use small letters, digits and hyphens");
/// # Ok::<_, foursight_lessons::LessonError>(())
/// ```
pub fn parse(text: &str) -> Result<Lesson, LessonError> {
    read(text).map_err(|faults| {
        // What is refused has at least one.
        let first = faults.into_iter().next();
        first.unwrap_or_else(|| missing(&[], "lesson"))
    })
}

/// The same, with everything that is wrong: after a fault it goes on with the next key, or with the next block if
/// what follows belongs to the one that is lost.
///
/// # Errors
///
/// At least one [`LessonError`], in the order of their lines.
///
/// ```
/// let faults = foursight_lessons::parse_all("lesson: A\nminutes: 0").unwrap_err();
/// assert_eq!(faults[0].line, 1);
/// assert!(faults.iter().any(|fault| fault.line == 2));
/// ```
pub fn parse_all(text: &str) -> Result<Lesson, Vec<LessonError>> {
    read(text).map_err(|mut faults| {
        faults.sort_by_key(|fault| fault.line);
        faults
    })
}

/// A lesson, or its faults in the order in which they are found.
fn read(text: &str) -> Result<Lesson, Faults> {
    if text.len() > LESSON_BYTES_MAX {
        return Err(vec![LessonError {
            line: 1,
            reason: Reason::TooLong(text.len()),
        }]);
    }
    let mut faults = Faults::new();
    let entries = entries(text, &mut faults);
    let is_step = |entry: &Entry<'_>| entry.key == "step";
    let head = entries.iter().position(is_step).unwrap_or(entries.len());
    let (head, body) = entries.split_at(head);
    let lesson = parse_head(head, &mut faults);
    let mut steps: Vec<Step> = Vec::new();
    for part in body.chunk_by(|_, next| next.key != "step") {
        let Some(step) = parse_step(part, &mut faults) else {
            continue;
        };
        if steps.iter().any(|other| other.name == step.name) {
            faults.push(part[0].fail(Reason::SameName(step.name.clone())));
        }
        steps.push(step);
    }
    if body.is_empty() && faults.is_empty() {
        faults.push(missing(head, "step"));
    }
    match lesson {
        Some(lesson) if faults.is_empty() => Ok(Lesson { steps, ..lesson }),
        _ => Err(faults),
    }
}

/// What is wrong with a text.
type Faults = Vec<LessonError>;

/// Something that should be in these lines, and is not.
fn missing(part: &[Entry<'_>], key: &'static str) -> LessonError {
    LessonError {
        line: part.first().map_or(1, |entry| entry.line),
        reason: Reason::Missing(key),
    }
}

/// Puts a value where none is yet.
fn put<T>(place: &mut Option<T>, entry: &Entry<'_>, value: T) -> Result<(), LessonError> {
    match place.replace(value) {
        Some(_) => Err(entry.fail(Reason::Twice(entry.key.to_owned()))),
        None => Ok(()),
    }
}

/// The keys of a lesson that are being read.
#[derive(Default)]
struct HeadDraft {
    name: Option<String>,
    minutes: Option<u16>,
    title: Option<Words>,
    about: Option<Words>,
    audience: Option<Words>,
    aim: Option<Words>,
}

impl HeadDraft {
    fn take(&mut self, entry: &Entry<'_>) -> Result<(), LessonError> {
        no_argument(entry)?;
        match entry.key {
            "lesson" => put(&mut self.name, entry, entry.name()?),
            "minutes" => put(&mut self.minutes, entry, number(entry, entry.value()?)?),
            "title" => put(&mut self.title, entry, entry.words()?),
            "about" => put(&mut self.about, entry, entry.words()?),
            "audience" => put(&mut self.audience, entry, entry.words()?),
            "aim" => put(&mut self.aim, entry, entry.words()?),
            _ => Err(unknown(entry)),
        }
    }
}

fn parse_head(part: &[Entry<'_>], faults: &mut Faults) -> Option<Lesson> {
    let mut draft = HeadDraft::default();
    let mut failed = Vec::new();
    for entry in part {
        if let Err(fault) = draft.take(entry) {
            failed.push(entry.key);
            faults.push(fault);
        }
    }
    let there = [
        ("lesson", draft.name.is_some()),
        ("title", draft.title.is_some()),
        ("about", draft.about.is_some()),
        ("minutes", draft.minutes.is_some()),
    ];
    for (key, is_there) in there {
        if !is_there && !failed.contains(&key) {
            faults.push(missing(part, key));
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

/// A key that has no place here, or none anywhere.
fn unknown(entry: &Entry<'_>) -> LessonError {
    const KEYS: [&str; 24] = [
        "lesson", "title", "about", "audience", "aim", "minutes", "step", "text", "point",
        "takeaway", "demo", "code", "position", "mark", "arrow", "goal", "task", "allow", "good",
        "bad", "hint", "ask", "right", "wrong",
    ];
    let key = entry.key.to_owned();
    entry.fail(if KEYS.contains(&entry.key) || key == "write" {
        Reason::Misplaced(key)
    } else {
        Reason::UnknownKey(key)
    })
}

fn no_argument(entry: &Entry<'_>) -> Result<(), LessonError> {
    if entry.argument.is_empty() {
        return Ok(());
    }
    let key = format!("{} {}", entry.key, entry.argument);
    Err(entry.fail(Reason::UnknownKey(key)))
}

fn number(entry: &Entry<'_>, text: &str) -> Result<u16, LessonError> {
    let parsed = text.parse().ok();
    let number = parsed.filter(|number| (1..=NUMBER_MAX).contains(number));
    number.ok_or_else(|| entry.fail(Reason::Number(text.to_owned())))
}

/// The key of words for a terminal.
const TERMINAL: (&str, &str) = ("text", "terminal");

/// The keys of answers, …
const ANSWERS: [&str; 2] = ["right", "wrong"];
/// … those that belong to a position, …
const AT_POSITION: [&str; 8] = [
    "mark", "arrow", "goal", "task", "allow", "good", "bad", "hint",
];
/// … and those that begin something, which ends a question.
const BLOCKS: [&str; 8] = [
    "text", "point", "takeaway", "write", "demo", "code", "ask", "position",
];

/// A step that is being read.
#[derive(Default)]
struct Draft {
    title: Option<Words>,
    blocks: Vec<Block>,
    scene: Option<SceneDraft>,
    question: Option<(usize, Question)>,
    is_scene_lost: bool,
    is_question_lost: bool,
    /// An answer could not be read, so they cannot be counted.
    is_question_spoilt: bool,
}

fn parse_step(part: &[Entry<'_>], faults: &mut Faults) -> Option<Step> {
    let mut draft = Draft::default();
    let (before, mut failed) = (faults.len(), Vec::new());
    for entry in &part[1..] {
        if BLOCKS.contains(&entry.key) {
            faults.extend(draft.end_question().err());
        }
        if draft.is_lost(entry) {
            continue;
        }
        if let Err(fault) = draft.take(entry) {
            draft.lose(entry);
            failed.push(entry.key);
            faults.push(fault);
        }
    }
    faults.extend(draft.end_question().err());
    draft.end_scene(&failed, faults);
    if draft.blocks.is_empty() && faults.len() == before {
        faults.push(missing(part, "text"));
    }
    let name = no_argument(&part[0]).and_then(|()| part[0].name());
    let name = name.map_err(|fault| faults.push(fault)).ok();
    if draft.title.is_none() && !failed.contains(&"title") {
        faults.push(missing(part, "title"));
    }
    Some(Step {
        name: name?,
        title: draft.title?,
        blocks: draft.blocks,
        line: part[0].line,
    })
}

impl Draft {
    /// True for what belongs to a question or a position that could not be read.
    fn is_lost(&mut self, entry: &Entry<'_>) -> bool {
        if ANSWERS.contains(&entry.key) {
            return self.is_question_lost;
        }
        self.is_question_lost = false;
        self.is_scene_lost && AT_POSITION.contains(&entry.key)
    }

    /// What follows this line and belongs to it is lost as well.
    fn lose(&mut self, entry: &Entry<'_>) {
        let begins = |key: &str, is_begun: bool, keys: &[&str]| {
            entry.key == key || !is_begun && keys.contains(&entry.key)
        };
        self.is_question_spoilt |= ANSWERS.contains(&entry.key);
        self.is_question_lost = begins("ask", self.question.is_some(), &ANSWERS);
        self.is_scene_lost |= begins("position", self.scene.is_some(), &AT_POSITION);
    }

    /// Takes a line.
    fn take(&mut self, entry: &Entry<'_>) -> Result<(), LessonError> {
        if entry.key != "bad" && (entry.key, entry.argument) != TERMINAL {
            no_argument(entry)?;
        }
        if self.take_block(entry)? || self.take_scene(entry)? {
            Ok(())
        } else {
            Err(unknown(entry))
        }
    }

    /// Takes what is a block of its own; false if it is none.
    fn take_block(&mut self, entry: &Entry<'_>) -> Result<bool, LessonError> {
        match entry.key {
            "title" => put(&mut self.title, entry, entry.words()?)?,
            "text" if entry.argument.is_empty() => self.blocks.push(Block::Text(entry.words()?)),
            "text" => {
                if !matches!(self.blocks.last(), Some(Block::Text(_))) {
                    return Err(entry.fail(Reason::Misplaced("text terminal".to_owned())));
                }
                self.blocks.push(Block::Terminal(entry.words()?));
            }
            "point" => self.blocks.push(Block::Point(entry.words()?)),
            "takeaway" => self.blocks.push(Block::Takeaway(entry.words()?)),
            "write" => self.blocks.push(Block::Write(entry.words()?)),
            "demo" => {
                let value = entry.value()?;
                let (name, rest) = value.split_once(' ').unwrap_or((value, ""));
                let demo = Demo::named(name);
                let demo = demo.ok_or_else(|| entry.fail(Reason::Demo(name.to_owned())))?;
                self.blocks.push(Block::Demo(demo, rest.trim().to_owned()));
            }
            "code" => {
                let name = entry.value()?;
                let listing = Listing::named(name);
                let listing =
                    listing.ok_or_else(|| entry.fail(Reason::Listing(name.to_owned())))?;
                self.blocks.push(Block::Code(listing));
            }
            "ask" => {
                let question = Question {
                    ask: entry.words()?,
                    answers: Vec::new(),
                };
                self.question = Some((entry.line, question));
            }
            "right" | "wrong" => {
                let (text, feedback) = entry.halves()?;
                let is_right = entry.key == "right";
                let (_, question) = self.question.as_mut().ok_or_else(|| unknown(entry))?;
                question.answers.push(Answer {
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
        let fail = |reason| Err(LessonError { line, reason });
        if std::mem::take(&mut self.is_question_spoilt) {
            return Ok(());
        }
        let right = question.answers.iter().filter(|it| it.is_right).count();
        if right != 1 {
            return fail(Reason::RightAnswers(right));
        }
        if question.answers.len() == 1 {
            return fail(Reason::NoWrongAnswer);
        }
        self.blocks.push(Block::Question(question));
        Ok(())
    }

    /// Takes what belongs to a position; false if it is something else.
    fn take_scene(&mut self, entry: &Entry<'_>) -> Result<bool, LessonError> {
        if entry.key == "position" {
            let game = notation::game(entry.value()?).map_err(|reason| entry.fail(reason))?;
            let draft = SceneDraft::new(entry.line, self.blocks.len(), game);
            put(&mut self.scene, entry, draft)?;
            return Ok(true);
        }
        match &mut self.scene {
            Some(scene) => scene.take(entry),
            None => Ok(false),
        }
    }

    fn end_scene(&mut self, failed: &[&str], faults: &mut Faults) {
        if let Some(draft) = self.scene.take() {
            let at = draft.at;
            if let Some(scene) = draft.finished(failed, faults) {
                self.blocks.insert(at, Block::Scene(Box::new(scene)));
            }
        }
    }
}
