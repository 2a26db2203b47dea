//! Tests of tournaments from the form to the winner.

use std::cell::RefCell;
use std::rc::Rc;

use foursight_bots::{Level, Personality};
use foursight_core::{Column, Move, Player, Ruleset, Variant};
use foursight_protocol::engine::EngineQuery;
use foursight_table::{Actor, Command, Decision, Occupant, Seat, Table};
use foursight_tournament::{
    DueGame, GameInProgress, MatchId, Tournament, TournamentEvent, TournamentPhase, to_text,
};

use super::*;
use crate::play::{CommandRoute, GameDelegate};
use crate::text::{Language, Text};

mod pages;
mod roster;
mod texts_and_conflicts;

const TEXT: Text = Text(Language::English);

fn named(name: &str) -> DraftPlayer {
    DraftPlayer {
        name: name.to_owned(),
        ..DraftPlayer::person()
    }
}

/// Returns three people and bots, up to this number.
fn draft_of(count: usize, form: FormatOption) -> TournamentDraft {
    let people = ["Ann", "Ben", "Cleo"].map(named);
    let bots = std::iter::repeat_with(|| DraftPlayer::bot(Level::Easy));
    TournamentDraft {
        players: people.into_iter().chain(bots).take(count).collect(),
        form,
        ..TournamentDraft::default()
    }
}

fn local_tournament(count: usize, form: FormatOption) -> LocalTournament {
    let begun = draft_of(count, form).begin(TEXT, Ruleset::STANDARD, 7);
    LocalTournament::new(begun.expect("a good draft"))
}

/// Returns the next game as won by First with four discs in column 1.
fn won(local: &LocalTournament) -> Option<TournamentEvent> {
    let due = local.next_game()?;
    Some(TournamentEvent::Played {
        match_id: due.match_id,
        game: due.game,
        winner: Some(Player::First),
        plies: 7,
        moves: "1212121".to_owned(),
    })
}

fn play_out(local: &mut LocalTournament) {
    while let Some(event) = won(local) {
        local.apply(event).expect("it was due");
    }
}

#[test]
fn empty_names_get_defaults() {
    let mut draft = TournamentDraft::default();
    draft.players.push(DraftPlayer::bot(Level::Easy));
    draft.players[1] = named(" Easy ");
    let names = ["Player 1", "Easy", "Medium", "Easy 2", "Easy 3"];
    assert_eq!(draft.names(TEXT), names);
    assert_eq!(draft.check(TEXT), Ok(()));
}

#[test]
fn errors_name_their_field_and_have_a_text() {
    let check = |change: fn(&mut TournamentDraft), complaint, field: &str| {
        let mut draft = draft_of(4, FormatOption::KnockOut);
        change(&mut draft);
        let refused = draft.begin(TEXT, Ruleset::STANDARD, 1);
        let error: DraftError = refused.expect_err("something is wrong");
        assert_eq!((error, &*error.field()), (complaint, field));
        assert!(!error.message(TEXT).is_empty());
    };
    check(
        |draft| draft.players.truncate(1),
        DraftError::TooFew,
        "cup-add-person",
    );
    let too_many =
        |draft: &mut TournamentDraft| draft.players = vec![DraftPlayer::person(); PLAYERS_MAX + 1];
    check(too_many, DraftError::TooMany, "cup-add-person");
    let twice = |draft: &mut TournamentDraft| draft.players[2] = named("Ann");
    check(twice, DraftError::DuplicateName(2), "cup-name-3");
    let long = |draft: &mut TournamentDraft| draft.players[1] = named(&"x".repeat(41));
    check(long, DraftError::InvalidName(1), "cup-name-2");
    let tab = |draft: &mut TournamentDraft| draft.players[1] = named("a\tb");
    check(tab, DraftError::InvalidName(1), "cup-name-2");
    let title = |draft: &mut TournamentDraft| draft.title = "a\nb".to_owned();
    check(title, DraftError::InvalidTitle, "cup-title");
}

#[test]
fn every_form_and_number_ends_with_a_winner() {
    for (form, _) in FormatOption::ALL {
        for count in PLAYERS_MIN..=PLAYERS_MAX {
            let mut local = local_tournament(count, form);
            play_out(&mut local);
            assert_eq!(
                local.tournament.phase(),
                TournamentPhase::Over,
                "{form:?} {count}"
            );
            let sentence = describe::winner(TEXT, &local.tournament);
            assert!(sentence.ends_with('!'), "{form:?} {count}: {sentence}");
            assert_eq!(describe::state(TEXT, &local), sentence);
        }
    }
}

