//! Addresses of PostgreSQL databases, with TLS.
//!
//! The client reads all of the URL but `sslmode` and `sslrootcert`, which mean what they mean to
//! `psql`:
//!
//! | `sslmode` | connects |
//! |---|---|
//! | `disable` | without TLS |
//! | `prefer` | with TLS if the server offers it, and checks no certificate |
//! | `require` | with TLS, and checks no certificate unless there is a `sslrootcert` |
//! | `verify-ca` | with TLS, to a certificate of a known authority |
//! | `verify-full` | with TLS, to a certificate of a known authority for the host |
//!
//! The default differs: `verify-full` for remote hosts, `disable` for this machine.

use std::error::Error;
use std::fmt;
use std::iter;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::tls::{self, CertificateCheck};

/// Default port of PostgreSQL.
const PORT: u16 = 5432;
/// Protocol name of PostgreSQL, which servers demand with `sslnegotiation=direct`.
const ALPN: &[u8] = b"postgresql";
/// Values of `sslmode`.
const MODES: &str = "disable, prefer, require, verify-ca or verify-full";

/// Address of a database, with its credentials and the requirements for TLS.
#[derive(Clone)]
pub struct PostgresAddress {
    /// Configuration of the client.
    pub config: Config,
    check: CertificateCheck,
    ca_file: Option<PathBuf>,
}

/// A text that is no address of a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PostgresAddressError(String);

impl fmt::Display for PostgresAddressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for PostgresAddressError {}

impl PostgresAddress {
    /// Returns the TLS connector for this address.
    ///
    /// # Errors
    ///
    /// If the certificates of the authorities cannot be read.
    pub fn connector(&self) -> Result<MakeRustlsConnect, PostgresAddressError> {
        let check = match self.config.get_ssl_mode() {
            // Reads no certificates, which are not needed.
            SslMode::Disable => CertificateCheck::None,
            _ => self.check,
        };
        let config = tls::client_config(check, self.ca_file.as_deref());
        let mut config = config.map_err(PostgresAddressError)?;
        config.alpn_protocols = vec![ALPN.to_vec()];
        Ok(MakeRustlsConnect::new(config))
    }

    /// Returns a description of a failed request, with the servers and all causes.
    #[must_use]
    pub fn describe(&self, error: &tokio_postgres::Error) -> String {
        let cause = match error.as_db_error() {
            Some(db_error) => db_error.to_string(),
            None => causes(error),
        };
        let is_plain = cause.contains("server does not support TLS");
        let hint = if is_plain && self.config.get_ssl_mode() == SslMode::Require {
            " (on a trusted network add ?sslmode=disable)"
        } else {
            ""
        };
        format!("PostgreSQL at {self}: {cause}{hint}")
    }
}

/// Formats an error with its chain of sources.
fn causes(error: &dyn Error) -> String {
    let chain = iter::successors(Some(error), |error| (*error).source());
    let texts: Vec<String> = chain.map(ToString::to_string).collect();
    texts.join(": ")
}

/// Writes hosts and ports only, because addresses are logged.
impl fmt::Display for PostgresAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (hosts, ports) = (self.config.get_hosts(), self.config.get_ports());
        if hosts.is_empty() {
            return f.write_str("no host");
        }
        for (at, host) in hosts.iter().enumerate() {
            let port = ports.get(at).or(ports.first()).copied().unwrap_or(PORT);
            let comma = if at > 0 { "," } else { "" };
            match host {
                Host::Tcp(host) if host.contains(':') => write!(f, "{comma}[{host}]:{port}")?,
                Host::Tcp(host) => write!(f, "{comma}{host}:{port}")?,
                #[cfg(unix)]
                Host::Unix(path) => write!(f, "{comma}{}", path.display())?,
            }
        }
        Ok(())
    }
}

impl fmt::Debug for PostgresAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for PostgresAddress {
    type Err = PostgresAddressError;

    fn from_str(text: &str) -> Result<Self, PostgresAddressError> {
        if !text.starts_with("postgres://") && !text.starts_with("postgresql://") {
            let expected = "expected an address such as postgres://USER@HOST:5432/DATABASE";
            return Err(PostgresAddressError(expected.to_owned()));
        }
        let (text, mode, ca_file) = take_tls_options(text)?;
        let mut config: Config = text
            .parse()
            .map_err(|error| PostgresAddressError(causes(&error)))?;
        let is_authority_named = ca_file.is_some();
        let (ssl_mode, check) = match mode.as_deref() {
            None if is_authority_named || !is_this_machine(&config) => {
                (SslMode::Require, CertificateCheck::AuthorityAndHost)
            }
            None | Some("disable") => (SslMode::Disable, CertificateCheck::None),
            Some("prefer") => (SslMode::Prefer, CertificateCheck::None),
            Some("require") if !is_authority_named => (SslMode::Require, CertificateCheck::None),
            Some("require" | "verify-ca") => (SslMode::Require, CertificateCheck::Authority),
            Some("verify-full") => (SslMode::Require, CertificateCheck::AuthorityAndHost),
            Some(other) => {
                return Err(PostgresAddressError(format!(
                    "`{}` is not a valid sslmode: use {MODES}",
                    other.escape_debug()
                )));
            }
        };
        config.ssl_mode(ssl_mode);
        Ok(Self {
            config,
            check,
            // This name stands for the authorities of the system.
            ca_file: ca_file.filter(|file| file != Path::new("system")),
        })
    }
}

