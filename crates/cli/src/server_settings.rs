//! Settings of a server, each with its origin: flags of `serve`, environment variables, and the
//! sections `[server]` and `[limits]` of the config file.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use foursight_files::directories;
use foursight_server::{
    AccessRules, BusConfig, IpNet, OnlineLimits, RateLimit, StoreLocation, hide_credentials,
};

use crate::exit::CliError;
use crate::server_args::{LogLevel, ServerFlags};
use crate::settings::{CliSettings, Origin, WithOrigin, parse_choice, parse_number};

/// Names of the settings of a server.
pub(crate) const SERVER_NAMES: [&str; 11] = [
    "addr",
    "web",
    "store",
    "bus",
    "metrics-addr",
    "host-name",
    "trusted-proxy",
    "sign-ups",
    "guests",
    "log",
    "log-json",
];

/// Prefix of limits, which share some names with other settings.
pub(crate) const LIMIT_PREFIX: &str = "limit-";

/// Names of the limits of a server.
pub(crate) const LIMIT_NAMES: [&str; 11] = [
    "limit-connections-per-address",
    "limit-sockets-per-address",
    "limit-sockets-per-person",
    "limit-seeks-per-address",
    "limit-guests",
    "limit-logins",
    "limit-exports",
    "limit-commands",
    "limit-watching",
    "limit-lobby",
    "limit-chat",
];

/// Address and port of a server by default.
const DEFAULT_ADDRESS: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 4444);
/// Connections of one address by default, as in the server.
const DEFAULT_CONNECTIONS: usize = 1_000;
/// Maximum value of any limit.
const COUNT_MAX: usize = 1_000_000;
/// Longest time after which a limited request is possible again.
const REFILL_MAX: Duration = Duration::from_hours(24);
/// File name of the default store in the user's data directory.
const STORE_FILE: &str = "online.db";

/// A setting for people: its name, value and origin.
pub(crate) struct SettingText {
    pub(crate) name: String,
    pub(crate) value: String,
    pub(crate) origin: Origin,
}

/// Settings of a server.
pub(crate) struct ServerSettings {
    pub(crate) addr: SocketAddr,
    pub(crate) web: Option<PathBuf>,
    pub(crate) store: Option<StoreLocation>,
    pub(crate) bus: BusConfig,
    pub(crate) metrics_addr: Option<SocketAddr>,
    pub(crate) host_names: Vec<String>,
    pub(crate) trusted_proxies: Vec<IpNet>,
    pub(crate) limits: OnlineLimits,
    pub(crate) connections_per_address: usize,
    pub(crate) log: LogLevel,
    pub(crate) log_json: bool,
    /// All of them as text, in the order of the names.
    pub(crate) texts: Vec<SettingText>,
}

/// Resolves settings one by one, and remembers each as text.
struct Resolver<'a> {
    settings: &'a CliSettings,
    texts: Vec<SettingText>,
}

