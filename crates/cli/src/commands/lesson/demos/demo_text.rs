//! Texts that demos print after a drop.

use foursight_core::{Column, Game, MoveError, Phase, Ruleset};
use foursight_lessons::teach::fall::{Rows, drop_row};
use foursight_lessons::teach::form_text::{DataForm, FormError, FormErrorKind};
use foursight_lessons::teach::turns::{Answer, FlowStage};
use foursight_lessons::teach::win::counts;
use foursight_lessons::teach::{EMPTY, compare, drop_trace, number, rows_from_top};
use foursight_lessons::{Demo, FormNotes, Language};
use foursight_phrases::refusals::move_error_text;

use super::super::lesson_text::{phase_name, stage_text};
use super::super::run::LessonRunner;

/// Describes where a disc would land.
pub(super) fn fall_text(runner: &LessonRunner<'_>, game: &Game, column: Column) -> String {
    let rows = rows_from_top(&game.position().board());
    if column.index() >= rows[0].len() {
        let none = runner.pick("There is no column", "Es gibt keine Spalte");
        return format!("{none} {column}.");
    }
    let answer = drop_row(&rows, column.index(), &mut |_| ());
    format!("{}: {answer}", runner.pick("answer", "Antwort"))
}

/// Returns the text of a demo after a legal drop. With `has_short_head` a drop names no disc.
pub(super) fn after_drop(
    runner: &LessonRunner<'_>,
    demo: Demo,
    (before, game): (&Game, &Game),
    column: Column,
    has_short_head: bool,
) -> String {
    let board = game.position().board();
    match demo {
        Demo::Flow => {
            let slot = column.index();
            let answer = drop_trace::turns_of(before).make_move(slot, &mut |_| ());
            path_text(runner, answer)
        }
        Demo::Array => changed_lists(
            &rows_from_top(&before.position().board()),
            &rows_from_top(&board),
        ),
        Demo::Turns => state_text(runner, game),
        Demo::Forms => all_forms(runner.language(), game),
        Demo::Drops => drops_text(runner, before, game, column, has_short_head),
        Demo::Line | Demo::Win => {
            let row = usize::from(board.height()) - board.stack(column).count();
            let [up, across, falling, rising] = counts(&rows_from_top(&board), row, column.index());
            match runner.language() {
                Language::English => format!(
                    "Through the last disc: up {up}, across {across}, falling {falling}, rising {rising}."
                ),
                Language::German => format!(
                    "Durch die letzte Scheibe: senkrecht {up}, waagrecht {across}, fallend {falling}, steigend {rising}."
                ),
            }
        }
        Demo::Compare => costs_text(runner, game),
        _ => String::new(),
    }
}

/// Formats the path of a turn through the flow chart.
fn path_text(runner: &LessonRunner<'_>, answer: Answer) -> String {
    let words = FlowStage::path(answer)
        .iter()
        .map(|stage| stage_text(runner.language(), *stage));
    words.collect::<Vec<_>>().join("\n  → ")
}

/// Formats the path of a rejected turn.
pub(super) fn refused_path(runner: &LessonRunner<'_>) -> String {
    path_text(runner, Answer::Refused)
}

/// Formats the state of a game: board, player and end.
fn state_text(runner: &LessonRunner<'_>, game: &Game) -> String {
    let turns = drop_trace::turns_of(game);
    let over = match (runner.language(), turns.is_over) {
        (Language::English, true) => "yes",
        (Language::English, false) => "no",
        (Language::German, true) => "ja",
        (Language::German, false) => "nein",
    };
    let rows = lists_text(&turns.board);
    match runner.language() {
        Language::English => format!("board:\n{rows}\nplayer: {}\nover: {over}", turns.player),
        Language::German => format!(
            "Spielfeld:\n{rows}\nam Zug: {}\nvorbei: {over}",
            turns.player
        ),
    }
}

/// Formats the costs of three searches, for this drop and for the whole game.
fn costs_text(runner: &LessonRunner<'_>, game: &Game) -> String {
    let Some(now) = compare::costs(game) else {
        return String::new();
    };
    let all = (1..=game.moves().len()).filter_map(|moves| compare::costs(&game.at_ply(moves)?));
    let [scan, last, bits] = all.fold([0; 3], |[scan, last, bits], cost| {
        [scan + cost.scan, last + cost.last, bits + cost.bits]
    });
    let found = if now.bits_found {
        runner.pick("All three find a line.", "Alle drei finden eine Reihe.")
    } else {
        runner.pick("All three find no line.", "Alle drei finden keine Reihe.")
    };
    match runner.language() {
        Language::English => format!(
            "whole board: {} steps; from the last disc: {} looks; shifts: {} operations\n\
             the whole game so far: {scan}, {last} and {bits}. {found}",
            now.scan, now.last, now.bits
        ),
        Language::German => format!(
            "ganzes Feld: {} Schritte; von der letzten Scheibe: {} Blicke; Verschieben: {} Rechnungen\n\
             die ganze Partie bisher: {scan}, {last} und {bits}. {found}",
            now.scan, now.last, now.bits
        ),
    }
}

