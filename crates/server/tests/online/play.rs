//! Complete games with two clients and a viewer.

use foursight_protocol::table::{WireCommand, WireEntry};
use foursight_server::{BusConfig, StoreLocation};
use foursight_table::{Command, Entry, Table};
use serde_json::{Value, json};

use super::client::{START_MS, TestClient, TestServer, start_game, terms, unwatch};

/// First wins with four in a column.
const WIN: [&str; 7] = ["4", "5", "4", "5", "4", "5", "4"];

/// A replica of a table that applies the entries a client receives.
struct ReplicaTable(Table);

impl ReplicaTable {
    fn of(message: &Value) -> Self {
        let entries: Vec<WireEntry> =
            serde_json::from_value(message["entries"].clone()).expect("entries");
        let entries = entries.into_iter().map(Entry::try_from);
        let entries: Vec<_> = entries.collect::<Result<_, _>>().expect("known");
        Self(Table::from_log(&entries).expect("a table"))
    }

    fn apply(&mut self, entry: &Value) {
        let entry: WireEntry = serde_json::from_value(entry.clone()).expect("an entry");
        let entry = Entry::try_from(entry).expect("known");
        self.0.apply(&entry).expect("it follows");
    }
}

/// Plays the moves in turn; each player receives those of the other.
async fn play(players: [&mut TestClient; 2], game: &str, moves: &[&str]) {
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

pub(crate) async fn a_whole_game(store: &StoreLocation, bus: BusConfig) {
    let server = TestServer::start(store, bus).await;
    let (mut ada, mut bob) = (server.guest().await, server.guest().await);
    let game = start_game(&mut ada, &mut bob, terms()).await;
    let mut eve = server.guest().await;
    let table = eve.watch(&game).await;
    assert_eq!(table["seat"], json!(null));
    assert_eq!(table["seats"][0]["presence"], "here");
    let seats = ada
        .receive_where(|message| message["type"] == "seats" && message["watchers"] == 1)
        .await;
    assert_eq!(seats["seats"][1]["presence"], "here");
    play([&mut ada, &mut bob], &game, &WIN).await;
    // A viewer receives the same events, and may not move.
    for column in WIN {
        assert_eq!(eve.entry().await["event"]["move"], column);
    }
    assert_eq!(eve.drop_in(&game, 7, "1").await["code"], "not_allowed");
    assert_eq!(bob.drop_in(&game, 7, "1").await["code"], "game_over");
    // A rematch, in which the other player begins.
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
    // The log holds all of it for later viewers.
    let whole = server.guest().await.watch(&game).await;
    let entries = whole["entries"].as_array().expect("a list");
    let numbers: Vec<_> = entries.iter().map(|entry| entry["seq"].as_u64()).collect();
    let expected: Vec<_> = (1..=entries.len() as u64).map(Some).collect();
    assert_eq!(numbers, expected);
    assert_eq!(entries.len(), 1 + WIN.len() + 3);
    server.stop().await;
}

pub(crate) async fn offers_and_ends(store: &StoreLocation, bus: BusConfig) {
    let server = TestServer::start(store, bus).await;
    let (mut ada, mut bob) = (server.guest().await, server.guest().await);
    let game = start_game(&mut ada, &mut bob, terms()).await;
    play([&mut ada, &mut bob], &game, &["4", "4", "3"]).await;
    // A take-back is offered and accepted; a late copy of the old move is stale.
    let at = |branch: u64, ply: u64| json!({"branch": branch, "ply": ply});
    let sent = ada
        .act(&game, json!({"kind": "take_back", "at": at(1, 3)}))
        .await;
    let offer = sent["entry"]["event"]["offer"].clone();
    assert_eq!(offer["kind"], "take_back", "{sent}");
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
    // A chat message, a declined draw, and a resignation.
    ada.request(json!({"type": "say", "game": game, "what": "good_luck"}))
        .await;
    assert_eq!(bob.receive("said").await["what"], "good_luck");
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

pub(crate) async fn blocked(store: &StoreLocation, bus: BusConfig) {
    let server = TestServer::start(store, bus).await;
    let (mut ada, mut bob) = (server.guest().await, server.guest().await);
    let game = start_game(&mut ada, &mut bob, terms()).await;
    play([&mut ada, &mut bob], &game, &["4", "4"]).await;
    // Blocking closes open offers at once, so that they cannot be accepted.
    let draw = json!({"kind": "draw", "at": {"branch": 1, "ply": 2}});
    assert_eq!(ada.act(&game, draw).await["type"], "entry");
    bob.receive_where(|message| message["entry"]["event"]["kind"] == "offered")
        .await;
    // After a block only moves are delivered.
    bob.send_message(json!({"type": "block", "game": game, "is_blocked": true}))
        .await;
    for player in [&mut ada, &mut bob] {
        player
            .receive_where(|message| message["entry"]["event"]["kind"] == "closed")
            .await;
    }
    let accept = json!({"kind": "accept", "offer": {"kind": "draw"}});
    assert_eq!(bob.act(&game, accept).await["code"], "blocked");
    // A returning player sees the own block; the blocked player does not.
    for (player, has_blocked) in [(&mut bob, true), (&mut ada, false)] {
        let watch = json!({"type": "watch", "game": game});
        assert_eq!(player.request(watch).await["has_blocked"], has_blocked);
    }
    let refused_chat = ada
        .request(json!({"type": "say", "game": game, "what": "thanks"}))
        .await;
    assert_eq!(refused_chat["code"], "blocked");
    for kind in ["draw", "take_back", "next"] {
        let at = json!({"branch": 1, "ply": 2});
        let offered = ada.act(&game, json!({"kind": kind, "at": at})).await;
        assert_eq!(offered["code"], "blocked", "{kind}: {offered}");
    }
    assert_eq!(ada.drop_in(&game, 2, "4").await["type"], "entry");
    // Neither sees or can accept the other's seeks.
    let seek = json!({"type": "seek", "terms": terms()});
    ada.request(seek).await;
    let mut eve = server.guest().await;
    let lobby = json!({"type": "lobby", "is_wanted": true});
    let seeks = eve.request(lobby.clone()).await["seeks"].clone();
    assert_eq!(seeks.as_array().map(Vec::len), Some(1), "{seeks}");
    assert_eq!(bob.request(lobby).await["seeks"], json!([]));
    let take = json!({"type": "take", "seek": seeks[0]["seek"]});
    assert_eq!(bob.request(take).await["code"], "seek_gone");
    let invited = ada
        .request(json!({"type": "invite", "terms": terms()}))
        .await;
    let join = json!({"type": "join", "secret": invited["secret"]});
    assert_eq!(bob.request(join).await["code"], "invitation_gone");
    server.stop().await;
}

pub(crate) async fn pairing(store: &StoreLocation, bus: BusConfig) {
    let server = TestServer::start(store, bus).await;
    let (mut ada, mut bob, mut eve) = (
        server.guest().await,
        server.guest().await,
        server.guest().await,
    );
    eve.request(json!({"type": "lobby", "is_wanted": true}))
        .await;
    let pair = |rules: &str| json!({"type": "pair", "terms": {"rules": rules}});
    assert_eq!(ada.request(pair("standard")).await["type"], "done");
    let seeks = eve
        .receive_where(|message| message["seeks"][0]["person"].is_string())
        .await;
    assert_eq!(seeks["seeks"][0]["person"], ada.id.as_str());
    // Seeks with other rules are not paired.
    assert_eq!(bob.request(pair("pop-out")).await["type"], "done");
    let started = bob.request(pair("standard 7x6/4")).await;
    assert_eq!(started["type"], "started", "{started}");
    assert_eq!(ada.receive("started").await["game"], started["game"]);
    // A public seek from the list; the own one or one that is gone cannot be accepted.
    eve.request(json!({"type": "seek", "terms": {"rules": "power-up"}}))
        .await;
    ada.request(json!({"type": "lobby", "is_wanted": true}))
        .await;
    let list = ada.receive_where(|message| message["seeks"][0]["person"] == eve.id.as_str());
    let seek = list.await["seeks"][0]["seek"].clone();
    let take = json!({"type": "take", "seek": seek});
    assert_eq!(eve.request(take.clone()).await["code"], "own_seek");
    assert_eq!(ada.request(take.clone()).await["type"], "started");
    assert_eq!(bob.request(take).await["code"], "seek_gone");
    // Invalid terms.
    assert_eq!(
        ada.request(pair("standard 99x99/4")).await["code"],
        "bad_rules"
    );
    let clock = json!({"kind": "per_turn", "turn_ms": 1});
    let terms = json!({"rules": "standard", "clock": clock});
    let pair = json!({"type": "pair", "terms": terms});
    assert_eq!(ada.request(pair).await["code"], "bad_clock");
    server.stop().await;
}

pub(crate) async fn clocks_and_downtime(store: &StoreLocation, bus: BusConfig) {
    let server = TestServer::start(store, bus.clone()).await;
    let (ada_token, bob_token) = (server.token().await, server.token().await);
    let mut ada = server.connect(&ada_token).await;
    let mut bob = server.connect(&bob_token).await;
    let clock = json!({"kind": "total", "main_ms": 60_000, "increment_ms": 1_000});
    let terms = json!({"rules": "standard", "first": "host", "clock": clock});
    let game = start_game(&mut ada, &mut bob, terms).await;
    play([&mut ada, &mut bob], &game, &["4", "4"]).await;
    // The clock runs from now on: ten seconds of Ada's, and an increment of one.
    server.clock.set(START_MS + 10_000);
    let moved = ada.drop_in(&game, 2, "4").await;
    assert_eq!(moved["entry"]["event"]["spent_ms"], 10_000);
    assert_eq!(moved["clocks"]["left_ms"], json!([51_000, 60_000]));
    assert_eq!(moved["clocks"]["running"], 1);
    drop((ada, bob));
    server.stop().await;
    // The hour without a server is credited to the running clock.
    let later = START_MS + 10_000 + 3_600_000;
    let clock = foursight_server::WallClock::manual(later);
    let limits = foursight_server::OnlineLimits::unlimited();
    let server = TestServer::start_with(store, bus, clock, limits).await;
    let (mut ada, mut bob) = (
        server.connect(&ada_token).await,
        server.connect(&bob_token).await,
    );
    ada.watch(&game).await;
    let table = bob.watch(&game).await;
    let left = table["clocks"]["left_ms"][1].as_u64().expect("a clock");
    assert_eq!(left, 60_000, "{table}");
    // Then time runs out, without a command of a player.
    server.clock.set(later + 60_000);
    let over = ada
        .receive_where(|message| message["entry"]["event"]["kind"] == "ended")
        .await;
    let ending = json!({"kind": "won", "winner": "first", "by": "time"});
    assert_eq!(over["entry"]["event"]["ending"], ending);
    server.stop().await;
}

pub(crate) async fn abort_and_claim(store: &StoreLocation, bus: BusConfig) {
    let server = TestServer::start(store, bus).await;
    let (mut ada, mut bob) = (server.guest().await, server.guest().await);
    let game = start_game(&mut ada, &mut bob, terms()).await;
    play([&mut ada, &mut bob], &game, &["4"]).await;
    let over = bob.act(&game, json!({"kind": "abort"})).await;
    assert_eq!(over["entry"]["event"]["ending"], json!({"kind": "aborted"}));
    // An untimed game can be claimed once the other player has been gone for a day.
    let game = start_game(&mut ada, &mut bob, terms()).await;
    play([&mut ada, &mut bob], &game, &["4", "4"]).await;
    let claim = json!({"type": "claim", "game": game});
    let day_ms = 24 * 60 * 60 * 1000;
    server.clock.set(START_MS + 2 * day_ms);
    assert_eq!(
        ada.request(claim.clone()).await["code"],
        "too_early",
        "Bob is here"
    );
    drop(bob);
    let is_gone = |message: &serde_json::Value| message["seats"][1]["presence"]["gone"].is_object();
    ada.receive_where(is_gone).await;
    server.clock.set(START_MS + 3 * day_ms - 1);
    assert_eq!(ada.request(claim.clone()).await["code"], "too_early");
    server.clock.set(START_MS + 3 * day_ms);
    let over = ada.request(claim).await;
    let ending = json!({"kind": "won", "winner": "first", "by": "departure"});
    assert_eq!(over["entry"]["event"]["ending"], ending, "{over}");
    server.stop().await;
}

pub(crate) async fn summaries_of_unwatched_games(store: &StoreLocation, bus: BusConfig) {
    let server = TestServer::start(store, bus).await;
    let (ada_token, bob_token) = (server.token().await, server.token().await);
    let mut ada = server.connect(&ada_token).await;
    let mut bob = server.connect(&bob_token).await;
    // The host of an invitation cannot accept it, and later gets its game.
    let invited = ada
        .request(json!({"type": "invite", "terms": terms()}))
        .await;
    let join = json!({"type": "join", "secret": invited["secret"]});
    assert_eq!(ada.request(join.clone()).await["code"], "own_seek");
    let started = bob.request(join.clone()).await;
    let game = started["game"].as_str().expect("a game").to_owned();
    assert_eq!(ada.receive("started").await["game"], game.as_str());
    assert_eq!(ada.request(join).await["game"], game.as_str());
    // Before the first move it is the turn of the first player.
    let welcome = server.connect(&ada_token).await.welcome;
    assert_eq!(welcome["games"][0]["is_your_turn"], true, "{welcome}");
    // A player who does not watch the game receives its summary; one who does receives the event
    // only.
    ada.watch(&game).await;
    bob.watch(&game).await;
    unwatch([&mut ada, &mut bob], &game).await;
    ada.drop_in(&game, 0, "4").await;
    let listed = bob.receive("listed").await;
    assert_eq!(
        (&listed["game"], &listed["is_your_turn"], &listed["is_over"]),
        (&json!(game), &json!(true), &json!(false)),
        "{listed}"
    );
    // A returning player sees the same in the list.
    let is_turn = async |token: &str| {
        let welcome = server.connect(token).await.welcome;
        welcome["games"][0]["is_your_turn"].clone()
    };
    assert_eq!(is_turn(&bob_token).await, true);
    assert_eq!(is_turn(&ada_token).await, false);
    assert_eq!(bob.drop_in(&game, 1, "4").await["type"], "entry");
    assert_eq!(is_turn(&ada_token).await, true);
    // Once the game is over both see its ending, at once and later.
    let resign = json!({"kind": "resign", "at": {"branch": 1, "ply": 2}});
    ada.act(&game, resign).await;
    let ending = json!({"kind": "won", "winner": "second", "by": "resignation"});
    let check = |line: &Value, winner: &str| {
        assert_eq!(line["ending"], ending, "{line}");
        assert_eq!(line["winner"], winner, "{line}");
    };
    let listed = bob
        .receive_where(|message| message["is_over"] == true)
        .await;
    check(&listed, "you");
    for (token, winner) in [(&ada_token, "opponent"), (&bob_token, "you")] {
        let welcome = server.connect(token).await.welcome;
        check(&welcome["games"][0], winner);
    }
    server.stop().await;
}

pub(crate) async fn absence_outlives_the_actor(store: &StoreLocation, bus: BusConfig) {
    let server = TestServer::start(store, bus.clone()).await;
    let (ada_token, bob_token) = (server.token().await, server.token().await);
    let mut ada = server.connect(&ada_token).await;
    let mut bob = server.connect(&bob_token).await;
    let game = start_game(&mut ada, &mut bob, terms()).await;
    play([&mut ada, &mut bob], &game, &["4", "4"]).await;
    drop((ada, bob));
    server.stop().await;
    // Two days later the game is reopened, and Bob has been gone since he left, not since now.
    let day_ms = 24 * 60 * 60 * 1000;
    let later = foursight_server::WallClock::manual(START_MS + 2 * day_ms);
    let limits = foursight_server::OnlineLimits::unlimited();
    let server = TestServer::start_with(store, bus, later, limits).await;
    let mut ada = server.connect(&ada_token).await;
    let table = ada.watch(&game).await;
    let since = &table["seats"][1]["presence"]["gone"]["since_ms"];
    assert_eq!(*since, START_MS, "{table}");
    let over = ada.request(json!({"type": "claim", "game": game})).await;
    assert_eq!(over["entry"]["event"]["ending"]["by"], "departure");
    server.stop().await;
}

pub(crate) async fn a_bot_plays(store: &StoreLocation, bus: BusConfig) {
    let server = TestServer::start(store, bus).await;
    let mut ada = server.guest().await;
    let bot = json!({"type": "bot", "level": "easy", "terms": terms()});
    let started = ada.request(bot).await;
    let game = started["game"].as_str().expect("a game").to_owned();
    let table = ada.watch(&game).await;
    assert_eq!(table["seats"][1]["is_bot"], true);
    let mut copy = ReplicaTable::of(&table);
    // Playing the first legal move ends every game.
    while !copy.0.is_over() {
        let step = copy.0.game().legal_moves()[0];
        let at = copy.0.point();
        let command = WireCommand::from_command(&Command::PlayMove { at, mv: step });
        let command = serde_json::to_value(command).expect("JSON");
        let own = ada.act(&game, command).await;
        copy.apply(&own["entry"]);
        if !copy.0.is_over() {
            copy.apply(&ada.entry().await);
        }
    }
    // A bot that moves first does so on its own.
    let terms_of = json!({"rules": "standard", "first": "guest"});
    let bot = json!({"type": "bot", "level": "easy", "terms": terms_of});
    let game = ada.request(bot).await["game"].as_str().map(str::to_owned);
    let game = game.expect("a game");
    let mut copy = ReplicaTable::of(&ada.watch(&game).await);
    copy.apply(&ada.entry().await);
    assert_eq!(copy.0.plies(), 1);
    let no_bot = json!({"type": "bot", "level": "nonsense", "terms": terms()});
    assert_eq!(ada.request(no_bot).await["code"], "no_such_level");
    server.stop().await;
}
