//! A client that speaks as strangers do: JSON over a socket, with a token.

use std::net::SocketAddr;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// A guest's token.
pub(crate) async fn token(address: SocketAddr) -> Result<String, String> {
    let told = |error: std::io::Error| error.to_string();
    let mut stream = TcpStream::connect(address).await.map_err(told)?;
    let request = format!(
        "POST /api/token HTTP/1.1\r\nHost: {address}\r\nContent-Length: 0\r\n\
         Connection: close\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await.map_err(told)?;
    let mut text = String::new();
    stream.read_to_string(&mut text).await.map_err(told)?;
    let body = text.split("\r\n\r\n").nth(1).unwrap_or_default();
    let answer: Value = serde_json::from_str(body).map_err(|_| format!("no token: {text}"))?;
    let token = answer["token"].as_str();
    token.map(str::to_owned).ok_or(text)
}

/// A connection.
pub(crate) struct Client {
    socket: WebSocketStream<TcpStream>,
    last_cid: u64,
}

impl Client {
    /// Connects and says hello.
    pub(crate) async fn connect(address: SocketAddr, token: &str) -> Option<Self> {
        let request = format!("ws://{address}/api/socket").into_client_request();
        let mut request = request.ok()?;
        let bearer = format!("Bearer {token}").parse().ok()?;
        request.headers_mut().insert("authorization", bearer);
        let stream = TcpStream::connect(address).await.ok()?;
        // Moves are small, and somebody waits for each.
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
        client.ask(json!({"type": "hello", "proto": 1})).await?;
        Some(client)
    }

    /// Asks something; its number. None once the server has gone.
    pub(crate) async fn ask(&mut self, mut message: Value) -> Option<u64> {
        self.last_cid += 1;
        message["cid"] = self.last_cid.into();
        let text = Message::text(message.to_string());
        self.socket.send(text).await.ok()?;
        Some(self.last_cid)
    }

    /// The next message; none once the server has gone. Pings are answered.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        loop {
            match self.socket.next().await?.ok()? {
                Message::Text(text) => {
                    let told: Value = serde_json::from_str(&text).ok()?;
                    if told["type"] != "ping" {
                        return Some(told);
                    }
                    self.ask(json!({"type": "pong"})).await?;
                }
                Message::Close(_) => return None,
                _ => {}
            }
        }
    }

    /// The answer to a question.
    pub(crate) async fn get(&mut self, message: Value) -> Option<Value> {
        let cid = self.ask(message).await?;
        loop {
            let told = self.next().await?;
            if told["cid"] == cid {
                return Some(told);
            }
        }
    }
}

/// A game between two people, the host first.
pub(crate) async fn begin(
    address: SocketAddr,
    tokens: [&str; 2],
    terms: Value,
) -> Result<String, String> {
    let begun = async {
        let mut host = Client::connect(address, tokens[0]).await?;
        let mut guest = Client::connect(address, tokens[1]).await?;
        let invited = host.get(json!({"type": "invite", "terms": terms})).await?;
        let join = json!({"type": "join", "secret": invited["secret"]});
        let started = guest.get(join).await?;
        Some(started["game"].as_str()?.to_owned())
    };
    begun.await.ok_or_else(|| "no game begins".to_owned())
}
