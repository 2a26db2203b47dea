//! A game in line mode: what is typed becomes a command, and what happened becomes sentences.
//!
//! Invariant: the game changes only by what happens at the table. `is_kept` is true only while the
//! file holds the game as it stands.

use std::collections::BTreeSet;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::Instant;

use foursight_bots::{Bot, Budget, Level};
use foursight_core::{Disc, Ending, Move, Player};
use foursight_record::{Form, GameRecord, GameResult, sign, write};
use foursight_solver::Limits;
use foursight_table::{By, Command, Event, Happened, Ply, Refused, Table};

use super::think::choose;
use super::typed::{Typed, parse};
use crate::choices::ShowWhen;
use crate::exit::{Exit, Failure};
use crate::keep::files;
use crate::keep::interrupt::LastWords;
use crate::keep::recorded::{record_of, table_of};
use crate::opponents::{self, Cast, Players, hint_budget};
use crate::output::Out;
use crate::sitting::{FirstGame, Official, Options};
use crate::theme::EMOJI;
use crate::words::{self, happened, hint, reading};
use crate::{draw, house_rules, learner_file, scores_file};

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

/// How the lines of the help begin that a game of a tournament does without.
const NOT_OFFICIAL: [&str; 6] = ["u, U", "hint", "verdict", "threats", "load", "new"];

/// Why a game of a tournament has no use for what was typed.
const fn refused(typed: &Typed) -> Option<&'static str> {
    match typed {
        Typed::Undo | Typed::Redo => Some(Official::STANDS),
        Typed::Hint | Typed::Verdict | Typed::Threats => Some(Official::NO_HELP),
        Typed::New | Typed::Load(_) => Some(Official::ONLY_THIS),
        _ => None,
    }
}

/// What comes after an answer.
pub(super) enum Next {
    Ask,
    Leave,
}

/// A game in line mode.
pub(super) struct LineGame {
    pub(super) table: Table,
    /// What the game came from, whose names, seed and tags are kept.
    origin: GameRecord,
    /// The time of the table is counted from here.
    started: Instant,
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
    cast: Cast,
    /// By player.
    bots: [Option<Box<dyn Bot>>; 2],
    /// The result counts elsewhere.
    official: Option<Official>,
}

impl LineGame {
    pub(super) fn new(
        first: FirstGame,
        options: &Options,
        command: String,
        players: Players,
        last_words: LastWords,
    ) -> Result<Self, Failure> {
        let by_default = if options.is_plain {
            ShowWhen::Ask
        } else {
            ShowWhen::Always
        };
        let Players { seats, cast } = players;
        let bots = [cast.bot(&seats[0])?, cast.bot(&seats[1])?];
        let table = table_of(&first.record, seats, 1, 0)
            .map_err(|_| Failure::bad_input("no game can go on from this record"))?;
        let game = Self {
            table,
            origin: first.record,
            started: Instant::now(),
            show: options.show.unwrap_or(by_default),
            own_files: options.save.iter().cloned().collect(),
            keep_in: options.save.clone(),
            is_kept: first.is_kept,
            unsaved: None,
            last_words,
            command,
            cast,
            bots,
            official: options.official.clone(),
        };
        game.note_last_words();
        Ok(game)
    }

    /// True once the result of a game of a tournament is entered, after which there is nothing to ask.
    pub(super) fn is_settled(&self) -> bool {
        self.official.is_some() && self.table.is_over()
    }

