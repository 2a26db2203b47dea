//! Looking back, replays, and parts that play in the play view.

use foursight_table::{By, Command, Happened, Table};

use super::*;

#[test]
fn the_past_is_looked_at() {
    let mut tab = Tab::with(people());
    tab.keys("445");
    tab.done.clear();
    tab.keys("[");
    assert_eq!(tab.notice(), "Move 2 of 3. Escape returns to the game.");
    assert_eq!(tab.polite(), "Player 2: column 4, row 2.");
    assert_eq!(tab.model.shown.moves().len(), 2);
    assert!(matches!(tab.shows().as_slice(), [Show::Plies(plies, _)] if plies.len() == 1));
    tab.key("Home");
    assert!(matches!(tab.shows().as_slice(), [Show::Jump(game)] if game.moves().is_empty()));
    assert_eq!(tab.polite(), "No move so far.");
    tab.key("End");
    assert_eq!(*tab.model.looking, None);
    tab.keys("[");
    // A press returns to the game and drops nothing.
    tab.keys("1");
    assert_eq!((*tab.model.looking, tab.moves().as_str()), (None, "445"));
    tab.keys("[");
    tab.key("Escape");
    assert_eq!(*tab.model.looking, None);
}

#[test]
fn moves_that_were_taken_back_can_be_looked_at() {
    let mut tab = Tab::with(people());
    tab.keys("445uu]");
    assert_eq!(tab.model.shown.moves().len(), 2);
    tab.keys("]]");
    assert_eq!(tab.notice(), "Move 3 of 3. Escape returns to the game.");
}

#[test]
fn what_happens_is_shown_from_where_the_game_stands() {
    let mut tab = Tab::with(against(Level::Hard));
    tab.keys("4[");
    let (id, _) = tab.asks().pop().expect("the bot is asked");
    tab.found(id, 4);
    tab.done.clear();
    tab.send(Message::Timer(Timer::Bot(id)));
    let shows = tab.shows();
    let plies = |show: &Show| match show {
        Show::Plies(plies, game) => (plies.len(), game.moves().len()),
        _ => (0, 0),
    };
    let seen: Vec<_> = shows.iter().map(plies).collect();
    assert_eq!(seen, [(1, 1), (1, 2)], "back to the game, then the answer");
}

#[test]
fn a_link_is_replayed_and_the_own_game_waits() {
    let mut tab = Tab::with(people());
    tab.keys("12");
    tab.go("#/replay/4545454/3");
    assert_eq!(tab.status().trim_end(), "3/7 Player 1: column 4, row 2.");
    assert_eq!(tab.model.seen.title, "Replay: Player 1 wins");
    assert!(!tab.model.seen.may_move && !tab.model.seen.can_undo);
    for (key, at) in [
        ("]", "4/7"),
        ("[", "3/7"),
        ("ArrowLeft", "2/7"),
        ("ArrowRight", "3/7"),
        ("Home", "0/7"),
        ("End", "7/7"),
    ] {
        tab.key(key);
        assert!(tab.status().starts_with(at), "{key}: {}", tab.status());
    }
    // The space bar lets it play by itself, and stops it.
    tab.key(" ");
    assert!(tab.model.walking.is_on);
    tab.key(" ");
    assert!(!tab.model.walking.is_on);
    // Nothing moves in a record, and nothing of it is kept.
    tab.done.clear();
    tab.keys("4uUh");
    tab.send(Message::Next);
    tab.send(Message::Press(column(1)));
    assert_eq!(tab.model.play.game().moves().len(), 7);
    assert!(
        !tab.taken()
            .iter()
            .any(|effect| matches!(effect, Effect::SaveTable(..)))
    );
    tab.go("#/play");
    assert_eq!(tab.moves(), "12");
}

#[test]
fn a_replay_names_who_played_and_counts_nothing() {
    let mut tab = Tab::with(people());
    tab.keys(WIN);
    assert_eq!(tab.model.seen.seats[0].wins, "1");
    let game = tab.model.play.game().clone();
    let names = ["Ada", "Bo"].map(str::to_owned);
    tab.send(replay(&game, Some(names), None, Some(0)));
    let seen = &tab.model.seen;
    let seats = seen.seats.each_ref();
    assert_eq!(seats.map(|sitter| sitter.name.as_str()), ["Ada", "Bo"]);
    assert_eq!(seats.map(|sitter| sitter.wins.as_str()), ["", ""]);
    assert_eq!((seen.score.as_str(), seen.slots.len()), ("", 7));
    tab.keys("]");
    assert_eq!(tab.status().trim_end(), "1/7 Ada: column 4, row 1.");
}

