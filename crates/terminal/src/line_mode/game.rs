//! A game in line mode: turns input lines into commands, and events into sentences.
//!
//! Invariant: the game changes only through events of the table. `is_saved` is true only while the
//! file holds the current game.

mod files;

use std::collections::BTreeSet;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::time::Instant;

use foursight_bots::{Bot, Budget, Level};
use foursight_core::{Disc, Ending, Move, Player};
use foursight_phrases::Language;
use foursight_phrases::refusals::{GAME_OVER, command_refusal};
use foursight_record::{GameRecord, GameResult, disc_sign};
use foursight_solver::Limits;
use foursight_table::{Actor, AppliedEvent, Command, CommandError, Event, Ply, Table};

use super::bot_turn::choose_move;
use super::help::{help_text, tournament_refusal};
use super::parser::{LineInput, parse};
use crate::choices::ShowBoard;
use crate::exit::{CliError, Exit};
use crate::output::CliOutput;
use crate::players::{self, BotRecipe, SessionPlayers, hint_timer};
use crate::saved_games::signals::SignalGuard;
use crate::saved_games::table_record::table_of;
use crate::session::{SessionOptions, SessionStart, TournamentGameMode};
use crate::text::{self, board_description, event_text, hint};
use crate::{board_text, house_rules, learner_file, scores_file};

/// Next action after an input line.
pub(super) enum LineStep {
    Prompt,
    Leave,
}

/// A game in line mode.
pub(super) struct LineGame {
    pub(super) table: Table,
    /// Record that the game came from, whose names, seed and tags are preserved.
    origin: GameRecord,
    /// Origin of the table's clock.
    started: Instant,
    show: ShowBoard,
    /// File to which every change is saved.
    autosave_path: Option<PathBuf>,
    /// True if that file holds the current game.
    is_saved: bool,
    /// Reason why the last change is not in that file.
    autosave_error: Option<String>,
    /// Recovers the game if a signal ends the session.
    signal_guard: SignalGuard,
    /// Command that resumes this session later.
    command: String,
    /// Files written by this session, which may be overwritten.
    own_files: BTreeSet<PathBuf>,
    cast: BotRecipe,
    /// Bots by player.
    bots: [Option<Box<dyn Bot>>; 2],
    /// Set if the result counts elsewhere.
    tournament_game: Option<TournamentGameMode>,
}

impl LineGame {
    pub(super) fn new(
        first: SessionStart,
        options: &SessionOptions,
        command: String,
        players: SessionPlayers,
        signal_guard: SignalGuard,
    ) -> Result<Self, CliError> {
        let by_default = if options.is_line_mode {
            ShowBoard::OnRequest
        } else {
            ShowBoard::Always
        };
        let SessionPlayers {
            seats,
            bot_recipe: cast,
        } = players;
        let bots = [cast.bot(&seats[0])?, cast.bot(&seats[1])?];
        let table = table_of(&first.record, seats, 1, 0)
            .map_err(|_| CliError::bad_input("this record cannot be continued"))?;
        let game = Self {
            table,
            origin: first.record,
            started: Instant::now(),
            show: options.show.unwrap_or(by_default),
            own_files: options.autosave_path.iter().cloned().collect(),
            autosave_path: options.autosave_path.clone(),
            is_saved: first.is_saved,
            autosave_error: None,
            signal_guard,
            command,
            cast,
            bots,
            tournament_game: options.tournament_game.clone(),
        };
        game.update_signal_guard();
        Ok(game)
    }

    /// True once the result of a tournament game is reported, after which there is nothing to ask.
    pub(super) fn is_result_reported(&self) -> bool {
        self.tournament_game.is_some() && self.table.is_over()
    }