impl Resolver<'_> {
    fn note(&mut self, name: &str, value: String, origin: Origin) {
        let name = match name.strip_prefix(LIMIT_PREFIX) {
            Some(name) => format!("limits.{name}"),
            None => format!("server.{name}"),
        };
        self.texts.push(SettingText {
            name,
            value,
            origin,
        });
    }

    /// Resolves a setting that may be missing; `absent` describes that.
    fn optional<T>(
        &mut self,
        (name, flag): (&'static str, Option<String>),
        absent: &str,
        parse: impl Fn(&str) -> Result<T, String>,
        show: impl Fn(&T) -> String,
    ) -> Result<Option<T>, CliError> {
        let flag = match flag {
            Some(text) => Some(parse(&text).map_err(|reason| {
                CliError::usage(format_args!("invalid value for --{name}: {reason}"))
            })?),
            None => None,
        };
        let found = self.settings.resolve(name, flag, parse)?;
        let Some(WithOrigin { value, origin }) = found else {
            self.note(name, absent.to_owned(), Origin::Default);
            return Ok(None);
        };
        self.note(name, show(&value), origin);
        Ok(Some(value))
    }

    fn required<T>(
        &mut self,
        setting: (&'static str, Option<String>),
        default: T,
        parse: impl Fn(&str) -> Result<T, String>,
        show: impl Fn(&T) -> String,
    ) -> Result<T, CliError> {
        let absent = show(&default);
        let found = self.optional(setting, &absent, parse, show)?;
        Ok(found.unwrap_or(default))
    }
}

impl ServerSettings {
    /// Resolves all settings of a server.
    pub(crate) fn resolve(flags: &ServerFlags, settings: &CliSettings) -> Result<Self, CliError> {
        let mut all = Resolver {
            settings,
            texts: Vec::new(),
        };
        let text = |value: &Option<SocketAddr>| value.map(|address| address.to_string());
        let addr = text(&flags.addr);
        let addr = all.required(("addr", addr), DEFAULT_ADDRESS, parse_address, |address| {
            address.to_string()
        })?;
        let web = flags.web.as_ref().map(|path| path.display().to_string());
        let show_path = |path: &PathBuf| path.display().to_string();
        let parse_path = |text: &str| Ok(PathBuf::from(text));
        let web = all.optional(("web", web), "in this program", parse_path, show_path)?;
        let store = resolve_store(&mut all, flags.store.as_deref())?;
        let parse_bus = |text: &str| {
            let bus: BusConfig = text.parse()?;
            Ok((bus, hide_credentials(text)))
        };
        let local = (BusConfig::Local, "local".to_owned());
        let bus = all.required(("bus", flags.bus.clone()), local, parse_bus, |bus| {
            bus.1.clone()
        })?;
        let metrics = text(&flags.metrics_addr);
        let at_game = "that of the game";
        let show_address = |address: &SocketAddr| address.to_string();
        let metrics_addr = all.optional(
            ("metrics-addr", metrics),
            at_game,
            parse_address,
            show_address,
        )?;
        let (host_names, trusted_proxies) = resolve_names(&mut all, flags)?;
        let access = AccessRules {
            has_sign_ups: switch(&mut all, "sign-ups", flags.sign_ups.clone(), true)?,
            has_guests: switch(&mut all, "guests", flags.guests.clone(), true)?,
        };
        let log = flags.log.map(log_name);
        let log = all.required(("log", log), LogLevel::Warn, parse_choice, |level| {
            log_name(*level)
        })?;
        let log_json = flags.log_json.then(|| "on".to_owned());
        let log_json = switch(&mut all, "log-json", log_json, false)?;
        let (limits, connections_per_address) = resolve_limits(&mut all, &flags.limit, access)?;
        Ok(Self {
            addr,
            web,
            store,
            bus: bus.0,
            metrics_addr,
            host_names,
            trusted_proxies,
            limits,
            connections_per_address,
            log,
            log_json,
            texts: all.texts,
        })
    }
}

/// Resolves the names of the server and its proxies.
fn resolve_names(
    all: &mut Resolver<'_>,
    flags: &ServerFlags,
) -> Result<(Vec<String>, Vec<IpNet>), CliError> {
    let host_names = all.optional(
        ("host-name", joined(&flags.host_name)),
        "any",
        |text| parse_list(text, |name| Ok::<_, String>(name.to_owned())),
        |names| names.join(","),
    )?;
    let proxies = all.optional(
        ("trusted-proxy", joined(&flags.trusted_proxy)),
        "none",
        |text| {
            let networks = parse_list(text, |network| {
                network.parse::<IpNet>().map_err(|error| error.to_string())
            })?;
            Ok((networks, text.to_owned()))
        },
        |(_, text)| text.clone(),
    )?;
    let proxies = proxies.map_or_else(Vec::new, |(networks, _)| networks);
    Ok((host_names.unwrap_or_default(), proxies))
}

fn log_name(level: LogLevel) -> String {
    use clap::ValueEnum;
    let value = level.to_possible_value();
    value.map_or_else(String::new, |value| value.get_name().to_owned())
}

fn joined(values: &[String]) -> Option<String> {
    (!values.is_empty()).then(|| values.join(","))
}

fn parse_list<T>(text: &str, parse: impl Fn(&str) -> Result<T, String>) -> Result<Vec<T>, String> {
    let items = text.split(',').map(str::trim);
    items.filter(|item| !item.is_empty()).map(parse).collect()
}

fn parse_address(text: &str) -> Result<SocketAddr, String> {
    let expected = || "use an address and a port, such as 127.0.0.1:4444".to_owned();
    text.parse().map_err(|_| expected())
}

fn switch(
    all: &mut Resolver<'_>,
    name: &'static str,
    flag: Option<String>,
    default: bool,
) -> Result<bool, CliError> {
    let parse = |text: &str| match text {
        "on" | "true" => Ok(true),
        "off" | "false" => Ok(false),
        _ => Err("use on or off".to_owned()),
    };
    let show = |is_on: &bool| if *is_on { "on" } else { "off" }.to_owned();
    all.required((name, flag), default, parse, show)
}

fn resolve_store(
    all: &mut Resolver<'_>,
    flag: Option<&str>,
) -> Result<Option<StoreLocation>, CliError> {
    let default = default_store();
    let absent = match &default {
        Some(store) => store.description(),
        None => "none: neither XDG_DATA_HOME nor HOME is set".to_owned(),
    };
    let parse = |text: &str| {
        let store: Result<StoreLocation, _> = text.parse();
        store.map_err(|error| error.to_string())
    };
    let flag = flag.map(str::to_owned);
    let found = all.optional(("store", flag), &absent, parse, StoreLocation::description)?;
    Ok(found.or(default))
}

/// Returns the default store. `None` if there is no data directory.
fn default_store() -> Option<StoreLocation> {
    Some(StoreLocation::File(directories::data()?.join(STORE_FILE)))
}

/// Returns the store of the server on this machine, for the other commands of operators.
pub(crate) fn store_of(
    flag: Option<&str>,
    settings: &CliSettings,
) -> Result<StoreLocation, CliError> {
    let mut all = Resolver {
        settings,
        texts: Vec::new(),
    };
    let store = resolve_store(&mut all, flag)?;
    store.ok_or_else(|| CliError::usage("name the store with --store"))
}

fn resolve_limits(
    all: &mut Resolver<'_>,
    flags: &[String],
    access: AccessRules,
) -> Result<(OnlineLimits, usize), CliError> {
    let mut limits = OnlineLimits {
        access,
        ..OnlineLimits::default()
    };
    let mut by_flag = Vec::new();
    for flag in flags {
        let (name, value) = flag.split_once('=').ok_or_else(|| {
            CliError::usage(format_args!(
                "--limit {flag}: use NAME=VALUE, as in logins=5/10s"
            ))
        })?;
        let full = format!("{LIMIT_PREFIX}{name}");
        let Some(known) = LIMIT_NAMES.into_iter().find(|known| **known == full) else {
            let known = LIMIT_NAMES.map(|name| &name[LIMIT_PREFIX.len()..]);
            return Err(CliError::usage(format_args!(
                "there is no limit '{}': use one of {}",
                name.escape_debug(),
                known.join(", ")
            )));
        };
        by_flag.push((known, value.to_owned()));
    }
    let mut connections = DEFAULT_CONNECTIONS;
    for name in LIMIT_NAMES {
        let flag = by_flag.iter().rev().find(|(known, _)| *known == name);
        let flag = flag.map(|(_, value)| value.clone());
        if let Some(rate) = rate_of(&mut limits, name) {
            *rate = all.required((name, flag), *rate, parse_rate, show_rate)?;
            continue;
        }
        let mut seeks = limits.seeks_per_address as usize;
        let count = match name {
            "limit-sockets-per-address" => &mut limits.sockets_per_address,
            "limit-sockets-per-person" => &mut limits.sockets_per_person,
            "limit-seeks-per-address" => &mut seeks,
            _ => &mut connections,
        };
        let parse = |text: &str| parse_number(text, 1..=COUNT_MAX);
        *count = all.required((name, flag), *count, parse, ToString::to_string)?;
        limits.seeks_per_address = seeks as u64;
    }
    Ok((limits, connections))
}

/// Returns the rate of this name; `None` for a count.
fn rate_of<'a>(limits: &'a mut OnlineLimits, name: &str) -> Option<&'a mut RateLimit> {
    Some(match name {
        "limit-guests" => &mut limits.guests,
        "limit-logins" => &mut limits.logins,
        "limit-exports" => &mut limits.exports,
        "limit-commands" => &mut limits.commands,
        "limit-watching" => &mut limits.watching,
        "limit-lobby" => &mut limits.lobby,
        "limit-chat" => &mut limits.chat,
        _ => return None,
    })
}

