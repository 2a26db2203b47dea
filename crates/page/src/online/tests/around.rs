//! The list of games, invitations, and sessions that end.

use foursight_core::{DrawReason, DrawRule};
use foursight_protocol::online::{GameSummary, SummaryWinner};

use super::*;

fn line(game: &str, is_your_turn: bool, is_over: bool) -> GameSummary {
    GameSummary {
        game: game.to_owned(),
        opponent: "hard".to_owned(),
        is_bot: false,
        is_over,
        is_your_turn,
        ending: None,
        winner: None,
        changed_ms: 5,
    }
}

#[test]
fn the_list_of_games_shows_how_they_ended() {
    let text = Text(Language::English);
    let check = |ending: Ending, is_own, words: &str| {
        let ended = GameSummary {
            ending: Some(ending.into()),
            winner: Some(if is_own {
                SummaryWinner::You
            } else {
                SummaryWinner::Opponent
            }),
            ..line("over", false, true)
        };
        assert_eq!(phrases::listed(text, &ended), words);
    };
    let won = |by| Ending::Won(Player::First, by);
    check(won(WinReason::Rules), true, "Against hard: you won");
    check(won(WinReason::Rules), false, "Against hard: you lost");
    let words = "Against hard: you won, by resignation";
    check(won(WinReason::Resignation), true, words);
    check(
        won(WinReason::Time),
        false,
        "Against hard: you lost, on time",
    );
    let words = "Against hard: you lost, by absence";
    check(won(WinReason::Departure), false, words);
    let agreed = Ending::Draw(DrawReason::Agreement);
    check(agreed, false, "Against hard: a draw, by agreement");
    let full = Ending::Draw(DrawReason::Rules(DrawRule::BoardFull));
    check(full, false, "Against hard: a draw");
    let words = "Against hard: aborted";
    check(Ending::Aborted, false, words);
}

#[test]
fn a_game_that_was_left_is_listed_with_its_end() {
    let mut client = seated();
    let resigned = Entry {
        seq: 2,
        at_ms: 9,
        event: Event::GameEnded(Ending::Won(Player::First, WinReason::Resignation)),
    };
    client.handle_message(&frame(None, entry(&resigned)), 9);
    client.leave_game();
    let words = phrases::listed(Text(Language::English), &client.games[0]);
    assert_eq!(words, "Against Bob: you won, by resignation");
}

#[test]
fn a_block_is_remembered() {
    let mut client = seated();
    let is_blocked =
        |client: &OnlineClient| client.live.as_ref().is_some_and(|live| live.has_blocked);
    assert!(!is_blocked(&client));
    let game = "g".to_owned();
    client.request(ClientMessage::Block {
        game,
        is_blocked: true,
    });
    assert!(is_blocked(&client));
    // After a reload the server reports it.
    let mut again = OnlineClient::default();
    again.open_game("g", None);
    again.on_open();
    again.handle_message(&frame(None, welcome()), 9);
    let mut blocked = table(Some(0), &[start()]);
    if let ServerMessage::Snapshot { has_blocked, .. } = &mut blocked {
        *has_blocked = true;
    }
    again.handle_message(&frame(None, blocked), 9);
    assert!(is_blocked(&again));
}

/// Returns the last saved game.
fn saved_game(effects: &[OnlineEffect]) -> Option<String> {
    let mut saved = effects.iter().rev().filter_map(|effect| match effect {
        OnlineEffect::SaveGame(text) => Some(text.clone()),
        _ => None,
    });
    saved.next().flatten()
}

