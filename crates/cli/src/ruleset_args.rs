//! The flags for variant, size and house rules, and the ruleset that they make up.

use clap::{Args, ValueEnum};
use foursight_core::{
    BothConnectRule, CONNECT_MIN, Fill, HEIGHT_MAX, PowerDisc, Ruleset, STOCK_MAX, Stock, Variant,
    WIDTH_MAX,
};
use foursight_terminal::house_rules::describe;

use crate::exit::CliError;
use crate::settings::{CliSettings, Origin, WithOrigin, parse_choice, parse_number};

/// The variant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum VariantName {
    /// Drop only; the first line wins
    #[default]
    Standard,
    /// Drop, or pop an own disc out of the bottom row
    PopOut,
    /// Fill the board, then pop discs out of lines until ten are set aside
    PopTen,
    /// A line of five between two outer columns that start full
    FiveInARow,
    /// Each player holds an anvil, a bomb, a wall and a double
    PowerUp,
}

/// The winner when one pop completes a line for both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum BothConnectName {
    /// The player who popped
    #[default]
    Mover,
    /// The opponent of the player who popped
    Opponent,
}

/// The rules.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Rules")]
pub(crate) struct RulesetArgs {
    /// The variant; 'foursight rules' explains it [default: standard]
    #[arg(long, value_enum, value_name = "NAME", hide_possible_values = false)]
    pub(crate) variant: Option<VariantName>,
    /// Columns of the board [default: 7; five-in-a-row: 9]
    #[arg(long, value_name = "COLUMNS", value_parser = width, allow_negative_numbers = true)]
    pub(crate) width: Option<u8>,
    /// Rows of the board [default: 6]; (height + 1) x width may be at most 128
    #[arg(long, value_name = "ROWS", value_parser = height, allow_negative_numbers = true)]
    pub(crate) height: Option<u8>,
    /// Discs in a line [default: 4; five-in-a-row: 5]
    #[arg(long, value_name = "DISCS", value_parser = connect, allow_negative_numbers = true)]
    pub(crate) connect: Option<u8>,
    /// Pop-out: who wins if one pop completes a line for both [default: mover]
    #[arg(long, value_enum, value_name = "WHO", hide_possible_values = false)]
    pub(crate) both_connect: Option<BothConnectName>,
    /// Pop-ten: fill the board at random with this seed [default: the players fill it]
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

/// The resolved rules, each with its origin. House rules of other variants are `None`.
pub(crate) struct RulesetSettings {
    pub(crate) variant: WithOrigin<VariantName>,
    pub(crate) width: WithOrigin<u8>,
    pub(crate) height: WithOrigin<u8>,
    pub(crate) connect: WithOrigin<u8>,
    pub(crate) both_connect: Option<WithOrigin<BothConnectName>>,
    pub(crate) fill_seed: Option<WithOrigin<Option<u64>>>,
    pub(crate) stock: Option<WithOrigin<u8>>,
}

/// Parses a dimension of the board.
type DimensionParser = fn(&str) -> Result<u8, String>;

impl RulesetArgs {
    /// The flags by their clap ids.
    pub(crate) const FLAGS: [&str; 7] = [
        "variant",
        "width",
        "height",
        "connect",
        "both_connect",
        "fill_seed",
        "stock",
    ];

    /// Resolves flags and settings into a ruleset.
    pub(crate) fn ruleset(&self, settings: &CliSettings) -> Result<Ruleset, CliError> {
        self.resolve(settings)?.ruleset()
    }

    /// Resolves every rule from flags, settings and defaults.
    pub(crate) fn resolve(&self, settings: &CliSettings) -> Result<RulesetSettings, CliError> {
        let variant = settings
            .resolve("variant", self.variant, parse_choice)?
            .unwrap_or_else(|| with_default_origin(VariantName::default()));
        self.check_house_rules(variant.value)?;
        let default_variant = variant.value.variant();
        let size = default_variant.default_size();
        let measure =
            |name, flag, parse: DimensionParser, default| -> Result<WithOrigin<u8>, CliError> {
                let value = settings.resolve(name, flag, parse)?;
                Ok(value.unwrap_or_else(|| with_default_origin(default)))
            };
        let mut rules = RulesetSettings {
            width: measure("width", self.width, width, size.0)?,
            height: measure("height", self.height, height, size.1)?,
            connect: measure("connect", self.connect, connect, size.2)?,
            variant,
            both_connect: None,
            fill_seed: None,
            stock: None,
        };
        match default_variant {
            Variant::PopOut(_) => {
                let value = settings.resolve("both-connect", self.both_connect, parse_choice)?;
                rules.both_connect =
                    Some(value.unwrap_or_else(|| with_default_origin(BothConnectName::default())));
            }
            Variant::PopTen(_) => {
                let seed = self.fill_seed.map(Some);
                let value =
                    settings.resolve("fill-seed", seed, |text| fill_seed(text).map(Some))?;
                rules.fill_seed = Some(value.unwrap_or_else(|| with_default_origin(None)));
            }
            Variant::PowerUp(_) => rules.stock = Some(measure("stock", self.stock, stock, 1)?),
            Variant::Standard | Variant::FiveInARow => {}
        }
        Ok(rules)
    }

    /// Rejects flags that contradict the rules that a game carries. Settings of the environment or
    /// the config file yield to the game.
    pub(crate) fn check_conflict(&self, actual: Ruleset) -> Result<(), CliError> {
        self.conflict(actual)
            .map_or(Ok(()), |conflict| Err(CliError::usage(conflict)))
    }

