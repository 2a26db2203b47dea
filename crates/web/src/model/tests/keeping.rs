//! What is there after a reload, in other tabs and under Games.

use super::*;

fn kept(storage: &Storage) -> Vec<&String> {
    let kept = storage.iter().filter(|(key, _)| key.starts_with("kept "));
    kept.map(|(_, text)| text).collect()
}

#[test]
fn a_reload_goes_on_with_the_game() {
    let mut storage = Storage::new();
    let mut tab = Tab::with(people());
    tab.keys(WIN);
    tab.send(Message::Next);
    tab.keys("44u");
    tab.store(&mut storage);
    let own = tab.model.play.id;
    let mut again = Tab::load(&storage, Some(own), 50_000);
    assert_eq!((again.moves().as_str(), again.wins()), ("4", [1, 0, 0]));
    again.keys("U");
    assert_eq!(again.moves(), "44");
}

/// How long each move took is there after a reload, also of one that was taken back.
#[test]
fn the_times_of_moves_are_kept() {
    let times = |tab: &Tab| -> Vec<_> {
        let made = tab.model.play.table.made().iter();
        made.map(|made| made.took_ms).collect()
    };
    let mut tab = Tab::with(people());
    for (ms, key) in [(100, "4"), (250, "5"), (40, "4")] {
        tab.wait(ms);
        tab.keys(key);
    }
    let before = times(&tab);
    assert_eq!(before, [Some(110), Some(260), Some(50)]);
    tab.keys("u");
    let mut storage = Storage::new();
    tab.store(&mut storage);
    let mut again = Tab::load(&storage, Some(tab.model.play.id), 50_000);
    assert_eq!(times(&again), before[..2]);
    again.keys("U");
    assert_eq!(times(&again), before);
    // Pages before this one did not keep them.
    let old = storage.iter().map(|(key, text)| {
        let lines = text.lines().filter(|line| !line.starts_with("times "));
        (key.clone(), lines.collect::<Vec<_>>().join("\n"))
    });
    let old: Storage = old.collect();
    let again = Tab::load(&old, Some(tab.model.play.id), 50_000);
    assert_eq!(times(&again), [None, None]);
}

/// A drop while the games of earlier visits are still read goes into the one that comes back.
#[test]
fn what_people_do_waits_for_their_games() {
    let mut storage = Storage::new();
    let mut before = Tab::with(people());
    before.keys("445");
    before.store(&mut storage);
    let mut tab = Tab::visit(Stored::default(), 50_000);
    let mut inbox = Inbox::default();
    inbox.begin_restoring();
    inbox.put(Message::Press(column(6)));
    inbox.put(Message::Key("7".to_owned(), Focus::Page));
    inbox.put(Message::Aim(Some(column(2))));
    let mut hear = |inbox: &mut Inbox| {
        while let Some(message) = inbox.take_next() {
            tab.send(message);
        }
        (tab.moves(), *tab.model.aim)
    };
    // The aim is no move, and need not wait.
    assert_eq!(hear(&mut inbox), (String::new(), Some(column(2))));
    let restored = before.restored_from(&storage, None);
    inbox.put(restored);
    assert_eq!(hear(&mut inbox).0, "445");
    inbox.end_restoring();
    assert_eq!(hear(&mut inbox).0, "44567");
    // Nothing waits any more.
    inbox.put(Message::Press(column(1)));
    assert_eq!(hear(&mut inbox).0, "445671");
}

#[test]
fn messages_come_in_order() {
    let mut inbox = Inbox::default();
    for number in 1..=3 {
        inbox.put(Message::Press(column(number)));
    }
    inbox.begin_restoring();
    inbox.put(Message::Next);
    let first = inbox.take_next();
    assert!(matches!(first, Some(Message::Press(it)) if it == column(1)));
    inbox.end_restoring();
    let rest: Vec<_> = std::iter::from_fn(|| inbox.take_next()).collect();
    assert!(matches!(
        rest[..],
        [Message::Press(_), Message::Press(_), Message::Next]
    ));
}

