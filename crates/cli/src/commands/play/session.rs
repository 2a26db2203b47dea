//! One sitting: the game, what was undone, and where it is saved.
//!
//! Invariant: `undone` holds moves that are legal one after the other from where the game
//! stands, the next one last.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use foursight_core::{Column, Game, Move, Player, Space};
use foursight_record::{Form, write};

use super::files;
use super::typed::{Typed, parse};
use crate::args::ShowWhen;
use crate::exit::{Exit, Failure};
use crate::output::Out;
use crate::theme::EMOJI;
use crate::{draw, house_rules, words};

const HELP: &str = "\
4           drop a disc into column 4
p4          pop column 4 (Pop Out, Pop Ten)
a4 b4 w4 d4 drop an anvil, bomb, wall or double into column 4 (Power Up)
t4          the bomb removes the bottom disc of column 4 (Power Up)
pass        make no move, where that is allowed
u, U        undo, redo
show        draw the grid
read        say the grid in words; r4 says column 4 from the bottom up
moves       the moves so far, and those that are possible now
rules       the rules in force
save FILE   save the game; save! FILE overwrites another file
load FILE   go on with a saved game
new         start again with the same rules
quit        leave; so does the end of input (Ctrl-D)";

/// What comes after an answer.
pub(super) enum Next {
    Ask,
    Leave,
}

/// One sitting.
pub(super) struct Session {
    game: Game,
    undone: Vec<Move>,
    show: ShowWhen,
    /// Where every move is saved.
    keep_in: Option<PathBuf>,
    /// Why the last move is not in that file.
    unsaved: Option<String>,
    /// How this sitting was begun, for going on later.
    command: &'static str,
    /// Files of this sitting, which may be written again.
    own_files: BTreeSet<PathBuf>,
}

impl Session {
    pub(super) fn new(
        game: Game,
        show: ShowWhen,
        keep_in: Option<PathBuf>,
        is_plain: bool,
    ) -> Self {
        Self {
            game,
            undone: Vec::new(),
            show,
            own_files: keep_in.iter().cloned().collect(),
            keep_in,
            unsaved: None,
            command: if is_plain {
                "foursight play --plain"
            } else {
                "foursight play"
            },
        }
    }

    /// Says how the game stands before the first question.
    pub(super) fn introduce(&self, out: &mut Out) -> Result<(), Failure> {
        if !self.game.moves().is_empty() {
            out.line(&self.moves_so_far())?;
        }
        for line in words::holdings(self.game.position()) {
            out.line(&line)?;
        }
        self.draw_if_wanted(out)?;
        if self.show == ShowWhen::Always {
            out.line(&draw::legend(&self.game))?;
        }
        self.say_if_over(out)
    }

    /// Names the player and what can be typed.
    pub(super) fn question(&self) -> String {
        let Some(player) = self.game.to_move() else {
            return "Game over. Type new, u to undo, save FILE or quit: ".to_owned();
        };
        let moves = self.game.legal_moves();
        let of = |is: fn(&Move) -> bool| {
            let words: Vec<_> = moves.iter().copied().filter(is).map(as_typed).collect();
            (!words.is_empty()).then_some(words)
        };
        let width = usize::from(self.game.ruleset().width());
        let drops = of(|step| matches!(step, Move::Drop(_))).map(|columns| {
            if columns.len() == width {
                format!("column 1 to {width}")
            } else {
                format!("column {}", columns.join(" "))
            }
        });
        let pops = of(|step| matches!(step, Move::Pop(_)));
        let powers = of(|step| matches!(step, Move::Power(..)));
        let targets = of(|step| matches!(step, Move::Strike(_)));
        let ways: Vec<_> = [
            drops,
            pops.map(|pops| format!("{} to pop", pops.join(" "))),
            powers.map(|_| "a, b, w or d and a column for a power disc".to_owned()),
            targets.map(|targets| format!("{} for the target of the bomb", targets.join(" "))),
            of(|step| matches!(step, Move::Pass)).map(|_| "pass".to_owned()),
        ]
        .into_iter()
        .flatten()
        .collect();
        let letter = match player {
            Player::First => 'X',
            Player::Second => 'O',
        };
        format!("{player} ({letter}), {}: ", ways.join(", or "))
    }

