//! Whole games, through two clients and a watcher.

use foursight_protocol::table::{SentCommand, SentEntry};
use foursight_server::{BusAt, StoreAt};
use foursight_table::{Command, Entry, Table};
use serde_json::{Value, json};

use super::client::{Client, START_MS, Server, begin, leave, terms};

/// First wins with a column of four.
const WIN: [&str; 7] = ["4", "5", "4", "5", "4", "5", "4"];

/// A table that follows what a client hears.
struct Copy(Table);

impl Copy {
    fn of(told: &Value) -> Self {
        let entries: Vec<SentEntry> =
            serde_json::from_value(told["entries"].clone()).expect("entries");
        let entries = entries.into_iter().map(Entry::try_from);
        let entries: Vec<_> = entries.collect::<Result<_, _>>().expect("known");
        Self(Table::from_log(&entries).expect("a table"))
    }

    fn apply(&mut self, entry: &Value) {
        let entry: SentEntry = serde_json::from_value(entry.clone()).expect("an entry");
        let entry = Entry::try_from(entry).expect("known");
        self.0.apply(&entry).expect("it follows");
    }
}

/// Plays the moves in turn; each sees those of the other.
async fn play(players: [&mut Client; 2], game: &str, moves: &[&str]) {
    let [one, two] = players;
    for (ply, column) in moves.iter().enumerate() {
        let (player, other) = if ply % 2 == 0 {
            (&mut *one, &mut *two)
        } else {
            (&mut *two, &mut *one)
        };
        let own = player.drop_in(game, ply, column).await;
        assert_eq!(own["type"], "entry", "{own}");
        let seen = other.entry().await;
        assert_eq!(seen, own["entry"]);
        assert_eq!(seen["event"]["move"], *column);
    }
}

pub(crate) async fn a_whole_game(store: &StoreAt, bus: BusAt) {
    let server = Server::start(store, bus).await;
    let (mut ada, mut bob) = (server.guest().await, server.guest().await);
    let game = begin(&mut ada, &mut bob, terms()).await;
    let mut eve = server.guest().await;
    let table = eve.watch(&game).await;
    assert_eq!(table["seat"], json!(null));
    assert_eq!(table["seats"][0]["presence"], "here");
    let seats = ada
        .hear_that(|told| told["type"] == "seats" && told["watchers"] == 1)
        .await;
    assert_eq!(seats["seats"][1]["presence"], "here");
    play([&mut ada, &mut bob], &game, &WIN).await;
    // A watcher sees the same, and may not move.
    for column in WIN {
        assert_eq!(eve.entry().await["event"]["move"], column);
    }
    assert_eq!(eve.drop_in(&game, 7, "1").await["code"], "not_allowed");
    assert_eq!(bob.drop_in(&game, 7, "1").await["code"], "game_over");
    // Another game, with the other to begin.
    ada.act(&game, json!({"kind": "next"})).await;
    let offered = bob.entry().await;
    assert_eq!(offered["event"]["offer"]["kind"], "rematch");
    let offer = json!({"kind": "rematch"});
    let started = bob
        .act(&game, json!({"kind": "accept", "offer": offer}))
        .await;
    let start = &started["entry"]["event"]["start"];
    assert_eq!(
        (&start["first"], &start["wins"]),
        (&json!(1), &json!([1, 0]))
    );
    let branch = started["entry"]["seq"].clone();
    let at = json!({"branch": branch, "ply": 0});
    let moved = bob
        .act(&game, json!({"kind": "move", "at": at, "move": "4"}))
        .await;
    assert_eq!(moved["type"], "entry", "{moved}");
    // The log tells all of it to whoever comes.
    let whole = server.guest().await.watch(&game).await;
    let entries = whole["entries"].as_array().expect("a list");
    let numbers: Vec<_> = entries.iter().map(|entry| entry["seq"].as_u64()).collect();
    let expected: Vec<_> = (1..=entries.len() as u64).map(Some).collect();
    assert_eq!(numbers, expected);
    assert_eq!(entries.len(), 1 + WIN.len() + 3);
    server.stop().await;
}

