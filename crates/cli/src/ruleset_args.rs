//! The flags that say what is played, and the ruleset they add up to.

use clap::{Args, ValueEnum};
use foursight_core::{
    BothConnect, CONNECT_MIN, Fill, HEIGHT_MAX, PowerDisc, Ruleset, STOCK_MAX, Stock, Variant,
    WIDTH_MAX,
};

use crate::exit::Failure;
use crate::house_rules::describe;
use crate::settings::{Layers, Source, Sourced, parse_choice, parse_number};

/// Which game is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum VariantName {
    /// Drop only; the first line wins
    #[default]
    Standard,
    /// Drop, or pop an own disc out of the bottom row
    PopOut,
    /// Fill the grid, then pop discs out of lines until ten are set aside
    PopTen,
    /// A line of five between two outer columns that start full
    FiveInARow,
    /// Each player holds an anvil, a bomb, a wall and a double
    PowerUp,
}

/// Who wins when one pop completes a line for both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum BothConnectName {
    /// The player who popped
    #[default]
    Mover,
    /// The opponent of the player who popped
    Opponent,
}

/// What is played.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Rules")]
pub(crate) struct RulesetArgs {
    /// Which game is played; 'foursight rules' tells how [default: standard]
    #[arg(long, value_enum, value_name = "NAME", hide_possible_values = false)]
    pub(crate) variant: Option<VariantName>,
    /// Columns of the grid [default: 7; five-in-a-row: 9]
    #[arg(long, value_name = "COLUMNS", value_parser = width, allow_negative_numbers = true)]
    pub(crate) width: Option<u8>,
    /// Rows of the grid [default: 6]; (height + 1) x width may be at most 128
    #[arg(long, value_name = "ROWS", value_parser = height, allow_negative_numbers = true)]
    pub(crate) height: Option<u8>,
    /// Discs in a line [default: 4; five-in-a-row: 5]
    #[arg(long, value_name = "DISCS", value_parser = connect, allow_negative_numbers = true)]
    pub(crate) connect: Option<u8>,
    /// Pop-out: who wins if one pop completes a line for both [default: mover]
    #[arg(long, value_enum, value_name = "WHO", hide_possible_values = false)]
    pub(crate) both_connect: Option<BothConnectName>,
    /// Pop-ten: fill the grid at random with this seed [default: the players fill it]
    #[arg(long, value_name = "SEED", value_parser = fill_seed, allow_negative_numbers = true)]
    pub(crate) fill_seed: Option<u64>,
    /// Power-up: how many of each power disc a player holds, 0 to 3 [default: 1]
    #[arg(long, value_name = "COUNT", value_parser = stock, allow_negative_numbers = true)]
    pub(crate) stock: Option<u8>,
}

fn width(text: &str) -> Result<u8, String> {
    parse_number(text, 1..=WIDTH_MAX)
}

fn height(text: &str) -> Result<u8, String> {
    parse_number(text, 1..=HEIGHT_MAX)
}

fn connect(text: &str) -> Result<u8, String> {
    parse_number(text, CONNECT_MIN..=WIDTH_MAX.max(HEIGHT_MAX))
}

fn fill_seed(text: &str) -> Result<u64, String> {
    parse_number(text, 0..=u64::MAX)
}

fn stock(text: &str) -> Result<u8, String> {
    parse_number(text, 0..=STOCK_MAX)
}

/// The values in force, each with where it came from. A house rule of another variant is none.
pub(crate) struct Chosen {
    pub(crate) variant: Sourced<VariantName>,
    pub(crate) width: Sourced<u8>,
    pub(crate) height: Sourced<u8>,
    pub(crate) connect: Sourced<u8>,
    pub(crate) both_connect: Option<Sourced<BothConnectName>>,
    pub(crate) fill_seed: Option<Sourced<Option<u64>>>,
    pub(crate) stock: Option<Sourced<u8>>,
}

/// Reads a measure of the grid.
type Parse = fn(&str) -> Result<u8, String>;