    /// Does what was typed.
    pub(super) fn hear(&mut self, text: &str, out: &mut Out) -> Result<Next, Failure> {
        let typed = match parse(text) {
            Ok(typed) => typed,
            Err(reason) => {
                out.line(&format!("Not understood: {reason}."))?;
                return Ok(Next::Ask);
            }
        };
        match typed {
            Typed::Nothing => {}
            Typed::Move(step) => self.play(step, out)?,
            Typed::Undo => self.undo(out)?,
            Typed::Redo => match self.undone.last().copied() {
                Some(step) => self.advance(step, out)?,
                None => out.line("There is nothing to redo.")?,
            },
            Typed::Show if self.show == ShowWhen::Never => self.read_all(out)?,
            Typed::Show => {
                out.line(&draw::grid(&self.game, out.color()))?;
                out.line(&draw::legend(&self.game))?;
            }
            Typed::Read(None) => self.read_all(out)?,
            Typed::Read(Some(column)) => out.line(&self.read_column(column))?,
            Typed::Moves => self.list_moves(out)?,
            Typed::Rules => out.paragraph(&house_rules::describe(self.game.ruleset()))?,
            Typed::Save { path, overwrite } => self.save(path, overwrite, out)?,
            Typed::Load(path) => self.load(&path, out)?,
            Typed::New => {
                self.part_from_game(out)?;
                self.begin(Game::new(self.game.ruleset()));
                out.line("A new game.")?;
                self.introduce(out)?;
            }
            Typed::Help => out.line(HELP)?,
            Typed::Quit => return Ok(Next::Leave),
        }
        Ok(Next::Ask)
    }

    /// Ends the sitting, and says how to go on with a game that has not ended.
    pub(super) fn leave(&self, out: &mut Out) -> Result<Exit, Failure> {
        if let Some(reason) = &self.unsaved {
            self.say_how_to_resume(out)?;
            return Err(Failure::storage(reason));
        }
        match &self.keep_in {
            Some(path) if path.exists() => {
                out.line(&format!("The game is in {}.", path.display()))?;
            }
            _ if self.game.end().is_none() && !self.game.moves().is_empty() => {
                self.say_how_to_resume(out)?;
            }
            _ => {}
        }
        out.line("Goodbye.")?;
        Ok(Exit::Done)
    }

    fn say_how_to_resume(&self, out: &mut Out) -> Result<(), Failure> {
        let notation = write(&self.game, Form::Notation, &EMOJI);
        out.line(&format!(
            "The game is not over. To go on: {} '{notation}'",
            self.command
        ))?;
        Ok(())
    }

    /// A move that the player chose: what was undone before is gone.
    fn play(&mut self, step: Move, out: &mut Out) -> Result<(), Failure> {
        if self.undone.last() != Some(&step) && self.game.after(step).is_ok() {
            self.undone.clear();
        }
        self.advance(step, out)
    }

    /// Makes a move, chosen or redone.
    fn advance(&mut self, step: Move, out: &mut Out) -> Result<(), Failure> {
        let before = *self.game.position();
        if let Err(reason) = self.game.apply(step) {
            out.line(&format!("Refused: {reason}."))?;
            return Ok(());
        }
        if self.undone.last() == Some(&step) {
            self.undone.pop();
        }
        out.line(&words::what_happened(&before, step, self.game.position()))?;
        self.changed(out)
    }

    fn undo(&mut self, out: &mut Out) -> Result<(), Failure> {
        let (Some(earlier), Some(step)) = (self.game.undo(), self.game.moves().last()) else {
            out.line("There is nothing to undo.")?;
            return Ok(());
        };
        self.undone.push(*step);
        let player = earlier.position().to_move();
        out.line(&format!("Undone: {player} takes back the {step}."))?;
        self.game = earlier;
        self.changed(out)
    }

    /// After every change: draw, tell the end, save.
    fn changed(&mut self, out: &mut Out) -> Result<(), Failure> {
        self.draw_if_wanted(out)?;
        self.say_if_over(out)?;
        if let Some(path) = &self.keep_in {
            self.unsaved = files::save(path, &self.game).err();
            if let Some(reason) = &self.unsaved {
                out.line(&format!("Not saved: {reason}."))?;
            }
        }
        Ok(())
    }