pub(crate) async fn offers_and_ends(store: &StoreAt, bus: BusAt) {
    let server = Server::start(store, bus).await;
    let (mut ada, mut bob) = (server.guest().await, server.guest().await);
    let game = begin(&mut ada, &mut bob, terms()).await;
    play([&mut ada, &mut bob], &game, &["4", "4", "3"]).await;
    // A take-back is asked for, granted, and then the old move is not made again by a late copy.
    let at = |branch: u64, ply: u64| json!({"branch": branch, "ply": ply});
    let asked = ada
        .act(&game, json!({"kind": "take_back", "at": at(1, 3)}))
        .await;
    let offer = asked["entry"]["event"]["offer"].clone();
    assert_eq!(offer["kind"], "take_back", "{asked}");
    let back = bob
        .act(&game, json!({"kind": "accept", "offer": offer}))
        .await;
    assert_eq!(
        back["entry"]["event"],
        json!({"kind": "taken_back", "to": 2})
    );
    let branch = back["entry"]["seq"].as_u64().expect("a number");
    assert_eq!(ada.drop_in(&game, 2, "3").await["code"], "stale");
    let moved = ada
        .act(
            &game,
            json!({"kind": "move", "at": at(branch, 2), "move": "5"}),
        )
        .await;
    assert_eq!(moved["type"], "entry", "{moved}");
    // The same command again leads to the same event.
    let again = ada
        .act(
            &game,
            json!({"kind": "move", "at": at(branch, 2), "move": "5"}),
        )
        .await;
    assert_eq!(
        (&again["type"], &again["seq"]),
        (&json!("done"), &moved["entry"]["seq"])
    );
    // A sentence, a declined draw, and the end.
    ada.get(json!({"type": "say", "game": game, "what": "good_luck"}))
        .await;
    assert_eq!(bob.hear("said").await["what"], "good_luck");
    ada.act(&game, json!({"kind": "draw", "at": at(branch, 3)}))
        .await;
    let offer = json!({"kind": "draw"});
    let closed = bob
        .act(&game, json!({"kind": "decline", "offer": offer}))
        .await;
    assert_eq!(
        closed["entry"]["event"],
        json!({"kind": "closed", "seat": 0})
    );
    assert_eq!(
        bob.act(&game, json!({"kind": "abort"})).await["code"],
        "not_allowed"
    );
    let over = bob
        .act(&game, json!({"kind": "resign", "at": at(branch, 3)}))
        .await;
    let ending = json!({"kind": "won", "winner": "first", "by": "resignation"});
    assert_eq!(over["entry"]["event"]["ending"], ending);
    server.stop().await;
}

pub(crate) async fn blocked(store: &StoreAt, bus: BusAt) {
    let server = Server::start(store, bus).await;
    let (mut ada, mut bob) = (server.guest().await, server.guest().await);
    let game = begin(&mut ada, &mut bob, terms()).await;
    play([&mut ada, &mut bob], &game, &["4", "4"]).await;
    // What stands between the two when one blocks the other is off at once, and cannot be accepted.
    let draw = json!({"kind": "draw", "at": {"branch": 1, "ply": 2}});
    assert_eq!(ada.act(&game, draw).await["type"], "entry");
    bob.hear_that(|told| told["entry"]["event"]["kind"] == "offered")
        .await;
    // A player who blocks the other hears nothing more from them but moves.
    bob.ask(json!({"type": "block", "game": game, "is_blocked": true}))
        .await;
    for player in [&mut ada, &mut bob] {
        player
            .hear_that(|told| told["entry"]["event"]["kind"] == "closed")
            .await;
    }
    let accept = json!({"kind": "accept", "offer": {"kind": "draw"}});
    assert_eq!(bob.act(&game, accept).await["code"], "blocked");
    // A player who comes back hears whom they have blocked; the blocked player does not.
    for (player, has_blocked) in [(&mut bob, true), (&mut ada, false)] {
        let watch = json!({"type": "watch", "game": game});
        assert_eq!(player.get(watch).await["has_blocked"], has_blocked);
    }
    let said = ada
        .get(json!({"type": "say", "game": game, "what": "thanks"}))
        .await;
    assert_eq!(said["code"], "blocked");
    for kind in ["draw", "take_back", "next"] {
        let at = json!({"branch": 1, "ply": 2});
        let offered = ada.act(&game, json!({"kind": kind, "at": at})).await;
        assert_eq!(offered["code"], "blocked", "{kind}: {offered}");
    }
    assert_eq!(ada.drop_in(&game, 2, "4").await["type"], "entry");
    // Neither sees what the other seeks, or can take it.
    let seek = json!({"type": "seek", "terms": terms()});
    ada.get(seek).await;
    let mut eve = server.guest().await;
    let lobby = json!({"type": "lobby", "is_wanted": true});
    let seeks = eve.get(lobby.clone()).await["seeks"].clone();
    assert_eq!(seeks.as_array().map(Vec::len), Some(1), "{seeks}");
    assert_eq!(bob.get(lobby).await["seeks"], json!([]));
    let take = json!({"type": "take", "seek": seeks[0]["seek"]});
    assert_eq!(bob.get(take).await["code"], "seek_gone");
    let invited = ada.get(json!({"type": "invite", "terms": terms()})).await;
    let join = json!({"type": "join", "secret": invited["secret"]});
    assert_eq!(bob.get(join).await["code"], "invitation_gone");
    server.stop().await;
}

