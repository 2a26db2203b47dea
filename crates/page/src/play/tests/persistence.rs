//! Reloads, other tabs and the archive.

use super::*;
use crate::keys::KeyCommand;
use crate::text::UiMessage;

fn archived(storage: &TestStorage) -> Vec<&String> {
    let archived = storage
        .iter()
        .filter(|(key, _)| key.starts_with("archived "));
    archived.map(|(_, text)| text).collect()
}

#[test]
fn a_reload_goes_on_with_the_game() {
    let mut storage = TestStorage::new();
    let mut tab = TestTab::with(people());
    tab.keys(WIN);
    tab.send(Message::NextGame);
    tab.keys("44u");
    tab.store(&mut storage);
    let own = tab.model.play.id;
    let mut again = TestTab::load(&storage, Some(own), 50_000);
    assert_eq!((again.moves().as_str(), again.wins()), ("4", [1, 0, 0]));
    again.keys("U");
    assert_eq!(again.moves(), "44");
}

/// Includes the time of a move that was taken back.
#[test]
fn move_times_survive_a_reload() {
    let times = |tab: &TestTab| -> Vec<_> {
        let made = tab.model.play.table.timed_moves().iter();
        made.map(|made| made.thinking_ms).collect()
    };
    let mut tab = TestTab::with(people());
    for (ms, key) in [(100, "4"), (250, "5"), (40, "4")] {
        tab.wait(ms);
        tab.keys(key);
    }
    let before = times(&tab);
    assert_eq!(before, [Some(110), Some(260), Some(50)]);
    tab.keys("u");
    let mut storage = TestStorage::new();
    tab.store(&mut storage);
    let mut again = TestTab::load(&storage, Some(tab.model.play.id), 50_000);
    assert_eq!(times(&again), before[..2]);
    again.keys("U");
    assert_eq!(times(&again), before);
    // Earlier versions saved no times.
    let old = storage.iter().map(|(key, text)| {
        let lines = text.lines().filter(|line| !line.starts_with("times "));
        (key.clone(), lines.collect::<Vec<_>>().join("\n"))
    });
    let old: TestStorage = old.collect();
    let again = TestTab::load(&old, Some(tab.model.play.id), 50_000);
    assert_eq!(times(&again), [None, None]);
}

/// A drop while saved games are being restored is played in the restored game.
#[test]
fn player_input_waits_for_restored_games() {
    let mut storage = TestStorage::new();
    let mut before = TestTab::with(people());
    before.keys("445");
    before.store(&mut storage);
    let mut tab = TestTab::visit(StartupState::default(), 50_000);
    let mut inbox = Inbox::default();
    inbox.defer_player_input();
    inbox.push(Message::PressColumn(column(6)));
    inbox.push(Message::KeyPressed("7".to_owned(), Focus::Page));
    inbox.push(Message::AimAt(Some(column(2))));
    let mut drain = |inbox: &mut Inbox| {
        while let Some(message) = inbox.pop() {
            tab.send(message);
        }
        (tab.moves(), *tab.model.aim)
    };
    // Aiming is no input at the table and does not wait.
    assert_eq!(drain(&mut inbox), (String::new(), Some(column(2))));
    let restored = TestTab::restored_from(&storage, None);
    inbox.push(restored);
    assert_eq!(drain(&mut inbox).0, "445");
    inbox.release_player_input();
    assert_eq!(drain(&mut inbox).0, "44567");
    // Input is no longer deferred.
    inbox.push(Message::PressColumn(column(1)));
    assert_eq!(drain(&mut inbox).0, "445671");
}

#[test]
fn messages_come_in_order() {
    let mut inbox = Inbox::default();
    for number in 1..=3 {
        inbox.push(Message::PressColumn(column(number)));
    }
    inbox.defer_player_input();
    inbox.push(Message::NextGame);
    let first = inbox.pop();
    assert!(matches!(first, Some(Message::PressColumn(pressed)) if pressed == column(1)));
    inbox.release_player_input();
    let rest: Vec<_> = std::iter::from_fn(|| inbox.pop()).collect();
    assert!(matches!(
        rest[..],
        [
            Message::PressColumn(_),
            Message::PressColumn(_),
            Message::NextGame
        ]
    ));
}

#[test]
fn two_tabs_both_keep_their_games() {
    let mut storage = TestStorage::new();
    let mut one = TestTab::with(people());
    one.keys("4455");
    one.store(&mut storage);
    // Another tab begins with the same game, then starts another one.
    let mut two = TestTab::load(&storage, None, 60_000);
    assert_eq!(two.moves(), "4455");
    two.send(Message::StartGame(Box::new(against(Level::Easy))));
    two.keys("1");
    two.store(&mut storage);
    one.wait(100_000);
    one.keys("6");
    one.store(&mut storage);
    // A reloaded tab restores its own table, a new tab the one touched last.
    let ids = [&one, &two].map(|tab| Some(tab.model.play.id));
    let [one, two] = ids.map(|own| TestTab::load(&storage, own, 200_000).moves());
    assert_eq!((one.as_str(), two.as_str()), ("44556", "1"));
    assert_eq!(TestTab::load(&storage, None, 200_000).moves(), "44556");
}

