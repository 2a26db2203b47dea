//! Tests of the texts about games, in both languages.

use foursight_core::Ruleset;
use foursight_record::read;
use foursight_table::Occupant;

use super::*;
use crate::text::Language;
use crate::themes::EMOJI;
use crate::wording::bot_ids::bot_occupant;

const ENGLISH: Text = Text(Language::English);
const GERMAN: Text = Text(Language::German);

fn game(text: &str) -> Game {
    read(text, Ruleset::STANDARD, &EMOJI).expect("a legal game")
}

fn people() -> GameStart {
    let person = || Occupant::Person(String::new());
    GameStart::new(Ruleset::STANDARD, [person(), person()])
}

#[test]
fn the_status_names_the_player_to_move_or_the_winner() {
    let check = |drops: &str, expected: &str, reason: &str| {
        let (game, names) = (game(drops), PlayerNames::unknown(ENGLISH));
        assert_eq!(
            status_text(ENGLISH, &names, &game, None),
            expected,
            "{drops}"
        );
        assert_eq!(ending_text(ENGLISH, &game), reason, "{drops}");
    };
    check("44", "Player 1 to move", "");
    check(
        "4545454",
        "Player 1 wins",
        "Four in a row from d1 to d4 (vertical).",
    );
    let drawn = "121212343434565656212121434343656565777777";
    check(drawn, "A draw", "The board is full.");
    let names = PlayerNames::unknown(ENGLISH);
    let resigned = Ending::Won(Player::Second, foursight_core::WinReason::Resignation);
    assert_eq!(
        status_text(ENGLISH, &names, &game("44"), Some(resigned)),
        "Player 2 wins"
    );
}

#[test]
fn people_who_play_bots_are_addressed() {
    let bot = bot_occupant(Level::Easy, Personality::Balanced);
    let start = GameStart {
        seats: [Occupant::Person(String::new()), bot],
        ..people()
    };
    let check = |text, expected| {
        let names = PlayerNames::of(text, &start);
        assert_eq!(status_text(text, &names, &Game::default(), None), expected);
    };
    check(ENGLISH, "Your turn");
    check(GERMAN, "Du bist am Zug");
}

#[test]
fn moves_and_threats_are_described() {
    let (game, names) = (game("445566"), PlayerNames::unknown(ENGLISH));
    let log = move_log(ENGLISH, &names, &game, &[2], &[]);
    assert_eq!(log[3].text, "Player 2: column 5, row 2.");
    assert_eq!(
        last_move_text(ENGLISH, &names, &game),
        "Player 2: column 6, row 2."
    );
    assert_eq!(
        urgent_text(ENGLISH, &game),
        "You can win in columns 3 and 7."
    );
    assert_eq!(
        threats_text(ENGLISH, &names, &game),
        "Player 1: threats at c1 and g1. Player 2: threats at c2 and g2."
    );
    let board = game.position().board();
    let fifth = Column::from_number(5).expect("in range");
    assert_eq!(
        column_text(ENGLISH, &names, &board, fifth),
        "Column 5, bottom up: Player 1, Player 2."
    );
}

#[test]
fn moves_have_a_short_notation() {
    let short = |written: &str| {
        let all: Vec<_> = plies(&game(written))
            .map(|ply| short_notation(ENGLISH, &ply))
            .collect();
        all.join(" ")
    };
    assert_eq!(short("4453"), "d1 d2 e1 c1");
    assert_eq!(short("pop-out 7x6/4 4453P4"), "d1 d2 e1 c1 Pop d1");
    assert_eq!(short("power-up 7x6/4 12B3"), "a1 b1 Bomb c1");
    assert_eq!(short("power-up 7x6/4 12B3T2"), "a1 b1 Bomb c1 Hits b1");
    assert_eq!(short("power-up 7x6/4 12D3-"), "a1 b1 Double c1 Pass");
}

