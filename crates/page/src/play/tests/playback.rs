//! Viewing earlier plies, replays, and delegates.

use foursight_table::{Actor, AppliedEvent, Command, Table};

use super::*;

#[test]
fn earlier_plies_can_be_viewed() {
    let mut tab = TestTab::with(people());
    tab.keys("445");
    tab.effects.clear();
    tab.keys("[");
    assert_eq!(tab.notice(), "Move 2 of 3. Escape returns to the game.");
    assert_eq!(tab.polite(), "Player 2: column 4, row 2.");
    assert_eq!(tab.model.viewed_game.moves().len(), 2);
    assert!(
        matches!(tab.animations().as_slice(), [BoardAnimation::Plies(plies, _)] if plies.len() == 1)
    );
    tab.key("Home");
    assert!(
        matches!(tab.animations().as_slice(), [BoardAnimation::Jump(game)] if game.moves().is_empty())
    );
    assert_eq!(tab.polite(), "No moves yet.");
    tab.key("End");
    assert_eq!(*tab.model.viewed_ply, None);
    tab.keys("[");
    // A press returns to the game and drops nothing.
    tab.keys("1");
    assert_eq!((*tab.model.viewed_ply, tab.moves().as_str()), (None, "445"));
    tab.keys("[");
    tab.key("Escape");
    assert_eq!(*tab.model.viewed_ply, None);
}

#[test]
fn moves_taken_back_can_be_viewed() {
    let mut tab = TestTab::with(people());
    tab.keys("445uu]");
    assert_eq!(tab.model.viewed_game.moves().len(), 2);
    tab.keys("]]");
    assert_eq!(tab.notice(), "Move 3 of 3. Escape returns to the game.");
}

#[test]
fn events_are_animated_from_the_current_position() {
    let mut tab = TestTab::with(against(Level::Hard));
    tab.keys("4[");
    let (id, _) = tab.queries().pop().expect("the bot is asked");
    tab.found(id, 4);
    tab.effects.clear();
    tab.send(Message::Timer(Timer::Bot(id)));
    let shows = tab.animations();
    let plies = |show: &BoardAnimation| match show {
        BoardAnimation::Plies(plies, game) => (plies.len(), game.moves().len()),
        _ => (0, 0),
    };
    let seen: Vec<_> = shows.iter().map(plies).collect();
    assert_eq!(seen, [(1, 1), (1, 2)], "back to the game, then the answer");
}

#[test]
fn a_link_is_replayed_while_the_own_game_is_parked() {
    let mut tab = TestTab::with(people());
    tab.keys("12");
    tab.go("#/replay/4545454/3");
    assert_eq!(tab.status().trim_end(), "3/7 Player 1: column 4, row 2.");
    assert_eq!(tab.model.view.title, "Replay: Player 1 wins");
    assert!(!tab.model.view.may_move && !tab.model.view.can_undo);
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
    // The space bar starts and stops the playback.
    tab.key(" ");
    assert!(tab.model.playback.is_playing);
    tab.key(" ");
    assert!(!tab.model.playback.is_playing);
    // A record accepts no moves and is not saved.
    tab.effects.clear();
    tab.keys("4uUh");
    tab.send(Message::NextGame);
    tab.send(Message::PressColumn(column(1)));
    assert_eq!(tab.model.play.game().moves().len(), 7);
    assert!(
        !tab.take_effects()
            .iter()
            .any(|effect| matches!(effect, Effect::SaveTable(..)))
    );
    tab.go("#/play");
    assert_eq!(tab.moves(), "12");
}

#[test]
fn a_replay_names_its_players_and_counts_nothing() {
    let mut tab = TestTab::with(people());
    tab.keys(WIN);
    assert_eq!(tab.model.view.seats[0].wins, "1");
    let game = tab.model.play.game().clone();
    let names = ["Ada", "Bo"].map(str::to_owned);
    tab.send(replay_message(&game, Some(names), None, Some(0)));
    let view = &tab.model.view;
    let seats = view.seats.each_ref();
    assert_eq!(seats.map(|seat| seat.name.as_str()), ["Ada", "Bo"]);
    assert_eq!(seats.map(|seat| seat.wins.as_str()), ["", ""]);
    assert_eq!((view.score.as_str(), view.column_buttons.len()), ("", 7));
    tab.keys("]");
    assert_eq!(tab.status().trim_end(), "1/7 Ada: column 4, row 1.");
}

#[test]
fn a_bad_link_leaves_the_game_alone() {
    let mut tab = TestTab::with(people());
    tab.keys("12");
    tab.go("#/replay/4444444");
    assert!(!tab.model.play.is_record());
    tab.go("#/play/4444444");
    assert_eq!(tab.moves(), "12");
    assert_eq!(
        tab.notice(),
        "This link contains no game. At move 7 (character 7): Column 4 is full."
    );
}

