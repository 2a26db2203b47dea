//! `foursight tournament enter`, `withdraw` and `absent`: who comes late, leaves, or is not there.

use foursight_tournament::{Absentee, EntrantId, Event, Tournament};

use super::journal::Journal;
use super::play::{discard, game_path, kept};
use super::{answer, entrant, ruleset};
use crate::exit::{Exit, Failure};
use crate::output::Out;
use crate::tournament_args::{ShownArgs, TournamentChangeArgs};

/// What changes.
#[derive(Clone, Copy)]
pub(super) enum Change {
    Enter,
    Withdraw,
    Absent {
        /// Their opponent did not come either.
        both: bool,
    },
}

pub(super) fn run(
    args: &TournamentChangeArgs,
    change: Change,
    out: &mut Out,
) -> Result<Exit, Failure> {
    let mut journal = Journal::resume(&args.file)?;
    let next = journal.next();
    let event = match change {
        Change::Enter => {
            let listed = entrant(&args.player)?;
            Event::Entered {
                name: listed.name,
                who: listed.who,
                rating: listed.rating,
            }
        }
        Change::Withdraw => Event::Withdrew(find(&journal.tournament, &args.player)?),
        Change::Absent { both } => absent(&journal.tournament, &args.player, both)?,
    };
    let is_still_due =
        |tournament: &Tournament| next.is_none_or(|next| tournament.due().contains(&next));
    if matches!(change, Change::Enter) && is_game_in_play(args, &journal)? {
        let mut trial = journal.tournament.clone();
        // What is refused is told below.
        if trial.apply(event.clone()).is_ok() && !is_still_due(&trial) {
            return Err(Failure::usage(format_args!(
                "another player changes who meets whom, and a game is in play: finish it first, \
                 by foursight tournament play {}",
                args.file.display()
            )));
        }
    }
    journal.tell(event)?;
    if !is_still_due(&journal.tournament) {
        // The game in play was one of somebody who is gone.
        discard(&game_path(&args.file))?;
    }
    answer(&journal.tournament, &ShownArgs::default(), out)?;
    Ok(Exit::Done)
}

/// Whether people have moved in a game that is kept in the tournament or beside it.
fn is_game_in_play(args: &TournamentChangeArgs, journal: &Journal) -> Result<bool, Failure> {
    let path = game_path(&args.file);
    if journal.in_play().is_some() || !path.exists() {
        return Ok(journal.in_play().is_some());
    }
    let record = kept(&path, ruleset(&journal.tournament)?)?;
    let opening = usize::from(journal.tournament.setup().opening_plies);
    Ok(record.game().moves().len() > opening)
}

/// The next match of a player is lost, for their opponent too if neither came.
fn absent(tournament: &Tournament, name: &str, both: bool) -> Result<Event, Failure> {
    let id = find(tournament, name)?;
    let due = tournament.due();
    let mut own = due.iter().filter(|due| due.first == id || due.second == id);
    let due = own
        .next()
        .ok_or_else(|| Failure::usage(format_args!("{name} has no match to play now")))?;
    Ok(Event::Absent {
        match_id: due.match_id,
        who: if both {
            Absentee::Both
        } else {
            Absentee::One(id)
        },
    })
}

fn find(tournament: &Tournament, name: &str) -> Result<EntrantId, Failure> {
    let place = tournament
        .entrants()
        .iter()
        .position(|entrant| entrant.name == name);
    let place = place.ok_or_else(|| {
        let names: Vec<&str> = tournament.entrants().iter().map(|e| &*e.name).collect();
        Failure::usage(format_args!(
            "there is no player {name:?}: {}",
            names.join(", ")
        ))
    })?;
    Ok(EntrantId(place as u16))
}
