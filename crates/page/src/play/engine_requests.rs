//! Requests to the engine: bot moves, hints, verdicts, and training of the learner.
//!
//! The shell performs each request by an [engine client](crate::engine_client), which matches the
//! replies and drops those to cancelled requests. If a net cannot choose a move, a bot of the ladder
//! stands in, and the model says why. The learner is asked for a move only after it has learned from
//! all earlier games.

use foursight_bots::{Level, Personality};
use foursight_core::{Column, Game, Move, Player};
use foursight_protocol::engine::{
    EngineError, EngineQuery, EngineReply, NetWorkerError, VerdictBounds,
};
use foursight_table::{Actor, Command, Point};

use super::{Authority, Effect, LazyCode, Model, TimeAndSeed, Timer, VerdictSummary, VerdictTag};
use crate::engine_client::{RequestError, RequestResult};
use crate::links::Route;
use crate::text::UiMessage as M;
use crate::wording::bot_ids::level_of;
use crate::wording::game_text;

/// Delay factor in halves for two bots playing each other, by playback speed from slow to fast.
const BOT_DELAY_HALVES: [u32; 4] = [5, 2, 1, 0];
/// The bot that gives a hint if the solver has none.
const ADVISER: Level = Level::Expert;

/// Purpose of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RequestPurpose {
    /// A bot is to move.
    Move,
    /// A bot is to move in place of a net.
    StandInMove,
    /// A player wants to know the best column.
    Hint,
    /// A player turned the verdicts on.
    Verdicts,
    /// Verdicts are on, and these are for the next position.
    Follow,
    /// The solver has no result, so a strong bot suggests a move.
    Advice,
}

/// A request in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PendingRequest {
    id: u32,
    purpose: RequestPurpose,
    /// The position in the game.
    at: Point,
    sent_at_ms: u64,
    /// The move of a bot, held back for a natural delay.
    chosen_move: Option<Move>,
}

impl PendingRequest {
    /// True if a bot is choosing its move.
    #[must_use]
    pub fn is_for_move(self) -> bool {
        matches!(
            self.purpose,
            RequestPurpose::Move | RequestPurpose::StandInMove
        )
    }
}

/// Requests to the engine and their results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineState {
    /// The request in progress.
    pub pending: Option<PendingRequest>,
    /// The request that the engine failed to answer, until the game changes.
    pub failed: Option<PendingRequest>,
    /// Verdict of each column, while verdicts or a hint are shown.
    pub verdict_tags: Vec<Option<VerdictTag>>,
    /// Verdicts are shown after every move.
    pub shows_verdicts: bool,
    /// Statistics of the last result, for the debug panel.
    pub last_result: String,
    /// The engine accepts requests.
    pub is_ready: bool,
    /// The cause for another bot to move in place of a net.
    pub stand_in_cause: Option<NetWorkerError>,
}

/// A finished game for the learner.
#[derive(Clone, Debug)]
pub(super) struct TrainingGame {
    game: Game,
    was: [bool; 2],
    /// Id of the training request, once it was sent.
    id: Option<u32>,
}

impl Model {
    /// Cancels the request in progress.
    pub(super) fn cancel(&mut self) {
        let Some(pending) = self.engine.pending else {
            return;
        };
        self.engine.get_mut().pending = None;
        if pending.chosen_move.is_none() {
            self.emit(Effect::CancelRequest);
        }
    }

    /// Requests a bot's move if a bot is to move and its game is in view.
    pub(super) fn let_bot_move(&mut self, now: TimeAndSeed) {
        let is_watched = match self.play.authority {
            Authority::Page => *self.route == Route::Play,
            Authority::Delegate(_) => true,
            Authority::Record => false,
        };
        let Some((level, personality)) = self.bot_to_move() else {
            return;
        };
        let must_wait = self.engine.pending.is_some()
            || self.is_mirroring
            || self.play.table.is_paused()
            || level == Level::Learner && !self.training_queue.is_empty();
        if is_watched && !must_wait {
            let query = self.choice_query(level, personality, now);
            self.request(RequestPurpose::Move, query, now);
        }
    }

    pub(super) fn bot_to_move(&self) -> Option<(Level, Personality)> {
        let seat = self.play.bot_to_move()?;
        level_of(&self.play.start().seats[seat.index()])
    }

    /// Requests the best column.
    pub(super) fn hint(&mut self, now: TimeAndSeed) {
        self.request_verdicts(RequestPurpose::Hint, now);
    }

