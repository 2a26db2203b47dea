//! A line between a browser and the server that can be cut, as networks are.

use std::net::SocketAddr;

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// Passes all bytes on while it is whole.
pub struct Line {
    address: SocketAddr,
    is_cut: watch::Sender<bool>,
    task: JoinHandle<()>,
}

impl Line {
    /// A line to this server.
    ///
    /// # Panics
    ///
    /// If no port is free.
    pub async fn to(server: SocketAddr) -> Self {
        let any = SocketAddr::from(([127, 0, 0, 1], 0));
        let listener = TcpListener::bind(any).await.expect("a free port");
        let address = listener.local_addr().expect("a bound listener has one");
        let is_cut = watch::Sender::new(false);
        let told = is_cut.clone();
        let task = tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                tokio::spawn(pass(near, server, told.subscribe()));
            }
        });
        Self {
            address,
            is_cut,
            task,
        }
    }

    /// The site as it is seen through the line.
    #[must_use]
    pub fn site(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Nothing comes through any more.
    pub fn cut(&self) {
        self.is_cut.send_replace(true);
    }

    /// All comes through again.
    pub fn mend(&self) {
        self.is_cut.send_replace(false);
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn pass(mut near: TcpStream, server: SocketAddr, mut is_cut: watch::Receiver<bool>) {
    if *is_cut.borrow() {
        return;
    }
    let Ok(mut far) = TcpStream::connect(server).await else {
        return;
    };
    tokio::select! {
        // However it ends, both ends are closed.
        _ = copy_bidirectional(&mut near, &mut far) => {}
        _ = is_cut.wait_for(|is_cut| *is_cut) => {}
    }
}
