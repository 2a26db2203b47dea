//! What a lesson is made of. The grammar of its file is described in [`parse`](fn@crate::parse).

use foursight_core::{Game, Move, Space};

use crate::listing::Listing;
use crate::words::Words;

/// A lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// What addresses and commands call it.
    pub name: String,
    /// Its heading.
    pub title: Words,
    /// What it is about, in one sentence.
    pub about: Words,
    /// How long it takes.
    pub minutes: u16,
    /// Whom it is for.
    pub audience: Option<Words>,
    /// What one can do afterwards.
    pub aim: Option<Words>,
    /// Its steps, at least one.
    pub steps: Vec<Step>,
}

/// A step of a lesson: one idea, two to four minutes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What addresses call it.
    pub name: String,
    /// Its heading.
    pub title: Words,
    /// What it shows, in order.
    pub blocks: Vec<Block>,
    /// The line of the file on which it begins, counted from 1.
    pub line: usize,
}

impl Step {
    /// What there is to do on a grid, if anything.
    #[must_use]
    pub fn exercise(&self) -> Option<&Exercise> {
        self.blocks.iter().find_map(|block| match block {
            Block::Scene(scene) => scene.exercise.as_ref(),
            _ => None,
        })
    }

    /// The position of its exercise or picture.
    #[must_use]
    pub fn scene(&self) -> Option<&Scene> {
        self.blocks.iter().find_map(|block| match block {
            Block::Scene(scene) => Some(scene.as_ref()),
            _ => None,
        })
    }

    /// The listings beside a demo that the demo steps through.
    #[must_use]
    pub fn stepped(&self, demo: Demo) -> Vec<&'static Listing> {
        let shown = self.blocks.iter().filter_map(|block| match block {
            Block::Code(listing) => Some(*listing),
            _ => None,
        });
        shown
            .filter(|listing| demo.listings().contains(&listing.name))
            .collect()
    }

    /// Its questions.
    pub fn questions(&self) -> impl Iterator<Item = &Question> {
        self.blocks.iter().filter_map(|block| match block {
            Block::Question(question) => Some(question),
            _ => None,
        })
    }
}

/// A part of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A paragraph.
    Text(Words),
    /// The paragraph before it, in words for readers who have no page before them.
    Terminal(Words),
    /// An entry of a list.
    Point(Words),
    /// Something to take away.
    Takeaway(Words),
    /// Something to play with.
    Demo(Demo, String),
    /// A part of our source.
    Code(&'static Listing),
    /// A position, perhaps with something to do.
    Scene(Box<Scene>),
    /// A question with its answers.
    Question(Question),
    /// A place to write.
    Write(Words),
}

/// A position with what is drawn on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// The game that led to it.
    pub game: Game,
    /// Spaces with a ring.
    pub marks: Vec<Space>,
    /// Arrows from one space to another.
    pub arrows: Vec<(Space, Space)>,
    /// What there is to do.
    pub exercise: Option<Exercise>,
}

/// Something to do on a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exercise {
    /// The goal in words.
    pub goal: Words,
    /// The goal as a program checks it.
    pub task: Task,
    /// The line of the file on which that stands, counted from 1.
    pub line: usize,
    /// The moves that may be tried; empty if all legal ones may.
    pub allowed: Vec<Move>,
    /// What to say when the goal is reached.
    pub good: Words,
    /// What to say about a move that misses it.
    pub bad: Words,
    /// What to say about certain moves instead.
    pub bad_for: Vec<(Move, Words)>,
    /// Hints, each telling more than the one before.
    pub hints: Vec<Words>,
}

/// A goal that the rules and the solver can check, so that whatever reaches it is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task {
    /// One of these moves; any legal one if there are none.
    Moves(Vec<Move>),
    /// First this move, which the rules refuse, then any legal one.
    Refused(Move),
    /// Win with this move.
    Connect,
    /// Leave the opponent no way to win with the next move.
    Safe,
    /// Win within so many plies, against the best defence.
    WinIn(u8),
    /// Keep a won game won, and win it against the best defence; or only the first move of that.
    Win {
        /// Only the first move counts.
        once: bool,
    },
    /// Keep a drawn game from being lost, to its end or only with the first move.
    Draw {
        /// Only the first move counts.
        once: bool,
    },
}

/// A question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// What is asked.
    pub ask: Words,
    /// The answers to choose from, exactly one of them right.
    pub answers: Vec<Answer>,
}

/// An answer to choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The answer.
    pub text: Words,
    /// What to say when somebody chooses it.
    pub feedback: Words,
    /// True for the right one.
    pub is_right: bool,
}

/// Something to play with, by name. What it does is up to whoever shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Demo {
    /// The flow chart of a turn, lit as one plays.
    Flow,
    /// The grid as an array, live.
    Array,
    /// Where a disc would fall, step by step.
    Fall,
    /// The search for a line from the last disc, step by step.
    Line,
    /// Turns, with the state beside the grid.
    Turns,
    /// A game that notices a win.
    Win,
    /// Five forms of one game, each editable.
    Forms,
    /// The drop of each of the five forms.
    Drops,
    /// What makes a list of moves valid.
    Valid,
    /// The state machine.
    States,
    /// The list of actions and the states between them.
    Actions,
    /// The scan of a whole grid.
    Scan,
    /// One grid, flat and nested.
    Layout,
    /// Where row 0 lies.
    Axes,
    /// Three searches compared.
    Compare,
}

impl Demo {
    /// Every demo.
    pub const ALL: [Self; 15] = [
        Self::Flow,
        Self::Array,
        Self::Fall,
        Self::Line,
        Self::Turns,
        Self::Win,
        Self::Forms,
        Self::Drops,
        Self::Valid,
        Self::States,
        Self::Actions,
        Self::Scan,
        Self::Layout,
        Self::Axes,
        Self::Compare,
    ];

    /// What lessons call it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Flow => "flow",
            Self::Array => "array",
            Self::Fall => "fall",
            Self::Line => "line",
            Self::Turns => "turns",
            Self::Win => "win",
            Self::Forms => "forms",
            Self::Drops => "drops",
            Self::Valid => "valid",
            Self::States => "states",
            Self::Actions => "actions",
            Self::Scan => "scan",
            Self::Layout => "layout",
            Self::Axes => "axes",
            Self::Compare => "compare",
        }
    }

    /// The listings that the demo can step through. It does so with those that its step shows.
    #[must_use]
    pub const fn listings(self) -> &'static [&'static str] {
        match self {
            Self::Array => &["empty_rows"],
            Self::Fall => &["drop_row"],
            Self::Line => &["is_win", "directions", "is_inside"],
            Self::Turns | Self::Win => &["make_move"],
            Self::Drops => &[
                "drop_in_moves",
                "drop_in_grid",
                "drop_in_slots",
                "drop_in_stacks",
                "drop_in_picture",
            ],
            Self::Actions => &["reduce", "last_empty", "did_win", "space", "view"],
            Self::Scan => &["deltas", "find_adjacent"],
            Self::Layout => &["look_flat", "look_nested", "empty_rows"],
            Self::Compare => &["has_line"],
            Self::Flow | Self::Forms | Self::Valid | Self::States | Self::Axes => &[],
        }
    }

    /// The demo of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|demo| demo.name() == name)
    }
}