    /// Turns the verdicts of all columns on or off.
    pub(super) fn toggle_verdicts(&mut self, now: TimeAndSeed) {
        if self.engine.shows_verdicts {
            self.cancel_verdicts();
            let engine = self.engine.get_mut();
            engine.shows_verdicts = false;
            engine.verdict_tags.clear();
            self.notice.set(String::new());
            return self.announce_at_once(self.text().get(M::VerdictsOff).to_owned());
        }
        if !self.can_judge() {
            return self.notify(self.text().get(M::VerdictsUnknown).to_owned());
        }
        self.request_verdicts(RequestPurpose::Verdicts, now);
        let is_pending = self
            .engine
            .pending
            .is_some_and(|pending| pending.purpose == RequestPurpose::Verdicts);
        self.engine.get_mut().shows_verdicts = is_pending;
    }

    /// True if the solver supports the rules.
    pub(super) fn can_judge(&self) -> bool {
        self.play.game().ruleset().variant().is_drop_only()
    }

    /// Requests the verdicts of the new position if verdicts are on and a player here is to move.
    pub(super) fn refresh_verdicts(&mut self, now: TimeAndSeed) {
        let is_idle = self.engine.pending.is_none() && self.engine.verdict_tags.is_empty();
        // Delegated games have no help, even if verdicts are on in the page's own game.
        let is_wanted = self.engine.shows_verdicts && self.delegate.is_none();
        if is_wanted && is_idle && self.can_judge() && self.play.may_move() {
            let game = self.play.game().clone();
            self.request(
                RequestPurpose::Follow,
                EngineQuery::SolveColumns { game },
                now,
            );
        }
    }

    /// Cancels requests for verdicts to make room for another request.
    fn cancel_verdicts(&mut self) {
        let pending = self.engine.pending;
        if pending.is_some_and(|pending| {
            matches!(
                pending.purpose,
                RequestPurpose::Follow | RequestPurpose::Verdicts
            )
        }) {
            self.cancel();
        }
    }

    fn request_verdicts(&mut self, purpose: RequestPurpose, now: TimeAndSeed) {
        let text = self.text();
        if self
            .engine
            .pending
            .is_some_and(|pending| pending.purpose == RequestPurpose::Follow)
        {
            self.cancel();
        }
        if self.play.table.is_over() {
            self.notify(text.get(M::GameOver).to_owned());
        } else if self.engine.pending.is_some() || !self.play.may_move() {
            self.notify(text.get(M::NotYourTurn).to_owned());
        } else {
            self.notice.set(text.get(M::HintThinking).to_owned());
            let game = self.play.game().clone();
            self.request(purpose, EngineQuery::SolveColumns { game }, now);
        }
    }

    pub(super) fn choice_query(
        &self,
        level: Level,
        personality: Personality,
        now: TimeAndSeed,
    ) -> EngineQuery {
        let (game, seed) = (self.play.game().clone(), now.seed);
        if level == Level::Learner {
            // The shell fills in the memory.
            let memory = String::new();
            return EngineQuery::ChooseLearnerMove { game, memory, seed };
        }
        EngineQuery::ChooseMove {
            game,
            level,
            personality,
            seed,
        }
    }

    pub(super) fn request(
        &mut self,
        purpose: RequestPurpose,
        query: EngineQuery,
        now: TimeAndSeed,
    ) {
        let id = self.send_request(query);
        self.engine.get_mut().pending = Some(PendingRequest {
            id,
            purpose,
            at: self.play.table.point(),
            sent_at_ms: now.at_ms,
            chosen_move: None,
        });
    }

    fn send_request(&mut self, query: EngineQuery) -> u32 {
        self.last_request_id += 1;
        self.emit(Effect::SendRequest(self.last_request_id, query));
        self.last_request_id
    }

    /// Queues a finished game for training if the learner played in it.
    pub(super) fn train_learner(&mut self) {
        let start = self.play.start();
        let is_learner =
            |player| matches!(level_of(start.occupant(player)), Some((Level::Learner, _)));
        let was = Player::BOTH.map(is_learner);
        if was.contains(&true) {
            self.training_queue.push(TrainingGame {
                game: self.play.game().clone(),
                was,
                id: None,
            });
            self.send_training();
        }
    }

    /// Sends the next training request, unless one is in progress.
    fn send_training(&mut self) {
        let Some(TrainingGame {
            game,
            was,
            id: None,
        }) = self.training_queue.first().cloned()
        else {
            return;
        };
        let memory = String::new();
        let id = self.send_request(EngineQuery::TrainLearner {
            game,
            is_learner: was,
            memory,
        });
        if let Some(training) = self.training_queue.first_mut() {
            training.id = Some(id);
        }
    }