#[test]
fn a_game_in_play_makes_other_matches_wait() {
    let mut local = local_tournament(5, FormatOption::Swiss);
    let due = local.tournament.due_games();
    let is_played = |due: &&DueGame| !local.is_bot_game(**due);
    let open = *due.iter().find(is_played).expect("people play");
    let other = due.iter().find(|due| due.match_id != open.match_id);
    let other = other.expect("two matches are due").match_id;
    let mut waits = |moves: &str| {
        local.in_play = Some(GameInProgress {
            match_id: open.match_id,
            game: open.game,
            moves: moves.to_owned(),
        });
        [open.match_id, other].map(|id| local.must_wait(id))
    };
    assert_eq!(waits("4453"), [false, true]);
    assert_eq!(waits(""), [false, false]);
    local.in_play = None;
    assert!(!local.must_wait(other));
}

#[test]
fn the_text_keeps_the_game_in_play() {
    let mut before = local_tournament(5, FormatOption::Swiss);
    let due = before.next_game().expect("a game is due");
    before.in_play = Some(GameInProgress {
        match_id: due.match_id,
        game: 0,
        moves: "4453".to_owned(),
    });
    let text = before.to_text();
    let after = LocalTournament::from_text(&text).expect("our own text");
    assert_eq!(after, before);
    assert_eq!(after.game(due).moves().len(), 4);
    assert_eq!(after.next_game(), Some(due));
    // The format's own reader ignores the game in play.
    let read = foursight_tournament::read(&text).expect("a tournament");
    assert_eq!(read.tournament, before.tournament);
    // A finished game is no longer in play.
    let mut over = after;
    over.apply(won(&over).expect("it is due"))
        .expect("it was due");
    assert_eq!(over.in_play, None);
    assert_eq!(LocalTournament::from_text(&over.to_text()), Ok(over));
}

#[test]
fn a_truncated_text_never_panics() {
    let mut whole = local_tournament(4, FormatOption::DoubleElimination);
    play_out(&mut whole);
    let text = whole.to_text();
    for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
        // Garbage at the end must not be read as a game in play.
        for rest in ["", "playing\t0 9\t44", "playing\tx\t", "\u{0}"] {
            let _ = LocalTournament::from_text(&format!("{}{rest}", &text[..end]));
        }
    }
}

#[test]
fn load_errors_have_a_text() {
    let of = |bot: &str, rules: &str| {
        format!(
            "foursight-tournament 1\tknock-out\tbest-of 1\tseeding order\tseed 1\topenings 0\t{rules}\tCup\n\
             enter\tbot {bot}\t-\tOne\nenter\tperson\t-\tTwo\nbegin\n"
        )
    };
    let check = |text: String, expected: &str| {
        let refused = LocalTournament::from_text(&text).expect_err("it cannot be held");
        assert_eq!(refused.message(TEXT), expected);
    };
    check(of("learner", ""), "The bot learner cannot take part here.");
    check(of("strong", ""), "The bot strong cannot take part here.");
    let net = Level::Neural.name();
    check(
        of(net, "pop-out 7x6/4"),
        &format!("The bot {net} cannot take part here."),
    );
    assert!(LocalTournament::from_text(&of(net, "")).is_ok());
    check(of("hard", "go 19x19"), "Unknown rules: “go 19x19”.");
    check(
        String::new(),
        "This is not one of our tournament files, or it is damaged.",
    );
    check(
        of("hard", "") + "what\n",
        "Line 5 of this tournament cannot be read.",
    );
    check(
        of("hard", "").replace("begin\n", ""),
        "The list of players ends too soon: someone may be missing.",
    );
    let begun =
        LocalTournament::from_text(&of("hard:aggressive", "pop-out 7x6/4")).expect("it can");
    assert_eq!(begun.tournament.phase(), TournamentPhase::Running);
    assert!(matches!(begun.ruleset().variant(), Variant::PopOut(_)));
    let due = begun.next_game().expect("one match");
    assert_eq!(
        begun.bot(due.first),
        Some((Level::Hard, Personality::Aggressive))
    );
}

