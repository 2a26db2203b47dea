//! Logs that are longer than one message.

use super::*;

#[test]
fn a_long_log_arrives_in_parts() {
    let part = |entries: &[Entry], is_last: bool| {
        let mut message = table(Some(0), entries);
        if let ServerMessage::Snapshot { has_more, head, .. } = &mut message {
            (*has_more, *head) = (!is_last, 5);
        }
        frame(None, message)
    };
    let requested = |effects: &[OnlineEffect]| match &sent(effects)[..] {
        [request] => match &request.request {
            ClientMessage::Watch { game, from } if game == "g" => *from,
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    };
    let mut client = OnlineClient::default();
    client.open_game("g", None);
    client.on_open();
    client.handle_message(&frame(None, welcome()), 9);
    let effects = client.handle_message(&part(&[start(), moved(2, 4)], false), 9);
    assert_eq!(requested(&effects), 3);
    assert!(shown(&effects).is_none(), "not before it is complete");
    // The connection is lost in between, and the rest is requested after that.
    client.on_close();
    client.on_open();
    let effects = client.handle_message(&frame(None, welcome()), 9);
    assert_eq!(requested(&effects), 3);
    let effects = client.handle_message(&part(&[moved(3, 5)], false), 9);
    assert_eq!(requested(&effects), 4);
    let effects = client.handle_message(&part(&[moved(4, 5), moved(5, 5)], true), 9);
    assert_eq!(shown(&effects), Some(4));
    // What was missed while the connection was lost can be long, too.
    let effects = client.handle_message(&part(&[moved(6, 1)], false), 9);
    assert_eq!(requested(&effects), 7);
    let effects = client.handle_message(&part(&[moved(7, 1)], true), 9);
    assert!(sent(&effects).is_empty(), "{effects:?}");
    let live = client.live.as_ref().expect("a game");
    assert_eq!(live.confirmed.plies(), 6);
}