#[test]
fn a_reload_without_a_connection_shows_the_saved_game() {
    let mut client = seated();
    let cid = sent(&client.command(&drop_at(0, 4)))[0].cid;
    let effects = client.handle_message(&frame(cid, entry(&moved(2, 4))), 9);
    let saved = saved_game(&effects).expect("the game is kept");
    let unsent = serde_json::to_string(&[drop_at(1, 5)].map(|command| {
        foursight_protocol::table::WireCommand::from_command(&command).expect("a move can be sent")
    }));
    // The first build wrote the same texts, so games that it left behind are shown as well.
    assert_eq!(saved, include_str!("../../../samples/online-game.json"));
    let sample = include_str!("../../../samples/online-unsent.json");
    assert_eq!(unsent.as_deref().ok(), Some(sample));
    let mut again = OnlineClient::default();
    again.last_game = Some(saved.clone());
    let effects = again.open_game("g", None);
    assert_eq!(shown(&effects), Some(1), "{effects:?}");
    assert!(effects.contains(&OnlineEffect::Connect(0)), "{effects:?}");
    again.on_close();
    // Reconnected: only missed entries are requested, and play continues.
    again.on_open();
    let effects = again.handle_message(&frame(None, welcome()), 9);
    let game = "g".to_owned();
    assert_eq!(
        sent(&effects)[0].request,
        ClientMessage::Watch { game, from: 3 }
    );
    let effects = again.handle_message(&frame(None, table(Some(0), &[moved(3, 5)])), 9);
    assert!(
        effects.contains(&OnlineEffect::ApplyEntries(vec![moved(3, 5)])),
        "{effects:?}"
    );
    // An unconfirmed move is applied again, at the saved seat.
    let mut moving = OnlineClient::default();
    let as_two = saved.replace("\"seat\":0", "\"seat\":1");
    moving.last_game = Some(as_two);
    let effects = moving.open_game("g", Some(&unsent.expect("JSON")));
    assert_eq!(shown(&effects), Some(2), "{effects:?}");
    // Another game, nonsense or another user: nothing is shown before the server responds.
    let mut other = OnlineClient::default();
    other.last_game = Some(saved.clone());
    assert_eq!(other.open_game("h", None), [OnlineEffect::Connect(0)]);
    other.last_game = Some("{nonsense".to_owned());
    assert_eq!(other.open_game("g", None), []);
    let mut stranger = OnlineClient::default();
    stranger.last_game = Some(saved.replace("\"id\":\"a\"", "\"id\":\"z\""));
    stranger.open_game("g", None);
    stranger.on_open();
    let effects = stranger.handle_message(&frame(None, welcome()), 9);
    let game = "g".to_owned();
    assert_eq!(
        sent(&effects)[0].request,
        ClientMessage::Watch { game, from: 0 }
    );
}

#[test]
fn a_renamed_player_reloads_the_table_and_loses_no_move() {
    let mut client = seated();
    client.command(&drop_at(0, 4));
    client.on_close();
    client.on_open();
    client.handle_message(&frame(None, welcome()), 9);
    let mut renamed = table(Some(0), &[]);
    if let ServerMessage::Snapshot { seats, .. } = &mut renamed {
        seats[1].name = "Rob".to_owned();
    }
    let effects = client.handle_message(&frame(None, renamed), 9);
    let game = "g".to_owned();
    assert_eq!(
        sent(&effects)[0].request,
        ClientMessage::Watch { game, from: 0 }
    );
    let effects = client.handle_message(&frame(None, table(Some(0), &[start()])), 9);
    assert_eq!(shown(&effects), Some(1), "{effects:?}");
    assert!(
        matches!(sent(&effects)[0].request, ClientMessage::Command { .. }),
        "{effects:?}"
    );
}

