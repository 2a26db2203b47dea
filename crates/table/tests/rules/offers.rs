//! Offers: how they are made, answered, counted and forgotten.

use foursight_core::{Ending, TiedBy};
use foursight_table::{
    By, Command, Consent, DRAW_OFFERS_MAX, Event, Offer, Refused, Seat, TAKE_BACK_OFFERS_MAX, Table,
};

use crate::{ONE, TWELVE_QUIET_MOVES, TWO, against_a_bot, open, people, play, played, say};

const TIED: Result<Event, Refused> = Ok(Event::Ended(Ending::Tied(TiedBy::Agreement)));

/// Two people online in the middle of a game, with seat one to move.
fn online() -> Table {
    played(people(Consent::Agreement), "4433")
}

#[test]
fn a_tie_needs_both_seats() {
    let mut table = online();
    let draw = Command::Draw(table.point());
    let offered = Ok(Event::Offered(Seat::One, Offer::Draw));
    assert_eq!(say(&mut table, ONE, &draw), offered);
    assert_eq!(table.offer_of(Seat::One), Some(Offer::Draw));
    assert!(!table.is_over());
    let accept = Command::Accept(Offer::Draw);
    assert_eq!(say(&mut table, ONE, &accept), Err(Refused::NoOffer));
    assert_eq!(say(&mut table.clone(), TWO, &accept), TIED);
    // The same wish of the other seat is an answer too.
    assert_eq!(say(&mut table, TWO, &draw), TIED);
}

#[test]
fn only_the_offer_that_stands_is_accepted() {
    let mut table = online();
    let draw = Command::Draw(table.point());
    assert!(say(&mut table, ONE, &draw).is_ok());
    for other in [Offer::TakeBack(2), Offer::Rematch] {
        let accepted = say(&mut table, TWO, &Command::Accept(other));
        assert_eq!(accepted, Err(Refused::NoOffer));
        let declined = say(&mut table, TWO, &Command::Decline(other));
        assert_eq!(declined, Err(Refused::NoOffer));
    }
}

#[test]
fn an_offer_is_withdrawn_or_declined_and_not_made_again_before_a_move() {
    for by in [ONE, TWO] {
        let mut table = online();
        let draw = Command::Draw(table.point());
        assert!(say(&mut table, ONE, &draw).is_ok());
        let decline = Command::Decline(Offer::Draw);
        assert_eq!(say(&mut table, by, &decline), Ok(Event::Closed(Seat::One)));
        assert_eq!(table.offer_of(Seat::One), None);
        assert_eq!(say(&mut table, ONE, &draw), Err(Refused::AlreadyOffered));
        play(&mut table, "1");
        let draw = Command::Draw(table.point());
        assert!(say(&mut table, ONE, &draw).is_ok());
    }
}

#[test]
fn a_take_back_needs_both_seats() {
    let mut table = online();
    let undo = Command::TakeBack(table.point());
    let offer = Offer::TakeBack(2);
    assert_eq!(
        say(&mut table, ONE, &undo),
        Ok(Event::Offered(Seat::One, offer))
    );
    assert_eq!(table.plies(), 4);
    let accept = Command::Accept(offer);
    assert_eq!(say(&mut table, TWO, &accept), Ok(Event::TakenBack(2)));
    // What was taken back by agreement is not made again by one seat.
    let redo = Command::Redo(table.point());
    assert_eq!(say(&mut table, ONE, &redo), Err(Refused::NotAllowed));
}

#[test]
fn an_offer_does_not_outlive_a_take_back() {
    let mut table = online();
    let point = table.point();
    assert!(say(&mut table, TWO, &Command::Draw(point)).is_ok());
    assert!(say(&mut table, ONE, &Command::TakeBack(point)).is_ok());
    let accept = Command::Accept(Offer::TakeBack(2));
    assert!(say(&mut table, TWO, &accept).is_ok());
    assert_eq!(Seat::BOTH.map(|seat| table.offer_of(seat)), [None; 2]);
    let accept = Command::Accept(Offer::Draw);
    assert_eq!(say(&mut table, ONE, &accept), Err(Refused::NoOffer));
}

#[test]
fn moves_of_rated_games_and_of_games_that_are_over_stay_made() {
    let mut table = played(people(Consent::NoTakeBack), "4433");
    let undo = Command::TakeBack(table.point());
    assert_eq!(say(&mut table, ONE, &undo), Err(Refused::NotAllowed));
    let mut table = online();
    let resign = Command::Resign(table.point());
    assert!(say(&mut table, ONE, &resign).is_ok());
    let undo = Command::TakeBack(table.point());
    assert_eq!(say(&mut table, ONE, &undo), Err(Refused::GameOver));
}

/// Seat one makes an offer before each of its moves, and seat two declines; the first refusal and how many
/// offers there were before it.
fn offers_in_a_game(offer: impl Fn(&Table) -> Command) -> (usize, Refused) {
    let mut table = played(people(Consent::Agreement), "77");
    for (count, numbers) in ["11", "11", "11", "22", "22", "22"].into_iter().enumerate() {
        let command = offer(&table);
        match say(&mut table, ONE, &command) {
            Ok(Event::Offered(Seat::One, offered)) => {
                assert!(say(&mut table, TWO, &Command::Decline(offered)).is_ok());
                play(&mut table, numbers);
            }
            Ok(event) => panic!("no offer: {event:?}"),
            Err(refused) => {
                assert!(
                    say(&mut table, TWO, &command).is_ok(),
                    "each seat has its count"
                );
                return (count, refused);
            }
        }
    }
    panic!("there is no limit");
}

#[test]
fn offers_have_a_limit_for_each_seat_and_game() {
    let ties = offers_in_a_game(|table| Command::Draw(table.point()));
    assert_eq!(ties, (DRAW_OFFERS_MAX.into(), Refused::TooManyOffers));
    let take_backs = offers_in_a_game(|table| Command::TakeBack(table.point()));
    assert_eq!(
        take_backs,
        (TAKE_BACK_OFFERS_MAX.into(), Refused::TooManyOffers)
    );
}

#[test]
fn a_rematch_is_offered_after_the_end_and_needs_both_seats() {
    let mut table = online();
    assert_eq!(say(&mut table, ONE, &Command::Next), Err(Refused::NotOver));
    let resign = Command::Resign(table.point());
    assert!(say(&mut table, ONE, &resign).is_ok());
    let offered = Ok(Event::Offered(Seat::Two, Offer::Rematch));
    assert_eq!(say(&mut table, TWO, &Command::Next), offered);
    assert!(table.is_over());
    let started = say(&mut table, ONE, &Command::Next);
    assert!(matches!(started, Ok(Event::Started(_))), "{started:?}");
    assert_eq!((table.plies(), table.is_over()), (0, false));
}

#[test]
fn at_one_device_people_agree_by_speaking_but_a_bot_is_asked() {
    let mut table = played(people(Consent::Free), TWELVE_QUIET_MOVES);
    let draw = Command::Draw(table.point());
    assert_eq!(say(&mut table, By::Shared, &draw), TIED);
    let mut table = open(against_a_bot());
    let draw = Command::Draw(table.point());
    let offered = Ok(Event::Offered(Seat::One, Offer::Draw));
    assert_eq!(say(&mut table, By::Shared, &draw), offered);
    assert_eq!(say(&mut table, TWO, &Command::Accept(Offer::Draw)), TIED);
}
