//! A TCP proxy between browser and server that can simulate a lost connection.

use std::net::SocketAddr;

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// Forwards all connections until [`TcpProxy::disconnect`].
pub struct TcpProxy {
    address: SocketAddr,
    is_disconnected: watch::Sender<bool>,
    task: JoinHandle<()>,
}

impl TcpProxy {
    /// Starts a proxy for this server.
    ///
    /// # Panics
    ///
    /// If no port is free.
    pub async fn to(server: SocketAddr) -> Self {
        let any = SocketAddr::from(([127, 0, 0, 1], 0));
        let listener = TcpListener::bind(any).await.expect("a free port");
        let address = listener.local_addr().expect("a bound listener has one");
        let is_disconnected = watch::Sender::new(false);
        let sender = is_disconnected.clone();
        let task = tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(forward(client, server, sender.subscribe()));
            }
        });
        Self {
            address,
            is_disconnected,
            task,
        }
    }

    /// Returns the URL of the server through the proxy.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Drops all connections and refuses new ones.
    pub fn disconnect(&self) {
        self.is_disconnected.send_replace(true);
    }

    /// Accepts connections again.
    pub fn reconnect(&self) {
        self.is_disconnected.send_replace(false);
    }
}

impl Drop for TcpProxy {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn forward(
    mut client: TcpStream,
    server: SocketAddr,
    mut is_disconnected: watch::Receiver<bool>,
) {
    if *is_disconnected.borrow() {
        return;
    }
    let Ok(mut upstream) = TcpStream::connect(server).await else {
        return;
    };
    tokio::select! {
        // Returning closes both sockets.
        _ = copy_bidirectional(&mut client, &mut upstream) => {}
        _ = is_disconnected.wait_for(|is_disconnected| *is_disconnected) => {}
    }
}