#[test]
fn moves_have_marks_and_suggested_ones_no_praise() {
    let (game, names) = (game("4453"), PlayerNames::unknown(ENGLISH));
    let grades = [
        Some(MoveGrade::Only),
        Some(MoveGrade::Only),
        Some(MoveGrade::Blunder),
        None,
    ];
    let log = move_log(ENGLISH, &names, &game, &[2, 3], &grades);
    let marks: Vec<_> = log.iter().map(MoveLogEntry::mark).collect();
    assert_eq!(marks, ["!", "", "??", ""]);
    let texts: Vec<_> = log.iter().map(|entry| entry.text.as_str()).collect();
    assert_eq!(
        texts,
        [
            "Player 1: column 4, row 1. Only move.",
            "Player 2: column 4, row 2. With a hint.",
            "Player 1: column 5, row 1. Blunder. With a hint.",
            "Player 2: column 3, row 1.",
        ]
    );
}

#[test]
fn the_score_is_described() {
    let check = |wins, draws, english: &str, german: &str| {
        let (start, counts) = (people(), MatchScore { wins, draws });
        assert_eq!(score_text(ENGLISH, &start, counts), english);
        assert_eq!(score_text(GERMAN, &start, counts), german);
    };
    check(
        [1, 0],
        0,
        "Player 1: 1 win, Player 2: no win, no draw.",
        "Spieler 1: 1 Sieg, Spieler 2: kein Sieg, kein Unentschieden.",
    );
    check(
        [2, 0],
        1,
        "Player 1: 2 wins, Player 2: no win, 1 draw.",
        "Spieler 1: 2 Siege, Spieler 2: kein Sieg, 1 Unentschieden.",
    );
}

#[test]
fn pending_actions_are_described() {
    let check = |written: &str, expected: &str| {
        assert_eq!(pending_text(ENGLISH, &game(written)), expected, "{written}");
    };
    check("44", "");
    check("pop-out 7x6/4 4453", "");
    // A board filled by rows without a line at the bottom; then a disc in a line is popped.
    let filled = "pop-ten 7x6/4 123456723456717123456234567134567121234567";
    check(filled, "Pop one of your discs from the bottom row.");
    let filled = game(filled);
    let pops = filled.legal_moves();
    let later_games = pops.into_iter().filter_map(|mv| filled.after(mv).ok());
    let texts: Vec<_> = later_games
        .map(|game| pending_text(ENGLISH, &game))
        .collect();
    let expected = [
        "That disc was in a line and is set aside. Pop another.",
        "Drop the popped disc back in.",
    ];
    assert!(
        texts.iter().all(|text| expected.contains(text)),
        "{texts:?}"
    );
}

#[test]
fn wins_and_blocks_are_urgent() {
    assert_eq!(
        urgent_text(ENGLISH, &game("112233")),
        "You can win in column 4."
    );
    assert_eq!(
        urgent_text(ENGLISH, &game("44556")),
        "Block columns 3 and 7."
    );
    assert_eq!(urgent_text(ENGLISH, &game("44")), "");
    assert_eq!(urgent_text(ENGLISH, &game("4545454")), "");
}

#[test]
fn the_best_columns_are_named_only_if_certain() {
    let exact = |verdict| {
        Some(VerdictBounds {
            worst: verdict,
            best: verdict,
        })
    };
    let win = exact(Verdict::Win { plies: 15 });
    let loss = exact(Verdict::Loss { plies: 6 });
    let unknown = Some(VerdictBounds {
        worst: Verdict::Loss { plies: 6 },
        best: Verdict::Win { plies: 1 },
    });
    let check = |columns: &[_], expected: Option<&str>| {
        assert_eq!(best_columns_text(ENGLISH, columns).as_deref(), expected);
    };
    check(
        &[loss, win, None, win],
        Some("Best: columns 2 and 4 (wins in 8 moves)."),
    );
    let slower = exact(Verdict::Win { plies: 21 });
    let draw = exact(Verdict::Draw);
    check(
        &[loss, slower, win],
        Some("Best: column 3 (wins in 8 moves)."),
    );
    check(&[loss, draw, win], Some("Only column 3 wins, in 8 moves."));
    check(&[loss, draw, None], Some("Only column 2 holds the draw."));
    check(&[loss, None, loss], Some("Every column loses in 3 moves."));
    let longer = exact(Verdict::Loss { plies: 10 });
    check(
        &[loss, longer],
        Some("Column 2 holds out longest: it loses in 5 moves."),
    );
    check(&[win], Some("Only column 1 wins, in 8 moves."));
    check(&[loss, win, unknown], None);
    check(&[None], None);
}