#[test]
fn a_file_whose_moves_contradict_its_results_is_refused() {
    let mut local = local_tournament(2, FormatOption::RoundRobin);
    play_out(&mut local);
    let text = local.to_text();
    assert_eq!(LocalTournament::from_file(&text), Ok(local));
    for (from, to) in [
        ("first\t7", "second\t7"),
        ("first\t7", "tie\t7"),
        ("first\t7", "first\t9"),
        ("1212121", "121212"),
        ("1212121", "1212128"),
        ("1212121", "pop-out 7x6/4 1212121"),
    ] {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text);
        let refused = LocalTournament::from_file(&changed).expect_err(to);
        assert_eq!(refused, LoadTournamentError::Contradiction(5), "{to}");
        assert!(refused.message(TEXT).starts_with("Line 5: "));
    }
    // A game that was played outside the page has no moves.
    assert!(LocalTournament::from_file(&text.replacen("1212121", "", 1)).is_ok());
}

#[test]
fn ratings_seed_and_nets_need_standard_rules() {
    let mut draft = draft_of(4, FormatOption::KnockOut);
    draft.seeding = foursight_tournament::Seeding::Rating;
    let begin = |draft: &TournamentDraft, ruleset| draft.begin(TEXT, ruleset, 1);
    let standard = Ruleset::STANDARD;
    assert_eq!(begin(&draft, standard), Err(DraftError::NoRatings));
    draft.players[2].rating = "much".to_owned();
    assert_eq!(begin(&draft, standard), Err(DraftError::InvalidRating(2)));
    assert_eq!(DraftError::InvalidRating(2).field(), "cup-rating-3");
    draft.players[2].rating = " 1500 ".to_owned();
    draft.players[1].rating = "-20".to_owned();
    let tournament = begin(&draft, standard).expect("two ratings");
    // Cleo, Ben, then Ann and the bot, who have no rating.
    let seeds: Vec<_> = (0..4)
        .map(|id| tournament.seed_of(foursight_tournament::EntrantId(id)))
        .collect();
    assert_eq!(seeds, [Some(3), Some(2), Some(1), Some(4)]);
    let pop_out = Ruleset::default_for(Variant::PopOut(foursight_core::BothConnectRule::default()));
    assert!(begin(&draft, pop_out).is_ok());
    draft.players[3] = DraftPlayer::bot(Level::Neural);
    assert!(begin(&draft, standard).is_ok());
    assert_eq!(begin(&draft, pop_out), Err(DraftError::UnsupportedRules(3)));
    assert!(eligible_levels().all(|level| level != Level::Learner));
}

#[test]
fn swiss_has_the_requested_number_of_rounds() {
    let mut draft = draft_of(6, FormatOption::Swiss);
    let rounds = |draft: &TournamentDraft| draft.form();
    let swiss = |rounds| Ok(foursight_tournament::TournamentFormat::Swiss { rounds });
    assert_eq!(rounds(&draft), swiss(3));
    draft.rounds = " 5 ".to_owned();
    assert_eq!(rounds(&draft), swiss(5));
    for bad in ["0", "31", "few"] {
        draft.rounds = bad.to_owned();
        assert_eq!(rounds(&draft), Err(DraftError::InvalidRounds), "{bad}");
        assert_eq!(draft.check(TEXT), Err(DraftError::InvalidRounds), "{bad}");
    }
    draft.form = FormatOption::KnockOut;
    assert_eq!(draft.check(TEXT), Ok(()));
}

#[test]
fn performance_is_known_after_a_game() {
    let mut local = local_tournament(2, FormatOption::RoundRobin);
    assert_eq!(local.performance(), [None, None]);
    play_out(&mut local);
    let [Some(winner), Some(loser)] = local.performance()[..] else {
        panic!("both have played");
    };
    assert!(winner > 0 && winner == -loser, "{winner} {loser}");
}

#[test]
fn a_match_stands_between_those_it_comes_from() {
    for players in [4, 8, 16] {
        let local = local_tournament(players, FormatOption::KnockOut);
        let layout = local.tournament.layout();
        let rows = half_rows(&layout);
        let row_of = |node| {
            rows[layout
                .nodes
                .iter()
                .position(|other| *other == node)
                .expect("a node")]
        };
        let middles: Vec<_> = layout.links.chunks(2).collect();
        assert_eq!(middles.len(), players / 2 - 1);
        for links in middles {
            let [upper, lower] = [links[0].from, links[1].from].map(row_of);
            assert_eq!(links[0].to, links[1].to);
            assert_eq!(upper + lower, 2 * row_of(links[0].to), "{players}");
        }
    }
}

