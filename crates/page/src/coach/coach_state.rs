//! The state of the coach: its log, and the questions that are being asked.

use foursight_bots::{Level, Personality};
use foursight_core::{Column, Game, Player, Ruleset};
use foursight_record::write_link;
use foursight_table::{GameStart, Occupant, Seat};

use super::{
    CoachAnswer, CoachMessage, CoachPage, CoachQuestion, CoachReply, CoachRequest, MistakeLog,
};
use crate::replay::review::Review;
use crate::wording::bot_ids::bot_occupant;

/// The result of reading a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CoachNotice {
    /// The number of mistakes that the log has now.
    Loaded(usize),
    /// The file is no log.
    NotALog,
}

/// Questions asked one after the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CoachSession {
    /// The game whose mistakes are asked for, until they are found.
    review: Option<Review>,
    player: Option<Player>,
    /// The game, if the questions are about one.
    game: Option<Game>,
    questions: Vec<CoachQuestion>,
    current: usize,
}

impl CoachSession {
    /// Returns the game that the questions are about; `None` if they are from the log.
    #[must_use]
    pub const fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    /// Returns the questions.
    #[must_use]
    pub fn questions(&self) -> &[CoachQuestion] {
        &self.questions
    }

    /// Returns the index of the current question.
    #[must_use]
    pub const fn current(&self) -> usize {
        self.current
    }

    /// Returns the current question.
    #[must_use]
    pub fn question(&self) -> Option<&CoachQuestion> {
        self.questions.get(self.current)
    }

    /// Returns true while the mistakes of the game are being searched for.
    #[must_use]
    pub const fn is_searching(&self) -> bool {
        self.review.is_some()
    }

    /// Returns the points of all answers.
    #[must_use]
    pub fn points(&self) -> u32 {
        let answered = self.questions.iter();
        let answered = answered.filter(|question| question.answer().is_some());
        answered.map(|question| u32::from(question.points())).sum()
    }
}

/// The state of the coach.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CoachState {
    log: MistakeLog,
    session: Option<CoachSession>,
    aim: Option<Column>,
    notice: Option<CoachNotice>,
    /// The log differs from the stored one.
    is_changed: bool,
}

impl CoachState {
    /// Returns the log.
    #[must_use]
    pub const fn log(&self) -> &MistakeLog {
        &self.log
    }

    /// Returns the log as text if it differs from the one that was stored.
    #[must_use]
    pub fn changed_log(&self) -> Option<String> {
        self.is_changed.then(|| self.log.to_text())
    }

    /// Returns the questions that are being asked.
    #[must_use]
    pub const fn session(&self) -> Option<&CoachSession> {
        self.session.as_ref()
    }

    /// Returns the current question.
    #[must_use]
    pub fn question(&self) -> Option<&CoachQuestion> {
        self.session.as_ref()?.question()
    }

    /// Returns the ruleset of the board: of the question, or of the game that is searched for one.
    /// `None` if there is no board to show.
    #[must_use]
    pub fn board_ruleset(&self) -> Option<Ruleset> {
        let session = self.session.as_ref()?;
        let game = match session.question() {
            Some(question) => Some(question.game()),
            None => session.game().filter(|_| session.is_searching()),
        };
        game.map(Game::ruleset)
    }

    /// Returns the logged mistakes that may be shown: those whose questions are open would give
    /// their themes away.
    #[must_use]
    pub fn shown_log(&self) -> MistakeLog {
        let mut shown = self.log.clone();
        let questions = self.session.iter().flat_map(|session| &session.questions);
        for question in questions.filter(|question| question.answer().is_none()) {
            shown.remove(&question.link());
        }
        shown
    }

    /// Returns the column aimed at, while the question is open.
    #[must_use]
    pub fn aim(&self) -> Option<Column> {
        let question = self.question()?;
        let is_unanswered = question.answer().is_none();
        let is_open = |column: &Column| question.game().position().drop_in(*column).is_ok();
        self.aim.filter(is_open).filter(|_| is_unanswered)
    }

    /// Returns the result of the last file.
    #[must_use]
    pub const fn notice(&self) -> Option<CoachNotice> {
        self.notice
    }

    /// Applies a message at a time in milliseconds since 1970.
    pub fn apply(&mut self, message: CoachMessage, now_ms: u64) {
        match message {
            CoachMessage::Open(page, stored) => self.open(page, &stored, now_ms),
            CoachMessage::Press(column) => self.answer(now_ms, |question| question.press(column)),
            CoachMessage::Aim(column) => self.aim = column,
            CoachMessage::TakeHint => self.answer(now_ms, CoachQuestion::take_hint),
            CoachMessage::ShowAnswer => self.answer(now_ms, CoachQuestion::show_answer),
            CoachMessage::GoOn => {
                self.aim = None;
                if let Some(session) = &mut self.session {
                    session.current = (session.current + 1).min(session.questions.len());
                }
            }
            CoachMessage::Forget => {
                if let Some(link) = self.question().map(CoachQuestion::link) {
                    self.log.remove(&link);
                    self.is_changed = true;
                }
                self.apply(CoachMessage::GoOn, now_ms);
            }
            CoachMessage::FileRead(file) => self.read_file(&file.unwrap_or_default()),
            CoachMessage::Replied(reply) => self.record(reply, now_ms),
        }
    }