pub(crate) async fn pairing(store: &StoreAt, bus: BusAt) {
    let server = Server::start(store, bus).await;
    let (mut ada, mut bob, mut eve) = (
        server.guest().await,
        server.guest().await,
        server.guest().await,
    );
    eve.get(json!({"type": "lobby", "is_wanted": true})).await;
    let pair = |rules: &str| json!({"type": "pair", "terms": {"rules": rules}});
    assert_eq!(ada.get(pair("standard")).await["type"], "done");
    let seeks = eve
        .hear_that(|told| told["seeks"][0]["person"].is_string())
        .await;
    assert_eq!(seeks["seeks"][0]["person"], ada.id.as_str());
    // Other rules are another game.
    assert_eq!(bob.get(pair("pop-out")).await["type"], "done");
    let started = bob.get(pair("standard 7x6/4")).await;
    assert_eq!(started["type"], "started", "{started}");
    assert_eq!(ada.hear("started").await["game"], started["game"]);
    // An open seek, taken from the list; nobody takes their own, or one that is gone.
    eve.get(json!({"type": "seek", "terms": {"rules": "power-up"}}))
        .await;
    ada.get(json!({"type": "lobby", "is_wanted": true})).await;
    let list = ada.hear_that(|told| told["seeks"][0]["person"] == eve.id.as_str());
    let seek = list.await["seeks"][0]["seek"].clone();
    let take = json!({"type": "take", "seek": seek});
    assert_eq!(eve.get(take.clone()).await["code"], "own_seek");
    assert_eq!(ada.get(take.clone()).await["type"], "started");
    assert_eq!(bob.get(take).await["code"], "seek_gone");
    // Terms that cannot be played.
    assert_eq!(ada.get(pair("standard 99x99/4")).await["code"], "bad_rules");
    let clock = json!({"kind": "per_turn", "turn_ms": 1});
    let terms = json!({"rules": "standard", "clock": clock});
    let pair = json!({"type": "pair", "terms": terms});
    assert_eq!(ada.get(pair).await["code"], "bad_clock");
    server.stop().await;
}

