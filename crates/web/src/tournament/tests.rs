//! Tournaments without a browser: from the choices to the winner.

use std::cell::RefCell;
use std::rc::Rc;

use foursight_bots::{Level, Personality};
use foursight_core::{Column, Move, Player, Ruleset, Variant};
use foursight_protocol::engine::Ask;
use foursight_table::{By, Command, Decision, Seat, Table, Who};
use foursight_tournament::{DueGame, Event, InPlay, MatchId, Phase, Tournament, to_text};

use super::*;
use crate::model::{Guard, Part};
use crate::text::{Language, Text};

mod said;

const TEXT: Text = Text(Language::English);

fn named(name: &str) -> Listed {
    Listed {
        name: name.to_owned(),
        ..Listed::person()
    }
}

/// Three people and bots, up to this number.
fn family(count: usize, form: FormName) -> Draft {
    let people = ["Ann", "Ben", "Cleo"].map(named);
    let bots = std::iter::repeat_with(|| Listed::bot(Level::Easy));
    Draft {
        players: people.into_iter().chain(bots).take(count).collect(),
        form,
        ..Draft::default()
    }
}

fn held(count: usize, form: FormName) -> Held {
    let begun = family(count, form).begin(TEXT, Ruleset::STANDARD, 7);
    Held::new(begun.expect("a good draft"))
}

/// The next game, won by whoever moves first with four in the first column.
fn won(held: &Held) -> Option<Event> {
    let due = held.next()?;
    Some(Event::Played {
        match_id: due.match_id,
        game: due.game,
        winner: Some(Player::First),
        plies: 7,
        moves: "1212121".to_owned(),
    })
}

fn play_out(held: &mut Held) {
    while let Some(event) = won(held) {
        held.tell(event).expect("it was due");
    }
}

#[test]
fn names_that_are_not_written_are_given() {
    let mut draft = Draft::default();
    draft.players.push(Listed::bot(Level::Easy));
    draft.players[1] = named(" Easy ");
    let names = ["Player 1", "Easy", "Medium", "Easy 2", "Easy 3"];
    assert_eq!(draft.names(TEXT), names);
    assert_eq!(draft.check(TEXT), Ok(()));
}

#[test]
fn what_is_wrong_is_said() {
    let check = |change: fn(&mut Draft), complaint, field: &str| {
        let mut draft = family(4, FormName::KnockOut);
        change(&mut draft);
        let refused = draft.begin(TEXT, Ruleset::STANDARD, 1);
        let complained: Complaint = refused.expect_err("something is wrong");
        assert_eq!((complained, &*complained.field()), (complaint, field));
        assert!(!complained.words(TEXT).is_empty());
    };
    check(
        |draft| draft.players.truncate(1),
        Complaint::TooFew,
        "cup-add-person",
    );
    let crowd = |draft: &mut Draft| draft.players = vec![Listed::person(); PLAYERS_MAX + 1];
    check(crowd, Complaint::TooMany, "cup-add-person");
    let twice = |draft: &mut Draft| draft.players[2] = named("Ann");
    check(twice, Complaint::SameName(2), "cup-name-3");
    let long = |draft: &mut Draft| draft.players[1] = named(&"x".repeat(41));
    check(long, Complaint::BadName(1), "cup-name-2");
    let tab = |draft: &mut Draft| draft.players[1] = named("a\tb");
    check(tab, Complaint::BadName(1), "cup-name-2");
    let title = |draft: &mut Draft| draft.title = "a\nb".to_owned();
    check(title, Complaint::BadTitle, "cup-title");
}

#[test]
fn every_form_and_number_ends_with_a_winner() {
    for (form, _) in FormName::ALL {
        for count in PLAYERS_MIN..=PLAYERS_MAX {
            let mut held = held(count, form);
            play_out(&mut held);
            assert_eq!(held.tournament.phase(), Phase::Over, "{form:?} {count}");
            let said = words::winner(TEXT, &held.tournament);
            assert!(said.ends_with('!'), "{form:?} {count}: {said}");
            assert_eq!(words::state(TEXT, &held), said);
        }
    }
}

#[test]
fn a_game_in_play_makes_other_matches_wait() {
    let mut held = held(5, FormName::Swiss);
    let due = held.tournament.due();
    let is_played = |due: &&DueGame| !held.is_for_bots(**due);
    let open = *due.iter().find(is_played).expect("people play");
    let other = due.iter().find(|due| due.match_id != open.match_id);
    let other = other.expect("two matches are due").match_id;
    let mut waits = |moves: &str| {
        held.in_play = Some(InPlay {
            match_id: open.match_id,
            game: open.game,
            moves: moves.to_owned(),
        });
        [open.match_id, other].map(|id| held.must_wait(id))
    };
    assert_eq!(waits("4453"), [false, true]);
    assert_eq!(waits(""), [false, false]);
    held.in_play = None;
    assert!(!held.must_wait(other));
}