/// Removes `sslmode` and `sslrootcert` from a URL, which the client does not know or only in part.
fn take_tls_options(
    url: &str,
) -> Result<(String, Option<String>, Option<PathBuf>), PostgresAddressError> {
    // The client ends the credentials at the first `@`.
    let after_credentials = url.find('@').map_or(0, |at| at + 1);
    let Some(query_at) = url[after_credentials..].find('?') else {
        return Ok((url.to_owned(), None, None));
    };
    let (rest, query) = url.split_at(after_credentials + query_at);
    let (mut others, mut mode, mut ca_file) = (Vec::new(), None, None);
    for option in query[1..].split('&') {
        match option.split_once('=') {
            Some(("sslmode", value)) => mode = Some(decode(value)?),
            Some(("sslrootcert", value)) => ca_file = Some(decode(value)?.into()),
            _ => others.push(option),
        }
    }
    let others = others.join("&");
    let separator = if others.is_empty() { "" } else { "?" };
    Ok((format!("{rest}{separator}{others}"), mode, ca_file))
}

fn decode(text: &str) -> Result<String, PostgresAddressError> {
    let decoded = percent_encoding::percent_decode_str(text).decode_utf8();
    decoded.map(Into::into).map_err(|_| {
        PostgresAddressError("the %XX in the address do not decode to text".to_owned())
    })
}

/// Returns true if all connections stay on this machine.
fn is_this_machine(config: &Config) -> bool {
    let addresses = config.get_hostaddrs();
    if !addresses.is_empty() {
        return addresses.iter().all(IpAddr::is_loopback);
    }
    config.get_hosts().iter().all(|host| match host {
        Host::Tcp(name) => {
            let address = name.parse::<IpAddr>();
            name == "localhost" || address.is_ok_and(|address| address.is_loopback())
        }
        #[cfg(unix)]
        Host::Unix(_) => true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, shown: &str, mode: SslMode, check: CertificateCheck) {
        let address: PostgresAddress = text.parse().expect(text);
        assert_eq!(address.to_string(), shown, "{text}");
        let found = (address.config.get_ssl_mode(), address.check);
        assert_eq!(found, (mode, check), "{text}");
    }

    #[test]
    fn remote_hosts_are_verified_by_default() {
        use CertificateCheck::{AuthorityAndHost, None};
        for (host, shown) in [
            ("db", "db:5432"),
            ("ada:secret@db.example:99", "db.example:99"),
            ("192.0.2.1", "192.0.2.1:5432"),
            ("[2001:db8::1]:7", "[2001:db8::1]:7"),
            ("localhost:1,db:2", "localhost:1,db:2"),
            ("localhost.example", "localhost.example:5432"),
        ] {
            let url = format!("postgres://{host}/four");
            check(&url, shown, SslMode::Require, AuthorityAndHost);
            let url = format!("postgresql://{host}/four?sslmode=disable");
            check(&url, shown, SslMode::Disable, None);
        }
        for (host, shown) in [
            ("localhost", "localhost:5432"),
            ("127.0.0.1:99", "127.0.0.1:99"),
            ("[::1]", "[::1]:5432"),
            ("%2Frun%2Fpostgresql", "/run/postgresql"),
        ] {
            let url = format!("postgres://{host}/four");
            check(&url, shown, SslMode::Disable, None);
            let url = format!("postgres://{host}/four?sslrootcert=ca.pem");
            check(&url, shown, SslMode::Require, AuthorityAndHost);
        }
        let redirected = "postgres://localhost/four?hostaddr=192.0.2.1";
        let shown = "localhost:5432";
        check(redirected, shown, SslMode::Require, AuthorityAndHost);
    }

    #[test]
    fn modes_mean_what_they_mean_to_psql() {
        use CertificateCheck::{Authority, AuthorityAndHost, None};
        for (options, mode, expected) in [
            ("sslmode=disable", SslMode::Disable, None),
            ("sslmode=prefer", SslMode::Prefer, None),
            ("sslmode=require", SslMode::Require, None),
            ("sslmode=require&sslrootcert=f", SslMode::Require, Authority),
            ("sslmode=verify-ca", SslMode::Require, Authority),
            ("sslmode=verify-full", SslMode::Require, AuthorityAndHost),
            ("sslmode=verify%2Dfull", SslMode::Require, AuthorityAndHost),
        ] {
            for host in ["localhost", "db"] {
                let url = format!("postgres://{host}/four?{options}");
                check(&url, &format!("{host}:5432"), mode, expected);
            }
        }
    }

    #[test]
    fn other_options_stay() {
        let text = "postgres://a:b?c@db/four?connect_timeout=7&sslrootcert=%2Fca%20+.pem\
                    &application_name=x&sslmode=verify-ca";
        let address: PostgresAddress = text.parse().expect("an address");
        assert_eq!(address.ca_file, Some("/ca +.pem".into()));
        assert_eq!(address.config.get_application_name(), Some("x"));
        assert_eq!(address.config.get_password(), Some(&b"b?c"[..]));
        assert_eq!(address.config.get_dbname(), Some("four"));
        let system = "postgres://db/four?sslrootcert=system";
        let address: PostgresAddress = system.parse().expect("an address");
        assert_eq!(address.ca_file, Option::None);
    }

    #[test]
    fn invalid_addresses_are_rejected_without_their_secrets() {
        for (text, reason) in [
            ("", "expected an address"),
            ("host=db password=secret", "expected an address"),
            ("postgres://u:secret@db/x?sslmode=allow", "use disable"),
            ("postgres://u:secret@db/x?sslmode=", "use disable"),
            ("postgres://u:secret@db/x?sslmode=%ff", "do not decode"),
            ("postgres://u:secret@db/x?nonsense=1", "nonsense"),
        ] {
            let error = text.parse::<PostgresAddress>().expect_err(text);
            let error = error.to_string();
            assert!(error.contains(reason), "{text}: {error}");
            assert!(!error.contains("secret"), "{text}: {error}");
        }
    }
}
