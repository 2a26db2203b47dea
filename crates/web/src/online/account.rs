//! Accounts: what is asked of the server over HTTP, what is wrong with it before it is sent, and what
//! becomes of the page afterwards.

use serde_json::{Value, json};

use super::words;
use crate::text::{Message as M, Text};

/// The lengths of a password that the server takes, in bytes.
const PASSWORD_BYTES: std::ops::RangeInclusive<usize> = 10..=200;
/// The lengths of a name, in characters.
const NAME_CHARS: std::ops::RangeInclusive<usize> = 3..=20;

/// Something to be done about an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Make one of the guest.
    Make,
    /// Sign in.
    SignIn,
    /// Another name.
    Rename,
    /// Another password.
    Change,
    /// Sign out here.
    SignOut,
    /// Sign out everywhere.
    SignOutAll,
    /// Forget the person.
    Delete,
}

/// What is written in the fields of a form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// The name.
    pub name: String,
    /// The password.
    pub password: String,
    /// The new one.
    pub new_password: String,
}

impl Wish {
    /// Where the server hears it.
    #[must_use]
    pub const fn path(self) -> &'static str {
        match self {
            Self::Make => "api/account",
            Self::SignIn => "api/login",
            Self::Rename => "api/account/name",
            Self::Change => "api/account/password",
            Self::SignOut => "api/logout",
            Self::SignOutAll => "api/logout/everywhere",
            Self::Delete => "api/account/delete",
        }
    }

    /// What is sent with it.
    #[must_use]
    pub fn body(self, written: &Written) -> Value {
        let Written {
            name,
            password,
            new_password,
        } = written;
        let name = name.trim();
        match self {
            Self::Make | Self::SignIn => json!({"name": name, "password": password}),
            Self::Rename => json!({"name": name}),
            Self::Change => json!({"password": password, "new_password": new_password}),
            Self::Delete => json!({"password": password}),
            Self::SignOut | Self::SignOutAll => json!({}),
        }
    }

    /// What is wrong with what is written, if the server would refuse it in any case.
    #[must_use]
    pub fn complaint(self, written: &Written) -> Option<M> {
        let is_name = NAME_CHARS.contains(&written.name.trim().chars().count());
        let fits = |password: &str| PASSWORD_BYTES.contains(&password.len());
        match self {
            Self::Make | Self::Rename if !is_name => Some(M::AccountNameLength),
            Self::Make if !fits(&written.password) => Some(M::AccountShort),
            Self::Change if !fits(&written.new_password) => Some(M::AccountShort),
            _ => None,
        }
    }

    /// What is said when it is done.
    #[must_use]
    pub fn done(self, text: Text, answer: &Value) -> String {
        let message = match self {
            Self::Make => M::AccountMade,
            Self::SignIn => M::AccountIn,
            Self::Rename | Self::Change => M::AccountDone,
            Self::SignOut | Self::SignOutAll => M::AccountOut,
            Self::Delete => M::AccountDeleted,
        };
        let name = answer["name"].as_str().unwrap_or_default();
        text.with(message, &[("name", &name)])
    }
}

/// What is said when it is refused, by the answer; none if nobody answered.
#[must_use]
pub fn refused(text: Text, answer: Option<&Value>) -> String {
    match answer.and_then(|answer| answer["error"]["code"].as_str()) {
        Some(code) => words::refusal(text, code),
        None => text.get(M::AccountUnreached).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Language;

    fn written(name: &str, password: &str) -> Written {
        Written {
            name: name.to_owned(),
            password: password.to_owned(),
            new_password: String::new(),
        }
    }

    #[test]
    fn what_the_server_would_refuse_is_not_sent() {
        let check = |wish: Wish, name, password, expected| {
            let complaint = wish.complaint(&written(name, password));
            assert_eq!(complaint, expected, "{wish:?} {name} {password}");
        };
        check(Wish::Make, "Ada", "0123456789", None);
        check(Wish::Make, " A ", "0123456789", Some(M::AccountNameLength));
        check(Wish::Make, "Ada", "012345678", Some(M::AccountShort));
        check(
            Wish::Rename,
            "abcdefghijklmnopqrstu",
            "",
            Some(M::AccountNameLength),
        );
        check(Wish::Change, "", "old", Some(M::AccountShort));
        // Whoever signs in knows name and password, or hears that they do not belong together.
        check(Wish::SignIn, "", "", None);
    }

    #[test]
    fn only_what_is_needed_is_sent() {
        let all = Written {
            new_password: "new".to_owned(),
            ..written(" Ada ", "secret")
        };
        let body = |wish: Wish| wish.body(&all).to_string();
        assert_eq!(body(Wish::Make), r#"{"name":"Ada","password":"secret"}"#);
        assert_eq!(body(Wish::Rename), r#"{"name":"Ada"}"#);
        assert_eq!(body(Wish::Delete), r#"{"password":"secret"}"#);
        assert_eq!(body(Wish::SignOut), "{}");
    }

    #[test]
    fn answers_are_told_in_words() {
        let text = Text(Language::English);
        let answer = json!({"name": "Ada"});
        assert_eq!(Wish::SignIn.done(text, &answer), "Welcome, Ada.");
        let taken = json!({"error": {"code": "name_taken", "message": "…"}});
        assert!(refused(text, Some(&taken)).starts_with("Somebody has this name"));
        assert_eq!(refused(text, None), text.get(M::AccountUnreached));
    }
}