#[test]
fn it_is_kept_with_the_game_in_play() {
    let mut before = held(5, FormName::Swiss);
    let due = before.next().expect("a game is due");
    before.in_play = Some(InPlay {
        match_id: due.match_id,
        game: 0,
        moves: "4453".to_owned(),
    });
    let text = before.to_text();
    let after = Held::from_text(&text).expect("our own text");
    assert_eq!(after, before);
    assert_eq!(after.game(due).moves().len(), 4);
    assert_eq!(after.next(), Some(due));
    // Other readers do not see the game in play.
    let read = foursight_tournament::read(&text).expect("a tournament");
    assert_eq!(read.tournament, before.tournament);
    // It is over when its game is.
    let mut over = after;
    over.tell(won(&over).expect("it is due"))
        .expect("it was due");
    assert_eq!(over.in_play, None);
    assert_eq!(Held::from_text(&over.to_text()), Ok(over));
}

#[test]
fn any_cut_of_what_was_kept_is_read_or_refused() {
    let mut whole = held(4, FormName::Double);
    play_out(&mut whole);
    let text = whole.to_text();
    for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
        // Garbage at the end is no game in play.
        for rest in ["", "playing\t0 9\t44", "playing\tx\t", "\u{0}"] {
            let _ = Held::from_text(&format!("{}{rest}", &text[..end]));
        }
    }
}

#[test]
fn what_cannot_be_held_here_says_why() {
    let of = |bot: &str, rules: &str| {
        format!(
            "foursight-tournament 1\tknock-out\tbest-of 1\tseeding order\tseed 1\topenings 0\t{rules}\tCup\n\
             enter\tbot {bot}\t-\tOne\nenter\tperson\t-\tTwo\nbegin\n"
        )
    };
    let check = |text: String, expected: &str| {
        let refused = Held::from_text(&text).expect_err("it cannot be held");
        assert_eq!(refused.words(TEXT), expected);
    };
    check(of("learner", ""), "The bot learner cannot take part here.");
    check(of("strong", ""), "The bot strong cannot take part here.");
    let net = Level::Neural.name();
    check(
        of(net, "pop-out 7x6/4"),
        &format!("The bot {net} cannot take part here."),
    );
    assert!(Held::from_text(&of(net, "")).is_ok());
    check(
        of("hard", "go 19x19"),
        "This page does not know the rules go 19x19.",
    );
    check(
        String::new(),
        "This is no tournament of ours, or it is damaged.",
    );
    check(
        of("hard", "") + "what\n",
        "Line 5 of this tournament cannot be read.",
    );
    check(
        of("hard", "").replace("begin\n", ""),
        "The list of players ends too soon: somebody may be missing.",
    );
    let begun = Held::from_text(&of("hard:aggressive", "pop-out 7x6/4")).expect("it can");
    assert_eq!(begun.tournament.phase(), Phase::Running);
    assert!(matches!(begun.ruleset().variant(), Variant::PopOut(_)));
    let due = begun.next().expect("one match");
    assert_eq!(
        begun.bot(due.first),
        Some((Level::Hard, Personality::Aggressive))
    );
}

#[test]
fn a_file_whose_moves_contradict_its_results_is_refused() {
    let mut held = held(2, FormName::RoundRobin);
    play_out(&mut held);
    let text = held.to_text();
    assert_eq!(Held::from_file(&text), Ok(held));
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
        let refused = Held::from_file(&changed).expect_err(to);
        assert_eq!(refused, NotHeld::Contradiction(5), "{to}");
        assert!(refused.words(TEXT).starts_with("Line 5: "));
    }
    // A game that was played elsewhere has no moves.
    assert!(Held::from_file(&text.replacen("1212121", "", 1)).is_ok());
}

