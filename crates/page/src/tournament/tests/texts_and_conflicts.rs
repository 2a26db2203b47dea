//! Tests of texts, and of changes by other tabs and files.

use super::*;

/// Ends the next game with this winner after `plies` plies.
fn ends(local: &mut LocalTournament, winner: Option<Player>, plies: u16) {
    let due = local.next_game().expect("a game is due");
    let (match_id, game) = (due.match_id, due.game);
    local
        .apply(TournamentEvent::Played {
            match_id,
            game,
            winner,
            plies,
            moves: String::new(),
        })
        .expect("it was due");
}

#[test]
fn the_note_says_what_decided_a_level_match() {
    let begun = || local_tournament(2, FormatOption::KnockOut);
    let after =
        |local: &LocalTournament| describe::after_game(TEXT, local, MatchId(0)).expect("a match");
    let note = |local: &LocalTournament| {
        let matchup = &local.tournament.matches()[0];
        describe::decision_note(TEXT, &local.tournament, matchup)
    };
    let mut level_match = begun();
    assert_eq!(
        describe::progress(TEXT, &level_match.tournament),
        "Games played: 0 of up to 1; a level match adds two."
    );
    assert_eq!(note(&level_match), None);
    ends(&mut level_match, None, 42);
    assert_eq!(
        after(&level_match),
        "Ann against Ben, ½ to ½: level, so two more games follow with sides swapped."
    );
    assert_eq!(note(&level_match).as_deref(), Some("level: two more games"));
    ends(&mut level_match, None, 42);
    assert_eq!(
        after(&level_match),
        "Ann against Ben, 1 to 1. Game 3 of 3 is next."
    );
    let mut more = level_match.clone();
    ends(&mut level_match, None, 42);
    assert_eq!(
        note(&level_match).as_deref(),
        Some("level at 1½ each: coin toss")
    );
    let sentence = after(&level_match);
    assert!(
        sentence.starts_with("Final: ") && sentence.contains("decided by a coin toss"),
        "{sentence}"
    );
    let svg_image = describe::svg_image(
        TEXT,
        &level_match.tournament,
        &foursight_tournament::SvgPalette {
            background: "#fff",
            surface: "#fff",
            line: "#000",
            text: "#000",
            muted: "#000",
            accent: "#000",
        },
        &describe::image_heading(TEXT, &level_match, "17 November"),
    );
    for part in [
        "coin toss",
        "Tournament, 17 November",
        "has won the tournament!",
    ] {
        assert!(svg_image.contains(part), "{part}: {svg_image}");
    }
    ends(&mut more, Some(Player::First), 9);
    assert_eq!(note(&more).as_deref(), Some("after extra games"));
    // A win each, and the shorter one decides.
    let mut shorter = begun();
    ends(&mut shorter, None, 42);
    ends(&mut shorter, Some(Player::First), 21);
    ends(&mut shorter, Some(Player::First), 9);
    assert_eq!(
        note(&shorter).as_deref(),
        Some("level at 1½ each: faster win")
    );
}

#[test]
fn the_note_says_who_left_or_was_absent() {
    use foursight_tournament::{Absentee, EntrantId};
    let mut local = local_tournament(3, FormatOption::RoundRobin);
    let due = local.next_game().expect("a game is due");
    let (match_id, absentee) = (due.match_id, Absentee::One(due.second));
    local
        .apply(TournamentEvent::Absent { match_id, absentee })
        .expect("due");
    let matchup = local.tournament.find_match(match_id).expect("the match");
    let absent = format!(
        "{} was absent",
        describe::name(&local.tournament, due.second)
    );
    assert_eq!(
        describe::decision_note(TEXT, &local.tournament, matchup),
        Some(absent)
    );
    local
        .apply(TournamentEvent::Withdrew(EntrantId(0)))
        .expect("Ann is in");
    assert!(describe::has_withdrawn(&local.tournament, EntrantId(0)));
    assert!(!describe::has_withdrawn(&local.tournament, EntrantId(1)));
    // The table of a knock-out names the first three.
    let mut cup = self::local_tournament(4, FormatOption::ThirdPlace);
    play_out(&mut cup);
    let rows = cup.tournament.standings();
    let statuses: Vec<&str> = rows
        .iter()
        .map(|row| TEXT.get(describe::knockout_status(&cup.tournament, row)))
        .collect();
    assert_eq!(statuses, ["winner", "second", "third", "out"]);
}

