//! What demos tell after a drop.

use foursight_core::{Column, Game, MoveError, Phase, Ruleset};
use foursight_lessons::teach::fall::{Rows, drop_row};
use foursight_lessons::teach::turns::{Answer, Stage};
use foursight_lessons::teach::win::counts;
use foursight_lessons::teach::written::{Form, Misread, Why};
use foursight_lessons::teach::{compare, rows_from_top, runs};
use foursight_lessons::{Demo, Tongue};

use super::super::run::Reader;
use super::super::words::{phase, refusal, stage};

/// Where a disc would fall.
pub(super) fn fall(reader: &Reader<'_>, game: &Game, column: Column) -> String {
    let rows = rows_from_top(&game.position().grid());
    if column.index() >= rows[0].len() {
        let none = reader.pick("There is no column", "Es gibt keine Spalte");
        return format!("{none} {column}.");
    }
    let answer = drop_row(&rows, column.index(), &mut |_| ());
    format!("{}: {answer}", reader.pick("answer", "Antwort"))
}

/// What a demo tells after a drop, which the rules have allowed.
pub(super) fn after_drop(
    reader: &Reader<'_>,
    demo: Demo,
    before: &Game,
    game: &Game,
    column: Column,
) -> String {
    let grid = game.position().grid();
    match demo {
        Demo::Flow => {
            let slot = column.index();
            let answer = runs::turns_of(before).make_move(slot, &mut |_| ());
            way(reader, answer)
        }
        Demo::Array => changed(
            &rows_from_top(&before.position().grid()),
            &rows_from_top(&grid),
        ),
        Demo::Turns => state(reader, game),
        Demo::Forms | Demo::Drops => five(game),
        Demo::Line | Demo::Win => {
            let row = usize::from(grid.height()) - grid.stack(column).count();
            let [up, across, falling, rising] = counts(&rows_from_top(&grid), row, column.index());
            match reader.tongue() {
                Tongue::English => format!(
                    "Through the last disc: up {up}, across {across}, falling {falling}, rising {rising}."
                ),
                Tongue::German => format!(
                    "Durch die letzte Scheibe: senkrecht {up}, waagrecht {across}, fallend {falling}, steigend {rising}."
                ),
            }
        }
        Demo::Compare => costs(reader, game),
        _ => String::new(),
    }
}

/// The way of a turn through the chart.
fn way(reader: &Reader<'_>, answer: Answer) -> String {
    let words = Stage::path(answer)
        .iter()
        .map(|it| stage(reader.tongue(), *it));
    words.collect::<Vec<_>>().join("\n  → ")
}

/// The way of a turn that is refused.
pub(super) fn refused_way(reader: &Reader<'_>) -> String {
    way(reader, Answer::Refused)
}

/// All that a game remembers, apart from its grid.
fn state(reader: &Reader<'_>, game: &Game) -> String {
    let turns = runs::turns_of(game);
    let over = match (reader.tongue(), turns.is_over) {
        (Tongue::English, true) => "yes",
        (Tongue::English, false) => "no",
        (Tongue::German, true) => "ja",
        (Tongue::German, false) => "nein",
    };
    let rows = listed(&turns.grid);
    match reader.tongue() {
        Tongue::English => format!("grid:\n{rows}\nplayer: {}\nover: {over}", turns.player),
        Tongue::German => format!(
            "Spielfeld:\n{rows}\nam Zug: {}\nvorbei: {over}",
            turns.player
        ),
    }
}

