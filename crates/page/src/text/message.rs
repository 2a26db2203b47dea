//! The type of a message, and the macro that defines catalogues.

use super::Language;

/// A message of the page: its text in each language, in the order of [`Language::ALL`].
///
/// A reference instead of a number: the texts of a lazy chunk are then loaded with it, because
/// nothing else refers to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UiMessage(pub(super) &'static [&'static str; Language::ALL.len()]);

impl UiMessage {
    /// Returns the text in a language, with placeholders in braces.
    #[must_use]
    pub const fn text(self, language: Language) -> &'static str {
        self.0[language as usize]
    }
}

/// Defines messages and a list of all of them: `Name: English | German`.
macro_rules! catalogue {
    ($list:ident; $($name:ident: $english:literal | $german:literal,)*) => {
        #[expect(non_upper_case_globals, reason = "they are the names of messages")]
        impl UiMessage {
            $(#[doc = $english] pub const $name: Self = Self(&[$english, $german]);)*

            #[cfg(test)]
            pub(crate) const $list: &'static [Self] = &[$(Self::$name,)*];
        }
    };
}
