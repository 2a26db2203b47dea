//! `foursight admin`: users, games, figures and the audit log of online play.

use std::env;
use std::io::{self, IsTerminal, Write};

use foursight_server::{
    AdminError, GameDetails, OperatorNote, OperatorStore, RESET_PATH, ResetLink, UserDetails,
    UserFilter, UserSummary,
};
use foursight_terminal::output::CliOutput;
use serde::Serialize;

use crate::admin_args::{AdminArgs, AdminSubject, ChangedUser, GameAction, NoteArgs, UserAction};
use crate::exit::{CliError, Exit};
use crate::json::{SCHEMA_VERSION, to_line};
use crate::runtime;
use crate::server_settings::store_of;
use crate::settings::CliSettings;
use crate::utc_time::utc_time;

/// An object with the version of its schema.
#[derive(Serialize)]
struct Versioned<T> {
    v: u32,
    #[serde(flatten)]
    object: T,
}

/// The result of a change.
#[derive(Serialize)]
struct ChangeInfo<'a> {
    action: &'a str,
    id: &'a str,
    name: &'a str,
}

/// A link to choose a password.
#[derive(Serialize)]
struct LinkInfo<'a> {
    id: &'a str,
    name: &'a str,
    link: &'a str,
    until_ms: u64,
}

pub(crate) fn run(
    args: &AdminArgs,
    settings: &CliSettings,
    out: &mut CliOutput,
) -> Result<Exit, CliError> {
    let store = store_of(args.store.as_deref(), settings)?;
    if let Some(url) = link_address(args) {
        check_url(url)?;
    }
    runtime::block_on(async {
        let store = OperatorStore::open(&store).await.map_err(failure)?;
        let mut console = Console {
            store,
            is_json: args.json,
            out,
        };
        match &args.subject {
            AdminSubject::User { action } => console.user(action).await,
            AdminSubject::Game { action } => console.game(action).await,
            AdminSubject::Stats => console.stats().await,
            AdminSubject::Audit { limit } => console.audit(*limit).await,
        }
    })
}

/// Returns the address of the server that a link needs.
fn link_address(args: &AdminArgs) -> Option<&str> {
    let AdminSubject::User { action } = &args.subject else {
        return None;
    };
    match action {
        UserAction::Add { url, .. } | UserAction::ResetLink { url, .. } => Some(url),
        _ => None,
    }
}

fn check_url(url: &str) -> Result<(), CliError> {
    let rest = url.strip_prefix("https://").or(url.strip_prefix("http://"));
    let is_valid = rest.is_some_and(|rest| {
        !rest.is_empty() && !rest.contains(['#', '?', '@']) && !rest.contains(char::is_whitespace)
    });
    if is_valid {
        return Ok(());
    }
    Err(CliError::usage(format_args!(
        "'{}' is not the address of a server: use one such as https://play.example.org",
        url.escape_debug()
    )))
}

fn failure(error: AdminError) -> CliError {
    match error {
        AdminError::InvalidName(_) => CliError::bad_input(error),
        AdminError::NoSuchUser(_)
        | AdminError::NoSuchGame(_)
        | AdminError::Guest(_)
        | AdminError::Unchanged(_)
        | AdminError::GameOver(_) => CliError::WithMessage {
            exit: Exit::No,
            message: error.to_string(),
        },
        error => CliError::storage(error),
    }
}

fn note(args: &NoteArgs) -> OperatorNote {
    // Under sudo, the person and not root.
    let names = ["SUDO_USER", "USER", "LOGNAME"];
    let system = names.into_iter().find_map(|name| env::var(name).ok());
    let operator = args.operator.clone().or(system);
    OperatorNote {
        operator: operator.unwrap_or_else(|| "unknown".to_owned()),
        reason: args.reason.clone(),
    }
}

/// Carries out the request of an operator and prints the result.
struct Console<'a> {
    store: OperatorStore,
    is_json: bool,
    out: &'a mut CliOutput,
}