#[test]
fn two_tabs_both_keep_their_games() {
    let mut storage = Storage::new();
    let mut one = Tab::with(people());
    one.keys("4455");
    one.store(&mut storage);
    // Another tab begins with the same game, and then another one.
    let mut two = Tab::load(&storage, None, 60_000);
    assert_eq!(two.moves(), "4455");
    two.send(Message::Begin(Box::new(against(Level::Easy))));
    two.keys("1");
    two.store(&mut storage);
    one.wait(100_000);
    one.keys("6");
    one.store(&mut storage);
    // Each tab finds its own after a reload, a new one the one touched last.
    let ids = [&one, &two].map(|tab| Some(tab.model.play.id));
    let [one, two] = ids.map(|own| Tab::load(&storage, own, 200_000).moves());
    assert_eq!((one.as_str(), two.as_str()), ("44556", "1"));
    assert_eq!(Tab::load(&storage, None, 200_000).moves(), "44556");
}

#[test]
fn two_tabs_at_one_table_follow_each_other() {
    let mut storage = Storage::new();
    let mut one = Tab::with(against(Level::Easy));
    one.keys("4");
    one.answer(4);
    one.store(&mut storage);
    let mut two = Tab::load(&storage, None, 60_000);
    two.keys("5");
    two.done
        .retain(|effect| matches!(effect, Effect::SaveTable(..)));
    two.store(&mut storage);
    let key = table_key(one.model.play.id);
    let text = storage[&key].clone();
    one.done.clear();
    one.send(Message::Stored(key.clone(), text));
    assert_eq!(one.moves(), "445");
    // The bot is asked in the tab that moved, and only there.
    assert_eq!(one.asks().len(), 0);
    // Unless somebody wants it here.
    one.keys("1");
    assert_eq!((one.moves().as_str(), one.asks().len()), ("445", 1));
    // What cannot be read changes nothing.
    one.send(Message::Stored(key, "version 9".to_owned()));
    assert_eq!(one.moves(), "445");
}

#[test]
fn a_game_in_play_stays_when_another_begins() {
    let mut storage = Storage::new();
    let mut tab = Tab::with(people());
    tab.keys("445");
    let first = tab.model.play.id;
    tab.send(Message::Begin(Box::new(people())));
    tab.keys("77");
    tab.go("#/play/12");
    tab.store(&mut storage);
    let tables = storage.keys().filter(|key| key.contains("table"));
    assert_eq!(tables.count(), 3, "{storage:?}");
    // It is there under its number.
    tab.go(&format!("#/table/{first}"));
    assert!(tab.taken().contains(&Effect::LoadTable(first)));
    let text = storage.get(&table_key(first)).cloned();
    let other = |id, text| read_text(Written::Other(id, text), Now::default());
    tab.send(other(first, text).expect("a message"));
    assert_eq!((tab.moves().as_str(), tab.model.play.id), ("445", first));
    assert_eq!(*tab.model.route, Route::Play);
    tab.send(other(5, None).expect("a message"));
    assert_eq!(*tab.model.route, Route::Unknown);
    tab.done.clear();
    tab.send(other(5, Some("version 9".to_owned())).expect("a message"));
    assert!(tab.taken().contains(&Effect::SetAside(table_key(5))));
}

#[test]
fn a_table_without_a_game_in_play_is_used_again() {
    let mut storage = Storage::new();
    let mut tab = Tab::with(people());
    tab.keys(WIN);
    tab.send(Message::Begin(Box::new(against(Level::Easy))));
    tab.store(&mut storage);
    assert_eq!(
        storage.keys().filter(|key| key.contains("table")).count(),
        1
    );
}

#[test]
fn a_game_is_kept_once_it_ends_and_when_it_makes_room() {
    let mut storage = Storage::new();
    let mut tab = Tab::with(people());
    tab.keys(WIN);
    tab.store(&mut storage);
    assert_eq!(kept(&storage).len(), 1);
    // Another end of the same game takes its place.
    tab.keys("uu33");
    tab.send(Message::Next);
    tab.store(&mut storage);
    assert_eq!(kept(&storage).len(), 1);
    assert!(kept(&storage)[0].contains("game 4545433\n"), "{storage:?}");
    tab.keys("12");
    tab.send(Message::Next);
    tab.store(&mut storage);
    assert_eq!(kept(&storage).len(), 2);
    tab.send(Message::Next);
    tab.store(&mut storage);
    assert_eq!(kept(&storage).len(), 2, "there was nothing to lose");
}