impl RulesetArgs {
    /// The flags by their names in the table of arguments.
    pub(crate) const FLAGS: [&str; 7] = [
        "variant",
        "width",
        "height",
        "connect",
        "both_connect",
        "fill_seed",
        "stock",
    ];

    /// The rules in force.
    pub(crate) fn ruleset(&self, layers: &Layers) -> Result<Ruleset, Failure> {
        self.chosen(layers)?.ruleset()
    }

    /// The values in force.
    pub(crate) fn chosen(&self, layers: &Layers) -> Result<Chosen, Failure> {
        let variant = layers
            .pick("variant", self.variant, parse_choice)?
            .unwrap_or_else(|| by_default(VariantName::default()));
        self.refuse_house_rules_of_others(variant.value)?;
        let usual = variant.value.usual();
        let size = usual.usual_size();
        let measure = |name, flag, parse: Parse, usual| -> Result<Sourced<u8>, Failure> {
            let set = layers.pick(name, flag, parse)?;
            Ok(set.unwrap_or_else(|| by_default(usual)))
        };
        let mut chosen = Chosen {
            width: measure("width", self.width, width, size.0)?,
            height: measure("height", self.height, height, size.1)?,
            connect: measure("connect", self.connect, connect, size.2)?,
            variant,
            both_connect: None,
            fill_seed: None,
            stock: None,
        };
        match usual {
            Variant::PopOut(_) => {
                let set = layers.pick("both-connect", self.both_connect, parse_choice)?;
                chosen.both_connect =
                    Some(set.unwrap_or_else(|| by_default(BothConnectName::default())));
            }
            Variant::PopTen(_) => {
                let seed = self.fill_seed.map(Some);
                let set = layers.pick("fill-seed", seed, |text| fill_seed(text).map(Some))?;
                chosen.fill_seed = Some(set.unwrap_or_else(|| by_default(None)));
            }
            Variant::PowerUp(_) => chosen.stock = Some(measure("stock", self.stock, stock, 1)?),
            Variant::Standard | Variant::FiveInARow => {}
        }
        Ok(chosen)
    }

    /// A game that carries its rules is played by them, so a flag may not say otherwise. What is
    /// only stored in the environment or the config file yields.
    pub(crate) fn refuse_conflict(&self, carried: Ruleset) -> Result<(), Failure> {
        self.conflict(carried)
            .map_or(Ok(()), |conflict| Err(Failure::usage(conflict)))
    }

    /// The flag that says otherwise than the rules that a game carries.
    pub(crate) fn conflict(&self, carried: Ruleset) -> Option<String> {
        let measure = |flag, asked: Option<u8>, carried: u8| {
            let asked = asked.filter(|asked| *asked != carried)?;
            Some((flag, asked.to_string(), carried.to_string()))
        };
        if let Some(conflict) = self.line_conflict(carried) {
            return Some(conflict);
        }
        let name = carried.variant().name();
        let variant = self.variant.map(|variant| variant.usual().name());
        let (flag, asked, carried) = variant
            .filter(|asked| *asked != name)
            .map(|asked| ("--variant", asked.to_owned(), name.to_owned()))
            .or_else(|| measure("--width", self.width, carried.width()))
            .or_else(|| measure("--height", self.height, carried.height()))
            .or_else(|| measure("--connect", self.connect, carried.connect()))
            .or_else(|| self.house_rule_conflict(carried.variant()))?;
        Some(format!(
            "{flag} {asked} contradicts the game, which brings its own rules ({} {carried}): \
             leave {flag} out",
            flag.trim_start_matches('-'),
        ))
    }

    /// A line that was asked for and is longer than the grid of a text.
    fn line_conflict(&self, carried: Ruleset) -> Option<String> {
        let (width, height) = (carried.width(), carried.height());
        let asked = self.connect.filter(|asked| *asked > width.max(height))?;
        Some(format!(
            "no line of {asked} fits into the grid of {width}x{height} that the text shows: leave \
             --connect out, and a line has {} discs",
            carried.connect()
        ))
    }

