//! Flags of `admin`.

use clap::{Args, Subcommand};

const ADMIN_EXAMPLES: &str = "\
Examples:
  foursight admin stats
  foursight admin user list --search ada
  foursight admin user lock Ada --reason \"insults, see mail of 3 May\"
  foursight admin user reset-link Ada --url https://play.example.org
  foursight admin game show d3k9m2x7abcd
  foursight admin audit";

const ADMIN_AFTER: &str = "\
It works on the store itself, with or without running servers, so it needs no password of its own: \
access to the store is access to administration. Servers notice changes within a second. Every change is \
recorded in the audit log with the name of the operator.";

/// Administer users and games of online play
#[derive(Args, Debug)]
#[command(before_long_help = ADMIN_EXAMPLES, after_long_help = ADMIN_AFTER)]
#[command(subcommand_required = true, arg_required_else_help = true)]
pub(crate) struct AdminArgs {
    /// The store: sqlite:FILE or postgres://… [default: the store of foursight serve]
    #[arg(long, global = true, value_name = "STORE")]
    pub(crate) store: Option<String>,
    /// Print JSON, one object per line
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// The subject.
    #[command(subcommand)]
    pub(crate) subject: AdminSubject,
}

/// A subject of administration.
#[derive(Subcommand, Debug)]
pub(crate) enum AdminSubject {
    /// Users: list, show, add, lock, unlock, reset-link, delete
    #[command(subcommand_required = true, arg_required_else_help = true)]
    User {
        /// The action.
        #[command(subcommand)]
        action: UserAction,
    },
    /// Games: show, void
    #[command(subcommand_required = true, arg_required_else_help = true)]
    Game {
        /// The action.
        #[command(subcommand)]
        action: GameAction,
    },
    /// Count users, games and running servers
    Stats,
    /// Show the audit log, the latest line first
    Audit {
        /// Number of lines
        #[arg(long, value_name = "COUNT", default_value_t = 50)]
        #[arg(value_parser = clap::value_parser!(u64).range(1..=10_000))]
        limit: u64,
    },
}

/// A user, and the reason of a change.
#[derive(Args, Debug)]
pub(crate) struct ChangedUser {
    /// Name of the account, or id of the user
    #[arg(value_name = "USER")]
    pub(crate) user: String,
    #[command(flatten)]
    pub(crate) note: NoteArgs,
}

/// The remarks about a change in the audit log.
#[derive(Args, Debug)]
pub(crate) struct NoteArgs {
    /// The reason, for the audit log
    #[arg(
        long,
        value_name = "TEXT",
        default_value = "",
        hide_default_value = true
    )]
    pub(crate) reason: String,
    /// Name of the operator, for the audit log [default: the user of this system]
    #[arg(long, value_name = "NAME")]
    pub(crate) operator: Option<String>,
}

/// An action on users.
#[derive(Subcommand, Debug)]
pub(crate) enum UserAction {
    /// List users, those first who were connected last
    List {
        /// Only names that contain this
        #[arg(
            long,
            value_name = "TEXT",
            default_value = "",
            hide_default_value = true
        )]
        search: String,
        /// Guests as well
        #[arg(long)]
        guests: bool,
        /// Number of users
        #[arg(long, value_name = "COUNT", default_value_t = 50)]
        #[arg(value_parser = clap::value_parser!(u64).range(1..=100_000))]
        limit: u64,
    },
    /// Show a user with the latest games
    Show {
        /// Name of the account, or id of the user
        #[arg(value_name = "USER")]
        user: String,
    },
    /// Create an account, and print a link by which its owner chooses a password
    Add {
        /// Name of the account
        #[arg(value_name = "NAME")]
        name: String,
        /// Address of the server, for the link
        #[arg(long, value_name = "URL")]
        url: String,
        #[command(flatten)]
        note: NoteArgs,
    },
    /// End all sessions of a user and refuse logins
    Lock(ChangedUser),
    /// Allow a locked user to sign in again
    Unlock(ChangedUser),
    /// Print a link by which the owner of an account chooses another password; it works once, for a day
    ResetLink {
        #[command(flatten)]
        changed: ChangedUser,
        /// Address of the server, for the link
        #[arg(long, value_name = "URL")]
        url: String,
    },
    /// Delete a user for good: games in progress end, finished ones stay without the name
    Delete {
        #[command(flatten)]
        changed: ChangedUser,
        /// Do not ask
        #[arg(long)]
        yes: bool,
    },
}

/// An action on games.
#[derive(Subcommand, Debug)]
pub(crate) enum GameAction {
    /// Show a game with its moves
    Show {
        /// Id of the game, as at the end of its address
        #[arg(value_name = "GAME")]
        game: String,
    },
    /// End a game in progress without a result
    Void {
        /// Id of the game, as at the end of its address
        #[arg(value_name = "GAME")]
        game: String,
        #[command(flatten)]
        note: NoteArgs,
    },
}
