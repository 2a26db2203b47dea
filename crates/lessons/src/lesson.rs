//! The parts of a lesson. [`parse`](fn@crate::parse) describes the grammar of lesson files.

use foursight_core::{Cell, Game, Move};

use crate::bilingual::BilingualText;
use crate::listing::Listing;

/// A lesson of the course.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// Name in URLs and commands.
    pub name: String,
    /// Heading.
    pub title: BilingualText,
    /// Subject in one sentence.
    pub about: BilingualText,
    /// Duration in minutes.
    pub minutes: u16,
    /// Audience.
    pub audience: Option<BilingualText>,
    /// Learning objective.
    pub aim: Option<BilingualText>,
    /// Steps, at least one.
    pub steps: Vec<Step>,
}

/// A step of a lesson: one idea, two to four minutes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Name in URLs.
    pub name: String,
    /// Heading.
    pub title: BilingualText,
    /// Learning goal.
    pub aim: Option<BilingualText>,
    /// Content, in order.
    pub blocks: Vec<Block>,
    /// First line in the file, counted from 1.
    pub line: usize,
}

impl Step {
    /// Returns the exercise of the step, if it has one.
    #[must_use]
    pub fn exercise(&self) -> Option<&Exercise> {
        self.blocks.iter().find_map(|block| match block {
            Block::Scene(scene) => scene.exercise.as_ref(),
            _ => None,
        })
    }

    /// Returns the position of the exercise or picture of the step.
    #[must_use]
    pub fn scene(&self) -> Option<&Scene> {
        self.blocks.iter().find_map(|block| match block {
            Block::Scene(scene) => Some(scene.as_ref()),
            _ => None,
        })
    }

    /// Returns the listings of this step that a demo can step through.
    #[must_use]
    pub fn traced_listings(&self, demo: Demo) -> Vec<&'static Listing> {
        let listings = self.blocks.iter().filter_map(|block| match block {
            Block::Code(listing) => Some(*listing),
            _ => None,
        });
        listings
            .filter(|listing| demo.listings().contains(&listing.name))
            .collect()
    }

    /// Iterates over the questions of the step.
    pub fn questions(&self) -> impl Iterator<Item = &QuizQuestion> {
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
    Text(BilingualText),
    /// Replacement of the previous paragraph in a terminal.
    TerminalText(BilingualText),
    /// An entry of a list.
    Point(BilingualText),
    /// A takeaway.
    Takeaway(BilingualText),
    /// An interactive demo with its argument.
    Demo(Demo, String),
    /// A listing of source code.
    Code(&'static Listing),
    /// A position, optionally with an exercise.
    Scene(Box<Scene>),
    /// A question with its answers.
    Question(QuizQuestion),
    /// A text field for the learner.
    Write(BilingualText),
}

/// A position with annotations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// The game that led to it.
    pub game: Game,
    /// Cells marked by a ring.
    pub marks: Vec<Cell>,
    /// Arrows between cells.
    pub arrows: Vec<(Cell, Cell)>,
    /// Exercise of the position.
    pub exercise: Option<Exercise>,
}

/// An exercise on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exercise {
    /// Goal in words.
    pub goal: BilingualText,
    /// Goal as the program checks it.
    pub task: Task,
    /// Line of the task in the file, counted from 1.
    pub line: usize,
    /// Allowed moves; empty to allow all legal moves.
    pub allowed: Vec<Move>,
    /// Feedback on success.
    pub success: BilingualText,
    /// Feedback on a move that misses the goal.
    pub failure: BilingualText,
    /// Feedback on specific moves that miss the goal.
    pub failure_by_move: Vec<(Move, BilingualText)>,
    /// Hints, each more specific than the previous one.
    pub hints: Vec<BilingualText>,
}

/// A goal that the rules and the solver can check, so that every solution is accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task {
    /// Play one of these moves, or any legal move if the list is empty.
    Moves(Vec<Move>),
    /// Try this illegal move first, then play any legal move.
    Illegal(Move),
    /// Win with this move.
    Connect,
    /// Prevent the opponent from winning with the next move.
    Safe,
    /// Win within this number of plies against the best defence.
    WinIn(u8),
    /// Win a won game against the best defence, or only make its first move.
    Win {
        /// Only the first move counts.
        once: bool,
    },
    /// Hold a drawn game to its end, or only with the first move.
    Draw {
        /// Only the first move counts.
        once: bool,
    },
}

/// A multiple-choice question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuizQuestion {
    /// Text of the question.
    pub prompt: BilingualText,
    /// Answers, exactly one of which is right.
    pub answers: Vec<QuizAnswer>,
}

/// An answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuizAnswer {
    /// Text of the answer.
    pub text: BilingualText,
    /// Feedback when a learner chooses it.
    pub feedback: BilingualText,
    /// True for the right answer.
    pub is_right: bool,
}

/// An interactive demo, by name. Apps implement its behaviour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Demo {
    /// The flow chart of a turn, highlighted during play.
    Flow,
    /// The board as a live array.
    Array,
    /// The landing cell of a disc, step by step.
    Fall,
    /// The search for a line from the last disc, step by step.
    Line,
    /// Turns, with the state next to the board.
    Turns,
    /// A game with win detection.
    Win,
    /// Five forms of one game, each editable.
    Forms,
    /// A drop in each of the five forms.
    Drops,
    /// Validation of a list of moves.
    Valid,
    /// The state machine.
    States,
    /// The list of actions and the states between them.
    Actions,
    /// One column of the screen, tile by tile.
    Tiles,
    /// The scan of a whole board.
    Scan,
    /// A board as a flat and as a nested array.
    Layout,
    /// The two directions of the row axis.
    Axes,
    /// A comparison of three searches.
    Compare,
}

impl Demo {
    /// Every demo.
    pub const ALL: [Self; 16] = [
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
        Self::Tiles,
        Self::Scan,
        Self::Layout,
        Self::Axes,
        Self::Compare,
    ];

    /// Returns the name in lesson files.
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
            Self::Tiles => "tiles",
            Self::Scan => "scan",
            Self::Layout => "layout",
            Self::Axes => "axes",
            Self::Compare => "compare",
        }
    }

    /// Returns the listings that the demo can step through. It does so with those in the same step.
    #[must_use]
    pub const fn listings(self) -> &'static [&'static str] {
        match self {
            Self::Array => &["empty_rows"],
            Self::Fall => &["drop_row"],
            Self::Line => &["is_win", "directions", "is_inside"],
            Self::Turns | Self::Win => &["make_move"],
            Self::Drops => &[
                "drop_in_moves",
                "drop_in_board",
                "drop_in_slots",
                "drop_in_stacks",
                "drop_in_picture",
                "remove_empty_cells",
                "append_disc",
                "pad_empty_cells",
                "drop_in_slot",
                "transpose",
                "next_disc_to_drop",
                "drop",
            ],
            Self::Tiles => &["column"],
            Self::Actions => &["reduce", "last_empty", "did_win", "cell", "view"],
            Self::Scan => &["deltas", "find_adjacent"],
            Self::Layout => &["look_flat", "look_nested", "empty_rows"],
            Self::Compare => &["has_line"],
            Self::Flow | Self::Forms | Self::Valid | Self::States | Self::Axes => &[],
        }
    }

    /// Returns the demo with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|demo| demo.name() == name)
    }
}
