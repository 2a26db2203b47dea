//! The choice of the held piece, as coins, and the power discs of both players.

use foursight_core::{Disc, DiscKind, Game, POP_TEN_GOAL, Player, PowerDisc, Variant};
use foursight_page::hand::{Hand, brief_description, hand_description, hand_name};
use foursight_page::play::Message;
use foursight_page::text::{Text, UiMessage as M};
use foursight_page::wording::game_text;
use foursight_table::Seat;
use leptos::prelude::*;

use super::flat_board::disc_face;
use super::player_class;
use crate::shell::Ui;
use crate::views::{click_handler, context, dynamic_view, text_signal, view_if};

/// The choice of move kinds, where the variant has one.
#[component]
pub(crate) fn HandChoice() -> impl IntoView {
    let (ui, text) = context();
    let is_power_up = move || ui.with_play(|play| is_power_up(play.game()));
    let has_choice = move || ui.view.with(|seen| seen.hands.len() > 1) || is_power_up();
    let can_pass = move || ui.view.with(|seen| seen.can_pass);
    // The element stays in variants with more than drops, so that nothing shifts the board.
    view! {
        <div class="hand" class:coins=Signal::derive(is_power_up)>
            {dynamic_view(move || ui.viewed_game.with(set_aside_view))}
            {view_if(has_choice, move || view! {
                <div class="hand" role="group" aria-label=text.get(M::InHand)>{dynamic_view(move || choices(ui, text))}</div>
            }.into_any())}
            {view_if(can_pass, move || view! {
                <button data-testid="pass" on:click=click_handler(move || ui.send(Message::Pass))>
                    {text.get(M::Pass)}
                </button>
            }.into_any())}
        </div>
    }
}

fn is_power_up(game: &Game) -> bool {
    matches!(game.ruleset().variant(), Variant::PowerUp(_))
}

/// Returns the player whose pieces are offered: the only person, otherwise the player to move.
fn holder(ui: Ui) -> Player {
    let to_move = ui
        .viewed_game
        .with(|game| game.to_move().unwrap_or(Player::First));
    ui.with_play(|play| {
        let mut people = Player::BOTH.into_iter().filter(|player| {
            let seat = play.start().seat_of(*player);
            play.start().is_person(seat)
        });
        match (people.next(), people.next()) {
            (Some(only), None) => only,
            _ => to_move,
        }
    })
}

/// The buttons of all pieces. Used power discs leave their places empty, so that no button moves.
fn choices(ui: Ui, text: Text) -> AnyView {
    let player = holder(ui);
    let offered = ui.view.with(|seen| seen.hands.clone());
    let may_move = ui.view.with(|seen| seen.may_move);
    let all = if ui.viewed_game.with(is_power_up) {
        let powers = PowerDisc::ALL.into_iter().map(Hand::Power);
        std::iter::once(Hand::Drop).chain(powers).collect()
    } else {
        offered.clone()
    };
    let buttons = all.into_iter().map(|hand| {
        let stock = stock_of(ui, player, hand);
        let is_offered = may_move && offered.contains(&hand) && stock > 0;
        let place = HandPlace {
            hand,
            player,
            stock,
            is_offered,
        };
        hand_button(ui, text, place)
    });
    buttons.collect_view().into_any()
}

/// Returns how many of a piece a player has left.
fn stock_of(ui: Ui, player: Player, hand: Hand) -> u8 {
    match hand {
        Hand::Power(disc) => ui
            .viewed_game
            .with(|game| game.position().power_discs(player, disc)),
        _ => 1,
    }
}

/// A piece beside the board.
#[derive(Clone, Copy)]
struct HandPlace {
    hand: Hand,
    player: Player,
    /// Number of them that the player has left.
    stock: u8,
    /// It may be taken now.
    is_offered: bool,
}

