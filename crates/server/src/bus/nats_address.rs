//! Addresses of NATS servers, with credentials.
//!
//! ```text
//! nats://HOST                            one server, port 4222
//! tls://USER:PASSWORD@HOST:PORT          over TLS
//! nats://TOKEN@HOST,nats://HOST          several servers, with one set of credentials
//! tls://HOST?ca=FILE&creds=FILE          own certificate authority, credentials file
//! tls://HOST?nkey=FILE                   a file with the seed of an nkey
//! ```
//!
//! `%XX` stands for a byte in users, passwords, tokens and file names.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use async_nats::ServerAddr;
use percent_encoding::percent_decode_str;
use url::Url;

/// Maximum number of servers in an address.
const SERVERS_MAX: usize = 32;

/// Addresses of the servers of a bus, with credentials.
#[derive(Clone, PartialEq, Eq)]
pub struct NatsAddress {
    /// The servers, without credentials.
    pub(super) servers: Vec<ServerAddr>,
    pub(super) credentials: NatsCredentials,
    /// A file of certificate authorities that replace those of the system.
    pub(super) ca_file: Option<PathBuf>,
}

/// Credentials of this node at the bus.
#[derive(Clone, Default, PartialEq, Eq)]
pub(super) enum NatsCredentials {
    #[default]
    None,
    Password {
        user: String,
        password: String,
    },
    Token(String),
    /// A file with the seed of an nkey.
    NkeyFile(PathBuf),
    /// A file with a JWT and the seed of an nkey.
    CredentialsFile(PathBuf),
}

impl NatsAddress {
    /// Returns true if a connection without TLS is refused.
    pub(super) fn requires_tls(&self) -> bool {
        self.servers.iter().any(ServerAddr::tls_required)
    }

    /// Adds the server of one URL.
    fn add(&mut self, text: &str) -> Result<(), String> {
        let mut url = Url::parse(text).map_err(|_| usage())?;
        let is_known = matches!(url.scheme(), "nats" | "tls");
        let has_host = url.host_str().is_some_and(|host| !host.is_empty());
        let has_path = !matches!(url.path(), "" | "/");
        if !is_known || !has_host || has_path || url.fragment().is_some() {
            return Err(usage());
        }
        self.read_user(&url)?;
        self.read_query(url.query().unwrap_or_default())?;
        // These cannot fail for a URL with a host.
        let _ = (url.set_username(""), url.set_password(None));
        url.set_query(None);
        let server = ServerAddr::from_url(url).map_err(|error| error.to_string())?;
        self.servers.push(server);
        Ok(())
    }

    fn read_user(&mut self, url: &Url) -> Result<(), String> {
        if url.username().is_empty() && url.password().is_none() {
            return Ok(());
        }
        let user = decode(url.username())?;
        self.set_credentials(match url.password() {
            Some(password) => NatsCredentials::Password {
                user,
                password: decode(password)?,
            },
            None => NatsCredentials::Token(user),
        })
    }

    fn read_query(&mut self, query: &str) -> Result<(), String> {
        for option in query.split('&').filter(|option| !option.is_empty()) {
            let (name, value) = option.split_once('=').unwrap_or((option, ""));
            let file = PathBuf::from(decode(value)?);
            match name {
                "ca" if self.ca_file.as_ref().is_none_or(|ca| *ca == file) => {
                    self.ca_file = Some(file);
                }
                "ca" => return Err("name one ca file for all servers of the bus".to_owned()),
                "creds" => self.set_credentials(NatsCredentials::CredentialsFile(file))?,
                "nkey" => self.set_credentials(NatsCredentials::NkeyFile(file))?,
                _ => {
                    return Err(format!(
                        "`{}` is not an option of the bus: use ca, creds or nkey",
                        name.escape_debug()
                    ));
                }
            }
        }
        Ok(())
    }

    fn set_credentials(&mut self, credentials: NatsCredentials) -> Result<(), String> {
        if self.credentials != NatsCredentials::None && self.credentials != credentials {
            return Err("use one set of credentials for all servers of the bus".to_owned());
        }
        self.credentials = credentials;
        Ok(())
    }
}

fn decode(text: &str) -> Result<String, String> {
    let text = percent_decode_str(text).decode_utf8();
    text.map(Into::into)
        .map_err(|_| "the %XX in the address of the bus do not decode to text".to_owned())
}

