//! Addresses of databases and buses as people may see them.

/// Replaces users, passwords and options of one address, or of several with commas between them.
/// Options are hidden, too: one of them may be a password.
#[must_use]
pub fn hide_credentials(addresses: &str) -> String {
    let mut parts: Vec<String> = Vec::new();
    for part in addresses.split(',') {
        match parts.last_mut() {
            // A comma inside an address, perhaps inside its password.
            Some(last) if !part.contains("://") => {
                last.push(',');
                last.push_str(part);
            }
            _ => parts.push(part.to_owned()),
        }
    }
    let hidden: Vec<String> = parts.iter().map(|part| hide_in(part)).collect();
    hidden.join(",")
}

fn hide_in(address: &str) -> String {
    let Some((scheme, rest)) = address.split_once("://") else {
        return address.to_owned();
    };
    // The last `@`: a password may contain one, and `?` and `#` as well.
    let (credentials, rest) = match rest.rsplit_once('@') {
        Some((_, rest)) => ("…@", rest),
        None => ("", rest),
    };
    let (host, options) = match rest.split_once(['?', '#']) {
        Some((host, _)) => (host, "?…"),
        None => (rest, ""),
    };
    format!("{scheme}://{credentials}{host}{options}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_credentials_are_shown() {
        for (address, expected) in [
            ("local", "local"),
            ("postgres://db/games", "postgres://db/games"),
            ("postgres://me:secret@db/games", "postgres://…@db/games"),
            ("postgres://me:se@cret@db/games", "postgres://…@db/games"),
            ("postgres://me:se?c#ret@db/games", "postgres://…@db/games"),
            ("postgres://me:sec,ret@db/games", "postgres://…@db/games"),
            (
                "postgres://db/games?password=secret",
                "postgres://db/games?…",
            ),
            ("postgres://me:secret@a,b/games", "postgres://…@a,b/games"),
            ("tls://secret@bus?ca=a.pem", "tls://…@bus?…"),
            (
                "nats://u:secret@one,nats://secret@two",
                "nats://…@one,nats://…@two",
            ),
        ] {
            assert_eq!(hide_credentials(address), expected);
        }
    }
}