fn hand_button(ui: Ui, text: Text, place: HandPlace) -> AnyView {
    let HandPlace {
        hand,
        player,
        stock,
        is_offered,
    } = place;
    let take = move || {
        if is_offered {
            ui.send(Message::SetHand(hand));
        }
    };
    // A disc is in the hand in every turn, even if a bomb has to strike first.
    let is_held = move || is_offered || hand == Hand::Drop;
    let name = text.get(hand_name(hand));
    let used = (stock == 0).then(|| text.with(M::HoldNone, &[("disc", &name)]));
    let picture = if stock == 0 {
        empty_place()
    } else {
        hand_icon(player, hand)
    };
    view! {
        <button
            data-testid=format!("hold-{}", hand_id(hand))
            title=hand_description(hand).map(|about| text.get(about))
            aria-label=used
            aria-disabled=(!is_offered).to_string()
            aria-pressed=text_signal(move || (is_held() && ui.hand.get() == hand).to_string())
            on:click=click_handler(take)
        >
            {picture}
            <b>{name}{(stock > 1).then(|| format!(" × {stock}"))}</b>
            <small>{text.get(brief_description(hand))}</small>
        </button>
    }
    .into_any()
}

/// Returns the name of a hand in test ids.
const fn hand_id(hand: Hand) -> &'static str {
    match hand {
        Hand::Drop => "drop",
        Hand::Pop => "pop",
        Hand::Power(PowerDisc::Anvil) => "anvil",
        Hand::Power(PowerDisc::Bomb) => "bomb",
        Hand::Power(PowerDisc::Wall) => "wall",
        Hand::Power(_) => "double",
    }
}

/// The place of a used disc.
fn empty_place() -> AnyView {
    view! { <svg viewBox="-50 -50 100 100" aria-hidden="true"><circle class="gone" r="43"/></svg> }
        .into_any()
}

/// An icon of what a hand holds.
fn hand_icon(player: Player, hand: Hand) -> AnyView {
    if hand == Hand::Pop {
        // A disc that leaves through the bottom.
        return view! {
            <svg viewBox="-50 -50 100 100" aria-hidden="true">
                <g transform="translate(0 -18) scale(0.7)">{disc_face(Disc::ordinary(player))}</g>
                <path class="pull" d="M0 20v24M-13 32l13 13 13-13"/>
            </svg>
        }
        .into_any();
    }
    let kind = match hand {
        Hand::Power(disc) => DiscKind::Power(disc),
        _ => DiscKind::Ordinary,
    };
    coin(Disc {
        owner: player,
        kind,
    })
}

/// A disc as a coin.
pub(super) fn coin(disc: Disc) -> AnyView {
    view! { <svg viewBox="-50 -50 100 100" aria-hidden="true">{disc_face(disc)}</svg> }.into_any()
}

/// The power discs that a seat has left, as small coins on its card. The move list says it in words.
pub(crate) fn power_stock(seat: Seat) -> AnyView {
    let (ui, text) = context();
    let coins = move || {
        if !ui.viewed_game.with(is_power_up) {
            return ().into_any();
        }
        let player = ui.with_play(|play| play.start().player_at(seat));
        let place = |disc: PowerDisc| {
            let stock = stock_of(ui, player, Hand::Power(disc));
            let picture = if stock == 0 {
                empty_place()
            } else {
                coin(Disc::power(player, disc))
            };
            let name = text.get(game_text::power_name(disc));
            view! { <i title=name data-stock=stock>{picture}</i> }
        };
        let places = PowerDisc::ALL.map(place);
        view! { <span class="stock" aria-hidden="true">{places.collect_view()}</span> }.into_any()
    };
    dynamic_view(coins).into_any()
}

/// The ten places for the discs that each player has set aside, in `PopTen` only. The move list
/// says it in words.
fn set_aside_view(game: &Game) -> AnyView {
    if !matches!(game.ruleset().variant(), Variant::PopTen(_)) {
        return ().into_any();
    }
    let row = |player: Player| {
        let count = game.position().set_aside(player);
        let places = (0..POP_TEN_GOAL).map(|place| {
            let class = if place < count {
                player_class(player)
            } else {
                ""
            };
            view! { <i class=class></i> }
        });
        view! { <div class=player_class(player) data-count=count>{places.collect_view()}</div> }
    };
    let rows = Player::BOTH.map(row);
    view! { <div class="aside" data-testid="aside" aria-hidden="true">{rows.collect_view()}</div> }
        .into_any()
}