#[test]
fn games_of_people_can_count_in_the_scores() {
    let mut local = local_tournament(5, FormatOption::RoundRobin);
    assert_eq!(local.scored_games(100), []);
    play_out(&mut local);
    let games = local.scored_games(100);
    // Ten pairs of five players; one of them is the two bots, which are left out.
    assert_eq!(games.len(), 9);
    assert!(games.iter().all(|game| game.winner == Some(Player::First)));
    let times: Vec<_> = games.iter().map(|game| game.ended_ms).collect();
    assert_eq!(times, (100..109).collect::<Vec<_>>());
    let is_seen = |name: &str| {
        let players = games.iter().flat_map(|game| &game.players);
        players.filter(|player| player.name() == name).count()
    };
    assert_eq!(["Ann", "Ben", "Cleo", "easy"].map(is_seen), [4, 4, 4, 6]);
}

#[test]
fn people_play_before_bots_and_under_their_names() {
    let local = local_tournament(8, FormatOption::KnockOut);
    let due = local.next_game().expect("a game is due");
    assert!(!local.is_bot_game(due));
    let start = local.start(due).expect("both are known");
    assert_eq!(start.seats[0], Occupant::Person("Ann".to_owned()));
    assert_eq!(
        start.seats[1],
        Occupant::Bot("easy balanced Easy 5".to_owned())
    );
    assert_eq!(start.first, Seat::One);
    let bots = local.next_bot_game().expect("two bots meet");
    assert!(local.is_bot_game(bots));
}

#[test]
fn seats_and_score_go_from_game_to_game() {
    let draft = TournamentDraft {
        best_of: 3,
        ..draft_of(2, FormatOption::KnockOut)
    };
    let begun = draft.begin(TEXT, Ruleset::STANDARD, 1).expect("two people");
    let mut local = LocalTournament::new(begun);
    let first = local
        .start(local.next_game().expect("game 1"))
        .expect("known");
    local
        .apply(won(&local).expect("game 1"))
        .expect("it was due");
    let due = local.next_game().expect("game 2");
    let second = local.start(due).expect("known");
    assert_eq!((first.first, second.first), (Seat::One, Seat::Two));
    assert_eq!((first.score.wins, second.score.wins), ([0, 0], [1, 0]));
    let game = describe::game_number(TEXT, &local.tournament, due);
    assert_eq!(game.as_deref(), Some("Game 2 of 3"));
}

fn table(local: &LocalTournament) -> Table {
    let start = local.start(local.next_game().expect("a game is due"));
    Table::open(start.expect("both are known"), 1, 0).expect("a legal start")
}

fn recorder() -> (
    Rc<RefCell<Vec<TournamentGameEvent>>>,
    impl Fn(TournamentGameEvent),
) {
    let events = Rc::<RefCell<Vec<TournamentGameEvent>>>::default();
    let sink = Rc::clone(&events);
    (events, move |event| sink.borrow_mut().push(event))
}

#[test]
fn a_tournament_game_reports_its_moves_and_its_end() {
    let local = local_tournament(2, FormatOption::KnockOut);
    let due = local.next_game().expect("a game is due");
    let (events, on_event) = recorder();
    let mut part = TournamentGame::new(due, "no".to_owned(), on_event);
    let mut table = table(&local);
    for (ply, number) in [1, 2, 1, 2, 1, 2, 1].into_iter().enumerate() {
        let mv = Move::Drop(Column::from_number(number).expect("a column"));
        let at = table.point();
        let command = Command::PlayMove { at, mv };
        assert_eq!(part.route(&table, &command), CommandRoute::Local);
        let Ok(Decision::New(entry)) = table.decide(&command, Actor::SharedDevice, ply as u64)
        else {
            panic!("ply {ply} is legal");
        };
        let happened = table.apply(&entry).expect("it follows");
        assert!(part.on_applied(&table, &happened).is_empty());
        if ply == 0 {
            // Neither take-back nor the next game is possible before the end.
            for command in [
                Command::TakeBack(table.point()),
                Command::NextGame,
                Command::ResetScore,
            ] {
                let refused = CommandRoute::Refuse("no".to_owned());
                assert_eq!(part.route(&table, &command), refused);
            }
        }
    }
    assert_eq!(part.route(&table, &Command::NextGame), CommandRoute::Remote);
    let events = events.borrow();
    assert_eq!(events.len(), 8);
    assert!(matches!(&events[5], TournamentGameEvent::Moved(open) if open.game == 0));
    let TournamentGameEvent::Ended(event) = &events[6] else {
        panic!("the game is over: {:?}", events[6]);
    };
    let mut after = local.clone();
    after.apply(event.clone()).expect("it was due");
    assert_eq!(
        describe::winner(TEXT, &after.tournament),
        "Ann has won the tournament!"
    );
    assert_eq!(events[7], TournamentGameEvent::NextRequested(MatchId(0)));
}

