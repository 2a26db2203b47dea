//! Parses a position of a step with its exercise.

use foursight_core::{Game, Move};
use foursight_record::{parse_cell, parse_move};

use super::{LessonErrors, parse_number, set_once};
use crate::bilingual::BilingualText;
use crate::error::{LessonError, LessonErrorKind};
use crate::key_values::KeyValue;
use crate::lesson::{Exercise, Scene, Task};

/// The parts of a scene parsed so far, and its index among the blocks.
pub(super) struct SceneDraft {
    line: usize,
    pub(super) at: usize,
    game: Game,
    scene: Scene,
    goal: Option<BilingualText>,
    task: Option<Task>,
    /// Line of the task.
    task_line: usize,
    allowed: Option<Vec<Move>>,
    good: Option<BilingualText>,
    bad: Option<BilingualText>,
    bad_for: Vec<(Move, BilingualText)>,
    hints: Vec<BilingualText>,
}

impl SceneDraft {
    /// Creates a scene on a line, after a number of blocks.
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

    /// Parses a key of a position. Returns false for other keys.
    pub(super) fn parse(&mut self, key_value: &KeyValue<'_>) -> Result<bool, LessonError> {
        match key_value.key {
            "mark" => {
                let cells = key_value.value()?.split_whitespace();
                for text in cells {
                    let cell = self.parse_cell(key_value, text)?;
                    self.scene.marks.push(cell);
                }
            }
            "arrow" => {
                let value = key_value.value()?;
                let Some((from, to)) = value.split_once(' ') else {
                    return Err(key_value.error(LessonErrorKind::InvalidCell(value.to_owned())));
                };
                let arrow = (
                    self.parse_cell(key_value, from)?,
                    self.parse_cell(key_value, to.trim())?,
                );
                self.scene.arrows.push(arrow);
            }
            "goal" => set_once(&mut self.goal, key_value, key_value.text()?)?,
            "task" => {
                let task = self.parse_task(key_value, key_value.value()?)?;
                set_once(&mut self.task, key_value, task)?;
                self.task_line = key_value.line;
            }
            "allow" => {
                let moves = self.legal_moves(key_value, key_value.value()?)?;
                set_once(&mut self.allowed, key_value, moves)?;
            }
            "good" => set_once(&mut self.good, key_value, key_value.text()?)?,
            "bad" if key_value.argument.is_empty() => {
                set_once(&mut self.bad, key_value, key_value.text()?)?;
            }
            "bad" => {
                for mv in self.legal_moves(key_value, key_value.argument)? {
                    self.bad_for.push((mv, key_value.text()?));
                }
            }
            "hint" => self.hints.push(key_value.text()?),
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn parse_cell(
        &self,
        key_value: &KeyValue<'_>,
        text: &str,
    ) -> Result<foursight_core::Cell, LessonError> {
        let board = self.game.position().board();
        let cell = parse_cell(text).filter(|cell| board.contains(*cell));
        cell.ok_or_else(|| key_value.error(LessonErrorKind::InvalidCell(text.to_owned())))
    }

    /// Parses legal moves.
    fn legal_moves(&self, key_value: &KeyValue<'_>, text: &str) -> Result<Vec<Move>, LessonError> {
        let legal = self.game.legal_moves();
        let read = |word: &str| {
            let mv = parse_move(word);
            let mv =
                mv.map_err(|_| key_value.error(LessonErrorKind::InvalidMove(word.to_owned())))?;
            if !legal.contains(&mv) {
                return Err(key_value.error(LessonErrorKind::IllegalMove(word.to_owned())));
            }
            Ok(mv)
        };
        text.split_whitespace().map(read).collect()
    }

    /// Parses an illegal move.
    fn illegal_move(&self, key_value: &KeyValue<'_>, word: &str) -> Result<Move, LessonError> {
        let mv = parse_move(word);
        let mv = mv.map_err(|_| key_value.error(LessonErrorKind::InvalidMove(word.to_owned())))?;
        match self.game.after(mv) {
            Ok(_) => Err(key_value.error(LessonErrorKind::LegalMove(word.to_owned()))),
            Err(_) => Ok(mv),
        }
    }

    fn parse_task(&self, key_value: &KeyValue<'_>, text: &str) -> Result<Task, LessonError> {
        Ok(match text {
            "connect" => Task::Connect,
            "safe" => Task::Safe,
            "win" => Task::Win { once: false },
            "win once" => Task::Win { once: true },
            "draw" => Task::Draw { once: false },
            "draw once" => Task::Draw { once: true },
            _ => {
                if let Some(plies) = text.strip_prefix("win in ") {
                    Task::WinIn(parse_number(key_value, plies)?.min(u16::from(u8::MAX)) as u8)
                } else if let Some(moves) = text.strip_prefix("move") {
                    Task::Moves(self.legal_moves(key_value, moves)?)
                } else if let Some(mv) = text.strip_prefix("refused ") {
                    Task::Illegal(self.illegal_move(key_value, mv.trim())?)
                } else {
                    return Err(key_value.error(LessonErrorKind::UnknownTask(text.to_owned())));
                }
            }
        })
    }

    /// Builds the scene, unless a required key is missing. The keys in `failed` are present but
    /// invalid.
    pub(super) fn finish(mut self, failed: &[&str], errors: &mut LessonErrors) -> Option<Scene> {
        let line = self.line;
        let mut fail = |kind| errors.push(LessonError { line, kind });
        let has_other_keys = self.task.is_some()
            || self.good.is_some()
            || self.bad.is_some()
            || self.allowed.is_some()
            || !self.hints.is_empty()
            || !self.bad_for.is_empty();
        let Some(goal) = self.goal else {
            if has_other_keys && !failed.contains(&"goal") {
                fail(LessonErrorKind::MissingKey("goal"));
            }
            return Some(self.scene);
        };
        if self.game.end().is_some() {
            fail(LessonErrorKind::GameOver);
            return None;
        }
        let required = [
            ("task", self.task.is_some()),
            ("good", self.good.is_some()),
            ("bad", self.bad.is_some()),
        ];
        for (key, is_set) in required {
            if !is_set && !failed.contains(&key) {
                fail(LessonErrorKind::MissingKey(key));
            }
        }
        self.scene.exercise = Some(Exercise {
            goal,
            task: self.task?,
            line: self.task_line,
            allowed: self.allowed.unwrap_or_default(),
            success: self.good?,
            failure: self.bad?,
            failure_by_move: self.bad_for,
            hints: self.hints,
        });
        Some(self.scene)
    }
}