/// What three searches cost: for this drop, and for the whole game.
fn costs(reader: &Reader<'_>, game: &Game) -> String {
    let Some(now) = compare::costs(game) else {
        return String::new();
    };
    let all = (1..=game.moves().len()).filter_map(|moves| compare::costs(&game.at(moves)?));
    let [scan, last, bits] = all.fold([0; 3], |[scan, last, bits], one| {
        [scan + one.scan, last + one.last, bits + one.bits]
    });
    let found = if now.bits_found {
        reader.pick("All three find a line.", "Alle drei finden eine Reihe.")
    } else {
        reader.pick("All three find no line.", "Alle drei finden keine Reihe.")
    };
    match reader.tongue() {
        Tongue::English => format!(
            "whole grid: {} steps; from the last disc: {} looks; shifts: {} operations\n\
             the whole game so far: {scan}, {last} and {bits}. {found}",
            now.scan, now.last, now.bits
        ),
        Tongue::German => format!(
            "ganzes Feld: {} Schritte; von der letzten Scheibe: {} Blicke; Verschieben: {} Rechnungen\n\
             die ganze Partie bisher: {scan}, {last} und {bits}. {found}",
            now.scan, now.last, now.bits
        ),
    }
}

/// The states in their groups, the one a game is in, and every way with how often it was taken.
pub(super) fn machine(reader: &Reader<'_>, game: &Game, taken: &[(Phase, Phase)]) -> String {
    let tongue = reader.tongue();
    let now = game.phase();
    let mut lines = vec![format!(
        "{}: {}.",
        reader.pick("Now", "Jetzt"),
        phase(tongue, now)
    )];
    for (name, states) in [
        (reader.pick("empty", "leer"), &[Phase::Empty][..]),
        (
            reader.pick("in play", "im Spiel"),
            &[Phase::FirstToDrop, Phase::SecondToDrop],
        ),
        (
            reader.pick("ended", "beendet"),
            &[Phase::FirstWon, Phase::SecondWon, Phase::Tied],
        ),
    ] {
        let states = states.iter().map(|it| {
            let name = phase(tongue, *it);
            if *it == now {
                format!("[{name}]")
            } else {
                name.to_owned()
            }
        });
        lines.push(format!(
            "  {name}: {}",
            states.collect::<Vec<_>>().join(" | ")
        ));
    }
    let [start, end] = [reader.pick("start", "Start"), reader.pick("end", "Ende")];
    lines.push(format!("  ● {start} → {}", phase(tongue, Phase::Empty)));
    for from in Phase::ALL {
        if from.successors_by(Ruleset::STANDARD).next().is_none() {
            let mark = if from == now { '>' } else { ' ' };
            lines.push(format!("{mark} {} → ◉ {end}", phase(tongue, from)));
        }
        for to in from.successors_by(Ruleset::STANDARD) {
            let count = taken.iter().filter(|way| **way == (from, to)).count();
            let mark = if from == now { '>' } else { ' ' };
            let [from, to] = [from, to].map(|it| phase(tongue, it));
            lines.push(format!("{mark} {from} → {to}: {count}×"));
        }
    }
    lines.join("\n")
}

/// The five forms of a game.
pub(super) fn five(game: &Game) -> String {
    Form::ALL.map(|form| form.write(game)).join("\n")
}

/// Lists of numbers, one a line.
pub(super) fn listed(lists: &Rows) -> String {
    let lines: Vec<_> = lists.iter().map(|list| format!("{list:?}")).collect();
    lines.join("\n")
}