#[test]
fn bots_play_in_the_background() {
    let draft = TournamentDraft {
        players: vec![DraftPlayer::bot(Level::Easy), DraftPlayer::bot(Level::Hard)],
        ..TournamentDraft::default()
    };
    let begun = draft.begin(TEXT, Ruleset::STANDARD, 3).expect("two bots");
    let mut local = LocalTournament::new(begun);
    let mut bot_game =
        BotGame::begin(&local, local.next_bot_game().expect("a game")).expect("bots");
    let mut levels = Vec::new();
    let event = loop {
        let Some(EngineQuery::ChooseMove { game, level, .. }) = bot_game.request() else {
            panic!("it is not over");
        };
        levels.push(level);
        let mv = game.legal_moves()[0];
        if let Some(event) = bot_game.play(mv) {
            break event;
        }
    };
    assert_eq!(levels[..3], [Level::Easy, Level::Hard, Level::Easy]);
    assert!(bot_game.request().is_none());
    local.apply(event).expect("it was due");
    assert_eq!(local.tournament.phase(), TournamentPhase::Over);
    let people = self::local_tournament(2, FormatOption::KnockOut);
    assert!(BotGame::begin(&people, people.next_game().expect("a game")).is_none());
}

fn lines(tournament: &Tournament, text: Text) -> Vec<String> {
    let matches = tournament.matches().iter();
    matches
        .map(|matchup| describe::match_summary(text, tournament, matchup))
        .collect()
}

#[test]
fn who_meets_whom_and_who_is_through_in_words() {
    let mut local = local_tournament(3, FormatOption::KnockOut);
    let expected = [
        "Ann has a bye",
        "Ben against Cleo",
        "Not yet known: Ann against Ben or Cleo",
    ];
    assert_eq!(lines(&local.tournament, TEXT), expected);
    assert_eq!(
        describe::state(TEXT, &local),
        "Next: Semi-finals: Ben against Cleo"
    );
    local
        .apply(won(&local).expect("a game"))
        .expect("it was due");
    assert_eq!(
        lines(&local.tournament, TEXT)[1..],
        ["Ben beat Cleo 1 to 0", "Ann against Ben"]
    );
    play_out(&mut local);
    let german = Text(Language::German);
    let expected = [
        "Ann hat ein Freilos",
        "Ben schlägt Cleo 1 zu 0",
        "Ann schlägt Ben 1 zu 0",
    ];
    assert_eq!(lines(&local.tournament, german), expected);
    let after = describe::runners_up(TEXT, &local.tournament);
    assert_eq!(after, ["Second: Ben", "Third: Cleo"]);
    assert_eq!(
        describe::progress(TEXT, &local.tournament),
        "2 games were played."
    );
}

#[test]
fn a_late_entrant_and_one_who_leaves() {
    let mut local = local_tournament(3, FormatOption::KnockOut);
    let (name, kind, rating) = (
        "Dan".to_owned(),
        foursight_tournament::EntrantKind::Person,
        None,
    );
    local
        .apply(TournamentEvent::Entered { name, kind, rating })
        .expect("a bye is free");
    assert_eq!(lines(&local.tournament, TEXT)[0], "Ann against Dan");
    local
        .apply(TournamentEvent::Withdrew(foursight_tournament::EntrantId(
            0,
        )))
        .expect("Ann is there");
    assert_eq!(
        lines(&local.tournament, TEXT)[0],
        "Dan wins: Ann did not play"
    );
    assert!(to_text(&local.tournament).ends_with("withdraw\t0\n"));
}