#[test]
fn ratings_seed_and_nets_stay_at_home() {
    let mut draft = family(4, FormName::KnockOut);
    draft.seeding = foursight_tournament::Seeding::Rating;
    let begin = |draft: &Draft, ruleset| draft.begin(TEXT, ruleset, 1);
    let standard = Ruleset::STANDARD;
    assert_eq!(begin(&draft, standard), Err(Complaint::NoRatings));
    draft.players[2].rating = "much".to_owned();
    assert_eq!(begin(&draft, standard), Err(Complaint::BadRating(2)));
    assert_eq!(Complaint::BadRating(2).field(), "cup-rating-3");
    draft.players[2].rating = " 1500 ".to_owned();
    draft.players[1].rating = "-20".to_owned();
    let tournament = begin(&draft, standard).expect("two ratings");
    // Cleo, Ben, then Ann and the bot, who have none.
    let seeds: Vec<_> = (0..4)
        .map(|id| tournament.seed_of(foursight_tournament::EntrantId(id)))
        .collect();
    assert_eq!(seeds, [Some(3), Some(2), Some(1), Some(4)]);
    let pop_out = Ruleset::usual(Variant::PopOut(foursight_core::BothConnect::default()));
    assert!(begin(&draft, pop_out).is_ok());
    draft.players[3] = Listed::bot(Level::Neural);
    assert!(begin(&draft, standard).is_ok());
    assert_eq!(begin(&draft, pop_out), Err(Complaint::OtherRules(3)));
    assert!(levels().all(|level| level != Level::Learner));
}

#[test]
fn swiss_has_as_many_rounds_as_are_asked_for() {
    let mut draft = family(6, FormName::Swiss);
    let rounds = |draft: &Draft| draft.form();
    let swiss = |rounds| Ok(foursight_tournament::Form::Swiss { rounds });
    assert_eq!(rounds(&draft), swiss(3));
    draft.rounds = " 5 ".to_owned();
    assert_eq!(rounds(&draft), swiss(5));
    for bad in ["0", "31", "few"] {
        draft.rounds = bad.to_owned();
        assert_eq!(rounds(&draft), Err(Complaint::BadRounds), "{bad}");
        assert_eq!(draft.check(TEXT), Err(Complaint::BadRounds), "{bad}");
    }
    draft.form = FormName::KnockOut;
    assert_eq!(draft.check(TEXT), Ok(()));
}

#[test]
fn performance_is_told_after_a_game() {
    let mut held = held(2, FormName::RoundRobin);
    assert_eq!(held.performance(), [None, None]);
    play_out(&mut held);
    let [Some(winner), Some(loser)] = held.performance()[..] else {
        panic!("both have played");
    };
    assert!(winner > 0 && winner == -loser, "{winner} {loser}");
}

#[test]
fn people_come_before_bots_and_sit_with_their_names() {
    let held = held(8, FormName::KnockOut);
    let due = held.next().expect("a game is due");
    assert!(!held.is_for_bots(due));
    let start = held.start(due).expect("both are known");
    assert_eq!(start.seats[0], Who::Person("Ann".to_owned()));
    assert_eq!(start.seats[1], Who::Bot("easy balanced Easy 5".to_owned()));
    assert_eq!(start.first, Seat::One);
    let bots = held.bots_due().expect("two bots meet");
    assert!(held.is_for_bots(bots));
}

#[test]
fn seats_and_score_go_from_game_to_game() {
    let draft = Draft {
        best_of: 3,
        ..family(2, FormName::KnockOut)
    };
    let begun = draft.begin(TEXT, Ruleset::STANDARD, 1).expect("two people");
    let mut held = Held::new(begun);
    let first = held.start(held.next().expect("game 1")).expect("known");
    held.tell(won(&held).expect("game 1")).expect("it was due");
    let due = held.next().expect("game 2");
    let second = held.start(due).expect("known");
    assert_eq!((first.first, second.first), (Seat::One, Seat::Two));
    assert_eq!((first.score.wins, second.score.wins), ([0, 0], [1, 0]));
    let game = words::game_of(TEXT, &held.tournament, due);
    assert_eq!(game.as_deref(), Some("Game 2 of 3"));
}

fn table(held: &Held) -> Table {
    let start = held.start(held.next().expect("a game is due"));
    Table::open(start.expect("both are known"), 1, 0).expect("a legal start")
}

fn heard() -> (Rc<RefCell<Vec<Told>>>, impl Fn(Told)) {
    let told = Rc::<RefCell<Vec<Told>>>::default();
    let into = Rc::clone(&told);
    (told, move |what| into.borrow_mut().push(what))
}

