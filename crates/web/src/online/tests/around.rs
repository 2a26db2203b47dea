//! What is around the game on the page: the list of games, invitations, and sessions that end.

use foursight_protocol::online::GameLine;

use super::*;

fn line(game: &str, is_your_turn: bool, is_over: bool) -> GameLine {
    GameLine {
        game: game.to_owned(),
        opponent: "hard".to_owned(),
        is_bot: false,
        is_over,
        is_your_turn,
        changed_ms: 5,
    }
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
    assert!(matches!(todo.as_slice(), [Do::Sit(_, None)]), "{todo:?}");
    // Too many pages of one person is something that they can mend.
    client.hear(&told(None, bye("too_many_sockets")), 9);
    assert_eq!(client.refused.as_deref(), Some("too_many_sockets"));
}
