//! Every form of every game reads back.
//!
//! Method: write random games of random sizes and variants in every form. Forms with moves must
//! yield the same game, forms with only a board the same position.

use foursight_core::{Game, Ruleset};
use foursight_record::{
    Emoji, Form, ReadError, ReadErrorKind, ReadOptions, parse_ruleset, read, read_as, to_one_line,
    write,
};
use proptest::prelude::*;

use crate::generators::{EMOJI, games, rulesets, small_rulesets, standard};

const fn is_ambiguous(error: &ReadError) -> bool {
    matches!(
        error.kind,
        ReadErrorKind::AmbiguousForm(..) | ReadErrorKind::AmbiguousColumnOrigin
    )
}

/// Checks that a game reads back in its form, and that detecting the form yields the same game or
/// an error about ambiguity.
fn check_round_trip(game: &Game, form: Form, emoji: &Emoji) -> Result<(), TestCaseError> {
    let text = write(game, form, emoji);
    let options = ReadOptions::new(game.ruleset(), &EMOJI);
    let named = options.with_form(form).read_game(&text);
    let on_one_line = options.with_form(form).read_game(&to_one_line(&text));
    prop_assert_eq!(&named, &on_one_line, "{} on one line", text);
    let keeps_moves = form.keeps_moves(game.ruleset().variant());
    let is_same = |other: &Game| {
        if keeps_moves {
            other == game
        } else {
            other.position() == game.position()
        }
    };
    prop_assert!(
        named.as_ref().is_ok_and(is_same),
        "{:?}: {}: {:?}",
        form,
        text,
        named
    );
    match options.read_game(&text) {
        Ok(found) => prop_assert!(is_same(&found), "{:?}: {}", form, text),
        Err(error) => prop_assert!(is_ambiguous(&error), "{}: {}", text, error),
    }
    Ok(())
}

/// Reads a text in every form and returns the games with the ruleset of the options.
fn every_reading(text: &str, options: &ReadOptions) -> Vec<Game> {
    let games = Form::ALL.map(|form| options.with_form(form).read_game(text));
    let games = games.into_iter().flatten();
    games
        .filter(|game| game.ruleset() == options.ruleset)
        .collect()
}

/// Checks that detection does not silently choose between different games.
fn check_unambiguous(text: &str, options: &ReadOptions) -> Result<(), TestCaseError> {
    let readings = every_reading(text, options);
    let Ok(found) = options.read_game(text) else {
        return Ok(());
    };
    for reading in readings {
        prop_assert_eq!(reading.position(), found.position(), "{}", text);
    }
    Ok(())
}

proptest! {
    #[test]
    fn every_form_reads_back(game in games()) {
        for form in Form::ALL {
            check_round_trip(&game, form, &Emoji::YELLOW_FIRST)?;
            check_round_trip(&game, form, &Emoji::RED_FIRST)?;
        }
    }

    #[test]
    fn no_text_is_two_games(game in games(), ruleset in rulesets()) {
        for form in Form::ALL {
            let text = write(&game, form, &EMOJI);
            check_unambiguous(&text, &ReadOptions::new(game.ruleset(), &EMOJI))?;
            check_unambiguous(&text, &ReadOptions::new(ruleset, &EMOJI))?;
        }
    }

    #[test]
    fn no_garbage_is_two_games(
        text in r#"[\[\]0-9a-gA-GPX/x,='"\-.🟦🔴🟡 \n]{0,40}"#,
        ruleset in rulesets(),
    ) {
        check_unambiguous(&text, &ReadOptions::new(ruleset, &EMOJI))?;
    }

    /// On small boards rows, columns and stacks are easily confused.
    #[test]
    fn no_list_of_marks_is_two_games(
        lines in prop::collection::vec(prop::collection::vec(0_u8..3, 0..5), 1..5),
        ruleset in small_rulesets(),
    ) {
        let text = format!("{lines:?}");
        check_unambiguous(&text, &ReadOptions::new(ruleset, &EMOJI))?;
    }

    #[test]
    fn every_form_converts_to_every_form(game in games()) {
        let keeps_moves = |form: Form| form.keeps_moves(game.ruleset().variant());
        for from in Form::ALL {
            let text = write(&game, from, &EMOJI);
            let read = read_as(from, &text, game.ruleset(), &EMOJI).expect("its own text");
            for to in Form::ALL {
                if !keeps_moves(to) || keeps_moves(from) {
                    prop_assert_eq!(write(&read, to, &EMOJI), write(&game, to, &EMOJI));
                }
            }
        }
    }

    #[test]
    fn notations_carry_their_ruleset(game in games()) {
        for form in [Form::Notation, Form::Json] {
            let text = write(&game, form, &EMOJI);
            let found = read(&text, Ruleset::default(), &EMOJI);
            prop_assert_eq!(found.as_ref(), Ok(&game), "{}", text);
        }
    }
}

/// Checks the form that a text is written in after reading it.
fn check(text: &str, ruleset: Ruleset, form: Form, written: &str) {
    let game = read(text, ruleset, &EMOJI).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(write(&game, form, &EMOJI), written, "{text}");
}

