//! From the text of a lesson's file to a [`Lesson`].

use foursight_core::{Game, Move};

use crate::entries::{Entry, entries};
use crate::error::{LessonError, Reason};
use crate::lesson::{Answer, Block, Demo, Exercise, Lesson, Question, Scene, Step, Task};
use crate::listing::Listing;
use crate::notation;
use crate::words::Words;

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
    if text.len() > LESSON_BYTES_MAX {
        return Err(LessonError {
            line: 1,
            reason: Reason::TooLong(text.len()),
        });
    }
    let entries = entries(text)?;
    let is_step = |entry: &Entry<'_>| entry.key == "step";
    let head = entries.iter().position(is_step).unwrap_or(entries.len());
    let (head, body) = entries.split_at(head);
    let mut lesson = parse_head(head)?;
    for part in body.chunk_by(|_, next| next.key != "step") {
        let step = parse_step(part)?;
        if lesson.steps.iter().any(|other| other.name == step.name) {
            return Err(part[0].fail(Reason::SameName(step.name)));
        }
        lesson.steps.push(step);
    }
    if lesson.steps.is_empty() {
        return Err(missing(head, "step"));
    }
    Ok(lesson)
}

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

fn parse_head(part: &[Entry<'_>]) -> Result<Lesson, LessonError> {
    let (mut name, mut minutes) = (None, None);
    let [mut title, mut about, mut audience, mut aim] = [None, None, None, None];
    for entry in part {
        no_argument(entry)?;
        match entry.key {
            "lesson" => put(&mut name, entry, entry.name()?)?,
            "minutes" => put(&mut minutes, entry, number(entry, entry.value()?)?)?,
            "title" => put(&mut title, entry, entry.words()?)?,
            "about" => put(&mut about, entry, entry.words()?)?,
            "audience" => put(&mut audience, entry, entry.words()?)?,
            "aim" => put(&mut aim, entry, entry.words()?)?,
            _ => return Err(unknown(entry)),
        }
    }
    Ok(Lesson {
        name: name.ok_or_else(|| missing(part, "lesson"))?,
        title: title.ok_or_else(|| missing(part, "title"))?,
        about: about.ok_or_else(|| missing(part, "about"))?,
        minutes: minutes.ok_or_else(|| missing(part, "minutes"))?,
        audience,
        aim,
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

/// A step that is being read.
#[derive(Default)]
struct Draft {
    title: Option<Words>,
    blocks: Vec<Block>,
    scene: Option<SceneDraft>,
    question: Option<(usize, Question)>,
}

/// A scene that is being read, and where it stands among the blocks.
struct SceneDraft {
    line: usize,
    at: usize,
    game: Game,
    scene: Scene,
    goal: Option<Words>,
    task: Option<Task>,
    /// The line of the task.
    task_line: usize,
    allowed: Option<Vec<Move>>,
    good: Option<Words>,
    bad: Option<Words>,
    bad_for: Vec<(Move, Words)>,
    hints: Vec<Words>,
}

fn parse_step(part: &[Entry<'_>]) -> Result<Step, LessonError> {
    let mut draft = Draft::default();
    for entry in &part[1..] {
        if entry.key != "bad" && (entry.key, entry.argument) != TERMINAL {
            no_argument(entry)?;
        }
        if !draft.take_block(entry)? && !draft.take_scene(entry)? {
            return Err(unknown(entry));
        }
    }
    draft.end_question()?;
    draft.end_scene()?;
    if draft.blocks.is_empty() {
        return Err(missing(part, "text"));
    }
    no_argument(&part[0])?;
    Ok(Step {
        name: part[0].name()?,
        title: draft.title.ok_or_else(|| missing(part, "title"))?,
        blocks: draft.blocks,
        line: part[0].line,
    })
}

impl Draft {
    /// Takes what is a block of its own; false if it is none.
    fn take_block(&mut self, entry: &Entry<'_>) -> Result<bool, LessonError> {
        match entry.key {
            "title" => put(&mut self.title, entry, entry.words()?)?,
            "text" if entry.argument.is_empty() => self.push(Block::Text(entry.words()?))?,
            "text" => {
                if self.question.is_some() || !matches!(self.blocks.last(), Some(Block::Text(_))) {
                    return Err(entry.fail(Reason::Misplaced("text terminal".to_owned())));
                }
                self.push(Block::Terminal(entry.words()?))?;
            }
            "point" => self.push(Block::Point(entry.words()?))?,
            "takeaway" => self.push(Block::Takeaway(entry.words()?))?,
            "write" => self.push(Block::Write(entry.words()?))?,
            "demo" => {
                let value = entry.value()?;
                let (name, rest) = value.split_once(' ').unwrap_or((value, ""));
                let demo = Demo::named(name);
                let demo = demo.ok_or_else(|| entry.fail(Reason::Demo(name.to_owned())))?;
                self.push(Block::Demo(demo, rest.trim().to_owned()))?;
            }
            "code" => {
                let name = entry.value()?;
                let listing = Listing::named(name);
                let listing =
                    listing.ok_or_else(|| entry.fail(Reason::Listing(name.to_owned())))?;
                self.push(Block::Code(listing))?;
            }
            "ask" => {
                self.end_question()?;
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

    fn push(&mut self, block: Block) -> Result<(), LessonError> {
        self.end_question()?;
        self.blocks.push(block);
        Ok(())
    }

    fn end_question(&mut self) -> Result<(), LessonError> {
        let Some((line, question)) = self.question.take() else {
            return Ok(());
        };
        let fail = |reason| Err(LessonError { line, reason });
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
            self.end_question()?;
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

    fn end_scene(&mut self) -> Result<(), LessonError> {
        if let Some(draft) = self.scene.take() {
            let at = draft.at;
            let block = Block::Scene(Box::new(draft.finished()?));
            self.blocks.insert(at, block);
        }
        Ok(())
    }
}

impl SceneDraft {
    fn new(line: usize, at: usize, game: Game) -> Self {
        Self {
            line,
            at,
            scene: Scene {
                game: game.clone(),
                marks: Vec::new(),
                arrows: Vec::new(),
                exercise: None,
            },
            game,
            goal: None,
            task: None,
            task_line: 0,
            allowed: None,
            good: None,
            bad: None,
            bad_for: Vec::new(),
            hints: Vec::new(),
        }
    }

    fn take(&mut self, entry: &Entry<'_>) -> Result<bool, LessonError> {
        match entry.key {
            "mark" => {
                let spaces = entry.value()?.split_whitespace();
                for text in spaces {
                    let space = self.space(entry, text)?;
                    self.scene.marks.push(space);
                }
            }
            "arrow" => {
                let value = entry.value()?;
                let Some((from, to)) = value.split_once(' ') else {
                    return Err(entry.fail(Reason::Space(value.to_owned())));
                };
                let arrow = (self.space(entry, from)?, self.space(entry, to.trim())?);
                self.scene.arrows.push(arrow);
            }
            "goal" => put(&mut self.goal, entry, entry.words()?)?,
            "task" => {
                let task = self.task(entry, entry.value()?)?;
                put(&mut self.task, entry, task)?;
                self.task_line = entry.line;
            }
            "allow" => {
                let moves = self.moves(entry, entry.value()?)?;
                put(&mut self.allowed, entry, moves)?;
            }
            "good" => put(&mut self.good, entry, entry.words()?)?,
            "bad" if entry.argument.is_empty() => put(&mut self.bad, entry, entry.words()?)?,
            "bad" => {
                for step in self.moves(entry, entry.argument)? {
                    self.bad_for.push((step, entry.words()?));
                }
            }
            "hint" => self.hints.push(entry.words()?),
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn space(&self, entry: &Entry<'_>, text: &str) -> Result<foursight_core::Space, LessonError> {
        let grid = self.game.position().grid();
        let space = notation::space(text).filter(|space| grid.contains(*space));
        space.ok_or_else(|| entry.fail(Reason::Space(text.to_owned())))
    }

    /// Moves that the rules allow here.
    fn moves(&self, entry: &Entry<'_>, text: &str) -> Result<Vec<Move>, LessonError> {
        let legal = self.game.legal_moves();
        let read = |word: &str| {
            let step = notation::parse_move(word);
            let step = step.ok_or_else(|| entry.fail(Reason::Move(word.to_owned())))?;
            if !legal.contains(&step) {
                return Err(entry.fail(Reason::IllegalMove(word.to_owned())));
            }
            Ok(step)
        };
        text.split_whitespace().map(read).collect()
    }

    /// A move that the rules refuse here.
    fn refused(&self, entry: &Entry<'_>, word: &str) -> Result<Move, LessonError> {
        let step = notation::parse_move(word);
        let step = step.ok_or_else(|| entry.fail(Reason::Move(word.to_owned())))?;
        match self.game.after(step) {
            Ok(_) => Err(entry.fail(Reason::LegalMove(word.to_owned()))),
            Err(_) => Ok(step),
        }
    }

    fn task(&self, entry: &Entry<'_>, text: &str) -> Result<Task, LessonError> {
        Ok(match text {
            "connect" => Task::Connect,
            "safe" => Task::Safe,
            "win" => Task::Win { once: false },
            "win once" => Task::Win { once: true },
            "draw" => Task::Draw { once: false },
            "draw once" => Task::Draw { once: true },
            _ => {
                if let Some(plies) = text.strip_prefix("win in ") {
                    Task::WinIn(number(entry, plies)?.min(u16::from(u8::MAX)) as u8)
                } else if let Some(moves) = text.strip_prefix("move") {
                    Task::Moves(self.moves(entry, moves)?)
                } else if let Some(step) = text.strip_prefix("refused ") {
                    Task::Refused(self.refused(entry, step.trim())?)
                } else {
                    return Err(entry.fail(Reason::Task(text.to_owned())));
                }
            }
        })
    }

    fn finished(mut self) -> Result<Scene, LessonError> {
        let line = self.line;
        let fail = |reason| LessonError { line, reason };
        let has_rest = self.task.is_some()
            || self.good.is_some()
            || self.bad.is_some()
            || self.allowed.is_some()
            || !self.hints.is_empty()
            || !self.bad_for.is_empty();
        let Some(goal) = self.goal else {
            return if has_rest {
                Err(fail(Reason::Missing("goal")))
            } else {
                Ok(self.scene)
            };
        };
        if self.game.end().is_some() {
            return Err(fail(Reason::GameOver));
        }
        let required = |words: Option<Words>, key| words.ok_or_else(|| fail(Reason::Missing(key)));
        self.scene.exercise = Some(Exercise {
            goal,
            task: self.task.ok_or_else(|| fail(Reason::Missing("task")))?,
            line: self.task_line,
            allowed: self.allowed.unwrap_or_default(),
            good: required(self.good, "good")?,
            bad: required(self.bad, "bad")?,
            bad_for: self.bad_for,
            hints: self.hints,
        });
        Ok(self.scene)
    }
}
