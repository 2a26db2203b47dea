//! A WebSocket client with small buffers, because there are thousands.

use std::net::SocketAddr;

use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

const BUFFER_BYTES: usize = 4 * 1024;

pub(crate) struct LoadSocket(WebSocketStream<TcpStream>);

impl LoadSocket {
    /// Connects to a path, with an optional bearer token.
    pub(crate) async fn open(address: SocketAddr, path: &str, token: Option<&str>) -> Option<Self> {
        let mut request = format!("ws://{address}{path}").into_client_request().ok()?;
        if let Some(token) = token {
            let bearer = format!("Bearer {token}").parse().ok()?;
            request.headers_mut().insert("authorization", bearer);
        }
        let stream = TcpStream::connect(address).await.ok()?;
        // Best effort: without TCP_NODELAY moves are only slower.
        let _ = stream.set_nodelay(true);
        let mut config = WebSocketConfig::default();
        config.read_buffer_size = BUFFER_BYTES;
        config.write_buffer_size = 0;
        let connected = client_async_with_config(request, stream, Some(config)).await;
        Some(Self(connected.ok()?.0))
    }

    pub(crate) async fn send(&mut self, text: String) -> Option<()> {
        self.0.send(Message::text(text)).await.ok()
    }

    pub(crate) async fn next(&mut self) -> Option<Utf8Bytes> {
        loop {
            match self.0.next().await?.ok()? {
                Message::Text(text) => return Some(text),
                Message::Close(_) => return None,
                _ => {}
            }
        }
    }
}

/// Returns the number that follows a marker in a text.
pub(crate) fn number_after(text: &str, marker: &str) -> Option<u64> {
    let (_, rest) = text.split_once(marker)?;
    let digits = rest.split(|c: char| !c.is_ascii_digit()).next()?;
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_after_markers_are_parsed() {
        assert_eq!(number_after("{\"ply\":12,\"x\":3}", "\"ply\":"), Some(12));
        assert_eq!(number_after("{\"ply\":null}", "\"ply\":"), None);
        assert_eq!(number_after("{}", "\"ply\":"), None);
    }
}
