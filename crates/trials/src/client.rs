//! A client that uses nothing but the documented protocol: JSON over a WebSocket, with a bearer
//! token.

use std::net::SocketAddr;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// Requests a token for a new guest.
pub(crate) async fn token(address: SocketAddr) -> Result<String, String> {
    let to_text = |error: std::io::Error| error.to_string();
    let mut stream = TcpStream::connect(address).await.map_err(to_text)?;
    let request = format!(
        "POST /api/token HTTP/1.1\r\nHost: {address}\r\nContent-Length: 0\r\n\
         Connection: close\r\n\r\n"
    );
    stream
        .write_all(request.as_bytes())
        .await
        .map_err(to_text)?;
    let mut text = String::new();
    stream.read_to_string(&mut text).await.map_err(to_text)?;
    let body = text.split("\r\n\r\n").nth(1).unwrap_or_default();
    let response: Value = serde_json::from_str(body).map_err(|_| format!("no token: {text}"))?;
    let token = response["token"].as_str();
    token.map(str::to_owned).ok_or(text)
}

/// A WebSocket client.
pub(crate) struct TrialClient {
    socket: WebSocketStream<TcpStream>,
    last_cid: u64,
}

impl TrialClient {
    /// Connects and sends hello.
    pub(crate) async fn connect(address: SocketAddr, token: &str) -> Option<Self> {
        let request = format!("ws://{address}/api/socket").into_client_request();
        let mut request = request.ok()?;
        let bearer = format!("Bearer {token}").parse().ok()?;
        request.headers_mut().insert("authorization", bearer);
        let stream = TcpStream::connect(address).await.ok()?;
        // Best effort: without TCP_NODELAY moves are only slower.
        let _ = stream.set_nodelay(true);
        let mut config = tokio_tungstenite::tungstenite::protocol::WebSocketConfig::default();
        config.read_buffer_size = 4 * 1024;
        config.write_buffer_size = 0;
        let connected = client_async_with_config(request, stream, Some(config)).await;
        let (socket, _) = connected.ok()?;
        let mut client = Self {
            socket,
            last_cid: 0,
        };
        client.send(json!({"type": "hello", "proto": 1})).await?;
        Some(client)
    }

    /// Sends a message and returns its `cid`; `None` once the server is gone.
    pub(crate) async fn send(&mut self, mut message: Value) -> Option<u64> {
        self.last_cid += 1;
        message["cid"] = self.last_cid.into();
        let text = Message::text(message.to_string());
        self.socket.send(text).await.ok()?;
        Some(self.last_cid)
    }

    /// Receives the next message, and responds to pings; `None` once the server is gone.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        loop {
            match self.socket.next().await?.ok()? {
                Message::Text(text) => {
                    let message: Value = serde_json::from_str(&text).ok()?;
                    if message["type"] != "ping" {
                        return Some(message);
                    }
                    self.send(json!({"type": "pong"})).await?;
                }
                Message::Close(_) => return None,
                _ => {}
            }
        }
    }

    /// Sends a message and receives its response.
    pub(crate) async fn request(&mut self, message: Value) -> Option<Value> {
        let cid = self.send(message).await?;
        loop {
            let message = self.next().await?;
            if message["cid"] == cid {
                return Some(message);
            }
        }
    }
}

/// Starts a game between two people, the host first.
pub(crate) async fn start_game(
    address: SocketAddr,
    tokens: [&str; 2],
    terms: Value,
) -> Result<String, String> {
    let started_game = async {
        let mut host = TrialClient::connect(address, tokens[0]).await?;
        let mut guest = TrialClient::connect(address, tokens[1]).await?;
        let invited = host
            .request(json!({"type": "invite", "terms": terms}))
            .await?;
        let join = json!({"type": "join", "secret": invited["secret"]});
        let started = guest.request(join).await?;
        Some(started["game"].as_str()?.to_owned())
    };
    started_game
        .await
        .ok_or_else(|| "no game started".to_owned())
}
