//! What the page says of games, in both languages.

use foursight_core::Ruleset;
use foursight_record::read;
use foursight_table::Who;

use super::*;
use crate::model::bot;
use crate::text::Language;
use crate::themes::EMOJI;

const ENGLISH: Text = Text(Language::English);
const GERMAN: Text = Text(Language::German);

fn game(text: &str) -> Game {
    read(text, Ruleset::STANDARD, &EMOJI).expect("a legal game")
}

fn people() -> Start {
    let person = || Who::Person(String::new());
    Start::new(Ruleset::STANDARD, [person(), person()])
}

#[test]
fn the_status_says_whose_turn_it_is_and_who_won() {
    let check = |drops: &str, expected: &str, how: &str| {
        let (game, names) = (game(drops), Names::unknown(ENGLISH));
        assert_eq!(status(ENGLISH, &names, &game, None), expected, "{drops}");
        assert_eq!(ending(ENGLISH, &game), how, "{drops}");
    };
    check("44", "Player 1 to move", "");
    check("4545454", "Player 1 wins", "The line is d1 to d4.");
    let tied = "121212343434565656212121434343656565777777";
    check(tied, "A tie", "The grid is full.");
    let names = Names::unknown(ENGLISH);
    let resigned = Ending::Won(Player::Second, foursight_core::WonBy::Resignation);
    assert_eq!(
        status(ENGLISH, &names, &game("44"), Some(resigned)),
        "Player 2 wins"
    );
}

#[test]
fn people_who_play_bots_are_addressed() {
    let bot = bot(Level::Easy, Personality::Balanced);
    let start = Start {
        seats: [Who::Person(String::new()), bot],
        ..people()
    };
    let check = |text, expected| {
        let names = Names::of(text, &start);
        assert_eq!(status(text, &names, &Game::default(), None), expected);
    };
    check(ENGLISH, "Your turn");
    check(GERMAN, "Du bist am Zug");
}

#[test]
fn moves_and_threats_are_said() {
    let (game, names) = (game("445566"), Names::unknown(ENGLISH));
    let log = log(ENGLISH, &names, &game);
    assert_eq!(log[3].said, "Player 2: column 5, row 2.");
    assert_eq!(last(ENGLISH, &names, &game), "Player 2: column 6, row 2.");
    assert_eq!(urgent(ENGLISH, &game), "You can win in columns 3 and 7.");
    assert_eq!(
        threats(ENGLISH, &names, &game),
        "Player 1: threats on c1 and g1. Player 2: threats on c2 and g2."
    );
    let grid = game.position().grid();
    let fifth = Column::from_number(5).expect("in range");
    assert_eq!(
        column(ENGLISH, &names, &grid, fifth),
        "Column 5, bottom up: Player 1, Player 2."
    );
}

#[test]
fn moves_are_written_short() {
    let short = |written: &str| {
        let all: Vec<_> = plies(&game(written)).map(|ply| short(&ply)).collect();
        all.join(" ")
    };
    assert_eq!(short("4453"), "d1 d2 e1 c1");
    assert_eq!(short("pop-out 7x6/4 4453P4"), "d1 d2 e1 c1 ↓4");
    assert_eq!(short("power-up 7x6/4 12B3"), "a1 b1 B c1");
}

#[test]
fn the_score_is_told_in_words() {
    let check = |wins, ties, english: &str, german: &str| {
        let (start, counted) = (people(), Score { wins, ties });
        assert_eq!(score(ENGLISH, &start, counted), english);
        assert_eq!(score(GERMAN, &start, counted), german);
    };
    check(
        [1, 0],
        0,
        "Player 1: 1 win, Player 2: no win, no tie.",
        "Spieler 1: 1 Sieg, Spieler 2: kein Sieg, kein Unentschieden.",
    );
    check(
        [2, 0],
        1,
        "Player 1: 2 wins, Player 2: no win, 1 tie.",
        "Spieler 1: 2 Siege, Spieler 2: kein Sieg, 1 Unentschieden.",
    );
}

#[test]
fn what_is_to_be_done_next_is_said() {
    let check = |written: &str, expected: &str| {
        assert_eq!(pending(ENGLISH, &game(written)), expected, "{written}");
    };
    check("44", "");
    check("pop-out 7x6/4 4453", "");
    // A grid filled by rows without a line at the bottom; then a disc in a line is popped.
    let filled = "pop-ten 7x6/4 123456723456717123456234567134567121234567";
    check(filled, "Pop one of your discs at the bottom.");
    let filled = game(filled);
    let pops = filled.legal_moves();
    let again = pops.into_iter().filter_map(|step| filled.after(step).ok());
    let said: Vec<_> = again.map(|game| pending(ENGLISH, &game)).collect();
    let known = [
        "It was in a line and is set aside: pop another one.",
        "Drop the popped disc back in.",
    ];
    assert!(said.iter().all(|said| known.contains(said)), "{said:?}");
}

#[test]
fn what_is_urgent_is_to_be_blocked() {
    assert_eq!(urgent(ENGLISH, &game("112233")), "You can win in column 4.");
    assert_eq!(urgent(ENGLISH, &game("44556")), "Block columns 3 and 7.");
    assert_eq!(urgent(ENGLISH, &game("44")), "");
    assert_eq!(urgent(ENGLISH, &game("4545454")), "");
}

#[test]
fn the_best_columns_are_named_only_if_they_are_known() {
    let exactly = |verdict| {
        Some(Bounds {
            worst: verdict,
            best: verdict,
        })
    };
    let win = exactly(Verdict::Win { plies: 15 });
    let loss = exactly(Verdict::Loss { plies: 6 });
    let open = Some(Bounds {
        worst: Verdict::Loss { plies: 6 },
        best: Verdict::Win { plies: 1 },
    });
    let check = |columns: &[_], expected: Option<&str>| {
        assert_eq!(best(ENGLISH, columns).as_deref(), expected);
    };
    check(
        &[loss, win, None, win],
        Some("Best: columns 2 and 4 (wins in 15 plies)."),
    );
    let slow = exactly(Verdict::Win { plies: 21 });
    let draw = exactly(Verdict::Draw);
    check(
        &[loss, slow, win],
        Some("Best: column 3 (wins in 15 plies)."),
    );
    check(&[loss, draw, win], Some("Only column 3 wins in 15 plies."));
    check(&[loss, draw, None], Some("Only column 2 leads to a draw."));
    check(&[loss, None, loss], Some("Every column loses in 6 plies."));
    let longer = exactly(Verdict::Loss { plies: 10 });
    check(&[loss, longer], Some("Best: column 2 (loses in 10 plies)."));
    check(&[win], Some("Only column 1 wins in 15 plies."));
    check(&[loss, win, open], None);
    check(&[None], None);
}
