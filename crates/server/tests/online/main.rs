//! Online play as clients meet it: real sockets, real databases, a real bus, and clocks that stand.

mod abuse;
mod client;
#[path = "../services/database.rs"]
mod database;
#[path = "../services/nats.rs"]
mod nats;
mod nodes;
mod openapi;
mod play;
mod schema;
mod security;

use database::Database;
use foursight_server::{BusAt, StoreAt};
use nats::Nats;

/// A store in a file that is gone with the folder.
fn file() -> (StoreAt, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    (StoreAt::File(folder.path().join("games.db")), folder)
}

macro_rules! on_sqlite {
    ($($test:ident),* $(,)?) => {
        mod on_sqlite {
            use super::*;
            $(
                #[tokio::test(flavor = "multi_thread")]
                async fn $test() {
                    let (store, _folder) = file();
                    play::$test(&store, BusAt::Local).await;
                }
            )*
        }

        /// All of them on one database and one bus, which take a while to start.
        #[tokio::test(flavor = "multi_thread")]
        async fn on_postgres_and_nats() {
            let (database, nats) = (Database::start(), Nats::start());
            let store = StoreAt::Postgres(database.url());
            let bus: BusAt = nats.url().parse().expect("an address");
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
    games_elsewhere,
    gone_while_nobody_looked,
    a_bot_plays,
);