    fn begin(&mut self, game: Game) {
        self.game = game;
        self.undone.clear();
    }

    /// A game that is left for another one can still be found on the screen.
    fn part_from_game(&self, out: &mut Out) -> Result<(), Failure> {
        if self.game.end().is_none() && !self.game.moves().is_empty() {
            let notation = write(&self.game, Form::Notation, &EMOJI);
            out.line(&format!("The game so far was: {notation}"))?;
        }
        Ok(())
    }

    fn save(&mut self, path: PathBuf, overwrite: bool, out: &mut Out) -> Result<(), Failure> {
        let shown = path.display().to_string();
        if path.exists() && !overwrite && !self.own_files.contains(&path) {
            out.line(&format!(
                "Not saved: {shown} exists. Type save! {shown} to overwrite it."
            ))?;
            return Ok(());
        }
        match files::save(&path, &self.game) {
            Ok(()) => {
                out.line(&format!("Saved to {shown}."))?;
                self.own_files.insert(path);
            }
            Err(reason) => out.line(&format!("Not saved: {reason}."))?,
        }
        Ok(())
    }

    fn load(&mut self, path: &Path, out: &mut Out) -> Result<(), Failure> {
        match files::load(path, self.game.ruleset()) {
            Ok(game) => {
                self.part_from_game(out)?;
                self.begin(game);
                out.line(&format!("Loaded {}.", path.display()))?;
                out.line(&house_rules::title(self.game.ruleset()))?;
                self.introduce(out)
            }
            Err(reason) => {
                out.line(&format!("Not loaded: {reason}."))?;
                Ok(())
            }
        }
    }

    fn draw_if_wanted(&self, out: &mut Out) -> Result<(), Failure> {
        if self.show == ShowWhen::Always {
            out.line(&draw::grid(&self.game, out.color()))?;
        }
        Ok(())
    }

    fn say_if_over(&self, out: &mut Out) -> Result<(), Failure> {
        if let Some(outcome) = self.game.outcome() {
            out.line(&words::ending(&outcome))?;
        }
        Ok(())
    }

    fn moves_so_far(&self) -> String {
        match self.game.moves().len() {
            0 => "No moves so far.".to_owned(),
            count => {
                let moves = write(&self.game, Form::Digits, &EMOJI);
                format!("Moves so far: {count}, {moves}.")
            }
        }
    }

    fn list_moves(&self, out: &mut Out) -> Result<(), Failure> {
        out.line(&self.moves_so_far())?;
        let possible: Vec<_> = self.game.legal_moves().into_iter().map(as_typed).collect();
        if !possible.is_empty() {
            out.line(&format!("Possible now: {}.", possible.join(" ")))?;
        }
        for line in words::holdings(self.game.position()) {
            out.line(&line)?;
        }
        Ok(())
    }

    fn read_all(&self, out: &mut Out) -> Result<(), Failure> {
        let grid = self.game.position().grid();
        for column in grid.columns() {
            out.line(&self.read_column(column))?;
        }
        out.line(&words::status(&self.game))?;
        Ok(())
    }

    fn read_column(&self, column: Column) -> String {
        let grid = self.game.position().grid();
        let row = foursight_core::Row::BOTTOM;
        if !grid.contains(Space { column, row }) {
            return format!(
                "There is no column {column}: the grid has columns 1 to {}.",
                grid.width()
            );
        }
        let discs: Vec<_> = grid.stack(column).map(words::disc).collect();
        if discs.is_empty() {
            return format!("Column {column}: empty.");
        }
        let full = if grid.landing(column).is_none() {
            "; full"
        } else {
            ""
        };
        format!("Column {column}, bottom up: {}{full}.", discs.join(", "))
    }
}

/// A move as it is typed.
fn as_typed(step: Move) -> String {
    match step {
        Move::Drop(column) => column.to_string(),
        Move::Pop(column) => format!("p{column}"),
        Move::Strike(column) => format!("t{column}"),
        Move::Power(disc, column) => format!("{}{column}", &disc.name()[..1]),
        Move::Pass => "pass".to_owned(),
    }
}