    /// Returns a function that names the players.
    pub(super) fn name_of(&self) -> impl Fn(Player) -> String + '_ {
        |player| players::short_name(self.table.start(), player)
    }

    /// Lets bots move until a person is to move, or the game is over or paused.
    pub(super) fn let_bots_move(&mut self, out: &mut CliOutput) -> Result<(), CliError> {
        while let Some(seat) = self.table.to_move()
            && self.table.may_move(Actor::Seat(seat))
            && let player = self.table.start().player_at(seat)
            && let Some(bot) = &mut self.bots[player.index()]
        {
            out.flush()?;
            let name = players::name(self.table.start(), player);
            let choice = choose_move(&mut **bot, self.table.game(), self.cast.seed, || {
                out.line(&format!("{name} is thinking. Ctrl-C leaves."))?;
                out.flush()
            })?;
            let Some(choice) = choice else {
                return Ok(());
            };
            let at = self.table.point();
            let mv = choice.mv;
            self.run_command(&Command::PlayMove { at, mv }, Actor::Seat(seat), out)?;
        }
        Ok(())
    }

    /// Prints the state of the game before the first prompt.
    pub(super) fn introduce(&self, out: &mut CliOutput) -> Result<(), CliError> {
        if !self.table.game().moves().is_empty() {
            out.paragraph(&self.moves_so_far())?;
        }
        for line in text::holdings_with(self.table.game().position(), &self.name_of()) {
            out.paragraph(&line)?;
        }
        if let Some(line) = players::replacement_notice(self.table.start()) {
            out.paragraph(&line)?;
        }
        if self.show == ShowBoard::Always {
            self.print_board(out)?;
            out.paragraph(&board_text::legend_with(self.table.game(), &self.name_of()))?;
        }
        self.print_outcome(out)
    }

    /// Returns a prompt that names the player and the possible input.
    pub(super) fn prompt(&self) -> String {
        if self.result_outside_play().is_some() {
            return "Game over. Type new, save FILE or quit: ".to_owned();
        }
        if self.table.is_paused() && !self.table.is_over() {
            return "The bots are waiting. Type go to continue: ".to_owned();
        }
        let Some(player) = self.table.game().to_move() else {
            return "Game over. Type new, u to undo, save FILE or quit: ".to_owned();
        };
        let moves = self.table.game().legal_moves();
        let inputs_of = |is: fn(&Move) -> bool| {
            let words: Vec<_> = moves
                .iter()
                .copied()
                .filter(is)
                .map(text::move_text)
                .collect();
            (!words.is_empty()).then_some(words)
        };
        let width = usize::from(self.table.game().ruleset().width());
        let drops = inputs_of(|mv| matches!(mv, Move::Drop(_))).map(|columns| {
            if columns.len() == width && width > 1 {
                format!("column 1 to {width}")
            } else {
                format!("column {}", columns.join(" "))
            }
        });
        let pops = inputs_of(|mv| matches!(mv, Move::Pop(_)));
        let powers = inputs_of(|mv| matches!(mv, Move::Power(..)));
        let targets = inputs_of(|mv| matches!(mv, Move::Strike(_)));
        let choices: Vec<_> = [
            drops,
            pops.map(|pops| format!("{} to pop", pops.join(" "))),
            powers.map(|_| "A, B, W or D and a column for a power disc".to_owned()),
            targets.map(|targets| format!("{} for the target of the bomb", targets.join(" "))),
            inputs_of(|mv| matches!(mv, Move::Pass)).map(|_| "pass".to_owned()),
        ]
        .into_iter()
        .flatten()
        .collect();
        let sign = disc_sign(Disc::ordinary(player));
        let name = players::short_name(self.table.start(), player);
        format!("{name} ({sign}), {}: ", choices.join(", or "))
    }

    /// Handles an input line.
    pub(super) fn handle_line(
        &mut self,
        text: &str,
        out: &mut CliOutput,
    ) -> Result<LineStep, CliError> {
        let input = match parse(text) {
            Ok(input) => input,
            Err(reason) => {
                out.paragraph(&format!("Not understood: {reason}."))?;
                return Ok(LineStep::Prompt);
            }
        };
        if let Some(reason) = self
            .tournament_game
            .as_ref()
            .and_then(|_| tournament_refusal(&input))
        {
            out.paragraph(reason)?;
            return Ok(LineStep::Prompt);
        }
        if matches!(input, LineInput::Quit) {
            return Ok(LineStep::Leave);
        }
        self.run_input(input, out)?;
        Ok(LineStep::Prompt)
    }

    /// Runs an input that does not end the session.
    fn run_input(&mut self, input: LineInput, out: &mut CliOutput) -> Result<(), CliError> {
        let at = self.table.point();
        match input {
            LineInput::Nothing | LineInput::Quit => {}
            LineInput::Move(_) | LineInput::Undo | LineInput::Redo
                if self.result_outside_play().is_some() =>
            {
                out.paragraph("Refused: the game is over. Type new to start another.")?;
            }
            LineInput::Move(_) if self.table.is_paused() => {
                out.line("It is a bot's turn. Type go.")?;
            }
            LineInput::Move(mv) => {
                self.run_command(&Command::PlayMove { at, mv }, Actor::SharedDevice, out)?;
            }
            // Bots that are not paused need no command.
            LineInput::Go if !self.table.is_paused() => {}
            LineInput::Go => self.run_command(&Command::Resume, Actor::SharedDevice, out)?,
            LineInput::Undo => {
                self.run_command(&Command::TakeBack(at), Actor::SharedDevice, out)?;
            }
            LineInput::Redo => self.run_command(&Command::Redo(at), Actor::SharedDevice, out)?,
            LineInput::Hint => self.hint(out)?,
            LineInput::Verdict => self.verdicts(out)?,
            LineInput::Threats => {
                out.line(&board_description::threats_text_with(
                    self.table.game(),
                    &self.name_of(),
                ))?;
            }
            LineInput::Show if self.show == ShowBoard::Never => self.print_description(out)?,
            LineInput::Show => {
                self.print_board(out)?;
                out.paragraph(&board_text::legend_with(self.table.game(), &self.name_of()))?;
            }
            LineInput::Read(None) => self.print_description(out)?,
            LineInput::Read(Some(column)) => out.paragraph(&self.column_text(column))?,
            LineInput::Rows => self.print_rows(out)?,
            LineInput::Last => {
                out.paragraph(&board_description::last_move_text(
                    self.table.game(),
                    self.table.start(),
                ))?;
            }
            LineInput::Moves => self.list_moves(out)?,
            LineInput::Rules => {
                out.paragraph(&house_rules::describe(self.table.game().ruleset()))?;
            }
            LineInput::Save { path, overwrite } => self.save(path, overwrite, out)?,
            LineInput::Load(path) => self.load(&path, out)?,
            LineInput::New => self.restart(out)?,
            LineInput::Help => out.paragraph(&help_text(self.tournament_game.is_some()))?,
        }
        Ok(())
    }

    /// Ends the session, and prints where the game is saved or how to resume it.
    pub(super) fn leave(&self, out: &mut CliOutput) -> Result<Exit, CliError> {
        if let Some(reason) = &self.autosave_error {
            self.print_exit_message(out)?;
            out.flush()?;
            self.signal_guard.discard();
            return Err(CliError::storage(reason));
        }
        match &self.autosave_path {
            _ if self.tournament_game.is_some() => {
                // The tournament prints how it continues.
                out.flush()?;
                self.signal_guard.discard();
                return Ok(Exit::Done);
            }
            Some(path) if self.is_saved => {
                out.paragraph(&format!("The game is saved in {}.", path.display()))?;
            }
            _ if self.table.is_over() => {}
            _ => self.print_exit_message(out)?,
        }
        out.line("Goodbye.")?;
        // The resume command was printed, if the terminal still exists.
        out.flush()?;
        self.signal_guard.discard();
        Ok(Exit::Done)
    }

    /// Returns the result of a game that did not end by its moves.
    pub(super) fn result_outside_play(&self) -> Option<GameResult> {
        let ending = self
            .table
            .ending()
            .filter(|ending| !Ending::is_by_rules(*ending));
        ending.map(|ending| GameResult::from(Some(ending)))
    }

    /// Sends a command to the table, and prints what happened.
    fn run_command(
        &mut self,
        command: &Command,
        by: Actor,
        out: &mut CliOutput,
    ) -> Result<(), CliError> {
        match self.table.decide_and_apply(command, by, self.now_ms()) {
            Ok(Some(happened)) => self.handle_event(&happened, out),
            // The table has applied this command before.
            Ok(None) => Ok(()),
            Err(error @ (CommandError::NothingToUndo | CommandError::NothingToRedo)) => {
                Ok(out.line(command_refusal(error).get(Language::English))?)
            }
            Err(refused) => {
                let reason = event_text::rejection_text(refused);
                Ok(out.paragraph(&format!("Refused: {reason}."))?)
            }
        }
    }

    /// Handles the consequences of an event: sentences, the board, learning, the autosave.
    fn handle_event(
        &mut self,
        happened: &AppliedEvent,
        out: &mut CliOutput,
    ) -> Result<(), CliError> {
        if let Event::Resumed = happened.entry.event {
            return Ok(());
        }
        // Save before showing, so that a crash loses nothing that was shown.
        self.autosave(out)?;
        match happened.entry.event {
            Event::GameStarted(_) => return self.introduce(out),
            Event::MovesTakenBack(_) => {
                for ply in &happened.plies {
                    let name = players::name(self.table.start(), ply.player);
                    out.paragraph(&format!("Undone: {name} takes back the {}.", ply.mv))?;
                }
            }
            _ => {
                for ply in &happened.plies {
                    out.paragraph(&self.describe_move(ply))?;
                }
            }
        }
        if self.show == ShowBoard::Always {
            self.print_board(out)?;
        }
        self.print_outcome(out)?;
        if happened.is_first_end && self.tournament_game.is_none() {
            self.record_score(out)?;
            self.teach_learners(out)?;
        }
        let tournament_game = self.tournament_game.as_ref();
        if let Some(report) =
            tournament_game.and_then(|tournament_game| (tournament_game.on_change)(&self.table))
        {
            out.paragraph(&report)?;
        }
        Ok(())
    }

    /// Describes a move; a bot's drop as briefly as possible.
    fn describe_move(&self, ply: &Ply) -> String {
        let name = |player| players::name(self.table.start(), player);
        let is_bot = self.bots[ply.player.index()].is_some();
        match ply.mv {
            Move::Drop(column) if is_bot => {
                format!("{} drops in column {column}.", name(ply.player))
            }
            _ => event_text::move_sentence(ply, &name),
        }
    }

    fn hint(&mut self, out: &mut CliOutput) -> Result<(), CliError> {
        let stop = hint_timer();
        let budget = Budget {
            should_stop: Some(&stop),
            ..Budget::default()
        };
        let game = self.table.game();
        let mut hint_bot = self.cast.knowledge.build_hint_bot();
        match hint_bot.choose(game, &budget, self.cast.seed) {
            Some(choice) => out.paragraph(&hint::sentence(game.position(), &choice))?,
            None => out.line(GAME_OVER.get(Language::English))?,
        }
        Ok(())
    }

    /// Prints the exact verdict of every column and its reason, within the time limit of a hint.
    fn verdicts(&mut self, out: &mut CliOutput) -> Result<(), CliError> {
        let stop = hint_timer();
        let limits = Limits {
            should_stop: Some(&stop),
            ..Limits::default()
        };
        let mut solver = self.cast.knowledge.build_solver();
        match solver.analyse_within(self.table.game().position(), limits) {
            Err(error) => out.line(&format!("No verdicts: {error}."))?,
            Ok(analysis) => {
                out.paragraph(&board_description::headline(&analysis.columns))?;
                let (position, columns) = (self.table.game().position(), &analysis.columns);
                for sentence in
                    board_description::column_sentences(&mut solver, position, columns, limits)
                {
                    out.paragraph(&sentence)?;
                }
            }
        }
        Ok(())
    }

    /// Adds the game to the scores, unless a script played it.
    fn record_score(&self, out: &mut CliOutput) -> Result<(), CliError> {
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

    /// Teaches the finished game to the learners at the table.
    fn teach_learners(&mut self, out: &mut CliOutput) -> Result<(), CliError> {
        for player in Player::BOTH {
            let occupant = self.table.start().occupant(player);
            if players::level_of(occupant) != Some(Level::Learner) {
                continue;
            }
            let learned = learner_file::path(None)
                .and_then(|path| learner_file::add_game(&path, self.table.game(), player))
                .and_then(|()| self.cast.bot(occupant));
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

    fn restart(&mut self, out: &mut CliOutput) -> Result<(), CliError> {
        self.print_replaced_game(out)?;
        out.line("New game.")?;
        self.origin =
            GameRecord::from_game(&foursight_core::Game::new(self.table.game().ruleset()));
        self.run_command(&Command::NextGame, Actor::SharedDevice, out)
    }

    /// Returns the time of the table: milliseconds since the start of the session.
    fn now_ms(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}