#[test]
fn two_tabs_at_one_table_mirror_each_other() {
    let mut storage = TestStorage::new();
    let mut one = TestTab::with(against(Level::Easy));
    one.keys("4");
    one.answer(4);
    one.store(&mut storage);
    let mut two = TestTab::load(&storage, None, 60_000);
    two.keys("5");
    two.effects
        .retain(|effect| matches!(effect, Effect::SaveTable(..)));
    two.store(&mut storage);
    let key = table_key(one.model.play.id);
    let text = storage[&key].clone();
    one.effects.clear();
    one.send(Message::StorageChanged(key.clone(), text));
    assert_eq!(one.moves(), "445");
    // Only the tab that moved requests the reply of the bot.
    assert_eq!(one.queries().len(), 0);
    // Unless a player presses a column here.
    one.keys("1");
    assert_eq!((one.moves().as_str(), one.queries().len()), ("445", 1));
    // An unreadable text changes nothing.
    one.send(Message::StorageChanged(key, "version 9".to_owned()));
    assert_eq!(one.moves(), "445");
}

#[test]
fn a_game_in_play_stays_when_another_begins() {
    let mut storage = TestStorage::new();
    let mut tab = TestTab::with(people());
    tab.keys("445");
    let first = tab.model.play.id;
    tab.send(Message::StartGame(Box::new(people())));
    tab.keys("77");
    tab.go("#/play/12");
    tab.store(&mut storage);
    let tables = storage.keys().filter(|key| key.contains("table"));
    assert_eq!(tables.count(), 3, "{storage:?}");
    // It can be opened by its id.
    tab.go(&format!("#/table/{first}"));
    assert!(tab.take_effects().contains(&Effect::ReadTable(first)));
    let text = storage.get(&table_key(first)).cloned();
    tab.send(Message::TableRead(first, text));
    assert_eq!((tab.moves().as_str(), tab.model.play.id), ("445", first));
    assert_eq!(*tab.model.route, Route::Play);
    tab.send(Message::TableRead(5, None));
    assert_eq!(*tab.model.route, Route::Unknown);
    tab.effects.clear();
    tab.send(Message::TableRead(5, Some("version 9".to_owned())));
    assert!(
        tab.take_effects()
            .contains(&Effect::Quarantine(table_key(5)))
    );
}

#[test]
fn a_table_without_a_game_in_play_is_used_again() {
    let mut storage = TestStorage::new();
    let mut tab = TestTab::with(people());
    tab.keys(WIN);
    tab.send(Message::StartGame(Box::new(against(Level::Easy))));
    tab.store(&mut storage);
    assert_eq!(
        storage.keys().filter(|key| key.contains("table")).count(),
        1
    );
}

#[test]
fn a_game_is_archived_when_it_ends_or_is_replaced() {
    let mut storage = TestStorage::new();
    let mut tab = TestTab::with(people());
    tab.keys(WIN);
    tab.store(&mut storage);
    assert_eq!(archived(&storage).len(), 1);
    // Another ending of the same game replaces the archived one.
    tab.keys("uu33");
    tab.send(Message::NextGame);
    tab.store(&mut storage);
    assert_eq!(archived(&storage).len(), 1);
    assert!(
        archived(&storage)[0].contains("game 4545433\n"),
        "{storage:?}"
    );
    tab.keys("12");
    tab.send(Message::NextGame);
    tab.store(&mut storage);
    assert_eq!(archived(&storage).len(), 2);
    tab.send(Message::NextGame);
    tab.store(&mut storage);
    assert_eq!(archived(&storage).len(), 2, "there was nothing to lose");
}

#[test]
fn a_reload_does_not_repeat_the_training() {
    let mut storage = TestStorage::new();
    let mut tab = TestTab::with(against(Level::Learner));
    for _ in 0..3 {
        tab.keys("4");
        tab.answer(5);
    }
    tab.keys("4");
    tab.store(&mut storage);
    let mut again = TestTab::load(&storage, None, 90_000);
    again.effects.clear();
    again.keys("uU");
    let learns = again
        .queries()
        .iter()
        .any(|(_, query)| matches!(query, EngineQuery::TrainLearner { .. }));
    assert!(!learns);
}

#[test]
fn the_game_of_the_first_version_becomes_a_table() {
    let old = "version 1\ngame 445\nply 3\nruleset standard 7x6/4\nseat-one person\n\
        seat-two person\nstarts one\nstarter 1\nwins-one 3\nwins-two 0\nties 0\nuncounted false\n";
    let mut storage = TestStorage::from([("foursight.game".to_owned(), old.to_owned())]);
    let mut tab = TestTab::load(&storage, None, 70_000);
    assert_eq!((tab.moves().as_str(), tab.wins()), ("445", [3, 0, 0]));
    tab.store(&mut storage);
    assert!(!storage.contains_key("foursight.game"));
    assert_eq!(TestTab::load(&storage, None, 80_000).moves(), "445");
}

