//! The server under test.

use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use foursight_server::{Bundle, Clock, Config, Online, serve};
use serde_json::json;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::page::Page;

/// The variable that names the folder of the client.
pub const CLIENT_VARIABLE: &str = "TESTED_CLIENT";

/// A server with the built client, in this process.
pub struct Site {
    address: SocketAddr,
    /// Online games, which outlive a server that is started again.
    games: TempDir,
    clock: Clock,
    running: Option<Running>,
}

struct Running {
    end: oneshot::Sender<()>,
    task: JoinHandle<std::io::Result<()>>,
}

impl Site {
    pub(crate) async fn start() -> Self {
        let any = SocketAddr::from(([127, 0, 0, 1], 0));
        let listener = TcpListener::bind(any).await.expect("a free port");
        let address = listener.local_addr().expect("a bound listener has one");
        let mut site = Self {
            address,
            games: tempfile::tempdir().expect("a folder"),
            clock: Clock::system(),
            running: None,
        };
        site.run(listener, client());
        site
    }

    /// Where it listens.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Ends the server, as if the network were gone.
    ///
    /// # Panics
    ///
    /// If it does not end in peace.
    pub async fn stop(&mut self) {
        if let Some(Running { end, task }) = self.running.take() {
            // Whoever has ended already needs no telling.
            let _ = end.send(());
            task.await.expect("no panic").expect("it has served");
        }
    }

    /// Starts again at the same address, with another client if one is given.
    ///
    /// # Panics
    ///
    /// If somebody else has taken the port meanwhile.
    pub async fn start_again(&mut self, folder: Option<&Path>) {
        self.stop().await;
        let listener = TcpListener::bind(self.address)
            .await
            .expect("the same port");
        self.run(listener, folder.map_or_else(client, read));
    }

    /// Starts again at the same address with another clock.
    pub async fn start_again_by(&mut self, clock: Clock) {
        self.clock = clock;
        self.start_again(None).await;
    }

    /// Starts again at the same address without the files whose names begin like this, as hosts
    /// lose them. The browser forgets those it has.
    ///
    /// # Panics
    ///
    /// If the client cannot be copied.
    pub async fn start_again_without(&mut self, page: &Page, lost: &str) {
        let folder = tempfile::tempdir().expect("a folder");
        Self::copy_to(folder.path(), |name| !name.starts_with(lost));
        // The server reads them all at its start.
        self.start_again(Some(folder.path())).await;
        page.command("Network.clearBrowserCache", json!({})).await;
    }

    /// Copies those files of the client that are wanted, by their names.
    ///
    /// # Panics
    ///
    /// If one cannot be copied.
    pub fn copy_to(folder: &Path, is_wanted: impl Fn(&str) -> bool) {
        for file in fs::read_dir(Self::folder()).expect("the client") {
            let file = file.expect("a file");
            let name = file.file_name();
            if is_wanted(&name.to_string_lossy()) {
                fs::copy(file.path(), folder.join(name)).expect("a copy");
            }
        }
    }

    /// The folder of the client.
    ///
    /// # Panics
    ///
    /// If nobody says where it is.
    #[must_use]
    pub fn folder() -> PathBuf {
        let folder = std::env::var_os(CLIENT_VARIABLE).unwrap_or_else(|| {
            panic!(
                "{CLIENT_VARIABLE} is not set: run `cargo xtask test`, or set it to the folder \
                 that `cargo xtask web --out DIR` wrote"
            )
        });
        folder.into()
    }

    fn run(&mut self, listener: TcpListener, bundle: Bundle) {
        let (end, ended) = oneshot::channel();
        let config = Config {
            bundle: Some(bundle),
            online: Some(Online {
                clock: self.clock.clone(),
                ..Online::in_file(self.games.path().join("online.db"))
            }),
            ..Config::default()
        };
        let ended = async move { drop(ended.await) };
        let task = tokio::spawn(serve(listener, config, ended));
        self.running = Some(Running { end, task });
    }
}

fn client() -> Bundle {
    read(&Site::folder())
}

fn read(folder: &Path) -> Bundle {
    Bundle::read(folder).unwrap_or_else(|error| panic!("{error}"))
}