#[test]
fn the_end_of_a_game_is_told_once_also_after_a_reload() {
    let mut storage = Storage::new();
    let mut tab = Tab::with(against(Level::Learner));
    for _ in 0..3 {
        tab.keys("4");
        tab.answer(5);
    }
    tab.keys("4");
    tab.store(&mut storage);
    let mut again = Tab::load(&storage, None, 90_000);
    again.done.clear();
    again.keys("uU");
    let learns = again
        .asks()
        .iter()
        .any(|(_, ask)| matches!(ask, Ask::Learn { .. }));
    assert!(!learns);
}

#[test]
fn the_game_of_the_first_version_becomes_a_table() {
    let old = "version 1\ngame 445\nply 3\nruleset standard 7x6/4\nseat-one person\n\
        seat-two person\nstarts one\nstarter 1\nwins-one 3\nwins-two 0\nties 0\nuncounted false\n";
    let mut storage = Storage::from([("foursight.game".to_owned(), old.to_owned())]);
    let mut tab = Tab::load(&storage, None, 70_000);
    assert_eq!((tab.moves().as_str(), tab.wins()), ("445", [3, 0, 0]));
    tab.store(&mut storage);
    assert!(!storage.contains_key("foursight.game"));
    assert_eq!(Tab::load(&storage, None, 80_000).moves(), "445");
}

#[test]
fn what_was_begun_before_the_last_game_was_read_stays() {
    let mut storage = Storage::new();
    let mut tab = Tab::with(people());
    tab.keys("44");
    tab.store(&mut storage);
    let mut early = Tab::new();
    early.keys("1");
    let tables = Tables {
        tables: vec![(1, storage.into_values().next().expect("a table"))],
        ..Tables::default()
    };
    early.send(restored(&tables, Now::default()));
    assert_eq!(early.moves(), "1");
}

#[test]
fn damage_is_set_aside_and_told() {
    let storage = Storage::from([
        ("foursight.settings".to_owned(), "version 9".to_owned()),
        (table_key(4), "version 2\ntouched 9\nnonsense".to_owned()),
    ]);
    let mut tab = Tab::load(&storage, None, 70_000);
    assert_eq!(tab.moves(), "");
    let done = tab.taken();
    assert!(done.contains(&Effect::SetAside("foursight.settings".to_owned())));
    assert!(done.contains(&Effect::SetAside(table_key(4))));
    let told = done
        .iter()
        .filter(|it| matches!(it, Effect::Explain(_, Why::Damage(_))));
    assert_eq!(told.count(), 2);
}

#[test]
fn the_tables_touched_longest_ago_make_room() {
    let mut tab = Tab::with(people());
    tab.keys("44");
    let mut storage = Storage::new();
    for id in 0..TABLES_MAX as u64 + 3 {
        storage.insert(table_key(id), game_to_text(&tab.model.play, 100 + id));
    }
    let mut tab = Tab::load(&storage, None, 70_000);
    let mut gone = Vec::new();
    for effect in &tab.done {
        if let Effect::ForgetTable(id) = effect {
            gone.push(*id);
        }
    }
    assert_eq!(gone, [0, 1, 2]);
    tab.store(&mut storage);
    assert_eq!(
        kept(&storage).len(),
        1,
        "a game in play goes to those that ended"
    );
}

#[test]
fn an_address_names_only_what_is_shown() {
    let mut tab = Tab::new();
    tab.done.clear();
    let went = Message::Went("#/play".to_owned(), "?g=4453&test=1".to_owned());
    tab.send(went);
    let renamed = Effect::Rename(Some("?test=1".to_owned()), "#/play".to_owned());
    assert!(tab.taken().contains(&renamed));
    tab.send(Message::Went(String::new(), "?g=4453".to_owned()));
    tab.look_at_link();
    assert!(tab.model.play.is_record());
    assert_eq!(tab.model.seen.plies, 4);
}

#[test]
fn the_rest_is_loaded_after_the_first_move() {
    let mut tab = Tab::with(people());
    assert!(!tab.taken().contains(&Effect::LoadRest));
    tab.keys("4");
    assert!(tab.taken().contains(&Effect::LoadRest));
}
