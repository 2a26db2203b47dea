//! The server under test.

use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use foursight_server::{
    Bundle, OnlineConfig, OnlineLimits, RateLimit, ServerConfig, WallClock, serve,
};
use serde_json::json;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::page::Page;

/// Environment variable that names the folder of the client.
pub const CLIENT_VARIABLE: &str = "TESTED_CLIENT";

/// A server with the built client, in this process.
pub struct ServerUnderTest {
    address: SocketAddr,
    /// Folder of the online database, which survives restarts.
    database_folder: TempDir,
    clock: WallClock,
    running: Option<ServerTask>,
}

struct ServerTask {
    shutdown: oneshot::Sender<()>,
    task: JoinHandle<std::io::Result<()>>,
}

impl ServerUnderTest {
    pub(crate) async fn start() -> Self {
        let any = SocketAddr::from(([127, 0, 0, 1], 0));
        let listener = TcpListener::bind(any).await.expect("a free port");
        let address = listener.local_addr().expect("a bound listener has one");
        let mut server = Self {
            address,
            database_folder: tempfile::tempdir().expect("a folder"),
            clock: WallClock::system(),
            running: None,
        };
        server.run(listener, load_client());
        server
    }

    /// Returns the address it listens on.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Stops the server, as if the network were down.
    ///
    /// # Panics
    ///
    /// If the server fails.
    pub async fn stop(&mut self) {
        if let Some(ServerTask { shutdown, task }) = self.running.take() {
            // Best effort: the server may have stopped already.
            let _ = shutdown.send(());
            task.await.expect("no panic").expect("the server serves");
        }
    }

    /// Restarts at the same address, with another client if one is given.
    ///
    /// # Panics
    ///
    /// If another process has taken the port.
    pub async fn restart(&mut self, folder: Option<&Path>) {
        self.stop().await;
        let listener = TcpListener::bind(self.address)
            .await
            .expect("the same port");
        self.run(listener, folder.map_or_else(load_client, load_bundle));
    }

    /// Restarts at the same address with another clock.
    pub async fn restart_with_clock(&mut self, clock: WallClock) {
        self.clock = clock;
        self.restart(None).await;
    }

    /// Restarts at the same address without the files whose names start with `prefix`, and clears
    /// the browser's cache.
    ///
    /// # Panics
    ///
    /// If the client cannot be copied.
    pub async fn restart_without_files(&mut self, page: &Page, prefix: &str) {
        let folder = tempfile::tempdir().expect("a folder");
        Self::copy_to(folder.path(), |name| !name.starts_with(prefix));
        // The server reads all files at its start, so the folder may go.
        self.restart(Some(folder.path())).await;
        page.devtools_command("Network.clearBrowserCache", json!({}))
            .await;
    }

    /// Copies the files of the client whose names pass the filter.
    ///
    /// # Panics
    ///
    /// If a file cannot be copied.
    pub fn copy_to(folder: &Path, filter: impl Fn(&str) -> bool) {
        for file in fs::read_dir(Self::client_folder()).expect("the client") {
            let file = file.expect("a file");
            let name = file.file_name();
            // The folder of the guide is no part of the game.
            let is_file = file.file_type().expect("a file").is_file();
            if is_file && filter(&name.to_string_lossy()) {
                fs::copy(file.path(), folder.join(name)).expect("a copy");
            }
        }
    }

    /// Returns the folder of the client.
    ///
    /// # Panics
    ///
    /// If [`CLIENT_VARIABLE`] is not set.
    #[must_use]
    pub fn client_folder() -> PathBuf {
        let folder = std::env::var_os(CLIENT_VARIABLE).unwrap_or_else(|| {
            panic!(
                "{CLIENT_VARIABLE} is not set: run `cargo xtask test`, or set it to the folder \
                 that `cargo xtask web --out DIR` wrote"
            )
        });
        folder.into()
    }

    fn run(&mut self, listener: TcpListener, bundle: Bundle) {
        let (shutdown, shutdown_requested) = oneshot::channel();
        let config = ServerConfig {
            bundle: Some(bundle),
            online: Some(OnlineConfig {
                clock: self.clock.clone(),
                // A test signs in more often than the default allows in the time it takes.
                limits: OnlineLimits {
                    logins: RateLimit::new(100, 6_000),
                    ..OnlineLimits::default()
                },
                ..OnlineConfig::with_file(self.database_folder.path().join("online.db"))
            }),
            ..ServerConfig::default()
        };
        let shutdown_requested = async move { drop(shutdown_requested.await) };
        let task = tokio::spawn(serve(listener, config, shutdown_requested));
        self.running = Some(ServerTask { shutdown, task });
    }
}

fn load_client() -> Bundle {
    load_bundle(&ServerUnderTest::client_folder())
}

fn load_bundle(folder: &Path) -> Bundle {
    Bundle::read(folder).unwrap_or_else(|error| panic!("{error}"))
}
