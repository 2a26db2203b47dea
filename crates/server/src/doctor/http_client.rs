//! An HTTP client that sends one request on each connection, over TLS if the address says so.

use std::fmt;
use std::net::IpAddr;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::http::{HeaderMap, Method, Request, StatusCode, Uri, header};
use bytes::Bytes;
use http_body_util::{BodyExt, Full, Limited};
use hyper_util::rt::TokioIo;
use rustls::pki_types::ServerName;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;

use super::DoctorError;
use crate::tls::root_store;

/// Timeout for connecting, and again for the response.
const TIMEOUT: Duration = Duration::from_secs(10);
/// Maximum size of a body that is read.
const BODY_BYTES_MAX: usize = 256 * 1024;

/// Address of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ServerUrl {
    pub(super) is_secure: bool,
    /// Host name or address, without brackets.
    pub(super) host: String,
    pub(super) port: u16,
    /// Host as in the header, with the port if it is not the usual one.
    pub(super) authority: String,
}

impl FromStr for ServerUrl {
    type Err = DoctorError;

    fn from_str(text: &str) -> Result<Self, DoctorError> {
        let invalid = || DoctorError::InvalidUrl(text.to_owned());
        let uri: Uri = text.trim().parse().map_err(|_| invalid())?;
        let is_secure = match uri.scheme_str() {
            Some("https") => true,
            Some("http") => false,
            _ => return Err(invalid()),
        };
        let authority = uri.authority().ok_or_else(invalid)?;
        // Credentials would be a secret in the report.
        let is_root = matches!(uri.path(), "" | "/") && uri.query().is_none();
        if authority.as_str().contains('@') || authority.host().is_empty() || !is_root {
            return Err(invalid());
        }
        let usual_port = if is_secure { 443 } else { 80 };
        let port = authority.port_u16().unwrap_or(usual_port);
        let host = authority.host();
        Ok(Self {
            is_secure,
            port,
            authority: if port == usual_port {
                host.to_owned()
            } else {
                format!("{host}:{port}")
            },
            host: host.trim_matches(['[', ']']).to_owned(),
        })
    }
}

impl fmt::Display for ServerUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", self.scheme(), self.authority)
    }
}

impl ServerUrl {
    pub(super) const fn scheme(&self) -> &'static str {
        if self.is_secure { "https" } else { "http" }
    }

    /// Returns the origin of pages of this server, as browsers write it.
    pub(super) fn origin(&self) -> String {
        self.to_string()
    }

    /// Returns true if the address is of this machine, as far as it says.
    pub(super) fn is_local(&self) -> bool {
        let address = self.host.parse::<IpAddr>();
        self.host == "localhost" || address.is_ok_and(|address| address.is_loopback())
    }
}

/// A response with its whole body.
pub(super) struct ReceivedResponse {
    pub(super) status: StatusCode,
    pub(super) headers: HeaderMap,
    pub(super) body: String,
    pub(super) elapsed: Duration,
}

/// A connection, plain or over TLS.
pub(super) trait ClientStream: AsyncRead + AsyncWrite + Unpin + Send {}
impl<T: AsyncRead + AsyncWrite + Unpin + Send> ClientStream for T {}

/// A client of one server.
pub(super) struct HttpClient {
    pub(super) server: ServerUrl,
    connector: Option<TlsConnector>,
}

impl HttpClient {
    pub(super) fn new(server: ServerUrl, ca_file: Option<&Path>) -> Result<Self, String> {
        let connector = if server.is_secure {
            let provider = Arc::new(rustls::crypto::ring::default_provider());
            let config = rustls::ClientConfig::builder_with_provider(provider)
                .with_safe_default_protocol_versions()
                .map_err(|error| error.to_string())?
                .with_root_certificates(root_store(ca_file)?)
                .with_no_client_auth();
            Some(TlsConnector::from(Arc::new(config)))
        } else {
            None
        };
        Ok(Self { server, connector })
    }

    /// Opens a connection.
    pub(super) async fn connect(&self) -> Result<Box<dyn ClientStream>, String> {
        let connecting = self.connect_without_timeout();
        let connected = tokio::time::timeout(TIMEOUT, connecting).await;
        connected.map_err(|_| "it does not accept the connection in time".to_owned())?
    }

    async fn connect_without_timeout(&self) -> Result<Box<dyn ClientStream>, String> {
        let ServerUrl { host, port, .. } = &self.server;
        let stream = TcpStream::connect((host.as_str(), *port)).await;
        let stream = stream.map_err(|error| format!("cannot connect: {error}"))?;
        let Some(connector) = &self.connector else {
            return Ok(Box::new(stream));
        };
        let name = ServerName::try_from(host.clone());
        let name = name.map_err(|_| "the host cannot have a certificate".to_owned())?;
        let stream = connector.connect(name, stream).await;
        Ok(Box::new(stream.map_err(|error| format!("TLS: {error}"))?))
    }

    pub(super) async fn get(&self, path: &str) -> Result<ReceivedResponse, String> {
        self.send(Method::GET, path, &[]).await
    }

    /// Sends a request without a body, and with further headers.
    pub(super) async fn send(
        &self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
    ) -> Result<ReceivedResponse, String> {
        let mut request = Request::builder().method(method).uri(path);
        if !headers.iter().any(|(name, _)| *name == "host") {
            request = request.header(header::HOST, &self.server.authority);
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Full::new(Bytes::new()));
        let request = request.map_err(|error| error.to_string())?;
        let stream = self.connect().await?;
        let started = Instant::now();
        let exchange = async {
            let handshake = hyper::client::conn::http1::handshake(TokioIo::new(stream));
            let (mut sender, connection) = handshake.await.map_err(|error| error.to_string())?;
            let driver = tokio::spawn(connection);
            let response = sender.send_request(request).await;
            let response = response.map_err(|error| error.to_string())?;
            let (head, body) = response.into_parts();
            let body = Limited::new(body, BODY_BYTES_MAX).collect().await;
            let body = body.map_err(|error| error.to_string())?.to_bytes();
            driver.abort();
            Ok(ReceivedResponse {
                status: head.status,
                headers: head.headers,
                body: String::from_utf8_lossy(&body).into_owned(),
                elapsed: started.elapsed(),
            })
        };
        let received = tokio::time::timeout(TIMEOUT, exchange).await;
        received.map_err(|_| "no response in time".to_owned())?
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_servers_parse() {
        for (text, shown, port) in [
            ("https://play.example.org", "https://play.example.org", 443),
            ("https://play.example.org/", "https://play.example.org", 443),
            (
                "https://play.example.org:443",
                "https://play.example.org",
                443,
            ),
            ("http://127.0.0.1:4444", "http://127.0.0.1:4444", 4444),
            ("http://[::1]:4444/", "http://[::1]:4444", 4444),
        ] {
            let url: ServerUrl = text.parse().expect(text);
            assert_eq!((url.to_string().as_str(), url.port), (shown, port));
        }
        for wrong in [
            "",
            "play.example.org",
            "ftp://x",
            "https://",
            "https://me:secret@x",
            "https://x/path",
            "https://x?secret",
        ] {
            assert!(wrong.parse::<ServerUrl>().is_err(), "{wrong}");
        }
    }
}