pub(crate) async fn clocks_and_downtime(store: &StoreAt, bus: BusAt) {
    let server = Server::start(store, bus.clone()).await;
    let (ada_token, bob_token) = (server.token().await, server.token().await);
    let mut ada = server.connect(&ada_token).await;
    let mut bob = server.connect(&bob_token).await;
    let clock = json!({"kind": "total", "main_ms": 60_000, "increment_ms": 1_000});
    let terms = json!({"rules": "standard", "first": "host", "clock": clock});
    let game = begin(&mut ada, &mut bob, terms).await;
    play([&mut ada, &mut bob], &game, &["4", "4"]).await;
    // The clock runs from now on: ten seconds of Ada's, and one comes back.
    server.clock.set(START_MS + 10_000);
    let moved = ada.drop_in(&game, 2, "4").await;
    assert_eq!(moved["entry"]["event"]["spent_ms"], 10_000);
    assert_eq!(moved["clocks"]["left_ms"], json!([51_000, 60_000]));
    assert_eq!(moved["clocks"]["running"], 1);
    drop((ada, bob));
    server.stop().await;
    // Nobody pays for the hour in which there was no server.
    let later = START_MS + 10_000 + 3_600_000;
    let clock = foursight_server::Clock::standing(later);
    let limits = foursight_server::OnlineLimits::none();
    let server = Server::start_with(store, bus, clock, limits).await;
    let (mut ada, mut bob) = (
        server.connect(&ada_token).await,
        server.connect(&bob_token).await,
    );
    ada.watch(&game).await;
    let table = bob.watch(&game).await;
    let left = table["clocks"]["left_ms"][1].as_u64().expect("a clock");
    assert_eq!(left, 60_000, "{table}");
    // Then time runs out, whether or not anybody says so.
    server.clock.set(later + 60_000);
    let over = ada
        .hear_that(|told| told["entry"]["event"]["kind"] == "ended")
        .await;
    let ending = json!({"kind": "won", "winner": "first", "by": "time"});
    assert_eq!(over["entry"]["event"]["ending"], ending);
    server.stop().await;
}

pub(crate) async fn abort_and_claim(store: &StoreAt, bus: BusAt) {
    let server = Server::start(store, bus).await;
    let (mut ada, mut bob) = (server.guest().await, server.guest().await);
    let game = begin(&mut ada, &mut bob, terms()).await;
    play([&mut ada, &mut bob], &game, &["4"]).await;
    let over = bob.act(&game, json!({"kind": "abort"})).await;
    assert_eq!(over["entry"]["event"]["ending"], json!({"kind": "aborted"}));
    // A game without a clock that the other has left for a day can be claimed, and not before.
    let game = begin(&mut ada, &mut bob, terms()).await;
    play([&mut ada, &mut bob], &game, &["4", "4"]).await;
    let claim = json!({"type": "claim", "game": game});
    let day_ms = 24 * 60 * 60 * 1000;
    server.clock.set(START_MS + 2 * day_ms);
    assert_eq!(
        ada.get(claim.clone()).await["code"],
        "too_early",
        "Bob is here"
    );
    drop(bob);
    let is_gone = |told: &serde_json::Value| told["seats"][1]["presence"]["gone"].is_object();
    ada.hear_that(is_gone).await;
    server.clock.set(START_MS + 3 * day_ms - 1);
    assert_eq!(ada.get(claim.clone()).await["code"], "too_early");
    server.clock.set(START_MS + 3 * day_ms);
    let over = ada.get(claim).await;
    let ending = json!({"kind": "won", "winner": "first", "by": "departure"});
    assert_eq!(over["entry"]["event"]["ending"], ending, "{over}");
    server.stop().await;
}

pub(crate) async fn games_elsewhere(store: &StoreAt, bus: BusAt) {
    let server = Server::start(store, bus).await;
    let (ada_token, bob_token) = (server.token().await, server.token().await);
    let mut ada = server.connect(&ada_token).await;
    let mut bob = server.connect(&bob_token).await;
    // Who follows an invitation of their own hears that it waits, and later where the game is.
    let invited = ada.get(json!({"type": "invite", "terms": terms()})).await;
    let join = json!({"type": "join", "secret": invited["secret"]});
    assert_eq!(ada.get(join.clone()).await["code"], "own_seek");
    let started = bob.get(join.clone()).await;
    let game = started["game"].as_str().expect("a game").to_owned();
    assert_eq!(ada.hear("started").await["game"], game.as_str());
    assert_eq!(ada.get(join).await["game"], game.as_str());
    // Before the first move it is the turn of who begins.
    let welcome = server.connect(&ada_token).await.welcome;
    assert_eq!(welcome["games"][0]["is_your_turn"], true, "{welcome}");
    // A game that is not looked at: its player hears how it stands, one who looks hears the event alone.
    ada.watch(&game).await;
    bob.watch(&game).await;
    leave([&mut ada, &mut bob], &game).await;
    ada.drop_in(&game, 0, "4").await;
    let listed = bob.hear("listed").await;
    assert_eq!(
        (&listed["game"], &listed["is_your_turn"], &listed["is_over"]),
        (&json!(game), &json!(true), &json!(false)),
        "{listed}"
    );
    // A player who comes back sees the same in the list.
    let is_turn = async |token: &str| {
        let welcome = server.connect(token).await.welcome;
        welcome["games"][0]["is_your_turn"].clone()
    };
    assert_eq!(is_turn(&bob_token).await, true);
    assert_eq!(is_turn(&ada_token).await, false);
    assert_eq!(bob.drop_in(&game, 1, "4").await["type"], "entry");
    assert_eq!(is_turn(&ada_token).await, true);
    // Once it is over both see how it ended, at once and later.
    let resign = json!({"kind": "resign", "at": {"branch": 1, "ply": 2}});
    ada.act(&game, resign).await;
    let ending = json!({"kind": "won", "winner": "second", "by": "resignation"});
    let check = |line: &Value, winner: &str| {
        assert_eq!(line["ending"], ending, "{line}");
        assert_eq!(line["winner"], winner, "{line}");
    };
    let listed = bob.hear_that(|told| told["is_over"] == true).await;
    check(&listed, "you");
    for (token, winner) in [(&ada_token, "opponent"), (&bob_token, "you")] {
        let welcome = server.connect(token).await.welcome;
        check(&welcome["games"][0], winner);
    }
    server.stop().await;
}