/// Formats the states by group, the current one, and every transition with its count.
pub(super) fn state_machine_text(
    runner: &LessonRunner<'_>,
    game: &Game,
    transitions: &[(Phase, Phase)],
) -> String {
    let language = runner.language();
    let now = game.phase();
    let mut lines = vec![format!(
        "{}: {}.",
        runner.pick("Now", "Jetzt"),
        phase_name(language, now)
    )];
    for (name, states) in [
        (runner.pick("empty", "leer"), &[Phase::Empty][..]),
        (
            runner.pick("in play", "im Spiel"),
            &[Phase::FirstToDrop, Phase::SecondToDrop],
        ),
        (
            runner.pick("ended", "beendet"),
            &[Phase::FirstWon, Phase::SecondWon, Phase::Draw],
        ),
    ] {
        let states = states.iter().map(|state| {
            let name = phase_name(language, *state);
            if *state == now {
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
    let [start, end] = [runner.pick("start", "Start"), runner.pick("end", "Ende")];
    lines.push(format!(
        "  ● {start} → {}",
        phase_name(language, Phase::Empty)
    ));
    for from in Phase::ALL {
        if from.successors_under(Ruleset::STANDARD).next().is_none() {
            let mark = if from == now { '>' } else { ' ' };
            lines.push(format!("{mark} {} → ◉ {end}", phase_name(language, from)));
        }
        for to in from.successors_under(Ruleset::STANDARD) {
            let count = transitions
                .iter()
                .filter(|transition| **transition == (from, to))
                .count();
            let mark = if from == now { '>' } else { ' ' };
            let [from, to] = [from, to].map(|phase| phase_name(language, phase));
            lines.push(format!("{mark} {from} → {to}: {count}×"));
        }
    }
    lines.join("\n")
}

/// Writes a game in all five forms, each with its name, its advantage and its drawback.
pub(super) fn all_forms(language: Language, game: &Game) -> String {
    let form_text = |form: DataForm| {
        let notes = FormNotes::of(form);
        let [name, pro, con] = [notes.name, notes.pro, notes.con].map(|text| text.get(language));
        format!("{name}:\n{}\n+ {pro}\n- {con}", labelled(form, game))
    };
    DataForm::ALL.map(form_text).join("\n\n")
}

/// Writes a game in a form. A picture has the letters of its slots below.
fn labelled(form: DataForm, game: &Game) -> String {
    let text = form.write(game);
    if form != DataForm::Picture {
        return text;
    }
    let columns = game.position().board().columns();
    let letters = columns.map(|column| format!("{:>2}", column.letters().to_uppercase()));
    let letters = letters.collect::<Vec<_>>().join(" ");
    // The last line of a picture names the first player.
    match text.rsplit_once('\n') {
        Some((picture, first)) => format!("{picture}\n{letters}\n{first}"),
        None => text,
    }
}

/// Formats the call of a drop, and its result in all five forms.
fn drops_text(
    runner: &LessonRunner<'_>,
    before: &Game,
    game: &Game,
    column: Column,
    has_short_head: bool,
) -> String {
    let slot = column.letters().to_uppercase();
    let disc = number(before.position().to_move());
    let call = if has_short_head {
        let next = runner.pick("next disc", "nächste Scheibe");
        format!("drop(slot_{slot}, game)    {next}: {disc}")
    } else {
        format!("drop({disc}, slot_{slot}, game)")
    };
    let forms = DataForm::ALL.map(|form| {
        let name = FormNotes::of(form).name.get(runner.language());
        format!("{name}:\n{}", labelled(form, game))
    });
    format!("{call}\n{}", forms.join("\n"))
}

/// Formats lists of numbers, one per line.
pub(super) fn lists_text(lists: &Rows) -> String {
    let lines: Vec<_> = lists.iter().map(|list| format!("{list:?}")).collect();
    lines.join("\n")
}

/// Formats lists of numbers, with changed ones in angle brackets.
fn changed_lists(before: &Rows, now: &Rows) -> String {
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

/// Describes whether a list of columns, from 0, is a valid game. Returns `None` if it is not a list
/// of numbers.
pub(super) fn validity_text(runner: &LessonRunner<'_>, text: &str) -> Option<String> {
    let words = text
        .split([' ', ',', '[', ']'])
        .filter(|word| !word.is_empty());
    let slots: Vec<usize> = if text.chars().all(|c| c.is_ascii_digit()) {
        text.chars().map(|c| c as usize - '0' as usize).collect()
    } else {
        words.map(|word| word.parse().ok()).collect::<Option<_>>()?
    };
    let language = runner.language();
    let mut game = Game::default();
    for (at, slot) in slots.into_iter().enumerate() {
        let position = ordinal(language, at);
        let Some(column) = Column::from_index(slot).filter(|column| column.index() < 7) else {
            return Some(match language {
                Language::English => {
                    format!("{position}: there is no slot {slot}, they are 0 to 6.")
                }
                Language::German => {
                    format!("{position}: Es gibt keinen Schlitz {slot}, nur 0 bis 6.")
                }
            });
        };
        match game.drop_in(column) {
            Ok(next) => game = next,
            Err(error) => return Some(format!("{position}: {}", slot_error_text(language, error))),
        }
    }
    let valid = runner.pick("valid", "gültig");
    Some(format!("{valid}: {}", runner.game_status(&game)))
}

/// Formats an ordinal, as in "The 1st number". `at` counts from 0.
fn ordinal(language: Language, at: usize) -> String {
    let position = at + 1;
    let ending = match (position % 10, position % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    match language {
        Language::English => format!("The {position}{ending} number"),
        Language::German => format!("Die {position}. Zahl"),
    }
}

/// Explains why a drop is illegal, with columns from 0 ("slots").
fn slot_error_text(language: Language, error: MoveError) -> String {
    match (language, error) {
        (Language::English, MoveError::ColumnFull(column)) => {
            format!("slot {} is full.", column.index())
        }
        (Language::German, MoveError::ColumnFull(column)) => {
            format!("Schlitz {} ist voll.", column.index())
        }
        _ => move_error_text(language, error),
    }
}

/// Explains why and where a text is not a game.
pub(super) fn form_error_text(language: Language, error: FormError) -> String {
    let is_german = language == Language::German;
    let reason = match (error.kind, is_german) {
        (FormErrorKind::UnexpectedChar(sign), false) => format!("{sign} has no meaning here"),
        (FormErrorKind::UnexpectedChar(sign), true) => format!("{sign} bedeutet hier nichts"),
        (FormErrorKind::UnexpectedEnd, false) => "the text ends too soon".to_owned(),
        (FormErrorKind::UnexpectedEnd, true) => "der Text endet zu früh".to_owned(),
        (
            FormErrorKind::ListCount(found, wanted) | FormErrorKind::EntryCount(found, wanted),
            false,
        ) => {
            format!("number of entries: {found}, and it should be {wanted}")
        }
        (
            FormErrorKind::ListCount(found, wanted) | FormErrorKind::EntryCount(found, wanted),
            true,
        ) => {
            format!("Zahl der Einträge: {found}, es sollten {wanted} sein")
        }
        (FormErrorKind::DiscCount(found, max), false) => {
            format!("discs in this slot: {found}, and it holds at most {max}")
        }
        (FormErrorKind::DiscCount(found, max), true) => {
            format!("Scheiben in diesem Schlitz: {found}, es passen höchstens {max} hinein")
        }
        (FormErrorKind::TooLong(max), false) => format!("more than {max} characters"),
        (FormErrorKind::TooLong(max), true) => format!("mehr als {max} Zeichen"),
        (FormErrorKind::OutOfRange(min, max), false) => {
            format!("only {min} to {max} mean something here")
        }
        (FormErrorKind::OutOfRange(min, max), true) => format!("hier gilt nur {min} bis {max}"),
        (FormErrorKind::Move(at, error), _) => {
            let position = ordinal(language, at);
            format!("{position}: {}", slot_error_text(language, error))
        }
        (FormErrorKind::Setup(error), false) => error.to_string(),
        (FormErrorKind::Setup(_), true) => "zu diesem Spielfeld führt keine Partie".to_owned(),
    };
    match (error.character, is_german) {
        (Some(at), false) => format!("Character {at}: {reason}"),
        (Some(at), true) => format!("Zeichen {at}: {reason}"),
        (None, _) => reason,
    }
}

/// Returns the name of a player by its number in data.
pub(super) fn player_number(runner: &LessonRunner<'_>, player: u8) -> String {
    format!("{} {player}", runner.pick("Player", "Spieler"))
}

/// Describes a tile of the screen by its entry: 0 for an empty cell, else the number of a player.
pub(super) fn tile_text(runner: &LessonRunner<'_>, entry: u8) -> String {
    if entry == EMPTY {
        return runner.pick("empty", "leer").to_owned();
    }
    let player = player_number(runner, entry);
    format!("{} {player}", runner.pick("a disc of", "eine Scheibe von"))
}