    /// A training request is done or has failed.
    fn finish_training(&mut self, now: TimeAndSeed) {
        if !self.training_queue.is_empty() {
            self.training_queue.remove(0);
        }
        self.send_training();
        self.let_bot_move(now);
    }

    /// Handles the result of a request.
    pub(super) fn on_answer(&mut self, id: u32, result: RequestResult, now: TimeAndSeed) {
        match result {
            Ok(EngineReply::LearnerMemory(text)) => {
                self.emit(Effect::SaveLearner(text));
                self.finish_training(now);
            }
            Ok(reply) => self.on_reply(id, reply, now),
            Err(error) => self.on_request_failed(id, error, now),
        }
    }

    fn on_reply(&mut self, id: u32, reply: EngineReply, now: TimeAndSeed) {
        // The reply may have been on its way when its request was cancelled.
        let Some(pending) = self.engine.pending.filter(|pending| pending.id == id) else {
            return;
        };
        match reply {
            EngineReply::Move { mv, nodes, .. } => self.on_choice(pending, mv, nodes, now),
            EngineReply::ColumnVerdicts { columns, nodes } => {
                self.record_stats(pending, nodes, now);
                self.describe_verdicts(id, columns, now);
            }
            _ => self.engine.get_mut().pending = None,
        }
    }

    fn on_request_failed(&mut self, id: u32, error: RequestError, now: TimeAndSeed) {
        if error == RequestError::EngineFailed {
            self.engine.get_mut().is_ready = false;
        }
        if self
            .training_queue
            .first()
            .is_some_and(|training| training.id == Some(id))
        {
            if error == RequestError::EngineFailed {
                self.training_queue.clear();
            }
            return self.finish_training(now);
        }
        let Some(pending) = self.engine.pending.filter(|pending| pending.id == id) else {
            return;
        };
        let level = self.bot_to_move().map(|(level, _)| level);
        if pending.purpose == RequestPurpose::Move && level > Some(Level::Perfect) {
            return self.replace_net(id, error, now);
        }
        if error == RequestError::EngineFailed {
            return self.on_engine_failed(id);
        }
        self.engine.get_mut().pending = None;
        match pending.purpose {
            RequestPurpose::Follow => {}
            RequestPurpose::Verdicts => {
                self.notify(self.text().get(M::VerdictsUnproved).to_owned());
            }
            // The solver supports only variants of plain drops.
            RequestPurpose::Hint => self.request_advice(now),
            RequestPurpose::Move | RequestPurpose::StandInMove | RequestPurpose::Advice => {
                if let RequestError::Refused(EngineError::Refused(reason)) = error {
                    self.engine.get_mut().last_result = reason;
                }
                self.notify(self.text().get(M::EngineRefused).to_owned());
            }
        }
    }

    /// The request of this id failed together with the engine. It is not repeated automatically: it
    /// could fail for ever.
    fn on_engine_failed(&mut self, id: u32) {
        let pending = self.engine.pending.filter(|pending| pending.id == id);
        if pending.is_some() {
            let engine = self.engine.get_mut();
            (engine.pending, engine.failed) = (None, pending);
            self.notify(self.text().get(M::EngineFailed).to_owned());
        }
    }