#[test]
fn the_list_of_games_shows_whose_turn_it_is() {
    let mut client = seated();
    let ServerMessage::Welcome {
        proto,
        user: you,
        server_ms,
        ..
    } = welcome()
    else {
        panic!("a welcome");
    };
    let games = vec![
        line("theirs", false, false),
        line("over", false, true),
        line("own", true, false),
    ];
    let welcome = ServerMessage::Welcome {
        proto,
        user: you,
        server_ms,
        games,
    };
    client.handle_message(&frame(None, welcome), 9);
    let order = |client: &OnlineClient| {
        let games = client.games.iter();
        games.map(|line| line.game.clone()).collect::<Vec<_>>()
    };
    assert_eq!(order(&client), ["own", "theirs", "over"]);
    let text = Text(Language::English);
    let words = |line| phrases::listed(text, line);
    assert_eq!(words(&client.games[0]), "Against hard: your turn");
    assert_eq!(words(&client.games[1]), "Against hard: their turn");
    assert_eq!(words(&client.games[2]), "Against hard, over");
    let bot = GameSummary {
        is_bot: true,
        ..line("bot", true, false)
    };
    assert_eq!(words(&bot), "Against Hard: your turn");
    // Another game progresses: the player is notified, and the list has it first.
    let effects = client.handle_message(
        &frame(
            None,
            ServerMessage::GameUpdated(line("theirs", true, false)),
        ),
        9,
    );
    let call = "Your turn against hard.".to_owned();
    assert_eq!(
        effects,
        [
            OnlineEffect::Announce(call.clone()),
            OnlineEffect::PlaySignal,
            OnlineEffect::NotifyAway(call)
        ],
        "{effects:?}"
    );
    assert_eq!(order(&client), ["theirs", "own", "over"]);
    let effects = client.handle_message(
        &frame(None, ServerMessage::GameUpdated(line("own", false, true))),
        9,
    );
    assert_eq!(effects, []);
    assert_eq!(order(&client), ["theirs", "own", "over"]);
}

#[test]
fn an_invitation_survives_a_reload_and_a_lost_connection() {
    let mut client = OnlineClient::default();
    let terms = TermsForm::default().terms(Ruleset::STANDARD);
    client.request(ClientMessage::Invite { terms });
    client.on_open();
    client.handle_message(&frame(None, welcome()), 9);
    let secret = || "s3".to_owned();
    let effects = client.handle_message(
        &frame(None, ServerMessage::InvitationCreated { secret: secret() }),
        9,
    );
    assert_eq!(effects, [OnlineEffect::SaveInvitation(Some(secret()))]);
    // Another page of the same browser checks the invitation later.
    let again = |answer: ServerMessage| {
        let mut client = OnlineClient::default();
        client.invitation = Some(secret());
        client.request(ClientMessage::WatchLobby { is_watching: true });
        client.on_open();
        let frames = sent(&client.handle_message(&frame(None, welcome()), 9));
        let join = ClientMessage::AcceptInvitation { secret: secret() };
        let joining = frames.iter().find(|sent| sent.request == join);
        let cid = joining.expect("the request").cid;
        let effects = client.handle_message(&frame(cid, answer), 9);
        (client, effects)
    };
    let (client, effects) = again(refused("own_seek"));
    assert_eq!(
        (client.invitation, client.last_refusal),
        (Some(secret()), None)
    );
    assert_eq!(effects, []);
    let (client, effects) = again(refused("invitation_gone"));
    assert_eq!((client.invitation, client.last_refusal), (None, None));
    assert_eq!(effects, [OnlineEffect::SaveInvitation(None)]);
    let game = "g".to_owned();
    let (client, effects) = again(ServerMessage::GameStarted { game });
    assert_eq!(client.invitation, None);
    assert!(
        effects.contains(&OnlineEffect::OpenGame("g".to_owned())),
        "{effects:?}"
    );
    assert!(
        effects.contains(&OnlineEffect::SaveInvitation(None)),
        "{effects:?}"
    );
}

