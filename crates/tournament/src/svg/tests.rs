//! Tests of the module above.

use foursight_core::Player;

use super::*;
use crate::{EntrantId, EntrantKind, TournamentEvent, TournamentFormat, TournamentSetup};

const PALETTE: SvgPalette<'static> = SvgPalette {
    background: "#fff",
    surface: "#eee",
    line: "#999",
    text: "#000",
    muted: "#666",
    accent: "#06c",
};
const LABELS: SvgLabels<'static> = SvgLabels {
    stage: &|_| String::new(),
    source: &|_| String::new(),
    bye: "bye",
    title: "title",
    heading: &[],
    note: &|_| None,
    withdrawn: "left",
    columns: [
        "Rank",
        "Player",
        "Points",
        "Head to head",
        "Buchholz",
        "S.-B.",
        "Wins",
    ],
};

fn started_tournament(form: TournamentFormat, names: &[&str]) -> Tournament {
    let setup = TournamentSetup {
        format: form,
        ..TournamentSetup::default()
    };
    let mut tournament = Tournament::new(setup).expect("a valid setup");
    for name in names {
        let (name, kind) = ((*name).to_owned(), EntrantKind::Person);
        let rating = None;
        tournament
            .apply(TournamentEvent::Entered { name, kind, rating })
            .expect("a free slot");
    }
    tournament.apply(TournamentEvent::Began).expect("a field");
    tournament
}

/// Returns the first number after a text.
fn number_after(out: &str, text: &str) -> usize {
    let at = out.find(text).expect(text) + text.len();
    let mut digits = out[at..].split(|letter: char| !letter.is_ascii_digit());
    digits.next().expect("a number").parse().expect(text)
}

/// Two draws, then a win.
#[test]
fn the_tick_does_not_overlap_the_score() {
    let mut cup = started_tournament(TournamentSetup::default().format, &["Ann", "Ben"]);
    for winner in [None, None, Some(Player::First)] {
        let due = cup.due_games()[0];
        let (match_id, game) = (due.match_id, due.game);
        let (plies, moves) = (42, String::new());
        cup.apply(TournamentEvent::Played {
            match_id,
            game,
            winner,
            plies,
            moves,
        })
        .expect("it is due");
    }
    let labels = SvgLabels {
        note: &|match_| Some(format!("{} games", match_.games.len())),
        ..LABELS
    };
    let out = render_svg(&cup, &PALETTE, &labels);
    assert!(out.contains(">2</text>") && out.contains(">3 games</text>"));
    let score = MARGIN + BOX_WIDTH - 10;
    let tick = number_after(&out, "<path d=\"M");
    assert!(tick + TICK_WIDTH + LETTER_WIDTH < score, "{tick} {score}");
    // A wider score moves the tick.
    let mut long = cup.clone();
    let games = &mut long.matches[0].games;
    let again = games.clone();
    games.extend(again);
    games.push(crate::PlayedGame {
        winner: None,
        ..games[0].clone()
    });
    assert_eq!(score_of(&long), "4½");
    let moved = number_after(&render_svg(&long, &PALETTE, &labels), "<path d=\"M");
    assert_eq!(moved + LETTER_WIDTH, tick);
}

fn score_of(cup: &Tournament) -> String {
    let match_ = &cup.matches()[0];
    let winner = match_.winner().and_then(|id| match_.side_of(id));
    super::score_text(match_, winner.expect("a winner"))
}

#[test]
fn table_columns_do_not_overlap() {
    let mut cup = started_tournament(
        TournamentFormat::Swiss { rounds: 2 },
        &["Ann", "Ben", "Cleo"],
    );
    cup.apply(TournamentEvent::Withdrew(EntrantId(1)))
        .expect("an entrant");
    let out = render_svg(&cup, &PALETTE, &LABELS);
    let at = |word: &str| {
        let end = out.find(&format!(">{word}</text>")).expect(word);
        let line = out[..end].rsplit('\n').next().expect("a line");
        number_after(line, "x=\"")
    };
    let columns = LABELS.columns;
    for pair in columns.windows(2) {
        let end = at(pair[0]) + pair[0].chars().count() * LETTER_WIDTH;
        assert!(end < at(pair[1]), "{pair:?}");
    }
    assert!(out.contains("Ben (left)"), "{out}");
}

#[test]
fn the_heading_is_above_the_bracket() {
    let cup = started_tournament(TournamentSetup::default().format, &["Ann", "Ben"]);
    let plain = render_svg(&cup, &PALETTE, &LABELS);
    let heading = ["Friday".to_owned(), "Ann has won".to_owned()];
    let labels = SvgLabels {
        heading: &heading,
        ..LABELS
    };
    let named = render_svg(&cup, &PALETTE, &labels);
    let height = |out: &str| number_after(out, "height=\"");
    assert_eq!(height(&named), height(&plain) + MARGIN + 2 * LINE_HEIGHT);
    assert!(named.contains(">Friday</text>") && named.contains(">Ann has won</text>"));
}

#[test]
fn points_are_formatted_as_fractions() {
    assert_eq!(
        [0, 1, 2, 3, 10].map(format_half_points),
        ["0", "½", "1", "1½", "5"]
    );
    assert_eq!([0, 1, 6, 8].map(format_quarters), ["0", "¼", "1½", "2"]);
}

#[test]
fn long_names_are_truncated_to_their_box() {
    assert_eq!(truncate_name("seventeen letters"), "seventeen letters");
    assert_eq!(
        truncate(&"x".repeat(50), NOTE_CHARS_MAX).chars().count(),
        36
    );
    assert_eq!(truncate_name("eighteen characters"), "eighteen charact…");
    assert_eq!(truncate_name("四目並べ選手権の王者"), "四目並べ選手権の…");
}

#[test]
fn names_are_escaped() {
    for form in [
        TournamentFormat::DoubleElimination,
        TournamentFormat::Swiss { rounds: 1 },
    ] {
        let tournament = started_tournament(form, &["<script>&\"", "b", "c"]);
        let labels = SvgLabels {
            title: "a < b",
            heading: &["<b>".to_owned()],
            note: &|_| Some("<i>".to_owned()),
            ..LABELS
        };
        let out = render_svg(&tournament, &PALETTE, &labels);
        assert!(out.contains("&lt;script&gt;&amp;&quot;"));
        assert!(out.contains("a &lt; b") && !out.contains("<script"));
        assert!(out.contains("&lt;b&gt;") && !out.contains("<b>"));
        assert!(!out.contains("<i>"));
        assert_eq!(out.matches("<svg").count(), out.matches("</svg>").count());
    }
}