#[test]
fn a_replay_plays_by_itself() {
    let mut tab = TestTab::new();
    tab.go("#/replay/4545454");
    tab.send(Message::SetPlaybackSpeed(3));
    tab.effects.clear();
    tab.send(Message::TogglePlayback);
    assert!(tab.status().starts_with("0/7"), "it restarts");
    for at in 1..=7 {
        let waiting = tab.take_effects().iter().find_map(|effect| match effect {
            Effect::StartTimer(200, timer) => Some(*timer),
            _ => None,
        });
        tab.send(Message::Timer(waiting.expect("it goes on")));
        assert!(
            tab.status().starts_with(&format!("{at}/7")),
            "{}",
            tab.status()
        );
    }
    assert!(!tab.model.playback.is_playing);
    assert_eq!(
        tab.take_effects()
            .iter()
            .filter(|effect| matches!(effect, Effect::StartTimer(..)))
            .count(),
        0
    );
    // A step stops the playback, and timers of earlier runs are ignored.
    tab.send(Message::TogglePlayback);
    let Some(Effect::StartTimer(_, timer)) = tab.take_effects().pop() else {
        panic!("it waits");
    };
    tab.key("Home");
    assert!(!tab.model.playback.is_playing);
    tab.send(Message::TogglePlayback);
    tab.effects.clear();
    tab.send(Message::Timer(timer));
    assert!(tab.status().starts_with("0/7"));
}

#[test]
fn a_replayed_game_can_be_continued() {
    let mut tab = TestTab::with(people());
    tab.keys("12");
    let old = tab.model.play.id;
    tab.go("#/replay/4545454/3");
    let game = tab.model.viewed_game.clone();
    tab.send(Message::ContinueGame(Box::new((*game).clone())));
    assert_eq!(tab.moves(), "454");
    assert!(tab.model.play.id != old, "the game in play keeps its table");
    tab.keys("1");
    assert_eq!(tab.moves(), "4541");
}

/// A puzzle: only column 4 is right.
#[derive(Debug)]
struct PuzzleDelegate;

impl GameDelegate for PuzzleDelegate {
    fn route(&mut self, _: &Table, command: &Command) -> CommandRoute {
        match command {
            Command::PlayMove { mv, .. } if mv.column() != Some(column(4)) => {
                CommandRoute::Refuse("Try another column.".to_owned())
            }
            _ => CommandRoute::Local,
        }
    }

    fn on_applied(&mut self, _: &Table, happened: &AppliedEvent) -> Vec<Message> {
        let messages = happened
            .ending
            .map(|_| Message::Announce("Solved.".to_owned()));
        messages.into_iter().collect()
    }
}

#[test]
fn a_delegate_guards_moves_and_is_notified_of_the_end() {
    let mut tab = TestTab::with(people());
    tab.keys("12");
    let moves = "454545".bytes();
    let start = GameStart {
        opening: moves
            .map(|digit| foursight_core::Move::Drop(column((digit - b'0').into())).into())
            .collect(),
        ..people()
    };
    let table = Table::open(start, 1, 0).expect("a legal opening");
    tab.send(Message::ShowDelegated(
        Box::new(table),
        Box::new(PuzzleDelegate),
    ));
    tab.effects.clear();
    tab.keys("1");
    assert_eq!(
        (tab.notice(), tab.moves().len()),
        ("Try another column.", 6)
    );
    // A slip of the finger must not leave the game.
    tab.keys("n");
    assert_eq!(*tab.model.dialog, None);
    tab.keys("4");
    assert_eq!((tab.notice(), tab.status()), ("Solved.", "Player 1 wins"));
    let kept = |effect: &Effect| matches!(effect, Effect::SaveTable(..) | Effect::ArchiveGame(..));
    assert!(
        !tab.take_effects().iter().any(kept),
        "it is no game of the page"
    );
    tab.go("#/play");
    assert_eq!((tab.moves().as_str(), tab.wins()), ("12", [0, 0, 0]));
}

/// A game decided elsewhere: commands are forwarded.
#[derive(Debug)]
struct RemoteDelegate;

impl GameDelegate for RemoteDelegate {
    fn actor(&self) -> Option<Actor> {
        Some(Actor::Seat(Seat::Two))
    }

    fn route(&mut self, _: &Table, _: &Command) -> CommandRoute {
        CommandRoute::Remote
    }

    fn on_applied(&mut self, _: &Table, _: &AppliedEvent) -> Vec<Message> {
        Vec::new()
    }
}

