//! The class behind `Board`: a game of any variant on any board.

use foursight_core::{
    Cell, Column, Disc, DrawRule, Game, Outcome, Player, Row, Ruleset, Setup, Variant,
};
use foursight_record::{
    Emoji, Form, Palette, ReadOptions, parse_ruleset, svg, write, write_ruleset,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::errors::PackageError;
use crate::moves::{all_moves, move_of_index, move_of_text, move_to_json, moves_to_json};

/// Options of a new board.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BoardOptions {
    columns: Option<u8>,
    rows: Option<u8>,
    connect: Option<u8>,
    variant: Option<String>,
    /// The number of the first column in digits, 0 or 1.
    first: Option<u8>,
}

/// The end of a game.
#[derive(Serialize)]
struct GameEndInfo {
    winner: Option<usize>,
    reason: &'static str,
    /// Each line as cells, column and row counted from 0, row 0 at the bottom.
    lines: Vec<Vec<[usize; 2]>>,
}

/// A game: the board now, and the moves that led to it.
#[wasm_bindgen]
pub struct NativeBoard {
    pub(crate) game: Game,
}

impl BoardOptions {
    fn parse(json: &str) -> Result<Self, PackageError> {
        serde_json::from_str(json).map_err(PackageError::option)
    }

    /// Returns the ruleset of the variant, perhaps on another board.
    fn ruleset(&self) -> Result<Ruleset, PackageError> {
        let usual = match &self.variant {
            Some(variant) => parse_ruleset(variant).map_err(PackageError::option)?,
            None => Ruleset::STANDARD,
        };
        if (self.columns, self.rows, self.connect) == (None, None, None) {
            return Ok(usual);
        }
        Ruleset::new(
            self.columns.unwrap_or(usual.width()),
            self.rows.unwrap_or(usual.height()),
            self.connect.unwrap_or(usual.connect()),
            usual.variant(),
        )
        .map_err(PackageError::option)
    }
}

/// Converts a drop string that counts columns from 0 to one that counts from 1.
fn from_zero(text: &str) -> Result<String, PackageError> {
    let shifted = text.trim().chars().map(|digit| match digit {
        '0'..='8' => Ok(char::from(digit as u8 + 1)),
        other => Err(PackageError::text(format!(
            "{other:?} is no column counted from 0: with first 0 a text has digits 0 to 8 only"
        ))),
    });
    shifted.collect()
}

#[wasm_bindgen]
impl NativeBoard {
    /// Reads a board from text in any notation; without text it is empty.
    pub fn read(text: &str, options: &str) -> Result<Self, PackageError> {
        let options = BoardOptions::parse(options)?;
        let ruleset = options.ruleset()?;
        let reader = ReadOptions::new(ruleset, &Emoji::YELLOW_FIRST);
        let game = match options.first {
            _ if text.trim().is_empty() => Ok(Game::new(ruleset)),
            Some(0) => reader.with_form(Form::Digits).read_game(&from_zero(text)?),
            None | Some(1) => reader.read_game(text),
            Some(_) => return Err(PackageError::option("first is 0 or 1")),
        }
        .map_err(PackageError::text)?;
        Ok(Self { game })
    }

    /// Reads a board from its cells, row by row from the top: 0 is empty, 1 First, 2 Second.
    pub fn from_cells(
        cells: &[u8],
        columns: u8,
        rows: u8,
        options: &str,
    ) -> Result<Self, PackageError> {
        let mut options = BoardOptions::parse(options)?;
        (options.columns, options.rows) = (Some(columns), Some(rows));
        let mut setup = Setup::new(options.ruleset()?);
        for (index, owner) in cells.iter().enumerate() {
            let place = Column::from_index(index % usize::from(columns)).zip(Row::from_index(
                usize::from(rows).wrapping_sub(1 + index / usize::from(columns)),
            ));
            let Some((column, row)) = place else {
                return Err(PackageError::option(
                    "the cells are more than the board has",
                ));
            };
            let owner = match owner {
                0 => continue,
                1 => Player::First,
                2 => Player::Second,
                other => return Err(PackageError::option(format!("a cell holds {other}"))),
            };
            setup
                .put(Disc::ordinary(owner), Cell { column, row })
                .map_err(PackageError::option)?;
        }
        let game = setup.to_game().map_err(PackageError::text)?;
        Ok(Self { game })
    }

    /// Plays a drop in a column, counted from 0.
    pub fn push_column(&mut self, column: f64) -> Result<(), PackageError> {
        let mv = move_of_index(column, &self.game)?;
        self.game.apply(mv).map_err(PackageError::illegal_move)
    }

    /// Plays a move that is text.
    pub fn push_text(&mut self, text: &str) -> Result<(), PackageError> {
        let mv = move_of_text(text, &self.game)?;
        self.game.apply(mv).map_err(PackageError::illegal_move)
    }

    /// Takes the last move back and returns it as JSON.
    pub fn pop(&mut self) -> Result<String, PackageError> {
        let last = self.game.moves().last().copied();
        let (Some(mv), Some(game)) = (last, self.game.undo()) else {
            return Err(PackageError::illegal_move("there is no move to take back"));
        };
        self.game = game;
        Ok(move_to_json(mv, self.game.ruleset()).to_string())
    }

    /// Returns a copy, with its past.
    pub fn copy(&self) -> Self {
        Self {
            game: self.game.clone(),
        }
    }

    /// Returns the mirror image.
    pub fn mirror(&self) -> Result<Self, PackageError> {
        let game = self.game.mirror().ok_or_else(|| {
            let name = self.game.ruleset().variant().name();
            PackageError::unsupported(format!("a {name} board has no mirror image"))
        })?;
        Ok(Self { game })
    }

