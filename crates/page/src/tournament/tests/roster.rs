//! Changes to the players of a running tournament.

use foursight_tournament::{Absentee, EntrantId};

use super::*;
use crate::tournament::roster::{absence_options, apply, enter, withdrawal_options};

#[test]
fn people_with_a_due_match_may_be_absent() {
    let absentees = |players: Vec<DraftPlayer>| {
        let draft = TournamentDraft {
            players,
            form: FormatOption::RoundRobin,
            ..TournamentDraft::default()
        };
        let begun = draft.begin(TEXT, Ruleset::STANDARD, 7);
        let local = LocalTournament::new(begun.expect("a good draft"));
        let options = absence_options(TEXT, &local).into_iter();
        let options = options.map(|option| (option.absentee, option.name));
        options.collect::<Vec<_>>()
    };
    let (ann, ben) = (EntrantId(0), EntrantId(1));
    assert_eq!(
        absentees(vec![named("Ann"), named("Ben")]),
        [
            (Absentee::One(ann), "Ann".to_owned()),
            (Absentee::One(ben), "Ben".to_owned()),
            (Absentee::Both, String::new()),
        ]
    );
    let bot = || DraftPlayer::bot(Level::Easy);
    assert_eq!(
        absentees(vec![named("Ann"), bot()]),
        [(Absentee::One(ann), "Ann".to_owned())]
    );
    assert_eq!(absentees(vec![bot(), bot()]), []);
}

#[test]
fn a_player_who_withdrew_cannot_withdraw_again() {
    let mut local = local_tournament(4, FormatOption::KnockOut);
    let names = |local: &LocalTournament| {
        let options = withdrawal_options(local).into_iter();
        options.map(|(_, name)| name).collect::<Vec<_>>()
    };
    assert_eq!(names(&local), ["Ann", "Ben", "Cleo", "Easy"]);
    apply(TEXT, &mut local, TournamentEvent::Withdrew(EntrantId(1))).expect("Ben is there");
    assert_eq!(names(&local), ["Ann", "Cleo", "Easy"]);
}

#[test]
fn a_late_entrant_needs_a_name_and_a_place() {
    let mut local = local_tournament(3, FormatOption::KnockOut);
    let before = local.clone();
    let taken = enter(TEXT, &mut local, "Ann").expect_err("the name is taken");
    let long = enter(TEXT, &mut local, &"n".repeat(1000)).expect_err("the name is too long");
    let none = enter(TEXT, &mut local, "  ").expect_err("there is no name");
    assert!(taken != long && long == none, "{taken} {long} {none}");
    assert_eq!(local, before);
    assert_eq!(enter(TEXT, &mut local, " Dan "), Ok(EntrantId(3)));
    assert_eq!(local.tournament.entrants()[3].name, "Dan");
    let mut full = local_tournament(PLAYERS_MAX, FormatOption::Swiss);
    let refused = enter(TEXT, &mut full, "Dan");
    assert!(refused.is_err_and(|error| error != taken && error != long));
}
