//! What is said of a tournament, and what another tab or file does to it.

use super::*;

/// The next game with this winner, after so many plies.
fn ends(held: &mut Held, winner: Option<Player>, plies: u16) {
    let due = held.next().expect("a game is due");
    let (match_id, game) = (due.match_id, due.game);
    held.tell(Event::Played {
        match_id,
        game,
        winner,
        plies,
        moves: String::new(),
    })
    .expect("it was due");
}

#[test]
fn what_decided_a_level_match_is_said() {
    let begun = || held(2, FormName::KnockOut);
    let after = |held: &Held| words::after_game(TEXT, held, MatchId(0)).expect("a match");
    let why = |held: &Held| {
        let found = &held.tournament.matches()[0];
        words::why(TEXT, &held.tournament, found)
    };
    let mut lot = begun();
    assert_eq!(
        words::progress(TEXT, &lot.tournament),
        "0 of at most 1 games are over; a level match adds two."
    );
    assert_eq!(why(&lot), None);
    ends(&mut lot, None, 42);
    assert_eq!(
        after(&lot),
        "Ann against Ben, ½ to ½: level, so two more games follow with the seats swapped."
    );
    assert_eq!(why(&lot).as_deref(), Some("level: two more games"));
    ends(&mut lot, None, 42);
    assert_eq!(after(&lot), "Ann against Ben, 1 to 1. Next is game 3 of 3.");
    let mut more = lot.clone();
    ends(&mut lot, None, 42);
    assert_eq!(why(&lot).as_deref(), Some("level at 1½ each: drawn by lot"));
    let said = after(&lot);
    assert!(
        said.starts_with("Final: ") && said.contains("drawn by lot"),
        "{said}"
    );
    let picture = words::picture(
        TEXT,
        &lot.tournament,
        &foursight_tournament::Palette {
            background: "#fff",
            surface: "#fff",
            line: "#000",
            text: "#000",
            muted: "#000",
            accent: "#000",
        },
        &words::picture_heading(TEXT, &lot, "17 November"),
    );
    for part in [
        "drawn by lot",
        "Tournament, 17 November",
        "has won the tournament!",
    ] {
        assert!(picture.contains(part), "{part}: {picture}");
    }
    ends(&mut more, Some(Player::First), 9);
    assert_eq!(why(&more).as_deref(), Some("after further games"));
    // A win each, and the shorter one decides.
    let mut shorter = begun();
    ends(&mut shorter, None, 42);
    ends(&mut shorter, Some(Player::First), 21);
    ends(&mut shorter, Some(Player::First), 9);
    assert_eq!(
        why(&shorter).as_deref(),
        Some("level at 1½ each: shorter win")
    );
}

#[test]
fn who_left_or_did_not_come_is_said() {
    use foursight_tournament::{Absentee, EntrantId};
    let mut held = held(3, FormName::RoundRobin);
    let due = held.next().expect("a game is due");
    let (match_id, who) = (due.match_id, Absentee::One(due.second));
    held.tell(Event::Absent { match_id, who }).expect("due");
    let found = held.tournament.find(match_id).expect("it");
    let absent = format!("{} did not come", words::name(&held.tournament, due.second));
    assert_eq!(words::why(TEXT, &held.tournament, found), Some(absent));
    held.tell(Event::Withdrew(EntrantId(0))).expect("Ann is in");
    assert!(words::has_left(&held.tournament, EntrantId(0)));
    assert!(!words::has_left(&held.tournament, EntrantId(1)));
    // In a knock-out the table names the first three.
    let mut cup = self::held(4, FormName::ThirdPlace);
    play_out(&mut cup);
    let rows = cup.tournament.standings();
    let fates: Vec<&str> = rows
        .iter()
        .map(|row| TEXT.get(words::fate(&cup.tournament, row)))
        .collect();
    assert_eq!(fates, ["winner", "second", "third", "out"]);
}