    /// Lets another bot move in place of a net that failed the request of this id.
    fn replace_net(&mut self, id: u32, error: RequestError, now: TimeAndSeed) {
        let call = move |model: &mut Self, code: Option<&'static LazyCode>, now| match code {
            // The move may have been taken back while the code was loading.
            Some(_) if model.engine.pending.is_none_or(|pending| pending.id != id) => {}
            Some(code) => (code.let_stand_in_move)(model, &error, now),
            None => model.on_engine_failed(id),
        };
        self.call_lazy(now, Box::new(call));
    }

    fn request_advice(&mut self, now: TimeAndSeed) {
        let query = self.choice_query(ADVISER, Personality::Balanced, now);
        self.request(RequestPurpose::Advice, query, now);
    }

    /// Describes the verdicts of the columns in words.
    fn describe_verdicts(
        &mut self,
        id: u32,
        columns: Vec<Option<VerdictBounds>>,
        now: TimeAndSeed,
    ) {
        let call = move |model: &mut Self, code: Option<&'static LazyCode>, now| match code {
            Some(code) => {
                let summary = (code.summarise_verdicts)(model.text(), &columns);
                model.on_verdicts(id, summary, now);
            }
            None => model.on_engine_failed(id),
        };
        self.call_lazy(now, Box::new(call));
    }

    /// The verdicts of the columns are described in words.
    fn on_verdicts(&mut self, id: u32, summary: VerdictSummary, now: TimeAndSeed) {
        let Some(pending) = self.engine.pending.filter(|pending| pending.id == id) else {
            return;
        };
        self.engine.get_mut().pending = None;
        if summary.best.is_some() {
            self.suggest(&summary.best_tags);
        }
        if pending.purpose == RequestPurpose::Follow {
            self.engine.get_mut().verdict_tags = summary.tags;
            return;
        }
        if pending.purpose == RequestPurpose::Verdicts {
            self.engine.get_mut().verdict_tags = summary.tags;
            return match summary.best {
                Some(best) => {
                    self.notice.set(best);
                    self.announce_at_once(summary.spoken);
                }
                None => self.notify(self.text().get(M::VerdictsUnproved).to_owned()),
            };
        }
        match summary.best {
            Some(best) => {
                self.aim.set(summary.best_column);
                // Tag all equally good columns until the next move.
                if !self.engine.shows_verdicts {
                    self.engine.get_mut().verdict_tags = summary.best_tags;
                }
                self.notify(best);
            }
            None => self.request_advice(now),
        }
    }

    /// Remembers which drops the page calls best. Where every drop is as good, it suggests none.
    fn suggest(&mut self, best_tags: &[Option<VerdictTag>]) {
        let columns = best_tags.iter().enumerate();
        let best = columns.filter_map(|(at, tag)| tag.as_ref().and(Column::from_index(at)));
        let best: Vec<_> = best.map(Move::Drop).collect();
        if best.len() < self.play.game().legal_moves().len() {
            self.suggested = best;
        }
    }

    /// A bot has chosen its move, or a hint.
    fn on_choice(&mut self, pending: PendingRequest, mv: Move, nodes: u64, now: TimeAndSeed) {
        self.record_stats(pending, nodes, now);
        if !pending.is_for_move() {
            self.engine.get_mut().pending = None;
            self.suggested = vec![mv];
            self.aim.set(mv.column());
            let text = self.text();
            let label = game_text::move_label(text, mv);
            return self.notify(text.with(M::BestMove, &[("step", &label)]));
        }
        let chosen_move = Some(mv);
        self.engine.get_mut().pending = Some(PendingRequest {
            chosen_move,
            ..pending
        });
        let level = self.bot_to_move().map(|(level, _)| level);
        if pending.purpose == RequestPurpose::Move && level > Some(Level::Perfect) {
            self.engine.get_mut().stand_in_cause = None;
        }
        let mut delay_ms = level.map_or(0, |level| self.settings.delay_ms(level));
        if !self.play.start().has_people() {
            // Viewers set the speed.
            delay_ms = delay_ms
                * BOT_DELAY_HALVES[self.playback.speed.min(BOT_DELAY_HALVES.len() - 1)]
                / 2;
        }
        let elapsed_ms = now.at_ms.saturating_sub(pending.sent_at_ms);
        let remaining_ms = u64::from(delay_ms).saturating_sub(elapsed_ms);
        self.emit(Effect::StartTimer(
            remaining_ms as u32,
            Timer::Bot(pending.id),
        ));
    }

    /// The natural delay of a bot is over. The move may have been taken back meanwhile; then no
    /// request has this id.
    pub(super) fn on_bot_delay(&mut self, id: u32, now: TimeAndSeed) {
        let Some(pending) = self.engine.pending.filter(|pending| pending.id == id) else {
            return;
        };
        if let (Some(mv), Some(seat)) = (pending.chosen_move, self.play.bot_to_move()) {
            self.engine.get_mut().pending = None;
            let command = Command::PlayMove { at: pending.at, mv };
            self.decide(&command, Actor::Seat(seat), now);
        }
    }

    /// Sends the failed request again, at the request of a player.
    pub(super) fn retry_engine(&mut self, now: TimeAndSeed) {
        let Some(failed) = self.engine.get_mut().failed.take() else {
            return;
        };
        self.notice.set(String::new());
        self.emit(Effect::RestoreFocus);
        match failed.purpose {
            RequestPurpose::Move | RequestPurpose::StandInMove => self.let_bot_move(now),
            purpose => self.request_verdicts(purpose, now),
        }
    }

    fn record_stats(&mut self, pending: PendingRequest, nodes: u64, now: TimeAndSeed) {
        let elapsed_ms = now.at_ms.saturating_sub(pending.sent_at_ms);
        let parts: [(&str, &dyn std::fmt::Display); 2] = [("nodes", &nodes), ("ms", &elapsed_ms)];
        self.engine.get_mut().last_result = self.text().with(M::InsideFound, &parts);
    }
}
