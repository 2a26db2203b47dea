//! One sitting: the game, what was undone, and where it is saved.
//!
//! Invariant: `undone` holds moves that are legal one after the other from where the game
//! stands, the next one last. `is_kept` is true only while the file holds the game as it stands.

mod telling;

use std::collections::BTreeSet;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use foursight_bots::{Bot, Budget, Choice, Level};
use foursight_core::{Action, Disc, Game, Move, Player, reduce};
use foursight_record::{Form, GameRecord, sign, write};
use foursight_solver::Limits;

use super::beside::Beside;
use super::typed::{Typed, parse};
use crate::choices::ShowWhen;
use crate::exit::{Exit, Failure};
use crate::keep::files;
use crate::keep::interrupt::LastWords;
use crate::opponents::{Seats, hint_budget};
use crate::output::Out;
use crate::sitting::{FirstGame, Options};
use crate::theme::EMOJI;
use crate::words::{self, hint, reading};
use crate::{draw, house_rules, learner_file};

const HELP: &str = "\
4 or D      drop a disc into column 4; capital letters are columns
P4 or PD    pop column 4 (Pop Out, Pop Ten)
A4 B4 W4 D4 drop an anvil, bomb, wall or double into column 4 (Power Up)
T4          the bomb removes the bottom disc of column 4 (Power Up)
pass or -   make no move, where that is allowed
u, U        undo, redo
hint        a good move (h)
verdict     what perfect play makes of each column, and why (e)
threats     the spaces that would complete a line (t)
show        draw the grid
read        say the grid column by column; r4 says column 4 from the bottom up
rows        say the grid row by row (g)
last        say the last move (l)
moves       the moves so far, and those that are possible now
rules       the rules in force
save FILE   save the game; save! FILE overwrites another file
load FILE   go on with a saved game
new         start again with the same rules
quit        leave; so does the end of input (Ctrl-D)";

/// After so long a person is told that a bot thinks.
const SILENCE: Duration = Duration::from_secs(1);

/// Lets a bot choose, and says once that it thinks if that takes long.
fn choose(
    bot: &mut dyn Bot,
    game: &Game,
    seed: u64,
    tell: impl FnOnce() -> io::Result<()>,
) -> Result<Option<Choice>, Failure> {
    let is_unwanted = AtomicBool::new(false);
    let stop = || is_unwanted.load(Ordering::Relaxed);
    let budget = Budget {
        stop: Some(&stop),
        ..Budget::default()
    };
    let chosen = thread::scope(|scope| {
        let (answer, answered) = mpsc::channel();
        let (bot, budget) = (&mut *bot, &budget);
        let think = move || {
            // Whoever asked waits for the answer, whatever it is.
            let _ = answer.send(bot.choose(game, budget, seed));
        };
        let started = thread::Builder::new().spawn_scoped(scope, think);
        started.ok()?;
        if let Ok(choice) = answered.recv_timeout(SILENCE) {
            return Some(Ok(choice));
        }
        if let Err(error) = tell() {
            is_unwanted.store(true, Ordering::Relaxed);
            return Some(Err(error.into()));
        }
        Some(Ok(answered.recv().unwrap_or_default()))
    });
    // Where the system has no thread to spare, it thinks unsaid.
    chosen.unwrap_or_else(|| Ok(bot.choose(game, &budget, seed)))
}

/// What comes after an answer.
pub(super) enum Next {
    Ask,
    Leave,
}

/// One sitting.
pub(super) struct Session {
    game: Game,
    beside: Beside,
    undone: Vec<Move>,
    show: ShowWhen,
    /// Where every change is saved.
    keep_in: Option<PathBuf>,
    /// That file holds the game as it stands.
    is_kept: bool,
    /// Why the last change is not in that file.
    unsaved: Option<String>,
    /// What is left behind if the sitting is ended from outside.
    last_words: LastWords,
    /// How this sitting was begun, for going on later.
    command: String,
    /// Files of this sitting, which may be written again.
    own_files: BTreeSet<PathBuf>,
    seats: Seats,
    bots: [Option<Box<dyn Bot>>; 2],
    /// Two bots do not go on by themselves after an undo.
    paused: bool,
    /// The moves of the last game that was learned from.
    learned: Option<Vec<Move>>,
}

impl Session {
    pub(super) fn new(
        first: FirstGame,
        options: &Options,
        command: String,
        seats: Seats,
        last_words: LastWords,
    ) -> Result<Self, Failure> {
        let by_default = if options.is_plain {
            ShowWhen::Ask
        } else {
            ShowWhen::Always
        };
        let bots = [seats.bot(Player::First)?, seats.bot(Player::Second)?];
        let session = Self {
            game: first.record.game().clone(),
            beside: Beside::of(first.record),
            undone: Vec::new(),
            show: options.show.unwrap_or(by_default),
            own_files: options.save.iter().cloned().collect(),
            keep_in: options.save.clone(),
            is_kept: first.is_kept,
            unsaved: None,
            last_words,
            command,
            seats,
            bots,
            paused: false,
            learned: None,
        };
        session.note_last_words();
        Ok(session)
    }