#[test]
fn a_late_entrant_is_told_from_when() {
    let enter = |form| {
        let mut held = held(3, form);
        let (name, who, rating) = ("Dan".to_owned(), foursight_tournament::Who::Person, None);
        held.tell(Event::Entered { name, who, rating })
            .expect("room");
        words::entered(TEXT, &held.tournament, foursight_tournament::EntrantId(3))
    };
    assert_eq!(
        enter(FormName::KnockOut),
        "Dan takes part now: Ann against Dan."
    );
    assert_eq!(enter(FormName::Swiss), "Dan takes part from round 2 on.");
}

#[test]
fn a_game_in_play_keeps_its_players() {
    // Of five, the second and third seed meet at once in the semi-final, until a sixth player comes.
    let mut held = held(5, FormName::KnockOut);
    let (name, who, rating) = ("Dan".to_owned(), foursight_tournament::Who::Person, None);
    let enters = Event::Entered { name, who, rating };
    assert!(!held.disturbs(&enters), "no game is in play");
    let mut is_ever = false;
    for due in held.tournament.due() {
        held.in_play = Some(InPlay {
            match_id: due.match_id,
            game: 0,
            moves: "4".to_owned(),
        });
        let mut after = held.clone();
        after.tell(enters.clone()).expect("a place is free");
        let is_moved = after.due(due.match_id) != Some(due);
        assert_eq!(held.disturbs(&enters), is_moved);
        is_ever |= is_moved;
    }
    assert!(is_ever, "a sixth player changes who meets whom");
}

#[test]
fn what_another_tab_did_is_noticed() {
    let mut held = held(2, FormName::KnockOut);
    let at = |moves: &str| InPlay {
        match_id: MatchId(0),
        game: 0,
        moves: moves.to_owned(),
    };
    assert_eq!(held.play_on(at("4")), Ok(()));
    assert_eq!(held.play_on(at("45")), Ok(()));
    // Another tab stands elsewhere, or behind.
    assert_eq!(held.play_on(at("46")), Err(Elsewhere::Moved));
    assert_eq!(held.elsewhere(&at("4")), Some(Elsewhere::Moved));
    assert_eq!(held.elsewhere(&at("45")), None);
    assert_eq!(held.in_play, Some(at("45")));
    held.tell(won(&held).expect("a game")).expect("it was due");
    assert_eq!(held.play_on(at("456")), Err(Elsewhere::Over));
    assert_eq!(held.in_play, None);
}

#[test]
fn the_same_tournament_is_known_again() {
    let begun = held(3, FormName::KnockOut);
    let mut later = begun.clone();
    assert!(begun.is_stage_of(&later));
    later.in_play = Some(InPlay {
        match_id: later.next().expect("a game").match_id,
        game: 0,
        moves: "4".to_owned(),
    });
    assert!(begun.is_stage_of(&later) && !later.is_stage_of(&begun));
    later.tell(won(&later).expect("a game")).expect("due");
    assert!(begun.is_stage_of(&later) && !later.is_stage_of(&begun));
    let other = begun.again(8).expect("the same players");
    assert!(!begun.is_stage_of(&other) && !other.is_stage_of(&begun));
}

