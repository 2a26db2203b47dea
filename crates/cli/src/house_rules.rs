//! The rules in force, in words: what is played, how it is won, and which choices are ours.

use clap::ValueEnum;
use foursight_core::{
    BothConnect, Fill, MOVES_MAX, POP_TEN_GOAL, PowerDisc, REPETITIONS_MAX, Ruleset, Variant,
};

use crate::ruleset_args::VariantName;

/// One sentence on what is played.
pub(crate) fn title(ruleset: Ruleset) -> String {
    let name = match ruleset.variant() {
        Variant::Standard => "Standard",
        Variant::PopOut(_) => "Pop Out",
        Variant::PopTen(_) => "Pop Ten",
        Variant::FiveInARow => "Five-in-a-Row",
        Variant::PowerUp(_) => "Power Up",
    };
    format!(
        "{name}: {} columns, {} rows, a line of {}.",
        ruleset.width(),
        ruleset.height(),
        ruleset.connect()
    )
}

/// How the variant is played and won, one sentence each.
pub(crate) fn rules(ruleset: Ruleset) -> Vec<String> {
    let connect = ruleset.connect();
    let wins = format!("A line of {connect} or more wins; a full grid without one is a tie.");
    match ruleset.variant() {
        Variant::Standard => vec![wins],
        Variant::FiveInARow => vec![
            "The two outer columns start full with alternating discs.".to_owned(),
            wins,
        ],
        Variant::PopOut(_) => vec![
            "A turn is a drop, or a pop of an own disc out of the bottom row; the stack above \
             falls one space."
                .to_owned(),
            format!("A line of {connect} or more wins, also for the opponent of the one who pops."),
        ],
        Variant::PopTen(_) => vec![
            "Fill the grid row by row, then pop own discs out of the bottom row.".to_owned(),
            format!(
                "A disc popped out of a line of {connect} is set aside and you pop again; any \
                 other goes back in at the top of another column and ends the turn."
            ),
            format!("The first to set {POP_TEN_GOAL} own discs aside wins."),
        ],
        Variant::PowerUp(_) => vec![
            "An anvil removes everything below it. A bomb removes a disc of the opponent from the \
             bottom row."
                .to_owned(),
            "A wall gives a second turn that may not complete a line, a double one without \
             restriction; either may be declined."
                .to_owned(),
            format!("{wins} If both have a line, the mover wins."),
        ],
    }
}

/// The choices that published rules leave open, as they are in force here.
pub(crate) fn house_rules(ruleset: Ruleset) -> Vec<String> {
    let times = format!(
        "The {} time that a position stands with the same player to move is a tie, and so is \
         a game of {MOVES_MAX} moves.",
        if REPETITIONS_MAX == 3 {
            "third"
        } else {
            "last"
        }
    );
    match ruleset.variant() {
        Variant::Standard => Vec::new(),
        Variant::FiveInARow => vec![
            "First has the bottom disc of the left column, Second that of the right one."
                .to_owned(),
        ],
        Variant::PopOut(both) => vec![
            match both {
                BothConnect::MoverWins => {
                    "If a pop completes a line for both, the one who popped wins.".to_owned()
                }
                BothConnect::OpponentWins => {
                    "If a pop completes a line for both, the opponent of the one who popped wins."
                        .to_owned()
                }
            },
            times,
            "A player who cannot move at all ties the game.".to_owned(),
        ],
        Variant::PopTen(fill) => vec![
            match fill {
                Fill::ByPlayers => "The players fill the grid in turn.".to_owned(),
                Fill::Random(seed) => format!("The grid is filled at random with seed {seed}."),
            },
            "A player with nothing to pop passes; if both have nothing, it is a tie.".to_owned(),
            times,
        ],
        Variant::PowerUp(stock) => {
            let held: Vec<_> = PowerDisc::ALL
                .into_iter()
                .map(|disc| format!("{} {}", stock.count(disc), disc.name()))
                .collect();
            vec![
                format!("Each player starts with {}.", held.join(", ")),
                "A bomb strikes the bottom row only; without a target it is an ordinary disc."
                    .to_owned(),
            ]
        }
    }
}

/// Title, rules and house rules, one a line.
pub(crate) fn describe(ruleset: Ruleset) -> String {
    let mut lines = vec![title(ruleset)];
    lines.extend(rules(ruleset));
    lines.extend(
        house_rules(ruleset)
            .into_iter()
            .map(|rule| format!("House rule: {rule}")),
    );
    lines.join("\n")
}

/// Every variant with its usual rules, for the help.
pub(crate) fn all_variants() -> String {
    let usual = VariantName::value_variants().iter().map(|name| {
        let ruleset = Ruleset::usual(name.usual());
        format!("{}\n{}", name.usual().name(), describe(ruleset))
    });
    let texts: Vec<_> = usual
        .map(|text| text.replace('\n', "\n    "))
        .map(|text| format!("  {text}"))
        .collect();
    format!("Variants:\n{}", texts.join("\n"))
}