/// Parses a rate such as `20/10s`: twenty at once, and one more every ten seconds.
fn parse_rate(text: &str) -> Result<RateLimit, String> {
    let invalid =
        || "use a rate such as 20/10s: twenty at once, and one more every 10 s".to_owned();
    let (burst, refill) = text.split_once('/').ok_or_else(invalid)?;
    let burst: u32 = burst.trim().parse().map_err(|_| invalid())?;
    let refill = refill.trim();
    let digits = refill
        .find(|c: char| !c.is_ascii_digit())
        .ok_or_else(invalid)?;
    let (number, unit) = refill.split_at(digits);
    let number: u64 = number.parse().map_err(|_| invalid())?;
    let unit_ms: u64 = match unit.trim() {
        "ms" => 1,
        "s" => 1_000,
        "m" => 60_000,
        _ => return Err(invalid()),
    };
    let ms = number.saturating_mul(unit_ms);
    let is_possible = (1..=COUNT_MAX as u32).contains(&burst)
        && (1..=REFILL_MAX.as_millis() as u64).contains(&ms);
    is_possible
        .then(|| RateLimit::new(burst, ms))
        .ok_or_else(|| "the rate is too small or too large".to_owned())
}

fn show_rate(rate: &RateLimit) -> String {
    let ms = rate.refill.as_millis();
    let refill = match ms {
        ms if ms.is_multiple_of(60_000) => format!("{}m", ms / 60_000),
        ms if ms.is_multiple_of(1_000) => format!("{}s", ms / 1_000),
        ms => format!("{ms}ms"),
    };
    format!("{}/{refill}", rate.burst)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_read_as_they_are_written() {
        for (text, expected) in [
            ("20/10s", "20/10s"),
            (" 5 / 1500ms", "5/1500ms"),
            ("1/60s", "1/1m"),
            ("3/2m", "3/2m"),
        ] {
            let rate = parse_rate(text).expect(text);
            assert_eq!(show_rate(&rate), expected, "{text}");
        }
        for wrong in [
            "",
            "20",
            "/",
            "0/1s",
            "-1/1s",
            "1/0s",
            "1/10",
            "1/1h",
            "1/99999999m",
        ] {
            assert!(parse_rate(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn connections_of_an_address_are_as_in_the_server() {
        let documented = include_str!("../../../docs/operate.md");
        let line = "| connections per address, unless it is a trusted proxy | 1,000 |";
        assert!(documented.contains(line) && DEFAULT_CONNECTIONS == 1_000);
    }
}
