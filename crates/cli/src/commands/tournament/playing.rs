//! Games between bots, several at once.
//!
//! This thread keeps the tournament; others take games that are due and send back how they ended. Which
//! game ends first does not matter for the result.

use std::collections::{HashMap, HashSet};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use foursight_bots::arena::{Finished, opening, play_out};
use foursight_bots::{Bot, Budget};
use foursight_core::{Game, Player, Ruleset};
use foursight_record::{Form, read as read_game, write};
use foursight_tournament::{DueGame, EntrantId, Event, MatchId, Tournament, Who};

use super::journal::Journal;
use crate::bot_players::BotPlayer;
use crate::exit::{Failure, complain};
use crate::opponents::Knowledge;
use crate::progress::Bar;
use crate::settings::Layers;
use crate::solving::Interrupt;
use crate::theme::EMOJI;

/// A game to play, as far as it was played before.
type Given = (DueGame, Game);

/// What all games of a tournament have in common.
pub(super) struct Table {
    pub(super) ruleset: Ruleset,
    pub(super) knowledge: Knowledge,
    opening_plies: usize,
    /// The bots by the numbers of the entrants; none for people.
    bots: Vec<Option<BotPlayer>>,
}

impl Table {
    pub(super) fn new(tournament: &Tournament, layers: &Layers) -> Result<Self, Failure> {
        let (ruleset, knowledge) = super::knowledge_of(tournament, layers)?;
        let bots = tournament
            .entrants()
            .iter()
            .map(|entrant| match &entrant.who {
                Who::Person => Ok(None),
                Who::Bot(words) => {
                    let player = BotPlayer::parse(words)?;
                    // A damaged memory is told before anything is played.
                    player.bot(&knowledge)?;
                    Ok(Some(player))
                }
            });
        let bots = bots.collect::<Result<_, Failure>>()?;
        Ok(Self {
            ruleset,
            knowledge,
            opening_plies: tournament.setup().opening_plies.into(),
            bots,
        })
    }

    /// Which bot an entrant is; none for a person.
    pub(super) fn player(&self, id: EntrantId) -> Option<BotPlayer> {
        self.bots.get(id.index()).copied().flatten()
    }

    pub(super) fn is_for_bots(&self, due: DueGame) -> bool {
        self.player(due.first).is_some() && self.player(due.second).is_some()
    }

    /// How a game starts.
    pub(super) fn start(&self, due: DueGame) -> Game {
        opening(self.ruleset, self.opening_plies, due.opening_seed)
    }

    /// The moves of this game that the tournament itself has, if it can go on from them: they were made here or in
    /// the web game.
    pub(super) fn carried(&self, due: DueGame, journal: &Journal) -> Option<Game> {
        let open = journal
            .in_play()
            .filter(|open| (open.match_id, open.game) == (due.match_id, due.game))?;
        let begun = self.start(due);
        let game = read_game(&open.moves, self.ruleset, &EMOJI).ok();
        let game = game.filter(|game| {
            game.end().is_none()
                && game.ruleset() == begun.ruleset()
                && game.moves().starts_with(begun.moves())
        });
        if game.is_none() {
            complain("the game in play of this file cannot be read, so it starts again");
        }
        game
    }

    /// Plays all games between bots that are due or become so, and pairs rounds. True if it was
    /// interrupted.
    pub(super) fn play_bots(
        &self,
        journal: &mut Journal,
        threads: usize,
        nodes: Option<u64>,
        interrupt: &Interrupt,
    ) -> Result<bool, Failure> {
        let (done, planned) = journal.tournament.games_done_and_planned();
        let bar = Bar::new(done as u64, planned as u64, "playing games");
        let (give, take) = channel::<Given>();
        let take = Mutex::new(take);
        thread::scope(|scope| {
            let (tell, hear) = channel();
            for _ in 0..threads {
                let (tell, take) = (tell.clone(), &take);
                let work = move || self.work(take, &tell, nodes, interrupt);
                if let Err(error) = thread::Builder::new().spawn_scoped(scope, work) {
                    drop(give);
                    return Err(Failure::no_thread(&error));
                }
            }
            drop(tell);
            let ended = self.direct(journal, &give, &hear, (interrupt, &bar));
            drop(give);
            ended
        })
    }