#[test]
fn a_player_whose_session_ends_becomes_a_viewer() {
    let mut client = seated();
    let bye = |code: &str| ServerMessage::Bye {
        code: code.to_owned(),
    };
    client.handle_message(&frame(None, bye("cut_off")), 9);
    assert_eq!(client.last_refusal, None, "the line tells that it is lost");
    client.on_close();
    client.on_open();
    let ServerMessage::Welcome { proto, games, .. } = welcome() else {
        panic!("a welcome");
    };
    let welcome = ServerMessage::Welcome {
        proto,
        user: UserInfo {
            id: "z".to_owned(),
            name: "Zoe".to_owned(),
            has_account: false,
        },
        server_ms: 5,
        games,
    };
    let effects = client.handle_message(&frame(None, welcome), 9);
    let game = "g".to_owned();
    assert_eq!(
        sent(&effects)[0].request,
        ClientMessage::Watch { game, from: 0 }
    );
    let effects = client.handle_message(&frame(None, table(None, &[start()])), 9);
    assert!(
        matches!(
            effects.as_slice(),
            [OnlineEffect::ShowTable(_, None), OnlineEffect::SaveGame(_)]
        ),
        "{effects:?}"
    );
    // The user can fix too many open pages.
    client.handle_message(&frame(None, bye("too_many_sockets")), 9);
    assert_eq!(client.last_refusal.as_deref(), Some("too_many_sockets"));
}

#[test]
fn network_events_close_and_reopen_the_connection() {
    let mut client = seated();
    assert_eq!(client.on_network_restored(), []);
    assert!(matches!(
        client.on_network_lost()[..],
        [OnlineEffect::Connect(_)]
    ));
    assert_eq!(client.connection, ConnectionState::Lost);
    assert_eq!(client.on_network_lost(), [], "it is known already");
    assert_eq!(client.on_network_restored(), [OnlineEffect::Connect(0)]);
}

#[test]
fn a_remote_sign_out_is_reported() {
    let welcomed = |id: &str, has_account| {
        let ServerMessage::Welcome {
            user: you,
            server_ms,
            ..
        } = welcome()
        else {
            panic!("a welcome");
        };
        let id = id.to_owned();
        ServerMessage::Welcome {
            proto: PROTOCOL_VERSION,
            user: UserInfo {
                id,
                has_account,
                ..you
            },
            server_ms,
            games: Vec::new(),
        }
    };
    let refused = |first: ServerMessage| {
        let mut client = OnlineClient::default();
        client.connect();
        client.on_open();
        client.handle_message(&frame(None, first), 9);
        client.on_close();
        client.on_open();
        client.handle_message(&frame(None, welcomed("b", false)), 9);
        client.last_refusal
    };
    assert_eq!(refused(welcomed("a", true)).as_deref(), Some("signed_out"));
    assert_eq!(refused(welcomed("a", false)), None);
    assert_eq!(refused(welcomed("b", true)), None);
}

#[test]
fn another_name_is_shown_everywhere() {
    let mut client = seated();
    let renamed = |name: &str| {
        let mut seats = seats();
        seats[1].name = name.to_owned();
        ServerMessage::PresenceChanged {
            game: "g".to_owned(),
            seats,
            viewer_count: 1,
        }
    };
    assert_eq!(client.handle_message(&frame(None, renamed("Bob")), 9), []);
    let effects = client.handle_message(&frame(None, renamed("Berta")), 9);
    assert!(matches!(
        sent(&effects)[0].request,
        ClientMessage::Watch { from: 0, .. }
    ));
    let ServerMessage::Snapshot {
        game,
        seat,
        entries,
        ..
    } = table(Some(0), &[start()])
    else {
        panic!("a table");
    };
    let ServerMessage::PresenceChanged { seats, .. } = renamed("Berta") else {
        panic!("seats");
    };
    let again = ServerMessage::Snapshot {
        game,
        seat,
        seats,
        viewer_count: 1,
        entries,
        has_more: false,
        head: 1,
        status: now(),
        clocks: None,
        has_blocked: false,
        server_ms: 5,
    };
    let effects = client.handle_message(&frame(None, again), 9);
    let [OnlineEffect::ShowTable(table, _), OnlineEffect::SaveGame(_)] = &effects[..] else {
        panic!("{effects:?}");
    };
    let name = Occupant::Person("Berta".to_owned());
    assert_eq!(table.start().seats[1], name);
}