    /// What a player is called.
    pub(super) fn name_of(&self) -> impl Fn(Player) -> String + '_ {
        |player| opponents::short_name(self.table.start(), player)
    }

    /// Bots move until a person is to move, the game is over or paused.
    pub(super) fn let_bots_move(&mut self, out: &mut Out) -> Result<(), Failure> {
        while let Some(seat) = self.table.to_move()
            && self.table.may_move(By::Seat(seat))
            && let player = self.table.start().player_at(seat)
            && let Some(bot) = &mut self.bots[player.index()]
        {
            out.flush()?;
            let name = opponents::name(self.table.start(), player);
            let choice = choose(&mut **bot, self.table.game(), self.cast.seed, || {
                out.line(&format!("{name} is thinking. Ctrl-C leaves."))?;
                out.flush()
            })?;
            let Some(choice) = choice else {
                return Ok(());
            };
            let at = self.table.point();
            let step = choice.step;
            self.act(&Command::Move { at, step }, By::Seat(seat), out)?;
        }
        Ok(())
    }

    /// Says how the game stands before the first question.
    pub(super) fn introduce(&self, out: &mut Out) -> Result<(), Failure> {
        if !self.table.game().moves().is_empty() {
            out.paragraph(&self.moves_so_far())?;
        }
        for line in words::holdings_of(self.table.game().position(), &self.name_of()) {
            out.paragraph(&line)?;
        }
        if let Some(line) = opponents::stand_in(self.table.start()) {
            out.paragraph(&line)?;
        }
        if self.show == ShowWhen::Always {
            self.draw(out)?;
            out.paragraph(&draw::legend_of(self.table.game(), &self.name_of()))?;
        }
        self.say_if_over(out)
    }

    /// Names the player and what can be typed.
    pub(super) fn question(&self) -> String {
        if self.result_beside().is_some() {
            return "Game over. Type new, save FILE or quit: ".to_owned();
        }
        if self.table.is_paused() && !self.table.is_over() {
            return "The bots wait. Type go to let them play on: ".to_owned();
        }
        let Some(player) = self.table.game().to_move() else {
            return "Game over. Type new, u to undo, save FILE or quit: ".to_owned();
        };
        let moves = self.table.game().legal_moves();
        let of = |is: fn(&Move) -> bool| {
            let words: Vec<_> = moves
                .iter()
                .copied()
                .filter(is)
                .map(words::as_typed)
                .collect();
            (!words.is_empty()).then_some(words)
        };
        let width = usize::from(self.table.game().ruleset().width());
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
            powers.map(|_| "A, B, W or D and a column for a power disc".to_owned()),
            targets.map(|targets| format!("{} for the target of the bomb", targets.join(" "))),
            of(|step| matches!(step, Move::Pass)).map(|_| "pass".to_owned()),
        ]
        .into_iter()
        .flatten()
        .collect();
        let sign = sign(Disc::ordinary(player));
        let name = opponents::short_name(self.table.start(), player);
        format!("{name} ({sign}), {}: ", ways.join(", or "))
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
        if let Some(reason) = self.official.as_ref().and_then(|_| refused(&typed)) {
            out.paragraph(reason)?;
            return Ok(Next::Ask);
        }
        let at = self.table.point();
        match typed {
            Typed::Nothing => {}
            Typed::Move(_) | Typed::Undo | Typed::Redo if self.result_beside().is_some() => {
                out.paragraph("Refused: the game has ended. Type new to start another.")?;
            }
            Typed::Move(_) if self.table.is_paused() => {
                out.line("It is the turn of a bot. Type go.")?;
            }
            Typed::Move(step) => self.act(&Command::Move { at, step }, By::Shared, out)?,
            // Bots that do not wait have nothing to be told.
            Typed::Go if !self.table.is_paused() => {}
            Typed::Go => self.act(&Command::Resume, By::Shared, out)?,
            Typed::Undo => self.act(&Command::TakeBack(at), By::Shared, out)?,
            Typed::Redo => self.act(&Command::Redo(at), By::Shared, out)?,
            Typed::Hint => self.hint(out)?,
            Typed::Verdict => self.verdicts(out)?,
            Typed::Threats => out.line(&reading::threats_of(self.table.game(), &self.name_of()))?,
            Typed::Show if self.show == ShowWhen::Never => self.read_all(out)?,
            Typed::Show => {
                self.draw(out)?;
                out.paragraph(&draw::legend_of(self.table.game(), &self.name_of()))?;
            }
            Typed::Read(None) => self.read_all(out)?,
            Typed::Read(Some(column)) => out.paragraph(&self.read_column(column))?,
            Typed::Rows => self.read_rows(out)?,
            Typed::Last => {
                out.paragraph(&reading::last_move(self.table.game(), self.table.start()))?;
            }
            Typed::Moves => self.list_moves(out)?,
            Typed::Rules => out.paragraph(&house_rules::describe(self.table.game().ruleset()))?,
            Typed::Save { path, overwrite } => self.save(path, overwrite, out)?,
            Typed::Load(path) => self.load(&path, out)?,
            Typed::New => self.restart(out)?,
            Typed::Help => out.paragraph(&self.help())?,
            Typed::Quit => return Ok(Next::Leave),
        }
        Ok(Next::Ask)
    }

    /// What can be typed, without what a tournament refuses.
    fn help(&self) -> String {
        let is_offered = |line: &&str| {
            let is_refused = NOT_OFFICIAL.iter().any(|word| line.starts_with(word));
            self.official.is_none() || !is_refused
        };
        HELP.lines()
            .filter(is_offered)
            .collect::<Vec<_>>()
            .join("\n")
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
            _ if self.official.is_some() => {
                // The tournament says how it goes on.
                out.flush()?;
                self.last_words.let_go();
                return Ok(Exit::Done);
            }
            Some(path) if self.is_kept => {
                out.paragraph(&format!("The game is in {}.", path.display()))?;
            }
            _ if self.table.is_over() => {}
            _ => self.say_last_words(out)?,
        }
        out.line("Goodbye.")?;
        // It was said how to go on, if somebody heard it.
        out.flush()?;
        self.last_words.let_go();
        Ok(Exit::Done)
    }

    /// The result of a game that ended though its moves would let it go on.
    pub(super) fn result_beside(&self) -> Option<GameResult> {
        let ending = self
            .table
            .ending()
            .filter(|ending| !Ending::is_by_rules(*ending));
        ending.map(|ending| GameResult::from(Some(ending)))
    }

    /// The game for whoever leaves it; none if nobody has moved.
    fn last_words(&self) -> Option<(&'static str, String)> {
        if let Some(official) = &self.official {
            let command = official.command.clone();
            return Some(("The game is not over. To go on:", command));
        }
        if self.table.game().moves().is_empty() {
            return None;
        }
        let notation = write(self.table.game(), Form::Notation, &EMOJI);
        Some(if self.table.is_over() {
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
            Some((sentence, copied)) if self.official.is_some() => {
                self.last_words.set(format!("{sentence}\n{copied}"), None);
            }
            Some((sentence, copied)) if !self.is_kept => {
                let record = record_of(&self.table, &self.origin);
                let game = Some(record).filter(|_| !self.table.is_over());
                self.last_words.set(format!("{sentence}\n{copied}"), game);
            }
            _ => self.last_words.let_go(),
        }
    }

    /// Asks something of the table, and says what happened.
    fn act(&mut self, command: &Command, by: By, out: &mut Out) -> Result<(), Failure> {
        match self.table.act(command, by, self.now_ms()) {
            Ok(Some(happened)) => self.follow(&happened, out),
            // The table has heard it before.
            Ok(None) => Ok(()),
            Err(Refused::NothingToUndo) => Ok(out.line("There is nothing to undo.")?),
            Err(Refused::NothingToRedo) => Ok(out.line("There is nothing to redo.")?),
            Err(refused) => {
                let reason = happened::refusal(refused);
                Ok(out.paragraph(&format!("Refused: {reason}."))?)
            }
        }
    }

    /// What follows from what happened: sentences, a drawing, learning, the file.
    fn follow(&mut self, happened: &Happened, out: &mut Out) -> Result<(), Failure> {
        if let Event::Resumed = happened.entry.event {
            return Ok(());
        }
        // Before it is shown it is safe, whatever ends the program.
        self.keep(out)?;
        match happened.entry.event {
            Event::Started(_) => return self.introduce(out),
            Event::TakenBack(_) => {
                for ply in &happened.plies {
                    let name = opponents::name(self.table.start(), ply.player);
                    out.paragraph(&format!("Undone: {name} takes back the {}.", ply.step))?;
                }
            }
            _ => {
                for ply in &happened.plies {
                    out.paragraph(&self.tell(ply))?;
                }
            }
        }
        if self.show == ShowWhen::Always {
            self.draw(out)?;
        }
        self.say_if_over(out)?;
        if happened.is_first_end && self.official.is_none() {
            self.count(out)?;
            self.learn(out)?;
        }
        let official = self.official.as_ref();
        if let Some(told) = official.and_then(|official| (official.heard)(&self.table)) {
            out.paragraph(&told)?;
        }
        Ok(())
    }

    /// What a move did; the drop of a bot as short as it gets.
    fn tell(&self, ply: &Ply) -> String {
        let name = |player| opponents::name(self.table.start(), player);
        let is_bot = self.bots[ply.player.index()].is_some();
        match ply.step {
            Move::Drop(column) if is_bot => {
                format!("{} drops in column {column}.", name(ply.player))
            }
            _ => happened::made(ply, &name),
        }
    }

    fn hint(&mut self, out: &mut Out) -> Result<(), Failure> {
        let stop = hint_budget();
        let budget = Budget {
            stop: Some(&stop),
            ..Budget::default()
        };
        let game = self.table.game();
        let mut hinter = self.cast.knowledge.hinter();
        match hinter.choose(game, &budget, self.cast.seed) {
            Some(choice) => out.paragraph(&hint::sentence(game.position(), &choice))?,
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
        let mut solver = self.cast.knowledge.solver();
        match solver.analyse_within(self.table.game().position(), limits) {
            Err(error) => out.line(&format!("No verdicts: {error}."))?,
            Ok(analysis) => {
                out.paragraph(&reading::headline(&analysis.columns))?;
                let (position, columns) = (self.table.game().position(), &analysis.columns);
                for sentence in reading::columns(&mut solver, position, columns, limits) {
                    out.paragraph(&sentence)?;
                }
            }
        }
        Ok(())
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

    /// The game goes into the scores, if a person and no script has typed it.
    fn count(&self, out: &mut Out) -> Result<(), Failure> {
        let line = scores_file::line_of(&self.table).filter(|_| io::stdin().is_terminal());
        let Some(line) = line else {
            return Ok(());
        };
        let added = scores_file::path(None).and_then(|path| scores_file::add(&path, &line));
        if let Err(failure) = added {
            out.paragraph(&format!("Not counted: {failure}."))?;
        }
        Ok(())
    }

    /// The learners at the table remember the game that has ended.
    fn learn(&mut self, out: &mut Out) -> Result<(), Failure> {
        for player in Player::BOTH {
            let who = self.table.start().who(player);
            if opponents::level_of(who) != Some(Level::Learner) {
                continue;
            }
            let learned = learner_file::path(None)
                .and_then(|path| learner_file::learn(&path, self.table.game(), player))
                .and_then(|()| self.cast.bot(who));
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
        files::save(path, &record_of(&self.table, &self.origin))
    }

    fn restart(&mut self, out: &mut Out) -> Result<(), Failure> {
        self.part_from_game(out)?;
        out.line("A new game.")?;
        self.origin =
            GameRecord::from_game(&foursight_core::Game::new(self.table.game().ruleset()));
        self.act(&Command::Next, By::Shared, out)
    }

    /// A game that is left for another one can still be found on the screen.
    fn part_from_game(&self, out: &mut Out) -> Result<(), Failure> {
        let is_replaced = self.keep_in.is_some();
        if !self.table.game().moves().is_empty() && (is_replaced || !self.table.is_over()) {
            let notation = write(self.table.game(), Form::Notation, &EMOJI);
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
        match self.load_table(path) {
            Ok((record, table)) => {
                self.last_words.opened(path);
                self.part_from_game(out)?;
                out.paragraph(&format!("Loaded {}.", path.display()))?;
                out.paragraph(&house_rules::title(record.ruleset()))?;
                self.table = table;
                self.origin = record;
                // Before it is shown it is safe.
                self.keep(out)?;
                self.introduce(out)
            }
            Err(error) => {
                out.paragraph(&format!("Not loaded: {error}."))?;
                Ok(())
            }
        }
    }

    /// The game of a file, at a table of the same people.
    fn load_table(&self, path: &Path) -> Result<(GameRecord, Table), String> {
        let loaded = files::load(path, self.table.game().ruleset());
        let record = loaded.map_err(|error| error.reason().to_owned())?;
        let (seats, seq) = (self.table.start().seats.clone(), self.table.seq() + 1);
        let table = table_of(&record, seats, seq, self.now_ms());
        let table = table.map_err(|_| "no game can go on from this record".to_owned())?;
        Ok((record, table))
    }

    /// The time of the table: milliseconds since the sitting began.
    fn now_ms(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}
