//! `foursight tournament enter`, `withdraw` and `absent`: players who join late, leave, or miss a
//! match.

use foursight_terminal::output::CliOutput;
use foursight_tournament::{Absentee, EntrantId, Tournament, TournamentEvent};

use super::journal::Journal;
use super::play::{load_saved_game, remove_saved_game, saved_game_path};
use super::{parse_player, print, ruleset};
use crate::exit::{CliError, Exit};
use crate::tournament_args::{TournamentChangeArgs, TournamentOutputArgs};

/// A change of the list of players.
#[derive(Clone, Copy)]
pub(super) enum RosterChange {
    Enter,
    Withdraw,
    Absent {
        /// The opponent is absent too.
        both: bool,
    },
}

pub(super) fn run(
    args: &TournamentChangeArgs,
    change: RosterChange,
    out: &mut CliOutput,
) -> Result<Exit, CliError> {
    let mut journal = Journal::resume(&args.file)?;
    let next = journal.next_game();
    let event = match change {
        RosterChange::Enter => {
            let player = parse_player(&args.player)?;
            TournamentEvent::Entered {
                name: player.name,
                kind: player.kind,
                rating: player.rating,
            }
        }
        RosterChange::Withdraw => {
            TournamentEvent::Withdrew(find_entrant(&journal.tournament, &args.player)?)
        }
        RosterChange::Absent { both } => absent_event(&journal.tournament, &args.player, both)?,
    };
    let is_still_due =
        |tournament: &Tournament| next.is_none_or(|next| tournament.due_games().contains(&next));
    if matches!(change, RosterChange::Enter) && is_game_in_play(args, &journal)? {
        let mut copy = journal.tournament.clone();
        // `journal.record` below reports any error.
        if copy.apply(event.clone()).is_ok() && !is_still_due(&copy) {
            return Err(CliError::usage(format_args!(
                "a new player changes the pairings while a game is being played: finish it first with foursight tournament play {}",
                args.file.display()
            )));
        }
    }
    journal.record(event)?;
    if !is_still_due(&journal.tournament) {
        // The game in play involved a player who has left.
        remove_saved_game(&saved_game_path(&args.file))?;
    }
    print(&journal.tournament, &TournamentOutputArgs::default(), out)?;
    Ok(Exit::Done)
}

/// True if people have moved in a game that is saved in the tournament or next to it.
fn is_game_in_play(args: &TournamentChangeArgs, journal: &Journal) -> Result<bool, CliError> {
    let path = saved_game_path(&args.file);
    if journal.in_play().is_some() || !path.exists() {
        return Ok(journal.in_play().is_some());
    }
    let record = load_saved_game(&path, ruleset(&journal.tournament)?)?;
    let opening = usize::from(journal.tournament.setup().opening_plies);
    Ok(record.game().moves().len() > opening)
}

/// Creates the event by which a player loses the next match, and the opponent too if both are
/// absent.
fn absent_event(
    tournament: &Tournament,
    name: &str,
    both: bool,
) -> Result<TournamentEvent, CliError> {
    let id = find_entrant(tournament, name)?;
    let due = tournament.due_games();
    let mut matches = due.iter().filter(|due| due.first == id || due.second == id);
    let due = matches
        .next()
        .ok_or_else(|| CliError::usage(format_args!("{name} has no match to play now")))?;
    Ok(TournamentEvent::Absent {
        match_id: due.match_id,
        absentee: if both {
            Absentee::Both
        } else {
            Absentee::One(id)
        },
    })
}

fn find_entrant(tournament: &Tournament, name: &str) -> Result<EntrantId, CliError> {
    let index = tournament
        .entrants()
        .iter()
        .position(|parse_player| parse_player.name == name);
    let index = index.ok_or_else(|| {
        let names: Vec<&str> = tournament.entrants().iter().map(|e| &*e.name).collect();
        CliError::usage(format_args!(
            "there is no player {name:?}: {}",
            names.join(", ")
        ))
    })?;
    Ok(EntrantId(index as u16))
}