fn usage() -> String {
    "expected local, nats://HOST:PORT or tls://HOST:PORT, with USER:PASSWORD@ or TOKEN@ before the \
     host, and ?ca=FILE, creds=FILE or nkey=FILE after the port; separate several servers by commas"
        .to_owned()
}

impl FromStr for NatsAddress {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut address = Self {
            servers: Vec::new(),
            credentials: NatsCredentials::None,
            ca_file: None,
        };
        for server in text.split(',') {
            address.add(server.trim())?;
        }
        if address.servers.len() > SERVERS_MAX {
            return Err(format!("a bus has at most {SERVERS_MAX} servers"));
        }
        Ok(address)
    }
}

/// Writes the servers without credentials, because addresses are logged.
impl fmt::Display for NatsAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, server) in self.servers.iter().enumerate() {
            let comma = if at > 0 { "," } else { "" };
            let (scheme, host, port) = (server.scheme(), server.host(), server.port());
            if host.contains(':') {
                write!(f, "{comma}{scheme}://[{host}]:{port}")?;
            } else {
                write!(f, "{comma}{scheme}://{host}:{port}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for NatsAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, shown: &str, credentials: &NatsCredentials) {
        let address: NatsAddress = text.parse().expect(text);
        assert_eq!(address.to_string(), shown, "{text}");
        assert!(address.credentials == *credentials, "{text}");
        let requires_tls = text.contains("tls://");
        assert_eq!(address.requires_tls(), requires_tls, "{text}");
    }

    fn password(user: &str, password: &str) -> NatsCredentials {
        NatsCredentials::Password {
            user: user.to_owned(),
            password: password.to_owned(),
        }
    }

    #[test]
    fn addresses_parse() {
        use NatsCredentials::{CredentialsFile, NkeyFile, None, Token};
        check("nats://bus.example", "nats://bus.example:4222", &None);
        check("tls://bus.example:99/", "tls://bus.example:99", &None);
        check("nats://[::1]:99", "nats://[::1]:99", &None);
        check(
            "nats://a, tls://b:5,nats://c",
            "nats://a:4222,tls://b:5,nats://c:4222",
            &None,
        );
        let secret = "nats://ada:p%40ss%2C%2fw%25@[::1]:99/";
        check(secret, "nats://[::1]:99", &password("ada", "p@ss,/w%"));
        // A raw @ works, because the last one separates the host.
        check("nats://n@ts:pw@a", "nats://a:4222", &password("n@ts", "pw"));
        check(
            "nats://s%3Acret@a",
            "nats://a:4222",
            &Token("s:cret".into()),
        );
        check(
            "tls://a?nkey=/etc/my%20seed",
            "tls://a:4222",
            &NkeyFile("/etc/my seed".into()),
        );
        check(
            "nats://a?creds=f.creds,nats://b?creds=f.creds",
            "nats://a:4222,nats://b:4222",
            &CredentialsFile("f.creds".into()),
        );
        let own: NatsAddress = "tls://a?ca=/ca+1.pem&creds=c".parse().expect("an address");
        assert_eq!(own.ca_file, Some("/ca+1.pem".into()));
    }

    #[test]
    fn invalid_addresses_are_rejected_without_their_secrets() {
        for (text, reason) in [
            ("", "expected local"),
            ("nats://", "expected local"),
            ("http://x", "expected local"),
            ("nats://secret@a/b", "expected local"),
            ("bus", "expected local"),
            ("nats://a,,nats://b", "expected local"),
            ("nats://a:99999", "expected local"),
            ("nats://a#b", "expected local"),
            ("nats://a:secret@x,nats://b:secret@y", "one set"),
            ("nats://secret@x?creds=f", "one set"),
            ("nats://x?ca=f,nats://y?ca=g", "one ca file"),
            ("nats://x?tls=1", "use ca, creds or nkey"),
            ("nats://secret%ff@x", "do not decode"),
            (&vec!["nats://a"; 33].join(","), "at most 32"),
        ] {
            let error = text.parse::<NatsAddress>().expect_err(text);
            assert!(error.contains(reason), "{text}: {error}");
            assert!(!error.contains("secret"), "{text}: {error}");
        }
    }
}