    fn open(&mut self, page: CoachPage, stored: &str, now_ms: u64) {
        *self = Self {
            log: MistakeLog::from_text(stored).unwrap_or_default(),
            ..Self::default()
        };
        let mut session = CoachSession::default();
        match page {
            CoachPage::Overview => return,
            CoachPage::Game(game, player) => {
                session.review = Review::of(&game);
                session.player = player;
                session.game = Some(*game);
            }
            CoachPage::Due => {
                let due = self.log.due(now_ms).into_iter();
                let question = |mistake: &super::LoggedMistake| {
                    CoachQuestion::new(mistake.game.clone(), mistake.played)
                };
                session.questions = due.map(question).collect();
            }
            CoachPage::Mistake(link) => {
                let mistake = self.log.get(&link).into_iter();
                let question =
                    mistake.map(|known| CoachQuestion::new(known.game.clone(), known.played));
                session.questions = question.collect();
            }
        }
        self.session = Some(session);
    }

    /// Goes on with a review of the game that is asked about.
    pub(super) fn resume_review(&mut self, review: Review, now_ms: u64) {
        if let Some(session) = &mut self.session
            && session.review.is_some()
        {
            session.review = Some(review);
        }
        self.ask_if_reviewed(now_ms);
    }

    /// Turns the mistakes into questions and logs them, once the review is complete.
    fn ask_if_reviewed(&mut self, now_ms: u64) {
        let Some(session) = &mut self.session else {
            return;
        };
        let (Some(review), Some(game)) = (&session.review, &session.game) else {
            return;
        };
        if !review.is_done() {
            return;
        }
        let source = write_link(game);
        for moment in review.mistakes(session.player) {
            let Some(before) = game.at_ply(moment.ply - 1) else {
                continue;
            };
            self.log.add(&before, moment.column, &source, now_ms);
            let mut question = CoachQuestion::new(before, moment.column);
            question.judge(review.columns(moment.ply - 1).unwrap_or_default());
            session.questions.push(question);
        }
        session.review = None;
        self.is_changed = true;
    }

    /// Changes the current question, and logs an answer to it.
    fn answer(&mut self, now_ms: u64, change: impl FnOnce(&mut CoachQuestion)) {
        let session = self.session.as_mut();
        let question = session.and_then(|session| {
            let current = session.current;
            session.questions.get_mut(current)
        });
        let Some(question) = question else {
            return;
        };
        let (was_open, mistakes) = (question.answer().is_none(), question.wrong().len());
        change(question);
        let is_right = match question.answer() {
            Some(CoachAnswer::Found(_)) if was_open => question.is_solved_alone(),
            Some(CoachAnswer::Shown(_)) if was_open => false,
            None if question.wrong().len() > mistakes => false,
            _ => return,
        };
        let link = question.link();
        self.log.record_answer(&link, is_right, now_ms);
        self.is_changed = true;
    }

    fn read_file(&mut self, file: &str) {
        let Some(log) = MistakeLog::from_text(file) else {
            self.notice = Some(CoachNotice::NotALog);
            return;
        };
        self.log.merge(log);
        self.is_changed = true;
        self.notice = Some(CoachNotice::Loaded(self.log.mistakes().len()));
    }

    /// Returns what to ask the engine next: what the current question needs first.
    #[must_use]
    pub fn next_request(&self) -> Option<CoachRequest> {
        let session = self.session.as_ref()?;
        if let Some(review) = &session.review {
            let (index, game) = review.next_position()?;
            return Some(CoachRequest::Review(index, game));
        }
        let count = session.questions.len();
        let order = (0..count).cycle().skip(session.current).take(count);
        let mut requests = order.filter_map(|index| {
            let question = &session.questions[index];
            let game = question.game().clone();
            if question.needs_verdicts() {
                return Some(CoachRequest::Verdicts(index, game));
            }
            let column = question.unexplained()?;
            Some(CoachRequest::Reasons(index, column, game))
        });
        requests.next()
    }

    fn record(&mut self, reply: CoachReply, now_ms: u64) {
        let Some(session) = &mut self.session else {
            return;
        };
        match reply {
            CoachReply::Review(index, bounds) => {
                if let Some(review) = &mut session.review {
                    review.record(index, bounds);
                }
                self.ask_if_reviewed(now_ms);
            }
            CoachReply::Verdicts(index, bounds) if index == session.current => {
                self.answer(now_ms, |question| question.judge(&bounds));
            }
            CoachReply::Verdicts(index, bounds) => {
                if let Some(question) = session.questions.get_mut(index) {
                    question.judge(&bounds);
                }
            }
            CoachReply::Reasons(index, column, code) => {
                let Some(question) = session.questions.get_mut(index) else {
                    return;
                };
                question.record_reasons(column, &code);
                let Some(theme) = question.theme() else {
                    return;
                };
                let link = question.link();
                if self
                    .log
                    .get(&link)
                    .is_some_and(|known| known.theme != Some(theme))
                {
                    self.log.set_theme(&link, theme);
                    self.is_changed = true;
                }
            }
        }
    }

    /// Returns the start of a game from the answer on: the player of the question against a bot,
    /// that of `table` if it has one, else the perfect one.
    #[must_use]
    pub fn continued_game(&self, table: &GameStart) -> Option<GameStart> {
        let question = self.question()?;
        let game = question.continued()?;
        let mut occupants = table.seats.iter();
        let bot = occupants.find(|occupant| matches!(occupant, Occupant::Bot(_)));
        let perfect = || bot_occupant(Level::Perfect, Personality::default());
        let bot = bot.cloned().unwrap_or_else(perfect);
        let first = match question.player() {
            Player::First => Seat::One,
            Player::Second => Seat::Two,
        };
        let moves = game.moves().iter().copied();
        Some(GameStart {
            first,
            opening: moves.map(Into::into).collect(),
            ..GameStart::new(game.ruleset(), [Occupant::Person(String::new()), bot])
        })
    }
}