#[test]
fn a_remote_game_changes_only_by_its_entries() {
    use foursight_table::{Entry, Event};
    let mut tab = TestTab::new();
    let table = Table::open(people(), 1, 0).expect("no moves");
    tab.send(Message::ShowDelegated(
        Box::new(table),
        Box::new(RemoteDelegate),
    ));
    assert!(!tab.model.view.may_move, "the other seat begins");
    let moved = |seq, number| Entry {
        seq,
        at_ms: 1_000_000,
        event: Event::MovePlayed {
            mv: foursight_core::Move::Drop(column(number)),
            spent_ms: 0,
        },
    };
    tab.send(Message::ApplyEntries(vec![moved(2, 4)]));
    assert_eq!((tab.moves().as_str(), tab.model.view.may_move), ("4", true));
    assert_eq!(
        tab.assertive(),
        "Player 1: column 4, row 1. Player 2 to move."
    );
    tab.keys("5");
    assert_eq!(tab.moves(), "4", "the server has not said so yet");
    tab.send(Message::ApplyEntries(vec![
        moved(2, 4),
        moved(3, 5),
        moved(9, 1),
    ]));
    assert_eq!(tab.moves(), "45", "known ones and gaps change nothing");
}

#[test]
fn delegated_games_have_no_help() {
    let drops = [4, 5, 4, 5, 4].map(|number| foursight_core::Move::Drop(column(number)));
    let start = GameStart {
        opening: drops.map(Into::into).to_vec(),
        ..people()
    };
    let table = Table::open(start, 1, 0).expect("legal moves");
    let mut tab = TestTab::new();
    // Verdicts that are on in the page's own game stay there.
    tab.keys("e");
    tab.model.engine.get_mut().pending = None;
    assert!(tab.model.engine.shows_verdicts);
    tab.effects.clear();
    tab.send(Message::ShowDelegated(
        Box::new(table),
        Box::new(RemoteDelegate),
    ));
    assert!(tab.model.view.may_move);
    for key in ["h", "v", "t"] {
        tab.keys(key);
        assert_eq!(
            tab.notice(),
            "No hints, verdicts or threats in games against other people.",
            "{key}"
        );
    }
    let announced = [tab.assertive(), tab.polite()].map(|announced| announced.contains("column 4"));
    assert_eq!(announced, [false, false]);
    let moved = |seq, number| foursight_table::Entry {
        seq,
        at_ms: 1_000_000,
        event: foursight_table::Event::MovePlayed {
            mv: foursight_core::Move::Drop(column(number)),
            spent_ms: 0,
        },
    };
    tab.send(Message::ApplyEntries(vec![moved(2, 1), moved(3, 2)]));
    assert!(tab.model.view.may_move);
    assert_eq!((tab.moves().as_str(), tab.queries().len()), ("4545412", 0));
}

#[test]
fn a_record_lost_on_time_shows_the_winner() {
    use foursight_core::{Ending, Player, WinReason};
    let mut tab = TestTab::with(people());
    let drops = [4, 5].map(|number| foursight_core::Move::Drop(column(number)));
    let start = GameStart {
        opening: drops.map(Into::into).to_vec(),
        ..people()
    };
    let ended = Ending::Won(Player::Second, WinReason::Time);
    tab.send(Message::ShowRecord(
        Box::new(record_of(start, Some(ended))),
        None,
    ));
    let view = |tab: &TestTab| (tab.model.view.turn.clone(), tab.model.view.player);
    assert_eq!(
        view(&tab),
        ("Player 2 wins".to_owned(), Some(Player::Second))
    );
    tab.keys("[");
    assert_eq!(
        view(&tab),
        ("Player 2’s turn".to_owned(), Some(Player::Second))
    );
}

#[test]
fn verdict_tags_are_shown_only_in_records() {
    let judged = super::super::summarise_verdicts(
        crate::text::Text::default(),
        &[Some(foursight_protocol::engine::VerdictBounds {
            worst: foursight_solver::Verdict::Draw,
            best: foursight_solver::Verdict::Draw,
        })],
    );
    let chips = |tab: &TestTab| {
        let slots = tab.model.view.column_buttons.iter();
        slots.filter(|slot| slot.verdict.is_some()).count()
    };
    let mut tab = TestTab::with(people());
    // In a game in play they would be help that the player did not request.
    tab.send(Message::SetVerdictTags(judged.tags.clone()));
    assert_eq!(chips(&tab), 0);
    let start = people();
    tab.send(Message::ShowRecord(Box::new(record_of(start, None)), None));
    tab.send(Message::SetVerdictTags(judged.tags));
    assert_eq!(chips(&tab), 1);
    tab.send(Message::AddressChanged("#/play".to_owned(), String::new()));
    assert_eq!(chips(&tab), 0);
}