#[test]
fn two_that_went_different_ways_are_told_apart() {
    let begun = held(4, FormName::KnockOut);
    let [mut here, mut file] = [begun.clone(), begun.clone()];
    here.tell(won(&here).expect("a game")).expect("due");
    let Some(Event::Played {
        match_id,
        game,
        winner,
        plies,
        moves,
    }) = won(&file)
    else {
        panic!("a game");
    };
    let winner = winner.map(foursight_core::Player::opponent);
    // The moves are not looked at here.
    let lost = Event::Played {
        match_id,
        game,
        winner,
        plies,
        moves,
    };
    file.tell(lost).expect("due");
    assert!(!here.is_stage_of(&file) && !file.is_stage_of(&here));
    assert!(
        begun
            .parts_from(&begun.again(8).expect("the same players"))
            .is_none()
    );
    let name = here.tournament.setup().name.clone();
    let numbered = file.numbered(std::slice::from_ref(&name)).expect("a name");
    assert_eq!(numbered.tournament.setup().name, format!("{name} (2)"));
    assert!(file.is_stage_of(&numbered) && numbered.is_stage_of(&file));
    let taken = [name.clone(), format!("{name} (2)")];
    let third = numbered.numbered(&taken).expect("a name");
    assert_eq!(third.tournament.setup().name, format!("{name} (3)"));
    let words = words::parted(TEXT, &here, &numbered).expect("they began alike");
    assert_eq!(
        words,
        format!(
            "“{name}” on this device went another way (games in common: 0). There: Ann beat Easy 1 to 0. \
             Here: Easy beat Ann 1 to 0. So this one is called “{name} (2)”."
        )
    );
    // The game in play alone may differ.
    let open = |moves: &str| InPlay {
        match_id: begun.next().expect("a game").match_id,
        game: 0,
        moves: moves.to_owned(),
    };
    let [mut here, mut file] = [begun.clone(), begun.clone()];
    (here.in_play, file.in_play) = (Some(open("4")), Some(open("35")));
    let words = words::parted(TEXT, &here, &file).expect("they began alike");
    assert!(
        words.contains("Ann against Easy (moves so far: 1)"),
        "{words}"
    );
    assert!(
        words.contains("Ann against Easy (moves so far: 2)"),
        "{words}"
    );
    // A name that is as long as one can be makes room.
    let long = begun.named("x".repeat(40)).expect("a name");
    let numbered = long.numbered(&[]).expect("a name");
    assert!(long.is_stage_of(&numbered));
}

#[test]
fn a_game_that_cannot_be_read_is_known() {
    let mut held = held(2, FormName::KnockOut);
    assert!(!held.has_damaged_game());
    let mut check = |moves: &str, is_damaged: bool| {
        held.in_play = Some(InPlay {
            match_id: MatchId(0),
            game: 0,
            moves: moves.to_owned(),
        });
        assert_eq!(held.has_damaged_game(), is_damaged, "{moves}");
    };
    check("45", false);
    check("nonsense", true);
    check("pop-out 7x6/4 45", true);
    check("4545454", true);
}

#[test]
fn whoever_is_out_cannot_leave() {
    let mut held = held(4, FormName::KnockOut);
    held.tell(won(&held).expect("a game")).expect("due");
    let may = |place| held.may_leave(foursight_tournament::EntrantId(place));
    assert_eq!([0, 1, 2, 3].map(may), [true, true, true, false]);
}

#[test]
fn the_rules_say_how_long_a_line_is() {
    let said = |ruleset| {
        let draft = family(2, FormName::KnockOut);
        let begun = draft.begin(TEXT, ruleset, 1).expect("two people");
        words::summary(TEXT, &Held::new(begun))
    };
    assert!(said(Ruleset::STANDARD).ends_with("Standard 7 × 6"));
    let small = Ruleset::new(5, 5, 3, foursight_core::Variant::Standard).expect("it fits");
    assert!(said(small).ends_with("Standard 5 × 5, 3 in a line"));
}

#[test]
fn a_game_is_looked_at_with_its_names() {
    let mut held = held(2, FormName::KnockOut);
    assert!(held.looked_at(MatchId(0), 0).is_none());
    held.tell(won(&held).expect("a game")).expect("due");
    let start = held.looked_at(MatchId(0), 0).expect("it is over");
    let names = ["Ann", "Ben"].map(|name| Who::Person(name.to_owned()));
    assert_eq!((start.seats, start.opening.len()), (names, 7));
}

#[test]
fn files_are_called_after_their_tournament() {
    let named = |title: &str| {
        let draft = Draft {
            title: title.to_owned(),
            ..family(2, FormName::KnockOut)
        };
        let begun = draft.begin(TEXT, Ruleset::STANDARD, 1).expect("two people");
        words::file_name(&begun, "2026-11-17")
    };
    assert_eq!(named(""), "tournament-2026-11-17");
    assert_eq!(named("Friday: Cup / 2!"), "friday-cup-2-2026-11-17");
    assert_eq!(named("Köln"), "köln-2026-11-17");
    assert_eq!(named("../.."), "2026-11-17");
}