/// The same, with what differs from before in angle brackets.
fn changed(before: &Rows, now: &Rows) -> String {
    let lines = before.iter().zip(now).map(|(before, now)| {
        let numbers = before.iter().zip(now).map(|(before, now)| {
            if before == now {
                now.to_string()
            } else {
                format!("<{now}>")
            }
        });
        format!("[{}]", numbers.collect::<Vec<_>>().join(", "))
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Whether a list of slots counted from 0 is a game; none if it is no list of numbers.
pub(super) fn validity(reader: &Reader<'_>, text: &str) -> Option<String> {
    let words = text.split([' ', ',', '[', ']']).filter(|it| !it.is_empty());
    let slots: Vec<usize> = if text.chars().all(|c| c.is_ascii_digit()) {
        text.chars().map(|c| c as usize - '0' as usize).collect()
    } else {
        words.map(|it| it.parse().ok()).collect::<Option<_>>()?
    };
    let tongue = reader.tongue();
    let mut game = Game::default();
    for (at, slot) in slots.into_iter().enumerate() {
        let place = number_at(tongue, at);
        let Some(column) = Column::from_index(slot).filter(|it| it.index() < 7) else {
            return Some(match tongue {
                Tongue::English => format!("{place}: there is no slot {slot}, they are 0 to 6."),
                Tongue::German => format!("{place}: Es gibt keinen Schlitz {slot}, nur 0 bis 6."),
            });
        };
        match game.drop_in(column) {
            Ok(next) => game = next,
            Err(error) => return Some(format!("{place}: {}", slot_refusal(tongue, error))),
        }
    }
    let valid = reader.pick("valid", "gültig");
    Some(format!("{valid}: {}", reader.standing(&game)))
}

/// A number of a list by its place, which is counted from 0 here.
fn number_at(tongue: Tongue, at: usize) -> String {
    let place = at + 1;
    let ending = match (place % 10, place % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    match tongue {
        Tongue::English => format!("The {place}{ending} number"),
        Tongue::German => format!("Die {place}. Zahl"),
    }
}

/// Why a drop is refused, where columns are slots and count from 0.
fn slot_refusal(tongue: Tongue, error: MoveError) -> String {
    match (tongue, error) {
        (Tongue::English, MoveError::ColumnFull(column)) => {
            format!("slot {} is full.", column.index())
        }
        (Tongue::German, MoveError::ColumnFull(column)) => {
            format!("Schlitz {} ist voll.", column.index())
        }
        _ => refusal(tongue, error),
    }
}

/// Why a form is no game, and where.
pub(super) fn misread(tongue: Tongue, wrong: Misread) -> String {
    let is_german = tongue == Tongue::German;
    let why = match (wrong.why, is_german) {
        (Why::Sign(sign), false) => format!("{sign} has no meaning here"),
        (Why::Sign(sign), true) => format!("{sign} bedeutet hier nichts"),
        (Why::Ends, false) => "the text ends too soon".to_owned(),
        (Why::Ends, true) => "der Text endet zu früh".to_owned(),
        (Why::Lists(found, wanted) | Why::Entries(found, wanted), false) => {
            format!("number of entries: {found}, and it should be {wanted}")
        }
        (Why::Lists(found, wanted) | Why::Entries(found, wanted), true) => {
            format!("Zahl der Einträge: {found}, es sollten {wanted} sein")
        }
        (Why::Discs(found, most), false) => {
            format!("discs in this slot: {found}, and it holds at most {most}")
        }
        (Why::Discs(found, most), true) => {
            format!("Scheiben in diesem Schlitz: {found}, es passen höchstens {most} hinein")
        }
        (Why::Long(most), false) => format!("more than {most} characters"),
        (Why::Long(most), true) => format!("mehr als {most} Zeichen"),
        (Why::Number(least, most), false) => format!("only {least} to {most} mean something here"),
        (Why::Number(least, most), true) => format!("hier gilt nur {least} bis {most}"),
        (Why::Move(at, error), _) => {
            let place = number_at(tongue, at);
            format!("{place}: {}", slot_refusal(tongue, error))
        }
        (Why::Setup(error), false) => error.to_string(),
        (Why::Setup(_), true) => "zu diesem Spielfeld führt keine Partie".to_owned(),
    };
    match (wrong.character, is_german) {
        (Some(at), false) => format!("Character {at}: {why}"),
        (Some(at), true) => format!("Zeichen {at}: {why}"),
        (None, _) => why,
    }
}

/// What lessons call a player in data.
pub(super) fn player_number(reader: &Reader<'_>, player: u8) -> String {
    format!("{} {player}", reader.pick("Player", "Spieler"))
}
