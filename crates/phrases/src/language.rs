//! The languages of the apps and of the course.

/// A language of the course and of the apps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// German.
    German,
}

impl Language {
    /// Every language.
    pub const ALL: [Self; 2] = [Self::English, Self::German];

    /// Language code, as in the `lang` attribute.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
        }
    }

    /// Name of the language in itself.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::German => "Deutsch",
        }
    }

    /// Parses a language code with or without a region, such as `de-AT`.
    ///
    /// ```
    /// use foursight_phrases::Language;
    ///
    /// assert_eq!(Language::from_code("de-AT"), Some(Language::German));
    /// assert_eq!(Language::from_code("fr"), None);
    /// ```
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        let primary = code.split(['-', '_']).next()?.to_ascii_lowercase();
        Self::ALL
            .into_iter()
            .find(|language| language.code() == primary)
    }
}
