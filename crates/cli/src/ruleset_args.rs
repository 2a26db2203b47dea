//! The flags that say what is played, and the ruleset they add up to.

use clap::{Args, ValueEnum};
use foursight_core::{BothConnect, Fill, Ruleset, Stock, Variant};

use crate::exit::Failure;
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
    /// Which game is played [default: standard]
    #[arg(long, value_enum, value_name = "NAME", hide_possible_values = false)]
    pub(crate) variant: Option<VariantName>,
    /// Columns of the grid [default: 7; five-in-a-row: 9]
    #[arg(long, value_name = "COLUMNS")]
    pub(crate) width: Option<u8>,
    /// Rows of the grid [default: 6]; (height + 1) x width may be at most 128
    #[arg(long, value_name = "ROWS")]
    pub(crate) height: Option<u8>,
    /// Discs in a line [default: 4; five-in-a-row: 5]
    #[arg(long, value_name = "DISCS")]
    pub(crate) connect: Option<u8>,
    /// Pop-out: who wins if one pop completes a line for both [default: mover]
    #[arg(long, value_enum, value_name = "WHO", hide_possible_values = false)]
    pub(crate) both_connect: Option<BothConnectName>,
    /// Pop-ten: fill the grid at random with this seed [default: the players fill it]
    #[arg(long, value_name = "SEED")]
    pub(crate) fill_seed: Option<u64>,
    /// Power-up: how many of each power disc a player holds, 0 to 3 [default: 1]
    #[arg(long, value_name = "COUNT")]
    pub(crate) stock: Option<u8>,
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

impl RulesetArgs {
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
        let (width, height, connect) = usual.usual_size();
        let measure = |name, flag, usual| -> Result<Sourced<u8>, Failure> {
            let set = layers.pick(name, flag, parse_number)?;
            Ok(set.unwrap_or_else(|| by_default(usual)))
        };
        let mut chosen = Chosen {
            width: measure("width", self.width, width)?,
            height: measure("height", self.height, height)?,
            connect: measure("connect", self.connect, connect)?,
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
                let set = layers.pick("fill-seed", seed, |text| parse_number(text).map(Some))?;
                chosen.fill_seed = Some(set.unwrap_or_else(|| by_default(None)));
            }
            Variant::PowerUp(_) => chosen.stock = Some(measure("stock", self.stock, 1)?),
            Variant::Standard | Variant::FiveInARow => {}
        }
        Ok(chosen)
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
            Variant::PopOut(_) => Variant::PopOut(match self.both_connect {
                Some(Sourced {
                    value: BothConnectName::Opponent,
                    ..
                }) => BothConnect::OpponentWins,
                _ => BothConnect::MoverWins,
            }),
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