    fn house_rule_conflict(&self, carried: Variant) -> Option<(&'static str, String, String)> {
        match carried {
            Variant::PopOut(both) => {
                let name = |both| match both {
                    BothConnect::MoverWins => "mover",
                    BothConnect::OpponentWins => "opponent",
                };
                let asked = self.both_connect.map(BothConnectName::rule)?;
                let texts = [asked, both].map(|both| name(both).to_owned());
                let [asked_text, carried] = texts;
                (asked != both).then_some(("--both-connect", asked_text, carried))
            }
            Variant::PopTen(fill) => {
                let asked = self.fill_seed?;
                let carried = match fill {
                    Fill::Random(seed) => seed.to_string(),
                    Fill::ByPlayers => "by players".to_owned(),
                };
                (fill != Fill::Random(asked)).then(|| ("--fill-seed", asked.to_string(), carried))
            }
            Variant::PowerUp(stock) => {
                let asked = self.stock?;
                let counts = PowerDisc::ALL.map(|disc| stock.count(disc));
                let carried = counts.map(|count| count.to_string()).join(", ");
                (counts != [asked; 4]).then(|| ("--stock", asked.to_string(), carried))
            }
            Variant::Standard | Variant::FiveInARow => None,
        }
    }

    /// A stored house rule waits for its variant; one asked for just now is a mistake.
    fn refuse_house_rules_of_others(&self, variant: VariantName) -> Result<(), Failure> {
        use VariantName::{PopOut, PopTen, PowerUp};
        let asked = [
            ("--both-connect", self.both_connect.is_some(), PopOut),
            ("--fill-seed", self.fill_seed.is_some(), PopTen),
            ("--stock", self.stock.is_some(), PowerUp),
        ];
        for (flag, is_set, owner) in asked {
            if is_set && owner != variant {
                return Err(Failure::usage(format_args!(
                    "{flag} is a house rule of {0}, not of {1}: add --variant {0} or leave it out",
                    owner.usual().name(),
                    variant.usual().name(),
                )));
            }
        }
        Ok(())
    }
}

impl BothConnectName {
    const fn rule(self) -> BothConnect {
        match self {
            Self::Mover => BothConnect::MoverWins,
            Self::Opponent => BothConnect::OpponentWins,
        }
    }
}

impl VariantName {
    /// The variant with its usual house rules.
    pub(crate) fn usual(self) -> Variant {
        match self {
            Self::Standard => Variant::Standard,
            Self::PopOut => Variant::PopOut(BothConnect::default()),
            Self::PopTen => Variant::PopTen(Fill::default()),
            Self::FiveInARow => Variant::FiveInARow,
            Self::PowerUp => Variant::PowerUp(Stock::default()),
        }
    }
}

impl Chosen {
    pub(crate) fn ruleset(&self) -> Result<Ruleset, Failure> {
        let variant = match self.variant.value.usual() {
            Variant::PopOut(_) => {
                let both = self.both_connect.as_ref().map(|both| both.value.rule());
                Variant::PopOut(both.unwrap_or_default())
            }
            Variant::PopTen(_) => {
                let seed = self.fill_seed.as_ref().and_then(|seed| seed.value);
                Variant::PopTen(seed.map_or(Fill::ByPlayers, Fill::Random))
            }
            Variant::PowerUp(_) => {
                let count = self.stock.as_ref().map_or(1, |stock| stock.value);
                Variant::PowerUp(Stock::of_each(count).map_err(Failure::usage)?)
            }
            plain @ (Variant::Standard | Variant::FiveInARow) => plain,
        };
        Ruleset::new(
            self.width.value,
            self.height.value,
            self.connect.value,
            variant,
        )
        .map_err(Failure::usage)
    }
}

const fn by_default<T>(value: T) -> Sourced<T> {
    let source = Source::Default;
    Sourced { value, source }
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
