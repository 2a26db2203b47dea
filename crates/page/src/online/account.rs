//! Account requests over HTTP: validation of the form, bodies, and texts for the results.

use serde_json::{Value, json};

use super::phrases;
use crate::text::{Text, UiMessage as M};

/// Password lengths the server accepts, in bytes.
const PASSWORD_BYTES: std::ops::RangeInclusive<usize> = 10..=200;
/// Name lengths, in characters.
const NAME_CHARS: std::ops::RangeInclusive<usize> = 3..=20;

/// A request about an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccountAction {
    /// Turn the guest into an account.
    Create,
    /// Sign in.
    SignIn,
    /// Change the name.
    Rename,
    /// Change the password.
    ChangePassword,
    /// Sign out here.
    SignOut,
    /// Sign out everywhere.
    SignOutAll,
    /// Delete the account.
    Delete,
}

/// Fields of the form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AccountForm {
    /// The name.
    pub name: String,
    /// The password.
    pub password: String,
    /// The new password.
    pub new_password: String,
}

impl AccountAction {
    /// Returns the path of the endpoint.
    #[must_use]
    pub const fn path(self) -> &'static str {
        match self {
            Self::Create => "api/account",
            Self::SignIn => "api/login",
            Self::Rename => "api/account/name",
            Self::ChangePassword => "api/account/password",
            Self::SignOut => "api/logout",
            Self::SignOutAll => "api/logout/everywhere",
            Self::Delete => "api/account/delete",
        }
    }

    /// Returns the body of the request.
    #[must_use]
    pub fn body(self, written: &AccountForm) -> Value {
        let AccountForm {
            name,
            password,
            new_password,
        } = written;
        let name = name.trim();
        match self {
            Self::Create | Self::SignIn => json!({"name": name, "password": password}),
            Self::Rename => json!({"name": name}),
            Self::ChangePassword => json!({"password": password, "new_password": new_password}),
            Self::Delete => json!({"password": password}),
            Self::SignOut | Self::SignOutAll => json!({}),
        }
    }

    /// Validates the form. Returns a complaint if the server would refuse it in any case.
    #[must_use]
    pub fn validate(self, written: &AccountForm) -> Option<M> {
        let is_name = NAME_CHARS.contains(&written.name.trim().chars().count());
        let fits = |password: &str| PASSWORD_BYTES.contains(&password.len());
        match self {
            Self::Create | Self::Rename if !is_name => Some(M::AccountNameLength),
            Self::Create if !fits(&written.password) => Some(M::AccountShort),
            Self::ChangePassword if !fits(&written.new_password) => Some(M::AccountShort),
            _ => None,
        }
    }

    /// Returns the text for a successful response.
    #[must_use]
    pub fn success_text(self, text: Text, answer: &Value) -> String {
        let message = match self {
            Self::Create => M::AccountMade,
            Self::SignIn => M::AccountIn,
            Self::Rename | Self::ChangePassword => M::AccountDone,
            Self::SignOut | Self::SignOutAll => M::AccountOut,
            Self::Delete => M::AccountDeleted,
        };
        let name = answer["name"].as_str().unwrap_or_default();
        text.with(message, &[("name", &name)])
    }
}

/// Returns the text for a failed request; `None` if there was no response.
#[must_use]
pub fn failure_text(text: Text, answer: Option<&Value>) -> String {
    match answer.and_then(|answer| answer["error"]["code"].as_str()) {
        Some(code) => phrases::refusal(text, code),
        None => text.get(M::AccountUnreached).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Language;

    fn written(name: &str, password: &str) -> AccountForm {
        AccountForm {
            name: name.to_owned(),
            password: password.to_owned(),
            new_password: String::new(),
        }
    }

    #[test]
    fn invalid_forms_are_not_sent() {
        let check = |wish: AccountAction, name, password, expected| {
            let complaint = wish.validate(&written(name, password));
            assert_eq!(complaint, expected, "{wish:?} {name} {password}");
        };
        check(AccountAction::Create, "Ada", "0123456789", None);
        check(
            AccountAction::Create,
            " A ",
            "0123456789",
            Some(M::AccountNameLength),
        );
        check(
            AccountAction::Create,
            "Ada",
            "012345678",
            Some(M::AccountShort),
        );
        check(
            AccountAction::Rename,
            "abcdefghijklmnopqrstu",
            "",
            Some(M::AccountNameLength),
        );
        check(
            AccountAction::ChangePassword,
            "",
            "old",
            Some(M::AccountShort),
        );
        // Signing in is not validated: only the server knows the name and the password.
        check(AccountAction::SignIn, "", "", None);
    }

    #[test]
    fn bodies_contain_only_required_fields() {
        let all = AccountForm {
            new_password: "new".to_owned(),
            ..written(" Ada ", "secret")
        };
        let body = |wish: AccountAction| wish.body(&all).to_string();
        assert_eq!(
            body(AccountAction::Create),
            r#"{"name":"Ada","password":"secret"}"#
        );
        assert_eq!(body(AccountAction::Rename), r#"{"name":"Ada"}"#);
        assert_eq!(body(AccountAction::Delete), r#"{"password":"secret"}"#);
        assert_eq!(body(AccountAction::SignOut), "{}");
    }

    #[test]
    fn responses_are_described() {
        let text = Text(Language::English);
        let answer = json!({"name": "Ada"});
        assert_eq!(
            AccountAction::SignIn.success_text(text, &answer),
            "Welcome, Ada."
        );
        let taken = json!({"error": {"code": "name_taken", "message": "…"}});
        assert!(failure_text(text, Some(&taken)).starts_with("This name, or a similar one"));
        assert_eq!(failure_text(text, None), text.get(M::AccountUnreached));
    }
}