#[test]
fn all_spellings_of_one_game() {
    let seven = Ruleset::default();
    for text in [
        "4453",
        " 44 53\n",
        "4,4,5,3",
        "4, 4, 5, 3",
        "DDEC",
        "ddec",
        "[3,3,4,2]",
        "[3, \"4\", 4, '3']",
        "const game = [3, 3, 4, 2,]; // so far",
        "standard 7x6/4 4453",
        "standard 7x6 4453",
        "standard 4453",
        "7x6/4 4453",
        "7x6 4 4 5 3",
        r#"{"format":"foursight-game","version":1,"ruleset":"standard","moves":[4,4,5,3],"result":"ongoing"}"#,
        r#"{"format":"foursight-game","version":1,"ruleset":"standard","moves":"4453","result":"ongoing"}"#,
    ] {
        check(text, seven, Form::Digits, "4453");
    }
}

#[test]
fn all_spellings_of_one_board() {
    let four = standard(4, 3, 3);
    for text in [
        "[[0,0,0,0],[0,1,0,0],[0,1,2,0]]",
        "[[null,null,null,null],[null,0,null,null],[null,0,1,null]]",
        "[['','','',''],['','red','',''],['','red','yellow','']]",
        "[['.','.','.','.'],['.','X','.','.'],['.','X','O','.']]",
        "[[-,-,-,-],[-,1,-,-],[-,1,2,-]]",
        "[[0,0,0],[1,1,0],[2,0,0],[0,0,0]]",
        "[[0,0,0],[0,1,1],[0,0,2],[0,0,0]]",
        "[[nil,nil,nil],[nil,1,1],[nil,nil,2],[nil,nil,nil]]",
        "[[],[1,1],[2],[]]",
        "standard 4x3/3 /11/2/ 2",
        "/11/2/ 2",
        "/11/2/",
        "⚪⚪⚪⚪\n⚪🔴⚪⚪\n⚪🔴🟡⚪",
        "🟦 🟦 🟦 🟦\n🟦 🟡 🟦 🟦\n🟦 🟡 🔴 🟦\n 0  1  2  3",
        "```\n🟦🟦🟦🟦\n🟦🔴🟦🟦\n🟦🔴🟡🟦\n A  B  C  D\n🔴 first\n```",
        "\n  ⚪ ⚪ ⚪ ⚪\r\n  ⚪ 🔴 ⚪ ⚪\r\n  ⚪ 🔴\u{fe0f} 🟡 ⚪\r\n",
        r"⚪⚪⚪⚪\n⚪🔴⚪⚪\n⚪🔴🟡⚪",
        "2 - - - -\n1 - 1 - -\n0 - 1 2 -\n  1 2 3 4",
        "2   - - - - \n1   - 1 - - \n0   - 1 2 - \n\ny/x 0 1 2 3 ",
        "2 ----\n1 -1--\n0 -12-\n  1 2 3 4\n",
        r"2 - - - -\n1 - 1 - -\n0 - 1 2 -\n  1 2 3 4",
        "2 - - - -\n1 - 1 - -\n0 - 1 2 -",
        "3  .  .  .  .\n2  .  O  .  .\n1  .  O  X  .",
        "3 ....\n2 .O..\n1 .OX.\n  a b c d\n  1 2 3 4\nO is First, X is Second.\n3 moves so far.",
    ] {
        check(text, four, Form::Stacks, "[[],[1,1],[2],[]]");
    }
}

#[test]
fn a_won_board_reads_as_apps_show_it() {
    let text =
        "2  X  X  .\n1 [O][O][O]\n   a  b  c\n   1  2  3\nFirst wins with the line a1 to c1.";
    check(text, standard(3, 2, 3), Form::Stacks, "[[1,2],[1,2],[1]]");
    // Full rows of a narrow board look like column numbers.
    check("1 2\n0 1\n  1", standard(1, 2, 2), Form::Stacks, "[[1,2]]");
    check(
        "2 --\n1 2 1\n0 1 2\n 1 2",
        standard(2, 3, 3),
        Form::Stacks,
        "[[1,2],[2,1]]",
    );
}

/// Checks the words after the player to move in position notation, without the moves.
fn check_extras(moves: &str, expected: &str) {
    let game = read(moves, Ruleset::default(), &EMOJI).expect("legal moves");
    let written = write(&game, Form::Position, &EMOJI);
    let extras: Vec<_> = written.split(' ').skip(4).collect();
    let extras: Vec<_> = extras
        .into_iter()
        .filter(|word| !word.starts_with("moves="))
        .collect();
    assert_eq!(extras.join(" "), expected, "{moves}: {written}");
}

