//! Checks by a visit, as a browser makes it: a guest with a cookie, and the socket. The guest is
//! deleted afterwards.

use std::time::{Duration, Instant};

use axum::http::{Method, StatusCode, header};
use foursight_protocol::online::PROTOCOL_VERSION;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::{Error, Message};

use super::DoctorReport;
use super::http_client::HttpClient;
use crate::online::Diagnosis;

/// Timeout for the handshake, and again for the first message.
const SOCKET_TIMEOUT: Duration = Duration::from_secs(10);

/// Makes a visit and reports on it.
pub(super) async fn check(client: &HttpClient, report: &mut DoctorReport) {
    let Some(cookie) = join(client, report).await else {
        return;
    };
    match open_socket(client, &cookie).await {
        Ok(elapsed) => {
            let ms = elapsed.as_millis();
            report.ok(
                "socket",
                format!("opens, and the server says welcome after {ms} ms"),
            );
        }
        Err(reason) => {
            let reason = match was_upgrade_forwarded(client).await {
                Some(false) => {
                    "the proxy does not forward WebSockets: let it pass the headers Upgrade and \
                     Connection on, with HTTP/1.1"
                        .to_owned()
                }
                _ => reason,
            };
            report.problem("socket", reason);
        }
    }
    let origin = client.server.origin();
    let headers = [("cookie", cookie.as_str()), ("origin", origin.as_str())];
    let deleted = client
        .send(Method::POST, "/api/account/delete", &headers)
        .await;
    if !deleted.is_ok_and(|response| response.status == StatusCode::OK) {
        report.note(
            "guest",
            "the guest of this visit could not be deleted; it expires",
        );
    }
}

/// Joins as a guest. Returns the cookie.
async fn join(client: &HttpClient, report: &mut DoctorReport) -> Option<String> {
    let origin = client.server.origin();
    let headers = [("origin", origin.as_str())];
    let response = match client.send(Method::POST, "/api/guest", &headers).await {
        Ok(response) => response,
        Err(reason) => {
            report.problem("cookie", reason);
            return None;
        }
    };
    if response.status != StatusCode::OK {
        let code = serde_json::from_str::<Value>(&response.body).unwrap_or_default();
        let code = code["error"]["code"]
            .as_str()
            .unwrap_or("no code")
            .to_owned();
        let text = format!(
            "a visitor is refused with {}: {code}",
            response.status.as_u16()
        );
        match code.as_str() {
            "too_often" => report.note("cookie", format!("{text}; try again in a minute")),
            "foreign_origin" => report.problem(
                "cookie",
                format!("{text}; host or scheme are not what people use: see above"),
            ),
            _ => report.problem("cookie", text),
        }
        return None;
    }
    let cookie = response.headers.get(header::SET_COOKIE);
    let Some(cookie) = cookie.and_then(|cookie| cookie.to_str().ok()) else {
        report.problem(
            "cookie",
            "the proxy removes cookies, so users cannot stay signed in",
        );
        return None;
    };
    let mut missing = Vec::new();
    let mut wanted = vec!["HttpOnly", "SameSite"];
    if client.server.is_secure {
        wanted.extend(["Secure", "__Host-"]);
    }
    for part in wanted {
        if !cookie.to_lowercase().contains(&part.to_lowercase()) {
            missing.push(part);
        }
    }
    if missing.is_empty() {
        report.ok("cookie", "the session cookie is protected");
    } else {
        let missing = missing.join(", ");
        report.problem(
            "cookie",
            format!("the session cookie is not protected: no {missing}"),
        );
    }
    let pair = cookie.split(';').next().unwrap_or_default();
    Some(pair.to_owned())
}

/// Opens the socket as a page does. Returns the time until the server said welcome.
async fn open_socket(client: &HttpClient, cookie: &str) -> Result<Duration, String> {
    let server = &client.server;
    let scheme = if server.is_secure { "wss" } else { "ws" };
    let url = format!("{scheme}://{}/api/socket", server.authority);
    let mut request = url
        .into_client_request()
        .map_err(|error| error.to_string())?;
    let origin = server.origin();
    for (name, text) in [("cookie", cookie), ("origin", origin.as_str())] {
        let value = HeaderValue::from_str(text).map_err(|error| error.to_string())?;
        request.headers_mut().insert(name, value);
    }
    let stream = client.connect().await?;
    let started = Instant::now();
    let opening = tokio_tungstenite::client_async(request, stream);
    let opened = tokio::time::timeout(SOCKET_TIMEOUT, opening).await;
    let (mut socket, _) = match opened.map_err(|_| "no response to the handshake")? {
        Ok(opened) => opened,
        Err(Error::Http(response)) => {
            let status = response.status().as_u16();
            return Err(format!("the handshake is answered with status {status}"));
        }
        Err(error) => return Err(format!("the handshake fails: {error}")),
    };
    let hello = json!({"cid": 1, "type": "hello", "proto": PROTOCOL_VERSION});
    let greeting = async {
        let sent = socket.send(Message::text(hello.to_string())).await;
        sent.map_err(|error| error.to_string())?;
        let text = match socket.next().await {
            Some(Ok(message)) => message.into_text().map_err(|error| error.to_string())?,
            Some(Err(error)) => return Err(error.to_string()),
            None => return Err("the socket is closed at once".to_owned()),
        };
        let message: Value = serde_json::from_str(&text).unwrap_or_default();
        match message["type"].as_str() {
            Some("welcome") => Ok(started.elapsed()),
            _ => Err("the server does not say welcome".to_owned()),
        }
    };
    let greeted = tokio::time::timeout(SOCKET_TIMEOUT, greeting).await;
    let elapsed = greeted.map_err(|_| "the socket opens, but nothing arrives")??;
    // Best effort: the server notices a closed connection, too.
    let _ = socket.close(None).await;
    Ok(elapsed)
}

/// Returns true if the header of a handshake arrives at the server. `None` if that is unknown.
async fn was_upgrade_forwarded(client: &HttpClient) -> Option<bool> {
    let headers = [("connection", "Upgrade"), ("upgrade", "websocket")];
    let response = client
        .send(Method::GET, "/api/diagnosis", &headers)
        .await
        .ok()?;
    let diagnosis: Diagnosis = serde_json::from_str(&response.body).ok()?;
    Some(diagnosis.upgrade.is_some())
}