#[test]
fn a_bad_link_leaves_the_game_alone() {
    let mut tab = Tab::with(people());
    tab.keys("12");
    tab.go("#/replay/4444444");
    assert!(!tab.model.play.is_record());
    tab.go("#/play/4444444");
    assert_eq!(tab.moves(), "12");
    let explained = tab
        .taken()
        .iter()
        .any(|effect| matches!(effect, Effect::Explain(_, Why::Text(_))));
    assert!(explained);
}

#[test]
fn a_replay_plays_by_itself() {
    let mut tab = Tab::new();
    tab.go("#/replay/4545454");
    tab.send(Message::Pace(3));
    tab.done.clear();
    tab.send(Message::Walk);
    assert!(tab.status().starts_with("0/7"), "it begins anew");
    for at in 1..=7 {
        let waiting = tab.taken().iter().find_map(|effect| match effect {
            Effect::Wait(200, timer) => Some(*timer),
            _ => None,
        });
        tab.send(Message::Timer(waiting.expect("it goes on")));
        assert!(
            tab.status().starts_with(&format!("{at}/7")),
            "{}",
            tab.status()
        );
    }
    assert!(!tab.model.walking.is_on);
    assert_eq!(
        tab.taken()
            .iter()
            .filter(|it| matches!(it, Effect::Wait(..)))
            .count(),
        0
    );
    // A step stops it, and a wait of before means nothing.
    tab.send(Message::Walk);
    let Some(Effect::Wait(_, timer)) = tab.taken().pop() else {
        panic!("it waits");
    };
    tab.key("Home");
    assert!(!tab.model.walking.is_on);
    tab.send(Message::Walk);
    tab.done.clear();
    tab.send(Message::Timer(timer));
    assert!(tab.status().starts_with("0/7"));
}

#[test]
fn a_replayed_game_goes_on_in_the_own_one() {
    let mut tab = Tab::with(people());
    tab.keys("12");
    let old = tab.model.play.id;
    tab.go("#/replay/4545454/3");
    let game = tab.model.shown.clone();
    tab.send(Message::PlayOn(Box::new((*game).clone())));
    assert_eq!(tab.moves(), "454");
    assert!(tab.model.play.id != old, "the game in play keeps its table");
    tab.keys("1");
    assert_eq!(tab.moves(), "4541");
}

/// A puzzle: only column 4 is right.
#[derive(Debug)]
struct OnlyFour;

impl Part for OnlyFour {
    fn guard(&mut self, _: &Table, command: &Command) -> Guard {
        match command {
            Command::Move { step, .. } if step.column() != Some(column(4)) => {
                Guard::Refuse("Try another column.".to_owned())
            }
            _ => Guard::Decide,
        }
    }

    fn hear(&mut self, _: &Table, happened: &Happened) -> Vec<Message> {
        let told = happened.ended.map(|_| Message::Tell("Solved.".to_owned()));
        told.into_iter().collect()
    }
}

#[test]
fn a_part_guards_moves_and_hears_of_the_end() {
    let mut tab = Tab::with(people());
    tab.keys("12");
    let moves = "454545".bytes();
    let start = Start {
        opening: moves
            .map(|digit| foursight_core::Move::Drop(column((digit - b'0').into())).into())
            .collect(),
        ..people()
    };
    let table = Table::open(start, 1, 0).expect("a legal opening");
    tab.send(Message::Sit(Box::new(table), Box::new(OnlyFour)));
    tab.done.clear();
    tab.keys("1");
    assert_eq!(
        (tab.notice(), tab.moves().len()),
        ("Try another column.", 6)
    );
    // A slip of a finger does not lead away.
    tab.keys("n");
    assert_eq!(*tab.model.dialog, None);
    tab.keys("4");
    assert_eq!((tab.notice(), tab.status()), ("Solved.", "Player 1 wins"));
    let kept = |effect: &Effect| matches!(effect, Effect::SaveTable(..) | Effect::Keep(..));
    assert!(!tab.taken().iter().any(kept), "it is no game of the page");
    tab.go("#/play");
    assert_eq!((tab.moves().as_str(), tab.wins()), ("12", [0, 0, 0]));
}

/// A game that is decided elsewhere: what people here want is passed on.
#[derive(Debug)]
struct Elsewhere;

impl Part for Elsewhere {
    fn by(&self) -> Option<By> {
        Some(By::Seat(Seat::Two))
    }

    fn guard(&mut self, _: &Table, _: &Command) -> Guard {
        Guard::Elsewhere
    }

    fn hear(&mut self, _: &Table, _: &Happened) -> Vec<Message> {
        Vec::new()
    }
}