#[test]
fn a_seated_game_tells_its_moves_and_its_end() {
    let held = held(2, FormName::KnockOut);
    let due = held.next().expect("a game is due");
    let (told, tell) = heard();
    let mut part = Seated::new(due, "no".to_owned(), tell);
    let mut table = table(&held);
    for (ply, number) in [1, 2, 1, 2, 1, 2, 1].into_iter().enumerate() {
        let step = Move::Drop(Column::from_number(number).expect("a column"));
        let at = table.point();
        let command = Command::Move { at, step };
        assert_eq!(part.guard(&table, &command), Guard::Decide);
        let Ok(Decision::New(entry)) = table.decide(&command, By::Shared, ply as u64) else {
            panic!("ply {ply} is legal");
        };
        let happened = table.apply(&entry).expect("it follows");
        assert!(part.hear(&table, &happened).is_empty());
        if ply == 0 {
            // A drop stands, and nobody goes on before the end.
            for command in [
                Command::TakeBack(table.point()),
                Command::Next,
                Command::ResetScore,
            ] {
                let refused = Guard::Refuse("no".to_owned());
                assert_eq!(part.guard(&table, &command), refused);
            }
        }
    }
    assert_eq!(part.guard(&table, &Command::Next), Guard::Elsewhere);
    let told = told.borrow();
    assert_eq!(told.len(), 8);
    assert!(matches!(&told[5], Told::Moved(open) if open.game == 0));
    let Told::Over(event) = &told[6] else {
        panic!("the game is over: {:?}", told[6]);
    };
    let mut after = held.clone();
    after.tell(event.clone()).expect("it was due");
    assert_eq!(
        words::winner(TEXT, &after.tournament),
        "Ann has won the tournament!"
    );
    assert_eq!(told[7], Told::Onward(MatchId(0)));
}

#[test]
fn bots_play_without_being_watched() {
    let draft = Draft {
        players: vec![Listed::bot(Level::Easy), Listed::bot(Level::Hard)],
        ..Draft::default()
    };
    let begun = draft.begin(TEXT, Ruleset::STANDARD, 3).expect("two bots");
    let mut held = Held::new(begun);
    let mut quick = Quick::begin(&held, held.bots_due().expect("a game")).expect("bots");
    let mut levels = Vec::new();
    let event = loop {
        let Some(Ask::Choose { game, level, .. }) = quick.ask() else {
            panic!("it is not over");
        };
        levels.push(level);
        let step = game.legal_moves()[0];
        if let Some(event) = quick.make(step) {
            break event;
        }
    };
    assert_eq!(levels[..3], [Level::Easy, Level::Hard, Level::Easy]);
    assert!(quick.ask().is_none());
    held.tell(event).expect("it was due");
    assert_eq!(held.tournament.phase(), Phase::Over);
    let people = self::held(2, FormName::KnockOut);
    assert!(Quick::begin(&people, people.next().expect("a game")).is_none());
}

fn lines(tournament: &Tournament, text: Text) -> Vec<String> {
    let matches = tournament.matches().iter();
    matches
        .map(|found| words::match_line(text, tournament, found))
        .collect()
}

#[test]
fn who_meets_whom_and_who_is_through_in_words() {
    let mut held = held(3, FormName::KnockOut);
    let expected = [
        "Ann has a bye",
        "Ben against Cleo",
        "Not yet known: Ann against Ben or Cleo",
    ];
    assert_eq!(lines(&held.tournament, TEXT), expected);
    assert_eq!(
        words::state(TEXT, &held),
        "Next: Semi-finals: Ben against Cleo"
    );
    held.tell(won(&held).expect("a game")).expect("it was due");
    assert_eq!(
        lines(&held.tournament, TEXT)[1..],
        ["Ben beat Cleo 1 to 0", "Ann against Ben"]
    );
    play_out(&mut held);
    let german = Text(Language::German);
    let expected = [
        "Ann hat ein Freilos",
        "Ben schlägt Cleo 1 zu 0",
        "Ann schlägt Ben 1 zu 0",
    ];
    assert_eq!(lines(&held.tournament, german), expected);
    let after = words::runners_up(TEXT, &held.tournament);
    assert_eq!(after, ["Second: Ben", "Third: Cleo"]);
    assert_eq!(
        words::progress(TEXT, &held.tournament),
        "2 games were played."
    );
}

#[test]
fn a_late_entrant_and_one_who_leaves() {
    let mut held = held(3, FormName::KnockOut);
    let (name, who, rating) = ("Dan".to_owned(), foursight_tournament::Who::Person, None);
    held.tell(Event::Entered { name, who, rating })
        .expect("a bye is free");
    assert_eq!(lines(&held.tournament, TEXT)[0], "Ann against Dan");
    held.tell(Event::Withdrew(foursight_tournament::EntrantId(0)))
        .expect("Ann is there");
    assert_eq!(
        lines(&held.tournament, TEXT)[0],
        "Dan wins: Ann did not play"
    );
    assert!(to_text(&held.tournament).ends_with("withdraw\t0\n"));
}