#[test]
fn a_game_begun_before_the_restore_stays() {
    let mut storage = TestStorage::new();
    let mut tab = TestTab::with(people());
    tab.keys("44");
    tab.store(&mut storage);
    let mut early = TestTab::new();
    early.keys("1");
    let tables = StoredTables {
        tables: vec![(1, storage.into_values().next().expect("a table"))],
        ..StoredTables::default()
    };
    early.send(Message::RestoreTables(tables));
    assert_eq!(early.moves(), "1");
}

#[test]
fn damaged_texts_are_quarantined_and_reported() {
    let storage = TestStorage::from([
        ("foursight.settings".to_owned(), "version 9".to_owned()),
        (table_key(4), "version 2\ntouched 9\nnonsense".to_owned()),
    ]);
    let mut tab = TestTab::load(&storage, None, 70_000);
    assert_eq!(tab.moves(), "");
    let effects = tab.take_effects();
    assert!(effects.contains(&Effect::Quarantine("foursight.settings".to_owned())));
    assert!(effects.contains(&Effect::Quarantine(table_key(4))));
    let notice = "Your saved data could not be read and was set aside. Missing: game.";
    assert_eq!(tab.notice(), notice);
}

#[test]
fn the_tables_touched_longest_ago_are_evicted() {
    let mut tab = TestTab::with(people());
    tab.keys("44");
    let mut storage = TestStorage::new();
    for id in 0..TABLES_MAX as u64 + 3 {
        storage.insert(table_key(id), game_to_text(&tab.model.play, 100 + id));
    }
    let mut tab = TestTab::load(&storage, None, 70_000);
    let mut deleted = Vec::new();
    for effect in &tab.effects {
        if let Effect::DeleteTable(id) = effect {
            deleted.push(*id);
        }
    }
    assert_eq!(deleted, [0, 1, 2]);
    tab.store(&mut storage);
    assert_eq!(
        archived(&storage).len(),
        1,
        "a game in play goes to those that ended"
    );
}

#[test]
fn the_address_names_only_the_shown_game() {
    let mut tab = TestTab::new();
    tab.effects.clear();
    let message = Message::AddressChanged("#/play".to_owned(), "?g=4453&test=1".to_owned());
    tab.send(message);
    let renamed = Effect::ReplaceAddress(Some("?test=1".to_owned()), "#/play".to_owned());
    assert!(tab.take_effects().contains(&renamed));
    tab.send(Message::AddressChanged(String::new(), "?g=4453".to_owned()));
    tab.open_link();
    assert!(tab.model.play.is_record());
    assert_eq!(tab.model.view.plies, 4);
}

#[test]
fn the_lazy_chunk_is_loaded_after_the_first_move() {
    let mut tab = TestTab::with(people());
    assert!(!tab.take_effects().contains(&Effect::LoadLazyCode));
    tab.keys("4");
    assert!(tab.take_effects().contains(&Effect::LoadLazyCode));
    tab.keys("4");
    assert!(!tab.take_effects().contains(&Effect::LoadLazyCode));
}

#[test]
fn calls_wait_for_the_lazy_chunk() {
    let mut tab = TestTab::with(people());
    let read = || Message::RunCommand(KeyCommand::ReadBoard);
    let before = tab.assertive().to_owned();
    tab.send_offline(read());
    tab.send_offline(read());
    assert_eq!(tab.assertive(), before);
    assert!(tab.take_effects().contains(&Effect::LoadLazyCode));
    tab.send_offline(Message::LazyCodeLoaded(Some(LAZY_CODE)));
    let read_aloud = tab.assertive().to_owned();
    assert_ne!(read_aloud, before);
    // From now on the answer is immediate.
    tab.send_offline(Message::RunCommand(KeyCommand::Clocks));
    assert!(!tab.take_effects().contains(&Effect::LoadLazyCode));
    assert_ne!(tab.assertive(), read_aloud);
}

#[test]
fn a_lazy_chunk_that_cannot_be_loaded_is_reported() {
    let mut tab = TestTab::with(people());
    tab.send_offline(Message::RunCommand(KeyCommand::ReadBoard));
    tab.send_offline(Message::LazyCodeLoaded(None));
    assert_eq!(tab.notice(), tab.model.text().get(UiMessage::LoadingFailed));
    // The next call tries again.
    tab.effects.clear();
    tab.send_offline(Message::RunCommand(KeyCommand::ReadBoard));
    assert!(tab.take_effects().contains(&Effect::LoadLazyCode));
    // Verdicts that cannot be described are like an engine that has failed.
    tab.send_offline(Message::RunCommand(KeyCommand::Hint));
    let (id, _) = tab.queries().pop().expect("the engine was asked");
    let columns = vec![None; 7];
    let reply = EngineReply::ColumnVerdicts { columns, nodes: 1 };
    tab.send_offline(Message::EngineAnswered(id, Ok(reply)));
    tab.send_offline(Message::LazyCodeLoaded(None));
    assert!(tab.model.engine.failed.is_some());
}