#[test]
fn a_game_elsewhere_moves_only_by_its_entries() {
    use foursight_table::{Entry, Event};
    let mut tab = Tab::new();
    let table = Table::open(people(), 1, 0).expect("no moves");
    tab.send(Message::Sit(Box::new(table), Box::new(Elsewhere)));
    assert!(!tab.model.seen.may_move, "the other seat begins");
    let moved = |seq, number| Entry {
        seq,
        at_ms: 1_000_000,
        event: Event::Moved {
            step: foursight_core::Move::Drop(column(number)),
            spent_ms: 0,
        },
    };
    tab.send(Message::Entries(vec![moved(2, 4)]));
    assert_eq!((tab.moves().as_str(), tab.model.seen.may_move), ("4", true));
    assert_eq!(
        tab.assertive(),
        "Player 1: column 4, row 1. Player 2 to move."
    );
    tab.keys("5");
    assert_eq!(tab.moves(), "4", "the server has not said so yet");
    tab.send(Message::Entries(vec![
        moved(2, 4),
        moved(3, 5),
        moved(9, 1),
    ]));
    assert_eq!(tab.moves(), "45", "known ones and gaps change nothing");
}

#[test]
fn who_plays_others_has_no_help() {
    let drops = [4, 5, 4, 5, 4].map(|number| foursight_core::Move::Drop(column(number)));
    let start = Start {
        opening: drops.map(Into::into).to_vec(),
        ..people()
    };
    let table = Table::open(start, 1, 0).expect("legal moves");
    let mut tab = Tab::new();
    // Verdicts that are shown in a game of one's own stay there.
    tab.keys("e");
    tab.model.thinking.get_mut().asked = None;
    assert!(tab.model.thinking.is_judging);
    tab.done.clear();
    tab.send(Message::Sit(Box::new(table), Box::new(Elsewhere)));
    assert!(tab.model.seen.may_move);
    for key in ["h", "v", "t"] {
        tab.keys(key);
        assert_eq!(
            tab.notice(),
            "Against others there are no hints, verdicts or threats.",
            "{key}"
        );
    }
    let said = [tab.assertive(), tab.polite()].map(|said| said.contains("column 4"));
    assert_eq!(said, [false, false]);
    let moved = |seq, number| foursight_table::Entry {
        seq,
        at_ms: 1_000_000,
        event: foursight_table::Event::Moved {
            step: foursight_core::Move::Drop(column(number)),
            spent_ms: 0,
        },
    };
    tab.send(Message::Entries(vec![moved(2, 1), moved(3, 2)]));
    assert!(tab.model.seen.may_move);
    assert_eq!((tab.moves().as_str(), tab.asks().len()), ("4545412", 0));
}

#[test]
fn a_record_that_ended_beside_the_grid_says_who_won() {
    use foursight_core::{Ending, Player, WonBy};
    let mut tab = Tab::with(people());
    let drops = [4, 5].map(|number| foursight_core::Move::Drop(column(number)));
    let start = Start {
        opening: drops.map(Into::into).to_vec(),
        ..people()
    };
    let ended = Ending::Won(Player::Second, WonBy::Time);
    tab.send(Message::Replay(
        Box::new(looked_at(start, Some(ended))),
        None,
    ));
    let seen = |tab: &Tab| (tab.model.seen.turn.clone(), tab.model.seen.player);
    assert_eq!(
        seen(&tab),
        ("Player 2 wins".to_owned(), Some(Player::Second))
    );
    tab.keys("[");
    assert_eq!(
        seen(&tab),
        ("Player 2’s turn".to_owned(), Some(Player::Second))
    );
}

#[test]
fn verdicts_of_a_record_stand_above_its_columns_and_nowhere_else() {
    let judged = super::super::judge(
        crate::text::Text::default(),
        &[Some(foursight_protocol::engine::Bounds {
            worst: foursight_solver::Verdict::Draw,
            best: foursight_solver::Verdict::Draw,
        })],
    );
    let chips = |tab: &Tab| {
        let slots = tab.model.seen.slots.iter();
        slots.filter(|slot| slot.verdict.is_some()).count()
    };
    let mut tab = Tab::with(people());
    // In a game that is played they would be help that the player did not ask for.
    tab.send(Message::Chips(judged.tags.clone()));
    assert_eq!(chips(&tab), 0);
    let start = people();
    tab.send(Message::Replay(Box::new(looked_at(start, None)), None));
    tab.send(Message::Chips(judged.tags));
    assert_eq!(chips(&tab), 1);
    tab.send(Message::Went("#/play".to_owned(), String::new()));
    assert_eq!(chips(&tab), 0);
}