    /// Returns the moves that the rules allow, as JSON.
    pub fn legal_moves(&self) -> String {
        moves_to_json(&self.game.legal_moves(), self.game.ruleset())
    }

    /// Returns every move of the variant, legal now or not, as JSON.
    pub fn all_moves(&self) -> String {
        let ruleset = self.game.ruleset();
        moves_to_json(&all_moves(ruleset), ruleset)
    }

    /// Returns 1 for every move of the variant that is legal now.
    pub fn mask(&self) -> Vec<u8> {
        let legal = self.game.legal_moves();
        let all = all_moves(self.game.ruleset()).into_iter();
        all.map(|mv| u8::from(legal.contains(&mv))).collect()
    }

    /// Returns the moves played, as JSON.
    pub fn moves(&self) -> String {
        moves_to_json(self.game.moves(), self.game.ruleset())
    }

    /// Returns the end of the game as JSON, `null` while it goes on.
    pub fn outcome(&self) -> String {
        let place = |cell: Cell| [cell.column.index(), cell.row.index()];
        let info = self.game.outcome().map(|outcome| match outcome {
            Outcome::Won { winner, lines } => GameEndInfo {
                winner: Some(winner.index()),
                reason: if lines.is_empty() {
                    "discs-aside"
                } else {
                    "line"
                },
                lines: lines
                    .iter()
                    .map(|line| line.cells().map(place).collect())
                    .collect(),
            },
            Outcome::Draw(rule) => GameEndInfo {
                winner: None,
                reason: match rule {
                    DrawRule::BoardFull => "board-full",
                    DrawRule::NoMoves => "no-moves",
                    DrawRule::Repetition => "repetition",
                    _ => "too-long",
                },
                lines: Vec::new(),
            },
        });
        to_json(&info)
    }

    /// Returns true once the game has ended.
    pub fn is_over(&self) -> bool {
        self.game.end().is_some()
    }

    /// 0 if First is to move, 1 if Second is.
    pub fn turn(&self) -> u8 {
        self.game.position().to_move().index() as u8
    }

    /// Number of moves played.
    pub fn ply(&self) -> usize {
        self.game.moves().len()
    }

    /// Number of columns.
    pub fn columns(&self) -> u8 {
        self.game.ruleset().width()
    }

    /// Number of rows.
    pub fn rows(&self) -> u8 {
        self.game.ruleset().height()
    }

    /// Number of adjacent discs that make a line.
    pub fn connect(&self) -> u8 {
        self.game.ruleset().connect()
    }

    /// Name of the variant.
    pub fn variant(&self) -> String {
        self.game.ruleset().variant().name().to_owned()
    }

    /// The rules as text, such as "standard 7x6/4".
    pub fn rules(&self) -> String {
        write_ruleset(self.game.ruleset())
    }

    /// Returns true if every move of the variant is a drop of an ordinary disc.
    pub fn is_drop_only(&self) -> bool {
        matches!(
            self.game.ruleset().variant(),
            Variant::Standard | Variant::FiveInARow
        )
    }

    /// Returns the owner of each cell, row by row from the top: 0 is empty, 1 First, 2 Second.
    pub fn cells(&self) -> Vec<u8> {
        let board = self.game.position().board();
        let (columns, rows) = (usize::from(self.columns()), usize::from(self.rows()));
        let rows = (0..rows).rev().filter_map(Row::from_index);
        rows.flat_map(|row| {
            let cells = (0..columns).filter_map(Column::from_index);
            cells.map(move |column| Cell { column, row })
        })
        .map(|cell| board.disc_at(cell).map_or(0, |disc| disc.owner.index() + 1) as u8)
        .collect()
    }

    /// Returns the discs of the player to move and all discs, as decimal digits in JSON.
    pub fn bits(&self) -> Result<String, PackageError> {
        let [mover, all] = self.words()?;
        Ok(to_json(&[mover.to_string(), all.to_string()]))
    }

    /// Returns an integer that no other position of this board size has, as decimal digits.
    pub fn key(&self) -> Result<String, PackageError> {
        let [mover, all] = self.words()?;
        let stride = u32::from(self.rows()) + 1;
        let columns = 0..u32::from(self.columns());
        let floor = columns.fold(0_u128, |set, column| set | 1 << (column * stride));
        Ok(mover.wrapping_add(all).wrapping_add(floor).to_string())
    }

    /// Writes the game in a form, such as "digits" or "json".
    pub fn text(&self, form: &str) -> Result<String, PackageError> {
        let known = Form::from_name(form).ok_or_else(|| {
            let names = Form::ALL.map(Form::name).join(", ");
            PackageError::option(format!("there is no form {form:?}: choose one of {names}"))
        })?;
        Ok(write(&self.game, known, &Emoji::YELLOW_FIRST))
    }

    /// Renders the board as SVG.
    pub fn svg(&self) -> String {
        svg(&self.game, &Palette::CLASSIC)
    }

    /// Returns true if both have the same position.
    pub fn equals(&self, other: &NativeBoard) -> bool {
        self.game.position() == other.game.position()
    }
}

impl NativeBoard {
    /// Returns the words of a position of a game with drops only.
    fn words(&self) -> Result<[u128; 2], PackageError> {
        let position = self.game.position();
        if !position.ruleset().variant().is_drop_only() {
            let name = position.ruleset().variant().name();
            let message = format!("the discs of a {name} board do not tell its whole state");
            return Err(PackageError::unsupported(message));
        }
        let board = position.board();
        let mover = board.bits(position.to_move());
        Ok([mover, mover | board.bits(position.to_move().opponent())])
    }
}

/// Writes a value as JSON, `null` if that is impossible.
pub(crate) fn to_json(value: &impl Serialize) -> String {
    serde_json::to_value(value)
        .unwrap_or(Value::Null)
        .to_string()
}