    /// Describes the first flag that contradicts the rules of a game.
    pub(crate) fn conflict(&self, actual: Ruleset) -> Option<String> {
        let measure = |flag, requested: Option<u8>, actual: u8| {
            let requested = requested.filter(|requested| *requested != actual)?;
            Some((flag, requested.to_string(), actual.to_string()))
        };
        if let Some(conflict) = self.line_conflict(actual) {
            return Some(conflict);
        }
        let name = actual.variant().name();
        let variant = self.variant.map(|variant| variant.variant().name());
        let (flag, requested, actual) = variant
            .filter(|requested| *requested != name)
            .map(|requested| ("--variant", requested.to_owned(), name.to_owned()))
            .or_else(|| measure("--width", self.width, actual.width()))
            .or_else(|| measure("--height", self.height, actual.height()))
            .or_else(|| measure("--connect", self.connect, actual.connect()))
            .or_else(|| self.house_rule_conflict(actual.variant()))?;
        Some(format!(
            "{flag} {requested} contradicts the rules of the game ({} {actual}): leave {flag} out",
            flag.trim_start_matches('-'),
        ))
    }

    /// Describes a requested line length that does not fit the board of a text.
    fn line_conflict(&self, actual: Ruleset) -> Option<String> {
        let (width, height) = (actual.width(), actual.height());
        let requested = self
            .connect
            .filter(|requested| *requested > width.max(height))?;
        Some(format!(
            "no line of {requested} fits into the board of {width}x{height} that the text shows: leave \
             --connect out, and a line has {} discs",
            actual.connect()
        ))
    }

    fn house_rule_conflict(&self, actual: Variant) -> Option<(&'static str, String, String)> {
        match actual {
            Variant::PopOut(both) => {
                let name = |both| match both {
                    BothConnectRule::MoverWins => "mover",
                    BothConnectRule::OpponentWins => "opponent",
                };
                let requested = self.both_connect.map(BothConnectName::rule)?;
                let texts = [requested, both].map(|both| name(both).to_owned());
                let [requested_text, actual] = texts;
                (requested != both).then_some(("--both-connect", requested_text, actual))
            }
            Variant::PopTen(fill) => {
                let requested = self.fill_seed?;
                let actual = match fill {
                    Fill::Random(seed) => seed.to_string(),
                    Fill::ByPlayers => "by players".to_owned(),
                };
                (fill != Fill::Random(requested))
                    .then(|| ("--fill-seed", requested.to_string(), actual))
            }
            Variant::PowerUp(stock) => {
                let requested = self.stock?;
                let counts = PowerDisc::ALL.map(|disc| stock.count(disc));
                let actual = counts.map(|count| count.to_string()).join(", ");
                (counts != [requested; 4]).then(|| ("--stock", requested.to_string(), actual))
            }
            Variant::Standard | Variant::FiveInARow => None,
        }
    }

    /// Rejects house rules of other variants, but only as flags: those in settings wait for their
    /// variant.
    fn check_house_rules(&self, variant: VariantName) -> Result<(), CliError> {
        use VariantName::{PopOut, PopTen, PowerUp};
        let requested = [
            ("--both-connect", self.both_connect.is_some(), PopOut),
            ("--fill-seed", self.fill_seed.is_some(), PopTen),
            ("--stock", self.stock.is_some(), PowerUp),
        ];
        for (flag, is_set, owner) in requested {
            if is_set && owner != variant {
                return Err(CliError::usage(format_args!(
                    "{flag} is a house rule of {0}, not of {1}: add --variant {0} or leave it out",
                    owner.variant().name(),
                    variant.variant().name(),
                )));
            }
        }
        Ok(())
    }
}

impl BothConnectName {
    const fn rule(self) -> BothConnectRule {
        match self {
            Self::Mover => BothConnectRule::MoverWins,
            Self::Opponent => BothConnectRule::OpponentWins,
        }
    }
}

impl VariantName {
    /// Returns the variant with its default house rules.
    pub(crate) fn variant(self) -> Variant {
        match self {
            Self::Standard => Variant::Standard,
            Self::PopOut => Variant::PopOut(BothConnectRule::default()),
            Self::PopTen => Variant::PopTen(Fill::default()),
            Self::FiveInARow => Variant::FiveInARow,
            Self::PowerUp => Variant::PowerUp(Stock::default()),
        }
    }
}

impl RulesetSettings {
    pub(crate) fn ruleset(&self) -> Result<Ruleset, CliError> {
        let variant = match self.variant.value.variant() {
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
                Variant::PowerUp(Stock::of_each(count).map_err(CliError::usage)?)
            }
            other @ (Variant::Standard | Variant::FiveInARow) => other,
        };
        Ruleset::new(
            self.width.value,
            self.height.value,
            self.connect.value,
            variant,
        )
        .map_err(CliError::usage)
    }
}

const fn with_default_origin<T>(value: T) -> WithOrigin<T> {
    let origin = Origin::Default;
    WithOrigin { value, origin }
}

/// Describes every variant with its default rules, for the help.
pub(crate) fn all_variants() -> String {
    let variants = VariantName::value_variants().iter().map(|name| {
        let ruleset = Ruleset::default_for(name.variant());
        format!("{}\n{}", name.variant().name(), describe(ruleset))
    });
    let texts: Vec<_> = variants
        .map(|text| text.replace('\n', "\n    "))
        .map(|text| format!("  {text}"))
        .collect();
    format!("Variants:\n{}", texts.join("\n"))
}
