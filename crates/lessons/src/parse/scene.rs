//! A position of a step, with what is to do there.

use foursight_core::{Game, Move};

use super::{Faults, number, put};
use crate::entries::Entry;
use crate::error::{LessonError, Reason};
use crate::lesson::{Exercise, Scene, Task};
use crate::notation;
use crate::words::Words;

/// A scene that is being read, and where it stands among the blocks.
pub(super) struct SceneDraft {
    line: usize,
    pub(super) at: usize,
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

impl SceneDraft {
    /// A position on this line, and the number of blocks before it.
    pub(super) fn new(line: usize, at: usize, game: Game) -> Self {
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

    /// Takes a key of a position; false if it is something else.
    pub(super) fn take(&mut self, entry: &Entry<'_>) -> Result<bool, LessonError> {
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

    /// The scene, unless something is missing. Keys that have failed are there, and wrong.
    pub(super) fn finished(mut self, failed: &[&str], faults: &mut Faults) -> Option<Scene> {
        let line = self.line;
        let mut fail = |reason| faults.push(LessonError { line, reason });
        let has_rest = self.task.is_some()
            || self.good.is_some()
            || self.bad.is_some()
            || self.allowed.is_some()
            || !self.hints.is_empty()
            || !self.bad_for.is_empty();
        let Some(goal) = self.goal else {
            if has_rest && !failed.contains(&"goal") {
                fail(Reason::Missing("goal"));
            }
            return Some(self.scene);
        };
        if self.game.end().is_some() {
            fail(Reason::GameOver);
            return None;
        }
        let there = [
            ("task", self.task.is_some()),
            ("good", self.good.is_some()),
            ("bad", self.bad.is_some()),
        ];
        for (key, is_there) in there {
            if !is_there && !failed.contains(&key) {
                fail(Reason::Missing(key));
            }
        }
        self.scene.exercise = Some(Exercise {
            goal,
            task: self.task?,
            line: self.task_line,
            allowed: self.allowed.unwrap_or_default(),
            good: self.good?,
            bad: self.bad?,
            bad_for: self.bad_for,
            hints: self.hints,
        });
        Some(self.scene)
    }
}