impl Console<'_> {
    fn object(&mut self, object: impl Serialize) -> Result<(), CliError> {
        let v = SCHEMA_VERSION;
        writeln!(self.out, "{}", to_line(&Versioned { v, object })?)?;
        Ok(())
    }

    async fn user(&mut self, action: &UserAction) -> Result<Exit, CliError> {
        match action {
            UserAction::List {
                search,
                guests,
                limit,
            } => {
                let filter = UserFilter {
                    part: search.clone(),
                    has_guests: *guests,
                    max: *limit,
                };
                let users = self.store.users(&filter).await.map_err(failure)?;
                return self.users(&users);
            }
            UserAction::Show { user } => {
                let details = self.store.user(user).await.map_err(failure)?;
                self.details(&details)?;
            }
            UserAction::Add {
                name,
                url,
                note: by,
            } => {
                let link = self.store.add_account(name, &note(by)).await;
                self.link(&link.map_err(failure)?, url)?;
            }
            UserAction::Lock(ChangedUser { user, note: by }) => {
                let locked = self.store.lock(user, &note(by)).await.map_err(failure)?;
                self.changed("locked", &locked)?;
            }
            UserAction::Unlock(ChangedUser { user, note: by }) => {
                let unlocked = self.store.unlock(user, &note(by)).await.map_err(failure)?;
                self.changed("unlocked", &unlocked)?;
            }
            UserAction::ResetLink { changed, url } => {
                let by = note(&changed.note);
                let link = self.store.reset_link(&changed.user, &by).await;
                self.link(&link.map_err(failure)?, url)?;
            }
            UserAction::Delete { changed, yes } => {
                let details = self.store.user(&changed.user).await.map_err(failure)?;
                if !*yes && !is_confirmed(&details)? {
                    return Ok(Exit::No);
                }
                // By the id, so that exactly the user that was shown is deleted.
                let by = note(&changed.note);
                let deleted = self.store.delete(&details.user.id, &by).await;
                self.changed("deleted", &deleted.map_err(failure)?)?;
            }
        }
        Ok(Exit::Done)
    }

    async fn game(&mut self, action: &GameAction) -> Result<Exit, CliError> {
        match action {
            GameAction::Show { game } => {
                let details = self.store.game(game).await.map_err(failure)?;
                self.game_details(&details)?;
            }
            GameAction::Void { game, note: by } => {
                self.store.void(game, &note(by)).await.map_err(failure)?;
                if self.is_json {
                    let (action, id, name) = ("voided", game.as_str(), "");
                    self.object(ChangeInfo { action, id, name })?;
                } else {
                    writeln!(self.out, "voided the game {game}")?;
                }
            }
        }
        Ok(Exit::Done)
    }

    fn users(&mut self, users: &[UserSummary]) -> Result<Exit, CliError> {
        if self.is_json {
            for user in users {
                self.object(user)?;
            }
            return Ok(Exit::Done);
        }
        if users.is_empty() {
            writeln!(self.out, "no users")?;
            return Ok(Exit::Done);
        }
        writeln!(
            self.out,
            "{:<12}  {:<20}  {:<7}  {:>6}  last seen",
            "id", "name", "kind", "games"
        )?;
        for user in users {
            let (id, name, games) = (&user.id, &user.name, user.games);
            let (kind, seen) = (kind_of(user), utc_time(user.seen_ms));
            writeln!(
                self.out,
                "{id:<12}  {name:<20}  {kind:<7}  {games:>6}  {seen}"
            )?;
        }
        Ok(Exit::Done)
    }

    fn details(&mut self, details: &UserDetails) -> Result<(), CliError> {
        if self.is_json {
            return self.object(details);
        }
        let user = &details.user;
        let out = &mut *self.out;
        writeln!(out, "{:<12} {}", "id", user.id)?;
        writeln!(out, "{:<12} {}", "name", user.name)?;
        writeln!(out, "{:<12} {}", "kind", kind_of(user))?;
        if let Some(locked_ms) = user.locked_ms {
            writeln!(out, "{:<12} {}", "locked", utc_time(locked_ms))?;
        }
        writeln!(out, "{:<12} {}", "first seen", utc_time(user.made_ms))?;
        writeln!(out, "{:<12} {}", "last seen", utc_time(user.seen_ms))?;
        writeln!(out, "{:<12} {}", "sessions", details.sessions)?;
        writeln!(out, "{:<12} {}", "has blocked", details.blocked)?;
        writeln!(out, "{:<12} {}", "games", user.games)?;
        for game in &details.latest_games {
            let state = if game.is_over { "over" } else { "in progress" };
            let (id, at) = (&game.id, utc_time(game.changed_ms));
            writeln!(out, "  {id}  {at}  {state:<11}  against {}", game.opponent)?;
        }
        Ok(())
    }

    fn changed(&mut self, action: &str, user: &UserSummary) -> Result<(), CliError> {
        let (id, name) = (user.id.as_str(), user.name.as_str());
        if self.is_json {
            return self.object(ChangeInfo { action, id, name });
        }
        writeln!(self.out, "{action} {name} ({id})")?;
        Ok(())
    }

    fn link(&mut self, link: &ResetLink, url: &str) -> Result<(), CliError> {
        let text = format!("{}{RESET_PATH}#{}", url.trim_end_matches('/'), link.secret);
        if self.is_json {
            return self.object(LinkInfo {
                id: &link.user,
                name: &link.name,
                link: &text,
                until_ms: link.until_ms,
            });
        }
        let until = utc_time(link.until_ms);
        writeln!(self.out, "{text}")?;
        writeln!(
            self.out,
            "Send this link to {} only: it works once, until {until}.",
            link.name
        )?;
        Ok(())
    }

    fn game_details(&mut self, game: &GameDetails) -> Result<(), CliError> {
        if self.is_json {
            return self.object(game);
        }
        let out = &mut *self.out;
        writeln!(out, "{:<10} {}", "id", game.id)?;
        for (seat, (id, name)) in game.seats.iter().zip(&game.names).enumerate() {
            let label = format!("seat {}", seat + 1);
            match name {
                Some(name) => writeln!(out, "{label:<10} {name} ({id})")?,
                None => writeln!(out, "{label:<10} bot {id}")?,
            }
        }
        writeln!(out, "{:<10} {}", "rules", game.rules)?;
        writeln!(out, "{:<10} {}", "clock", game.clock)?;
        writeln!(out, "{:<10} {}", "started", utc_time(game.started_ms))?;
        writeln!(out, "{:<10} {}", "changed", utc_time(game.changed_ms))?;
        writeln!(out, "{:<10} {}", "events", game.events)?;
        writeln!(out, "{:<10} {} ({})", "moves", game.plies, game.moves)?;
        let state = match (&game.ending_text, game.to_move) {
            (Some(ending), _) => format!("over: {ending}"),
            (None, Some(seat)) => format!("seat {} moves", seat + 1),
            (None, None) => "paused".to_owned(),
        };
        writeln!(out, "{:<10} {state}", "state")?;
        Ok(())
    }

    async fn stats(&mut self) -> Result<Exit, CliError> {
        let stats = self.store.stats().await.map_err(failure)?;
        if self.is_json {
            self.object(stats)?;
            return Ok(Exit::Done);
        }
        for (label, count) in [
            ("accounts", stats.accounts),
            ("guests", stats.guests),
            ("locked users", stats.locked),
            ("users seen in 24 hours", stats.seen_last_day),
            ("users seen in 30 days", stats.seen_last_30_days),
            ("sessions", stats.sessions),
            ("games", stats.games),
            ("games in progress", stats.games_in_progress),
            ("games begun in 24 hours", stats.games_last_day),
            ("events", stats.events),
            ("running servers", stats.servers),
        ] {
            writeln!(self.out, "{label:<24} {count:>8}")?;
        }
        Ok(Exit::Done)
    }

    async fn audit(&mut self, limit: u64) -> Result<Exit, CliError> {
        let lines = self.store.audit_log(limit).await.map_err(failure)?;
        for line in &lines {
            if self.is_json {
                self.object(line)?;
                continue;
            }
            let (seq, at) = (line.seq, utc_time(line.at_ms));
            let operator = if line.operator.is_empty() {
                "-"
            } else {
                &line.operator
            };
            let (action, subject) = (&line.action, &line.subject);
            let detail = match line.detail.as_str() {
                "" => String::new(),
                detail => format!("  {detail}"),
            };
            writeln!(
                self.out,
                "{seq:>5}  {at}  {operator:<12}  {action:<19} {subject}{detail}"
            )?;
        }
        if lines.is_empty() && !self.is_json {
            writeln!(self.out, "the audit log is empty")?;
        }
        Ok(Exit::Done)
    }
}

const fn kind_of(user: &UserSummary) -> &'static str {
    match (user.locked_ms, user.has_account) {
        (Some(_), _) => "locked",
        (None, true) => "account",
        (None, false) => "guest",
    }
}

/// Asks at the terminal whether to delete a user.
fn is_confirmed(details: &UserDetails) -> Result<bool, CliError> {
    let (name, games) = (&details.user.name, details.user.games);
    if !io::stdin().is_terminal() {
        return Err(CliError::usage(format_args!(
            "deleting {name} cannot be undone: confirm with --yes"
        )));
    }
    eprint!("Delete {name}, who has {games} games, for good? Type the name to confirm: ");
    let mut answer = String::new();
    io::stdin()
        .read_line(&mut answer)
        .map_err(CliError::storage)?;
    Ok(answer.trim() == name)
}