    /// Hands out games and takes results until there are none.
    fn direct(
        &self,
        journal: &mut Journal,
        give: &Sender<Given>,
        hear: &Receiver<(DueGame, Option<Finished>)>,
        (interrupt, bar): (&Interrupt, &Bar),
    ) -> Result<bool, Failure> {
        let mut handed: HashSet<MatchId> = HashSet::new();
        let mut fresh = journal.tournament.due();
        loop {
            if interrupt.cancel.is_cancelled() {
                return Ok(true);
            }
            if let Some(pairing) = journal.tournament.pairing() {
                journal.tell(pairing)?;
                fresh = journal.tournament.due();
            }
            for due in fresh.drain(..) {
                if self.is_for_bots(due) && handed.insert(due.match_id) {
                    // The threads wait for games as long as this end is there.
                    let game = self.carried(due, journal);
                    let _ = give.send((due, game.unwrap_or_else(|| self.start(due))));
                }
            }
            if handed.is_empty() {
                return Ok(false);
            }
            let Ok((due, Some(finished))) = hear.recv() else {
                return Ok(true);
            };
            handed.remove(&due.match_id);
            journal.tell(ended(due, &finished))?;
            let (done, _) = journal.tournament.games_done_and_planned();
            bar.set(done as u64);
            // Only a decided match makes others due; otherwise its next game is.
            let played = journal.tournament.find(due.match_id);
            match played.and_then(|found| journal.tournament.next_game(found)) {
                Some(next) => fresh.push(next),
                None => fresh = journal.tournament.due(),
            }
        }
    }

    /// Plays one game after the other. A game that was interrupted counts for nothing.
    fn work(
        &self,
        take: &Mutex<Receiver<Given>>,
        tell: &Sender<(DueGame, Option<Finished>)>,
        nodes: Option<u64>,
        interrupt: &Interrupt,
    ) {
        // Bots keep their memory from game to game, one for each seat.
        let mut seats = [HashMap::new(), HashMap::new()];
        loop {
            let taken = take.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok((due, game)) = taken else { return };
            let finished = self.play((due, game), &mut seats, nodes, interrupt);
            let finished = finished.filter(|_| !interrupt.cancel.is_cancelled());
            if tell.send((due, finished)).is_err() {
                return;
            }
        }
    }

    fn play(
        &self,
        (due, game): Given,
        seats: &mut [HashMap<String, Box<dyn Bot>>; 2],
        nodes: Option<u64>,
        interrupt: &Interrupt,
    ) -> Option<Finished> {
        let players = [self.player(due.first)?, self.player(due.second)?];
        let stop = || interrupt.cancel.is_cancelled();
        let budget = Budget {
            nodes,
            stop: Some(&stop),
        };
        Some(play_out(game, &mut |player, game| {
            let who = players[player.index()];
            let made = seats[player.index()].entry(who.name());
            let bot = made.or_insert_with(|| who.bot_again(&self.knowledge));
            let choice = bot.choose(game, &budget, due.seed ^ player.index() as u64)?;
            Some(choice.step)
        }))
    }
}

/// A finished game as an event.
fn ended(due: DueGame, finished: &Finished) -> Event {
    played(due, &finished.game, finished.winner)
}

/// A game that is over, as an event.
pub(super) fn played(due: DueGame, game: &Game, winner: Option<Player>) -> Event {
    Event::Played {
        match_id: due.match_id,
        game: due.game,
        winner,
        plies: u16::try_from(game.moves().len()).unwrap_or(u16::MAX),
        moves: moves_of(game),
    }
}

/// The moves of a game, as a tournament keeps them.
pub(super) fn moves_of(game: &Game) -> String {
    write(game, Form::Notation, &EMOJI)
}
