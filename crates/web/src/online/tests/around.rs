//! What is around the game on the page: the list of games, invitations, and sessions that end.

use foursight_core::{Tie, TiedBy};
use foursight_protocol::online::{GameLine, Winner};

use super::*;

fn line(game: &str, is_your_turn: bool, is_over: bool) -> GameLine {
    GameLine {
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
fn the_list_of_games_says_how_they_ended() {
    let text = Text(Language::English);
    let check = |ending: Ending, is_own, words: &str| {
        let ended = GameLine {
            ending: Some(ending.into()),
            winner: Some(if is_own {
                Winner::You
            } else {
                Winner::Opponent
            }),
            ..line("over", false, true)
        };
        assert_eq!(words::listed(text, &ended), words);
    };
    let won = |by| Ending::Won(Player::First, by);
    check(won(WonBy::Rules), true, "Against hard: you won");
    check(won(WonBy::Rules), false, "Against hard: you lost");
    let words = "Against hard: you won, by resignation";
    check(won(WonBy::Resignation), true, words);
    check(won(WonBy::Time), false, "Against hard: you lost, on time");
    let words = "Against hard: you lost, by absence";
    check(won(WonBy::Departure), false, words);
    let agreed = Ending::Tied(TiedBy::Agreement);
    check(agreed, false, "Against hard: a tie, agreed");
    let full = Ending::Tied(TiedBy::Rules(Tie::GridFull));
    check(full, false, "Against hard: a tie");
    let words = "Against hard: given up without a result";
    check(Ending::Aborted, false, words);
}

#[test]
fn a_game_that_was_left_is_listed_with_its_end() {
    let mut client = seated();
    let resigned = Entry {
        seq: 2,
        at_ms: 9,
        event: Event::Ended(Ending::Won(Player::First, WonBy::Resignation)),
    };
    client.hear(&told(None, entry(&resigned)), 9);
    client.look_away();
    let words = words::listed(Text(Language::English), &client.games[0]);
    assert_eq!(words, "Against Bob: you won, by resignation");
}

#[test]
fn the_page_knows_whom_it_has_blocked() {
    let mut client = seated();
    let is_blocked = |client: &Client| client.live.as_ref().is_some_and(|live| live.has_blocked);
    assert!(!is_blocked(&client));
    let game = "g".to_owned();
    client.ask(Ask::Block {
        game,
        is_blocked: true,
    });
    assert!(is_blocked(&client));
    // After a reload the server says so.
    let mut again = Client::default();
    again.look_at("g", None);
    again.opened();
    again.hear(&told(None, welcome()), 9);
    let mut blocked = table(Some(0), &[start()]);
    if let Told::Table { has_blocked, .. } = &mut blocked {
        *has_blocked = true;
    }
    again.hear(&told(None, blocked), 9);
    assert!(is_blocked(&again));
}

/// What was kept last of the game on the page.
fn kept_game(todo: &[Do]) -> Option<String> {
    let mut kept = todo.iter().rev().filter_map(|what| match what {
        Do::KeepGame(text) => Some(text.clone()),
        _ => None,
    });
    kept.next().flatten()
}

#[test]
fn a_reload_without_a_line_shows_what_was_known() {
    let mut client = seated();
    let cid = sent(&client.command(&drop_at(0, 4)))[0].cid;
    let todo = client.hear(&told(cid, entry(&moved(2, 4))), 9);
    let kept = kept_game(&todo).expect("the game is kept");
    let unsent = serde_json::to_string(&[drop_at(1, 5)].map(|step| {
        foursight_protocol::table::SentCommand::of(&step).expect("a move can be sent")
    }));
    let mut again = Client::default();
    again.last_game = Some(kept.clone());
    let todo = again.look_at("g", None);
    assert_eq!(shown(&todo), Some(1), "{todo:?}");
    assert!(todo.contains(&Do::Connect(0)), "{todo:?}");
    again.closed();
    // The line is back: only what was missed is asked for, and play goes on.
    again.opened();
    let todo = again.hear(&told(None, welcome()), 9);
    let game = "g".to_owned();
    assert_eq!(sent(&todo)[0].ask, Ask::Watch { game, from: 3 });
    let todo = again.hear(&told(None, table(Some(0), &[moved(3, 5)])), 9);
    assert!(todo.contains(&Do::Entries(vec![moved(3, 5)])), "{todo:?}");
    // A move that was under way is under way again, at the seat that was theirs.
    let mut moving = Client::default();
    let as_two = kept.replace("\"seat\":0", "\"seat\":1");
    moving.last_game = Some(as_two);
    let todo = moving.look_at("g", Some(&unsent.expect("JSON")));
    assert_eq!(shown(&todo), Some(2), "{todo:?}");
    // Another game, nonsense, or another person: nothing is shown before the server speaks.
    let mut other = Client::default();
    other.last_game = Some(kept.clone());
    assert_eq!(other.look_at("h", None), [Do::Connect(0)]);
    other.last_game = Some("{nonsense".to_owned());
    assert_eq!(other.look_at("g", None), []);
    let mut somebody = Client::default();
    somebody.last_game = Some(kept.replace("\"id\":\"a\"", "\"id\":\"z\""));
    somebody.look_at("g", None);
    somebody.opened();
    let todo = somebody.hear(&told(None, welcome()), 9);
    let game = "g".to_owned();
    assert_eq!(sent(&todo)[0].ask, Ask::Watch { game, from: 0 });
}

#[test]
fn a_new_name_is_read_anew_and_loses_no_move() {
    let mut client = seated();
    client.command(&drop_at(0, 4));
    client.closed();
    client.opened();
    client.hear(&told(None, welcome()), 9);
    let mut renamed = table(Some(0), &[]);
    if let Told::Table { seats, .. } = &mut renamed {
        seats[1].name = "Rob".to_owned();
    }
    let todo = client.hear(&told(None, renamed), 9);
    let game = "g".to_owned();
    assert_eq!(sent(&todo)[0].ask, Ask::Watch { game, from: 0 });
    let todo = client.hear(&told(None, table(Some(0), &[start()])), 9);
    assert_eq!(shown(&todo), Some(1), "{todo:?}");
    assert!(matches!(sent(&todo)[0].ask, Ask::Do { .. }), "{todo:?}");
}

#[test]
fn the_list_of_games_says_whose_turn_it_is_and_follows() {
    let mut client = seated();
    let Told::Welcome {
        proto,
        you,
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
    let welcome = Told::Welcome {
        proto,
        you,
        server_ms,
        games,
    };
    client.hear(&told(None, welcome), 9);
    let order = |client: &Client| {
        let games = client.games.iter();
        games.map(|line| line.game.clone()).collect::<Vec<_>>()
    };
    assert_eq!(order(&client), ["own", "theirs", "over"]);
    let text = Text(Language::English);
    let words = |line| words::listed(text, line);
    assert_eq!(words(&client.games[0]), "Against hard: your turn");
    assert_eq!(words(&client.games[1]), "Against hard: their turn");
    assert_eq!(words(&client.games[2]), "Against hard, over");
    let bot = GameLine {
        is_bot: true,
        ..line("bot", true, false)
    };
    assert_eq!(words(&bot), "Against Hard: your turn");
    // A game that is not on the page goes on: the people here are called, and the list has it first.
    let todo = client.hear(&told(None, Told::Listed(line("theirs", true, false))), 9);
    let call = "Your turn against hard.".to_owned();
    assert_eq!(
        todo,
        [Do::Tell(call.clone()), Do::Ring, Do::Notice(call)],
        "{todo:?}"
    );
    assert_eq!(order(&client), ["theirs", "own", "over"]);
    let todo = client.hear(&told(None, Told::Listed(line("own", false, true))), 9);
    assert_eq!(todo, []);
    assert_eq!(order(&client), ["theirs", "own", "over"]);
}

#[test]
fn an_invitation_outlives_a_reload_and_a_lost_line() {
    let mut client = Client::default();
    let terms = Choice::default().terms(Ruleset::STANDARD);
    client.ask(Ask::Invite { terms });
    client.opened();
    client.hear(&told(None, welcome()), 9);
    let secret = || "s3".to_owned();
    let todo = client.hear(&told(None, Told::Invited { secret: secret() }), 9);
    assert_eq!(todo, [Do::KeepInvitation(Some(secret()))]);
    // Another page of the same browser, later: it asks whether the invitation still waits.
    let again = |answer: Told| {
        let mut client = Client::default();
        client.invitation = Some(secret());
        client.ask(Ask::Lobby { is_wanted: true });
        client.opened();
        let asked = sent(&client.hear(&told(None, welcome()), 9));
        let join = Ask::Join { secret: secret() };
        let asked = asked.iter().find(|asked| asked.ask == join);
        let cid = asked.expect("the question").cid;
        let todo = client.hear(&told(cid, answer), 9);
        (client, todo)
    };
    let (client, todo) = again(refused("own_seek"));
    assert_eq!((client.invitation, client.refused), (Some(secret()), None));
    assert_eq!(todo, []);
    let (client, todo) = again(refused("invitation_gone"));
    assert_eq!((client.invitation, client.refused), (None, None));
    assert_eq!(todo, [Do::KeepInvitation(None)]);
    let game = "g".to_owned();
    let (client, todo) = again(Told::Started { game });
    assert_eq!(client.invitation, None);
    assert!(todo.contains(&Do::Go("g".to_owned())), "{todo:?}");
    assert!(todo.contains(&Do::KeepInvitation(None)), "{todo:?}");
}

#[test]
fn a_session_that_ends_under_an_open_page_leaves_a_watcher() {
    let mut client = seated();
    let bye = |code: &str| Told::Bye {
        code: code.to_owned(),
    };
    client.hear(&told(None, bye("cut_off")), 9);
    assert_eq!(client.refused, None, "the line tells that it is lost");
    client.closed();
    client.opened();
    let Told::Welcome { proto, games, .. } = welcome() else {
        panic!("a welcome");
    };
    let welcome = Told::Welcome {
        proto,
        you: You {
            id: "z".to_owned(),
            name: "Zoe".to_owned(),
            has_account: false,
        },
        server_ms: 5,
        games,
    };
    let todo = client.hear(&told(None, welcome), 9);
    let game = "g".to_owned();
    assert_eq!(sent(&todo)[0].ask, Ask::Watch { game, from: 0 });
    let todo = client.hear(&told(None, table(None, &[start()])), 9);
    assert!(
        matches!(todo.as_slice(), [Do::Sit(_, None), Do::KeepGame(_)]),
        "{todo:?}"
    );
    // Too many pages of one person is something that they can mend.
    client.hear(&told(None, bye("too_many_sockets")), 9);
    assert_eq!(client.refused.as_deref(), Some("too_many_sockets"));
}