#[test]
fn positions_include_state_that_is_not_on_the_board() {
    check_extras("pop-out 44P4", "");
    check_extras("pop-ten 7x4/4 1234567123456712345671234567", "aside=0,0");
    check_extras("pop-ten 7x4/4 1234567123456712345671234567P1", "aside=1,0");
    check_extras(
        "pop-ten 7x4/5 1234567123456712345671234567P1",
        "aside=0,0 return=1",
    );
    check_extras("power-up", "stock=ABWDabwd");
    check_extras("power-up 12B3", "stock=AWDabwd strike");
    check_extras("power-up W4", "stock=ABDabwd second-turn-without-line");
    check_extras("power-up+wall=2,bomb=0 D4", "stock=AWWawwd second-turn");
    check_extras("power-up+anvil=0,bomb=0,wall=0,double=0 4", "stock=");
}

#[test]
fn moves_are_attached_where_the_board_does_not_determine_the_game() {
    let pop_out = parse_ruleset("pop-out 3x2/3").expect("a ruleset");
    let texts = [
        (Form::Rows, r#"[[0,0,0],[2,0,0],"11P1"]"#),
        (Form::Columns, r#"[[2,0],[0,0],[0,0],"11P1"]"#),
        (Form::Stacks, r#"[[2],[],[],"11P1"]"#),
        (Form::Emoji, "🟦 🟦 🟦\n🔴 🟦 🟦\n 0  1  2\nmoves: 11P1"),
        (
            Form::Diagram,
            "1   - - -\n0   2 - -\n\ny/x 0 1 2\nmoves: 11P1",
        ),
        (Form::Position, "pop-out 3x2/3 2// 2 moves=11P1"),
    ];
    for (form, text) in texts {
        check("11P1", pop_out, form, text);
        check(text, pop_out, Form::Digits, "11P1");
    }
    // The empty board determines a game without moves.
    check("", pop_out, Form::Stacks, "[[],[],[]]");
    check("[[],[],[]]", pop_out, Form::Notation, "pop-out 3x2/3");
    let power_up = "power-up 7x6/4 ////// 1 stock=ABWDabwd";
    check(power_up, pop_out, Form::Position, power_up);
    // Moves may be attached in every variant; they select one of several orders.
    let text = r#"[[1],[2],[1],"321"]"#;
    check(text, standard(3, 2, 3), Form::Digits, "321");
}

#[test]
fn wide_boards_use_letters_and_then_numbers() {
    let (ten, forty) = (standard(10, 7, 4), standard(40, 2, 4));
    check("[3,3,9]", ten, Form::Digits, "ddj");
    check("DDJ", ten, Form::Digits, "ddj");
    check("4,4,10", ten, Form::Letters, "DDJ");
    check("[3,3,39]", forty, Form::Digits, "4,4,40");
    check("4,4,40", forty, Form::Letters, "D,D,AN");
    check("d,d,an", forty, Form::Notation, "standard 40x2/4 4,4,40");
    check("40", forty, Form::Moves, "[39]");
    // On a wide board the name of the variant is also a drop string.
    let wide = ReadOptions::new(standard(26, 3, 4), &EMOJI);
    let error = wide.read_game("standard").expect_err("ambiguous");
    assert!(is_ambiguous(&error), "{error}");
}

#[test]
fn variants_write_their_moves() {
    let seven = Ruleset::default();
    check("pop-out 4453P4", seven, Form::Moves, "[3,3,4,2,\"P4\"]");
    check("pop-out 4453P4", seven, Form::Letters, "ddecPd");
    // Capital letters are columns too, unless they are power discs.
    let pop_out = parse_ruleset("pop-out").expect("a ruleset");
    check("DDECPD", pop_out, Form::Letters, "ddecPd");
    check("DDEC", pop_out, Form::Digits, "4453");
    check("EFG", pop_out, Form::Digits, "567");
    check(
        "pop-out+opponent-wins 7x6/4 4453P4",
        seven,
        Form::Notation,
        "pop-out+opponent-wins 7x6/4 4453P4",
    );
    check(
        "pop-out+mover-wins 7x6/4 4",
        seven,
        Form::Notation,
        "pop-out 7x6/4 4",
    );
    check(
        "power-up 7x6/4 4B4T4W3-",
        seven,
        Form::Moves,
        "[3,\"B4\",\"T4\",\"W3\",\"-\"]",
    );
    check(
        "power-up 7x6/4 4B4T4W3-",
        seven,
        Form::Position,
        "power-up 7x6/4 //W/b/// 2 stock=ABDawd moves=4B4T4W3-",
    );
    check(
        "power-up 12x6/4 dBdTdWc-",
        seven,
        Form::Notation,
        "power-up 12x6/4 dBdTdWc-",
    );
    check(
        "power-up+anvil=2 A1",
        seven,
        Form::Notation,
        "power-up+anvil=2,bomb=1,wall=1,double=1 7x6/4 A1",
    );
    check(
        "pop-ten+seed=42",
        seven,
        Form::Notation,
        "pop-ten+seed=42 7x6/4",
    );
    check(
        "five-in-a-row 9x6/5 5",
        seven,
        Form::Position,
        "five-in-a-row 9x6/5 121212////1////212121 2",
    );
}