#[test]
fn the_text_says_when_a_late_entrant_starts() {
    let enter = |form| {
        let mut local = local_tournament(3, form);
        let (name, kind, rating) = (
            "Dan".to_owned(),
            foursight_tournament::EntrantKind::Person,
            None,
        );
        local
            .apply(TournamentEvent::Entered { name, kind, rating })
            .expect("room");
        describe::entered(TEXT, &local.tournament, foursight_tournament::EntrantId(3))
    };
    assert_eq!(
        enter(FormatOption::KnockOut),
        "Dan has joined: Ann against Dan."
    );
    assert_eq!(enter(FormatOption::Swiss), "Dan joins from round 2.");
}

#[test]
fn a_game_in_play_keeps_its_players() {
    // Of five players, seeds two and three meet directly in the semi-final, until a sixth enters.
    let mut local = local_tournament(5, FormatOption::KnockOut);
    let (name, kind, rating) = (
        "Dan".to_owned(),
        foursight_tournament::EntrantKind::Person,
        None,
    );
    let enters = TournamentEvent::Entered { name, kind, rating };
    assert!(!local.would_disrupt_game(&enters), "no game is in play");
    let mut has_moved = false;
    for due in local.tournament.due_games() {
        local.in_play = Some(GameInProgress {
            match_id: due.match_id,
            game: 0,
            moves: "4".to_owned(),
        });
        let mut after = local.clone();
        after.apply(enters.clone()).expect("a place is free");
        let is_moved = after.due_game(due.match_id) != Some(due);
        assert_eq!(local.would_disrupt_game(&enters), is_moved);
        has_moved |= is_moved;
    }
    assert!(has_moved, "a sixth player changes who meets whom");
}

#[test]
fn changes_by_another_tab_are_detected() {
    let mut local = local_tournament(2, FormatOption::KnockOut);
    let at = |moves: &str| GameInProgress {
        match_id: MatchId(0),
        game: 0,
        moves: moves.to_owned(),
    };
    assert_eq!(local.update_game(at("4")), Ok(()));
    assert_eq!(local.update_game(at("45")), Ok(()));
    // Another tab has other moves, or fewer.
    assert_eq!(local.update_game(at("46")), Err(OtherTabChange::Moved));
    assert_eq!(
        local.other_tab_change(&at("4")),
        Some(OtherTabChange::Moved)
    );
    assert_eq!(local.other_tab_change(&at("45")), None);
    assert_eq!(local.in_play, Some(at("45")));
    local
        .apply(won(&local).expect("a game"))
        .expect("it was due");
    assert_eq!(local.update_game(at("456")), Err(OtherTabChange::Over));
    assert_eq!(local.in_play, None);
}

#[test]
fn a_later_version_of_a_tournament_is_recognised() {
    let begun = local_tournament(3, FormatOption::KnockOut);
    let mut later = begun.clone();
    assert!(begun.is_prefix_of(&later));
    later.in_play = Some(GameInProgress {
        match_id: later.next_game().expect("a game").match_id,
        game: 0,
        moves: "4".to_owned(),
    });
    assert!(begun.is_prefix_of(&later) && !later.is_prefix_of(&begun));
    later.apply(won(&later).expect("a game")).expect("due");
    assert!(begun.is_prefix_of(&later) && !later.is_prefix_of(&begun));
    let other = begun.rematch(8).expect("the same players");
    assert!(!begun.is_prefix_of(&other) && !other.is_prefix_of(&begun));
}