    /// Bots move until a person is to move or the game is over.
    pub(super) fn let_bots_move(&mut self, out: &mut Out) -> Result<(), Failure> {
        while !self.paused
            && self.beside.result().is_none()
            && let Some(player) = self.game.to_move()
            && let Some(bot) = &mut self.bots[player.index()]
        {
            out.flush()?;
            let name = self.seats.name(player);
            let choice = choose(&mut **bot, &self.game, self.seats.seed, || {
                out.line(&format!("{name} is thinking. Ctrl-C leaves."))?;
                out.flush()
            })?;
            let Some(choice) = choice else {
                return Ok(());
            };
            self.play(choice.step, out)?;
        }
        Ok(())
    }

    /// Says how the game stands before the first question.
    pub(super) fn introduce(&self, out: &mut Out) -> Result<(), Failure> {
        if !self.game.moves().is_empty() {
            out.paragraph(&self.moves_so_far())?;
        }
        for line in words::holdings(self.game.position()) {
            out.paragraph(&line)?;
        }
        if self.show == ShowWhen::Always {
            self.draw(out)?;
            out.paragraph(&draw::legend(&self.game))?;
        }
        self.say_if_over(out)
    }

    /// Names the player and what can be typed.
    pub(super) fn question(&self) -> String {
        if self.beside.result().is_some() {
            return "Game over. Type new, save FILE or quit: ".to_owned();
        }
        if self.paused && self.game.end().is_none() {
            return "The bots wait. Type go to let them play on: ".to_owned();
        }
        let Some(player) = self.game.to_move() else {
            return "Game over. Type new, u to undo, save FILE or quit: ".to_owned();
        };
        let moves = self.game.legal_moves();
        let of = |is: fn(&Move) -> bool| {
            let words: Vec<_> = moves
                .iter()
                .copied()
                .filter(is)
                .map(words::as_typed)
                .collect();
            (!words.is_empty()).then_some(words)
        };
        let width = usize::from(self.game.ruleset().width());
        let drops = of(|step| matches!(step, Move::Drop(_))).map(|columns| {
            if columns.len() == width && width > 1 {
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
        let sign = sign(Disc::ordinary(player));
        format!("{player} ({sign}), {}: ", ways.join(", or "))
    }

    /// Does what was typed.
    pub(super) fn hear(&mut self, text: &str, out: &mut Out) -> Result<Next, Failure> {
        let typed = match parse(text) {
            Ok(typed) => typed,
            Err(reason) => {
                out.paragraph(&format!("Not understood: {reason}."))?;
                return Ok(Next::Ask);
            }
        };
        match typed {
            Typed::Nothing => {}
            Typed::Move(_) | Typed::Undo | Typed::Redo if self.beside.result().is_some() => {
                out.paragraph("Refused: the game has ended. Type new to start another.")?;
            }
            Typed::Move(_) if self.paused => out.line("It is the turn of a bot. Type go.")?,
            Typed::Move(step) => self.play(step, out)?,
            Typed::Go => self.paused = false,
            Typed::Undo => self.undo(out)?,
            Typed::Redo => self.redo(out)?,
            Typed::Hint => self.hint(out)?,
            Typed::Verdict => self.verdicts(out)?,
            Typed::Threats => out.line(&reading::threats(&self.game))?,
            Typed::Show if self.show == ShowWhen::Never => self.read_all(out)?,
            Typed::Show => {
                self.draw(out)?;
                out.paragraph(&draw::legend(&self.game))?;
            }
            Typed::Read(None) => self.read_all(out)?,
            Typed::Read(Some(column)) => out.paragraph(&self.read_column(column))?,
            Typed::Rows => {
                for row in reading::grid(&self.game) {
                    out.paragraph(&row)?;
                }
            }
            Typed::Last => out.paragraph(&reading::last_move(&self.game, &self.seats))?,
            Typed::Moves => self.list_moves(out)?,
            Typed::Rules => out.paragraph(&house_rules::describe(self.game.ruleset()))?,
            Typed::Save { path, overwrite } => self.save(path, overwrite, out)?,
            Typed::Load(path) => self.load(&path, out)?,
            Typed::New => self.restart(out)?,
            Typed::Help => out.paragraph(HELP)?,
            Typed::Quit => return Ok(Next::Leave),
        }
        Ok(Next::Ask)
    }

    /// Ends the sitting, and says where the game is or how to go on with it.
    pub(super) fn leave(&self, out: &mut Out) -> Result<Exit, Failure> {
        if let Some(reason) = &self.unsaved {
            self.say_last_words(out)?;
            out.flush()?;
            self.last_words.let_go();
            return Err(Failure::storage(reason));
        }
        match &self.keep_in {
            Some(path) if self.is_kept => {
                out.paragraph(&format!("The game is in {}.", path.display()))?;
            }
            _ if self.is_over() => {}
            _ => self.say_last_words(out)?,
        }
        out.line("Goodbye.")?;
        // It was said how to go on, if somebody heard it.
        out.flush()?;
        self.last_words.let_go();
        Ok(Exit::Done)
    }

    fn is_over(&self) -> bool {
        self.game.end().is_some() || self.beside.result().is_some()
    }

    /// The game for whoever leaves it; none if nobody has moved.
    fn last_words(&self) -> Option<(&'static str, String)> {
        if self.game.moves().is_empty() {
            return None;
        }
        let notation = write(&self.game, Form::Notation, &EMOJI);
        Some(if self.is_over() {
            ("The game is over and not saved. It was:", notation)
        } else {
            let command = format!("{} '{notation}'", self.command);
            ("The game is not over. To go on:", command)
        })
    }

    /// The second line is for copying, so it is never wrapped.
    fn say_last_words(&self, out: &mut Out) -> Result<(), Failure> {
        if let Some((sentence, copied)) = self.last_words() {
            out.paragraph(sentence)?;
            out.line(&copied)?;
        }
        Ok(())
    }

    fn note_last_words(&self) {
        match self.last_words() {
            Some((sentence, copied)) if !self.is_kept => {
                // What cannot be written down whole is at least in the words.
                let record = self.beside.record(&self.game).ok();
                let game = record.filter(|_| !self.is_over());
                self.last_words.set(format!("{sentence}\n{copied}"), game);
            }
            _ => self.last_words.let_go(),
        }
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
        let next = match reduce(&self.game, Action::Move(step)) {
            Ok(next) => next,
            Err(reason) => {
                out.paragraph(&format!("Refused: {reason}."))?;
                return Ok(());
            }
        };
        if self.undone.last() == Some(&step) {
            self.undone.pop();
        }
        let before = *self.game.position();
        self.game = next;
        let told = self.tell(&before, step);
        out.paragraph(&told)?;
        self.beside.moved();
        self.changed(out)
    }

    /// What a move did; a bot is named with its level.
    fn tell(&self, before: &foursight_core::Position, step: Move) -> String {
        let mover = before.to_move();
        let happened = words::what_happened(before, step, self.game.position());
        if self.seats.level(mover).is_none() {
            return happened;
        }
        let name = self.seats.name(mover);
        match step {
            Move::Drop(column) => format!("{name} drops in column {column}."),
            _ => happened.replacen(&mover.to_string(), &name, 1),
        }
    }

    /// Forward to where a person is to move, or by one move if nobody is.
    fn redo(&mut self, out: &mut Out) -> Result<(), Failure> {
        if self.undone.is_empty() {
            out.line("There is nothing to redo.")?;
        }
        while let Some(step) = self.undone.last().copied() {
            self.advance(step, out)?;
            let next = self.game.to_move();
            if !self.seats.has_human() || next.is_none_or(|p| self.seats.level(p).is_none()) {
                break;
            }
        }
        Ok(())
    }

    fn hint(&mut self, out: &mut Out) -> Result<(), Failure> {
        let stop = hint_budget();
        let budget = Budget {
            stop: Some(&stop),
            ..Budget::default()
        };
        match self
            .seats
            .knowledge
            .hinter()
            .choose(&self.game, &budget, self.seats.seed)
        {
            Some(choice) => out.paragraph(&hint::sentence(self.game.position(), &choice))?,
            None => out.line("The game is over.")?,
        }
        Ok(())
    }

    /// The exact verdict of every column and why, as far as it can be had in the time of a hint.
    fn verdicts(&mut self, out: &mut Out) -> Result<(), Failure> {
        let stop = hint_budget();
        let limits = Limits {
            should_stop: Some(&stop),
            ..Limits::default()
        };
        let mut solver = self.seats.knowledge.solver();
        match solver.analyse_within(self.game.position(), limits) {
            Err(error) => out.line(&format!("No verdicts: {error}."))?,
            Ok(analysis) => {
                out.paragraph(&reading::headline(&analysis.columns))?;
                let (position, columns) = (self.game.position(), &analysis.columns);
                for sentence in reading::columns(&mut solver, position, columns, limits) {
                    out.paragraph(&sentence)?;
                }
            }
        }
        Ok(())
    }

    fn undo(&mut self, out: &mut Out) -> Result<(), Failure> {
        let Some(moves) = self.seats.undo_to(&self.game) else {
            out.line("There is nothing to undo.")?;
            return Ok(());
        };
        while self.game.moves().len() > moves
            && let (Some(earlier), Some(step)) = (self.game.undo(), self.game.moves().last())
        {
            self.undone.push(*step);
            let player = self.seats.name(earlier.position().to_move());
            out.paragraph(&format!("Undone: {player} takes back the {step}."))?;
            self.game = earlier;
            self.beside.undone();
        }
        self.paused = !self.seats.has_human();
        self.changed(out)
    }

    /// After every move and undo: draw, tell the end, save.
    fn changed(&mut self, out: &mut Out) -> Result<(), Failure> {
        if self.show == ShowWhen::Always {
            self.draw(out)?;
        }
        self.say_if_over(out)?;
        self.learn_if_over(out)?;
        self.keep(out)
    }

    /// Brings the file up to date, if there is one.
    fn keep(&mut self, out: &mut Out) -> Result<(), Failure> {
        if let Some(path) = &self.keep_in {
            self.unsaved = self.save_to(path).err();
            self.is_kept = self.unsaved.is_none();
            if self.is_kept {
                self.last_words.forget_opened();
            }
            if let Some(reason) = &self.unsaved {
                out.paragraph(&format!("Not saved: {reason}."))?;
            }
        }
        self.note_last_words();
        Ok(())
    }

    /// The learner remembers a game once it has ended.
    fn learn_if_over(&mut self, out: &mut Out) -> Result<(), Failure> {
        if self.game.end().is_none() || self.learned.as_deref() == Some(self.game.moves()) {
            return Ok(());
        }
        for player in Player::BOTH {
            if self.seats.level(player) != Some(Level::Learner) {
                continue;
            }
            self.learned = Some(self.game.moves().to_vec());
            let learned = learner_file::path(None)
                .and_then(|path| learner_file::learn(&path, &self.game, player))
                .and_then(|()| self.seats.bot(player));
            match learned {
                Ok(bot) => {
                    self.bots[player.index()] = bot;
                    out.line("The learner remembers this game.")?;
                }
                Err(failure) => out.paragraph(&format!("Not learned: {failure}."))?,
            }
        }
        Ok(())
    }

    fn save_to(&self, path: &Path) -> Result<(), String> {
        let record = self.beside.record(&self.game);
        files::save(path, &record.map_err(|error| error.to_string())?)
    }

    fn restart(&mut self, out: &mut Out) -> Result<(), Failure> {
        match reduce(&self.game, Action::Restart) {
            Ok(game) => {
                self.part_from_game(out)?;
                out.line("A new game.")?;
                self.begin(GameRecord::from_game(&game), out)
            }
            Err(reason) => Ok(out.paragraph(&format!("Refused: {reason}."))?),
        }
    }

    /// Goes on with another game.
    fn begin(&mut self, record: GameRecord, out: &mut Out) -> Result<(), Failure> {
        self.paused = false;
        self.game = record.game().clone();
        self.beside = Beside::of(record);
        self.undone.clear();
        // Before it is shown it is safe.
        self.keep(out)?;
        self.introduce(out)
    }

    /// A game that is left for another one can still be found on the screen.
    fn part_from_game(&self, out: &mut Out) -> Result<(), Failure> {
        let is_replaced = self.keep_in.is_some();
        if !self.game.moves().is_empty() && (is_replaced || !self.is_over()) {
            let notation = write(&self.game, Form::Notation, &EMOJI);
            out.line(&format!("The game so far was: {notation}"))?;
        }
        Ok(())
    }

    fn save(&mut self, path: PathBuf, overwrite: bool, out: &mut Out) -> Result<(), Failure> {
        let shown = path.display().to_string();
        if path.exists() && !overwrite && !self.own_files.contains(&path) {
            out.paragraph(&format!(
                "Not saved: {shown} exists. Type save! {shown} to overwrite it."
            ))?;
            return Ok(());
        }
        match self.save_to(&path) {
            Ok(()) => {
                out.paragraph(&format!("Saved to {shown}."))?;
                self.own_files.insert(path);
            }
            Err(reason) => out.paragraph(&format!("Not saved: {reason}."))?,
        }
        Ok(())
    }

    fn load(&mut self, path: &Path, out: &mut Out) -> Result<(), Failure> {
        match files::load(path, self.game.ruleset()) {
            Ok(record) => {
                self.last_words.opened(path);
                self.part_from_game(out)?;
                out.paragraph(&format!("Loaded {}.", path.display()))?;
                out.paragraph(&house_rules::title(record.ruleset()))?;
                self.begin(record, out)
            }
            Err(error) => {
                out.paragraph(&format!("Not loaded: {}.", error.reason()))?;
                Ok(())
            }
        }
    }
}
