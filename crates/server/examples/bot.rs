//! A client of online games in one file: requests a token, pairs with any opponent and plays one
//! game with arbitrary moves. It uses nothing of this repository but the documented protocol.
//!
//! ```sh
//! cargo run -p foursight-server --example bot -- 127.0.0.1:4444
//! ```

use std::error::Error;
use std::io::{Read, Write};
use std::net::TcpStream;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream as AsyncStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

type Socket = WebSocketStream<MaybeTlsStream<AsyncStream>>;

const COLUMNS: u64 = 7;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let address = std::env::args()
        .nth(1)
        .unwrap_or("127.0.0.1:4444".to_owned());
    let token = token(&address)?;
    let mut request = format!("ws://{address}/api/socket").into_client_request()?;
    let bearer = format!("Bearer {token}").parse()?;
    request.headers_mut().insert("authorization", bearer);
    let (mut socket, _) = connect_async(request).await?;
    send(&mut socket, json!({"type": "hello", "proto": 1})).await?;
    let terms = json!({"rules": "standard 7x6/4"});
    send(&mut socket, json!({"type": "pair", "terms": terms})).await?;
    println!("waiting for an opponent");
    let ending = play(&mut socket).await?;
    println!("over: {ending}");
    Ok(())
}

/// Requests a token over plain HTTP.
fn token(address: &str) -> Result<String, Box<dyn Error>> {
    let mut stream = TcpStream::connect(address)?;
    let host = format!("Host: {address}\r\nContent-Length: 0\r\nConnection: close");
    write!(stream, "POST /api/token HTTP/1.1\r\n{host}\r\n\r\n")?;
    let mut text = String::new();
    stream.read_to_string(&mut text)?;
    let body = text.split("\r\n\r\n").nth(1).ok_or("no response")?;
    let response: Value = serde_json::from_str(body)?;
    let token = response["token"].as_str().ok_or_else(|| body.to_owned())?;
    Ok(token.to_owned())
}

async fn send(socket: &mut Socket, message: Value) -> Result<(), Box<dyn Error>> {
    Ok(socket.send(Message::text(message.to_string())).await?)
}

/// Plays until the game is over, and returns its ending.
async fn play(socket: &mut Socket) -> Result<String, Box<dyn Error>> {
    let (mut game, mut seat, mut now) = (String::new(), Value::Null, Value::Null);
    let mut attempt = 0;
    while let Some(message) = socket.next().await {
        let Message::Text(text) = message? else {
            continue;
        };
        let message: Value = serde_json::from_str(&text)?;
        match message["type"].as_str() {
            Some("started") => {
                message["game"]
                    .as_str()
                    .unwrap_or_default()
                    .clone_into(&mut game);
                send(socket, json!({"type": "watch", "game": game})).await?;
                continue;
            }
            Some("ping") => {
                send(socket, json!({"type": "pong"})).await?;
                continue;
            }
            Some("table") => (seat, now) = (message["seat"].clone(), message["now"].clone()),
            Some("entry") => {
                println!("{}", message["entry"]["event"]);
                (now, attempt) = (message["now"].clone(), 0);
            }
            // Another column may have room.
            Some("refused") if message["code"] == "column_full" => attempt += 1,
            Some("refused" | "bye") => return Err(message["code"].to_string().into()),
            _ => continue,
        }
        if now["ending"].is_object() {
            return Ok(now["ending"].to_string());
        }
        if !seat.is_null() && now["to_move"] == seat {
            let column = (now["at"]["ply"].as_u64().unwrap_or(0) * 5 + attempt) % COLUMNS + 1;
            let command = json!({"kind": "move", "at": now["at"], "move": column.to_string()});
            send(
                socket,
                json!({"type": "do", "game": game, "command": command}),
            )
            .await?;
        }
    }
    Err("the server closed the connection".into())
}
