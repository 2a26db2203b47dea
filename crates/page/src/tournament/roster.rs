//! Changes to the roster of a running tournament: absences, withdrawals, late entries.

use foursight_tournament::{
    Absentee, DueGame, EntrantId, EntrantKind, MatchId, NAME_CHARS_MAX, TournamentError,
    TournamentEvent,
};

use super::{LocalTournament, PLAYERS_MAX, describe};
use crate::text::{Text, UiMessage as M};

/// An absence that can be recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbsenceOption {
    /// The match that is due.
    pub match_id: MatchId,
    /// The absent player, or both.
    pub absentee: Absentee,
    /// Name of the absent player; empty for both.
    pub name: String,
    /// The match in words.
    pub line: String,
}

/// Returns the possible absences of people with a due match, and one of both for two people.
#[must_use]
pub fn absence_options(text: Text, local: &LocalTournament) -> Vec<AbsenceOption> {
    let of_match = |due: DueGame| {
        let option = move |absentee, name: &str| AbsenceOption {
            match_id: due.match_id,
            absentee,
            name: name.to_owned(),
            line: describe::due_game(text, &local.tournament, due),
        };
        let seats = [due.first, due.second].into_iter();
        let people: Vec<_> = seats.filter(|id| local.bot(*id).is_none()).collect();
        let both = (people.len() == 2).then(|| option(Absentee::Both, ""));
        let one = move |id| option(Absentee::One(id), describe::name(&local.tournament, id));
        people.into_iter().map(one).chain(both)
    };
    let due = local.tournament.due_games().into_iter();
    due.flat_map(of_match).collect()
}

/// Returns the entrants who can withdraw, with their names.
#[must_use]
pub fn withdrawal_options(local: &LocalTournament) -> Vec<(EntrantId, String)> {
    let all = local.tournament.entrants().iter().enumerate();
    let all = all.map(|(index, entrant)| (EntrantId(index as u16), entrant.name.clone()));
    all.filter(|(id, _)| local.can_withdraw(*id)).collect()
}

/// Enters a person late, and returns their id.
///
/// # Errors
///
/// Why this is refused, in words.
pub fn enter(text: Text, local: &mut LocalTournament, name: &str) -> Result<EntrantId, String> {
    let index = local.tournament.entrants().len();
    if index >= PLAYERS_MAX {
        return Err(text.get(M::CupNoPlace).to_owned());
    }
    let event = TournamentEvent::Entered {
        name: name.trim().to_owned(),
        kind: EntrantKind::Person,
        rating: None,
    };
    apply(text, local, event)?;
    Ok(EntrantId(index as u16))
}

/// Applies a change to the roster.
///
/// # Errors
///
/// Why this is refused, in words. The tournament is unchanged.
pub fn apply(
    text: Text,
    local: &mut LocalTournament,
    event: TournamentEvent,
) -> Result<(), String> {
    if local.would_disrupt_game(&event) {
        return Err(text.get(M::CupFinishFirst).to_owned());
    }
    local.apply(event).map_err(|error| match error {
        TournamentError::NameTaken(_) => text.get(M::CupNameTaken).to_owned(),
        TournamentError::InvalidText(_) => text.with(M::CupNameUnfit, &[("most", &NAME_CHARS_MAX)]),
        _ => text.get(M::CupNoPlace).to_owned(),
    })
}
