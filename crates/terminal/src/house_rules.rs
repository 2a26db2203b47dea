//! The active rules in words: the game, how it is won, and our house rules.

use foursight_core::{
    BothConnectRule, Fill, MOVES_MAX, POP_TEN_GOAL, PowerDisc, REPETITIONS_MAX, Ruleset, Stock,
    Variant,
};

use crate::text::count_noun;

/// Returns one sentence that names the game.
#[must_use]
pub fn title(ruleset: Ruleset) -> String {
    let name = match ruleset.variant() {
        Variant::Standard => "Standard",
        Variant::PopOut(_) => "Pop Out",
        Variant::PopTen(_) => "Pop Ten",
        Variant::FiveInARow => "Five-in-a-Row",
        Variant::PowerUp(_) => "Power Up",
    };
    format!(
        "{name}: {}, {}, a line of {}.",
        count_noun(ruleset.width().into(), "column"),
        count_noun(ruleset.height().into(), "row"),
        ruleset.connect()
    )
}

/// Explains how the variant is played and won, one sentence each.
#[must_use]
pub fn rules(ruleset: Ruleset) -> Vec<String> {
    let connect = ruleset.connect();
    let wins = format!("A line of {connect} or more wins; a full board without one is a draw.");
    match ruleset.variant() {
        Variant::Standard => vec![wins],
        Variant::FiveInARow => vec![
            "The two outer columns start full with alternating discs.".to_owned(),
            wins,
        ],
        Variant::PopOut(_) => vec![
            "On your turn, drop a disc or pop one of your own out of the bottom row; the discs above it fall one cell."
                .to_owned(),
            format!("A line of {connect} or more wins, even if your opponent's pop completes it."),
            "While the board is full, only pops are possible.".to_owned(),
        ],
        Variant::PopTen(fill) => vec![
            match fill {
                Fill::ByPlayers => "First the players fill the board in turn; a row must be full before the next begins."
                    .to_owned(),
                Fill::Random(seed) => format!(
                    "The board starts full, filled at random row by row with seed {seed}."
                ),
            },
            "Once the board is full, you pop one of your own discs out of the bottom row on your turn."
                .to_owned(),
            format!(
                "If the popped disc was in a line of {connect}, you set it aside and pop again."
            ),
            "Otherwise you drop it back in, which ends your turn: in another column, or in the same one if no other has room."
                .to_owned(),
            format!("The first player to set {POP_TEN_GOAL} discs aside wins."),
            "A player with nothing to pop passes.".to_owned(),
        ],
        Variant::PowerUp(_) => power_up(&wins),
    }
}

fn power_up(wins: &str) -> Vec<String> {
    [
        "Each power disc can be used once and counts in lines for its owner.",
        "An anvil removes everything below it in its column and rests in row 1.",
        "Right after it is dropped, a bomb removes one of the opponent's discs; the discs above it fall.",
        "A wall gives a second turn with an ordinary disc, which may not complete a line. The \
         wall itself may.",
        "A double gives a second turn with an ordinary disc, without restriction.",
        "The second turn may be declined.",
        "Lines are checked after everything has come to rest.",
        wins,
        "If both players have a line, the player who moved wins.",
    ]
    .map(str::to_owned)
    .to_vec()
}

/// Lists our choices where the published rules leave room.
#[must_use]
pub fn house_rules(ruleset: Ruleset) -> Vec<String> {
    let times = format!(
        "The game is a draw if a position occurs {REPETITIONS_MAX} times with the same player to move, or after {MOVES_MAX} moves."
    );
    match ruleset.variant() {
        Variant::Standard => Vec::new(),
        Variant::FiveInARow => vec![
            "First has the bottom disc of the left column, Second that of the right one."
                .to_owned(),
        ],
        Variant::PopOut(both) => {
            let winner = match both {
                BothConnectRule::MoverWins => "the player who popped",
                BothConnectRule::OpponentWins => "the opponent of the player who popped",
            };
            vec![
                format!("If a pop completes a line for both, {winner} wins."),
                times,
                "If a player cannot move at all, the game is a draw.".to_owned(),
            ]
        }
        Variant::PopTen(_) => vec![
            "If neither player has anything to pop, the game is a draw.".to_owned(),
            times,
        ],
        Variant::PowerUp(stock) => vec![
            format!("Each player starts with {}.", stock_words(stock)),
            "A bomb removes from the bottom row only; without a target it is an ordinary disc."
                .to_owned(),
        ],
    }
}

fn stock_words(stock: Stock) -> String {
    let held: Vec<_> = PowerDisc::ALL
        .into_iter()
        .map(|disc| (usize::from(stock.count(disc)), disc.name()))
        .filter(|(number, _)| *number > 0)
        .map(|(number, name)| count_noun(number, name))
        .collect();
    if held.is_empty() {
        "no power discs".to_owned()
    } else {
        held.join(", ")
    }
}

/// Returns title, rules and house rules, one per line.
#[must_use]
pub fn describe(ruleset: Ruleset) -> String {
    let mut lines = vec![title(ruleset)];
    lines.extend(rules(ruleset));
    lines.extend(
        house_rules(ruleset)
            .into_iter()
            .map(|rule| format!("House rule: {rule}")),
    );
    lines.join("\n")
}