pub(crate) async fn gone_while_nobody_looked(store: &StoreAt, bus: BusAt) {
    let server = Server::start(store, bus.clone()).await;
    let (ada_token, bob_token) = (server.token().await, server.token().await);
    let mut ada = server.connect(&ada_token).await;
    let mut bob = server.connect(&bob_token).await;
    let game = begin(&mut ada, &mut bob, terms()).await;
    play([&mut ada, &mut bob], &game, &["4", "4"]).await;
    drop((ada, bob));
    server.stop().await;
    // Two days later the table is opened anew, and Bob has been gone since he left, not since now.
    let day_ms = 24 * 60 * 60 * 1000;
    let later = foursight_server::Clock::standing(START_MS + 2 * day_ms);
    let limits = foursight_server::OnlineLimits::none();
    let server = Server::start_with(store, bus, later, limits).await;
    let mut ada = server.connect(&ada_token).await;
    let table = ada.watch(&game).await;
    let since = &table["seats"][1]["presence"]["gone"]["since_ms"];
    assert_eq!(*since, START_MS, "{table}");
    let over = ada.get(json!({"type": "claim", "game": game})).await;
    assert_eq!(over["entry"]["event"]["ending"]["by"], "departure");
    server.stop().await;
}

pub(crate) async fn a_bot_plays(store: &StoreAt, bus: BusAt) {
    let server = Server::start(store, bus).await;
    let mut ada = server.guest().await;
    let bot = json!({"type": "bot", "level": "easy", "terms": terms()});
    let started = ada.get(bot).await;
    let game = started["game"].as_str().expect("a game").to_owned();
    let table = ada.watch(&game).await;
    assert_eq!(table["seats"][1]["is_bot"], true);
    let mut copy = Copy::of(&table);
    // Dropping wherever it is legal ends every game.
    while !copy.0.is_over() {
        let step = copy.0.game().legal_moves()[0];
        let at = copy.0.point();
        let command = SentCommand::of(&Command::Move { at, step });
        let command = serde_json::to_value(command).expect("JSON");
        let own = ada.act(&game, command).await;
        copy.apply(&own["entry"]);
        if !copy.0.is_over() {
            copy.apply(&ada.entry().await);
        }
    }
    // A bot that begins does so, and not once the game is over.
    let terms_of = json!({"rules": "standard", "first": "guest"});
    let bot = json!({"type": "bot", "level": "easy", "terms": terms_of});
    let game = ada.get(bot).await["game"].as_str().map(str::to_owned);
    let game = game.expect("a game");
    let mut copy = Copy::of(&ada.watch(&game).await);
    copy.apply(&ada.entry().await);
    assert_eq!(copy.0.plies(), 1);
    let no_bot = json!({"type": "bot", "level": "nonsense", "terms": terms()});
    assert_eq!(ada.get(no_bot).await["code"], "no_such_level");
    server.stop().await;
}