#[test]
fn diverged_tournaments_get_different_names() {
    let begun = local_tournament(4, FormatOption::KnockOut);
    let [mut here, mut file] = [begun.clone(), begun.clone()];
    here.apply(won(&here).expect("a game")).expect("due");
    let Some(TournamentEvent::Played {
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
    // The moves are not checked here.
    let lost = TournamentEvent::Played {
        match_id,
        game,
        winner,
        plies,
        moves,
    };
    file.apply(lost).expect("due");
    assert!(!here.is_prefix_of(&file) && !file.is_prefix_of(&here));
    assert!(
        begun
            .diverges_at(&begun.rematch(8).expect("the same players"))
            .is_none()
    );
    let name = here.tournament.setup().name.clone();
    let renamed = file
        .with_free_name(std::slice::from_ref(&name))
        .expect("a name");
    assert_eq!(renamed.tournament.setup().name, format!("{name} (2)"));
    assert!(file.is_prefix_of(&renamed) && renamed.is_prefix_of(&file));
    let taken = [name.clone(), format!("{name} (2)")];
    let third = renamed.with_free_name(&taken).expect("a name");
    assert_eq!(third.tournament.setup().name, format!("{name} (3)"));
    let sentence = describe::divergence(TEXT, &here, &renamed).expect("they began alike");
    assert_eq!(
        sentence,
        format!(
            "“{name}” on this device took a different course (games in common: 0). There: Ann beat Easy 1 to 0. \
             Here: Easy beat Ann 1 to 0. This one is now called “{name} (2)”."
        )
    );
    // Only the games in play differ.
    let open = |moves: &str| GameInProgress {
        match_id: begun.next_game().expect("a game").match_id,
        game: 0,
        moves: moves.to_owned(),
    };
    let [mut here, mut file] = [begun.clone(), begun.clone()];
    (here.in_play, file.in_play) = (Some(open("4")), Some(open("35")));
    let sentence = describe::divergence(TEXT, &here, &file).expect("they began alike");
    assert!(
        sentence.contains("Ann against Easy (moves so far: 1)"),
        "{sentence}"
    );
    assert!(
        sentence.contains("Ann against Easy (moves so far: 2)"),
        "{sentence}"
    );
    // A name of maximal length is cut to make room for the number.
    let long = begun.with_name("x".repeat(40)).expect("a name");
    let renamed = long.with_free_name(&[]).expect("a name");
    assert!(long.is_prefix_of(&renamed));
}

#[test]
fn an_unreadable_game_in_play_is_detected() {
    let mut local = local_tournament(2, FormatOption::KnockOut);
    assert!(!local.has_damaged_game());
    let mut check = |moves: &str, is_damaged: bool| {
        local.in_play = Some(GameInProgress {
            match_id: MatchId(0),
            game: 0,
            moves: moves.to_owned(),
        });
        assert_eq!(local.has_damaged_game(), is_damaged, "{moves}");
    };
    check("45", false);
    check("nonsense", true);
    check("pop-out 7x6/4 45", true);
    check("4545454", true);
}

#[test]
fn eliminated_entrants_cannot_withdraw() {
    let mut local = local_tournament(4, FormatOption::KnockOut);
    local.apply(won(&local).expect("a game")).expect("due");
    let can_withdraw = |index| local.can_withdraw(foursight_tournament::EntrantId(index));
    assert_eq!([0, 1, 2, 3].map(can_withdraw), [true, true, true, false]);
}

#[test]
fn the_summary_names_an_unusual_line_length() {
    let summary = |ruleset| {
        let draft = draft_of(2, FormatOption::KnockOut);
        let begun = draft.begin(TEXT, ruleset, 1).expect("two people");
        describe::summary(TEXT, &LocalTournament::new(begun))
    };
    assert!(summary(Ruleset::STANDARD).ends_with("Standard 7 × 6"));
    let small = Ruleset::new(5, 5, 3, foursight_core::Variant::Standard).expect("it fits");
    assert!(summary(small).ends_with("Standard 5 × 5, 3 in a row"));
}

#[test]
fn a_replay_shows_the_names_of_its_players() {
    let mut local = local_tournament(2, FormatOption::KnockOut);
    assert!(local.replay_start(MatchId(0), 0).is_none());
    local.apply(won(&local).expect("a game")).expect("due");
    let start = local.replay_start(MatchId(0), 0).expect("it is over");
    let names = ["Ann", "Ben"].map(|name| Occupant::Person(name.to_owned()));
    assert_eq!((start.seats, start.opening.len()), (names, 7));
}

#[test]
fn files_are_named_after_their_tournament() {
    let named = |title: &str| {
        let draft = TournamentDraft {
            title: title.to_owned(),
            ..draft_of(2, FormatOption::KnockOut)
        };
        let begun = draft.begin(TEXT, Ruleset::STANDARD, 1).expect("two people");
        describe::file_name(&begun, "2026-11-17")
    };
    assert_eq!(named(""), "tournament-2026-11-17");
    assert_eq!(named("Friday: Cup / 2!"), "friday-cup-2-2026-11-17");
    assert_eq!(named("Köln"), "köln-2026-11-17");
    assert_eq!(named("../.."), "2026-11-17");
}

/// A stored tournament in the form of today, in the middle of its second game.
#[test]
fn a_kept_sample_opens_with_its_game() {
    let sample = include_str!("../../../samples/tournament.txt");
    let local = LocalTournament::from_file(sample).expect("a tournament");
    let names: Vec<_> = local
        .tournament
        .entrants()
        .iter()
        .map(|entrant| &*entrant.name)
        .collect();
    assert_eq!(names, ["Ann", "Ben", "hard:aggressive", "easy"]);
    assert_eq!(local.tournament.phase(), TournamentPhase::Running);
    let open = local.in_play.clone().expect("a game in play");
    assert_eq!((open.match_id, open.game), (MatchId(1), 0));
    assert_eq!(open.moves, "standard 7x6/4 4453");
    let due = local.next_game().expect("the game goes on");
    assert_eq!((due.match_id, due.game), (open.match_id, open.game));
    // It is written today as it was then.
    assert_eq!(local.to_text(), sample);
}
