//! Online play from the view of clients: real sockets, databases and bus, and manual clocks.

mod abuse;
mod accounts;
#[path = "../services/certificates.rs"]
mod certificates;
mod client;
#[path = "../services/database.rs"]
mod database;
mod doctor;
mod lobby;
mod long_games;
mod metrics;
#[path = "../services/nats.rs"]
mod nats;
mod nodes;
mod openapi;
mod operators;
mod play;
mod python_client;
mod samples;
mod schema;
mod security;

use database::Database;
use foursight_server::{BusConfig, StoreLocation};
use nats::Nats;

/// Returns a store in a file that is deleted with the folder.
fn file() -> (StoreLocation, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    (StoreLocation::File(folder.path().join("games.db")), folder)
}

macro_rules! on_sqlite {
    ($($test:ident),* $(,)?) => {
        mod on_sqlite {
            use super::*;
            $(
                #[tokio::test(flavor = "multi_thread")]
                async fn $test() {
                    let (store, _folder) = file();
                    play::$test(&store, BusConfig::Local).await;
                }
            )*
        }

        /// Runs all of them on one database and one bus, which take a while to start.
        #[tokio::test(flavor = "multi_thread")]
        async fn on_postgres_and_nats() {
            let (database, nats) = (Database::start(), Nats::start());
            let store = StoreLocation::Postgres(database.url());
            let bus: BusConfig = nats.url().parse().expect("an address");
            $(play::$test(&store, bus.clone()).await;)*
        }
    };
}

on_sqlite!(
    a_whole_game,
    offers_and_ends,
    blocked,
    pairing,
    clocks_and_downtime,
    abort_and_claim,
    summaries_of_unwatched_games,
    absence_outlives_the_actor,
    a_bot_plays,
);
