//! Style sheets: one a page in the sources, bundled by when a browser loads them.

use std::collections::BTreeMap;
use std::fs;

use super::minify;
use crate::tools;

/// Folder of the style sheets.
pub(crate) const STYLES: &str = "crates/web/styles";
/// The bundle that the flat board needs.
pub(super) const FLAT_BUNDLE: &str = "flat.css";
/// The bundle of the course, which stays loaded after a visit there.
pub(crate) const COURSE_BUNDLE: &str = "learn.css";
const FIRST_BUNDLE: &str = "style.css";

/// Bundles with their sheets. Of two rules that are equally specific the later one applies, so the
/// order matters.
pub(crate) const BUNDLES: [(&str, &[&str]); 4] = [
    (FIRST_BUNDLE, &["themes", "base", "home", "play"]),
    (FLAT_BUNDLE, &["flat_board"]),
    (
        "later.css",
        &[
            "moves",
            "replay",
            "analysis",
            "coach",
            "proof",
            "puzzle",
            "settings",
            "games",
            "new_game",
            "scores",
            "online",
            "hand",
            "rules",
            "debug",
            "review",
            "clock",
            "end_card",
            "dialogs",
            "tournament",
            "net_insight",
            "forced_colours",
        ],
    ),
    (COURSE_BUNDLE, &["learn", "demos", "course_map"]),
];

/// Returns true for a bundle that the page loads on demand.
pub(super) fn is_loaded_later(name: &str) -> bool {
    name != FIRST_BUNDLE && BUNDLES.iter().any(|(bundle, _)| *bundle == name)
}

/// Builds all bundles, minified.
pub(super) fn bundles() -> Result<BTreeMap<String, Vec<u8>>, String> {
    let bundles = BUNDLES.iter().map(|(bundle, sheets)| {
        let texts: Result<Vec<_>, _> = sheets.iter().map(|sheet| read(sheet)).collect();
        let bundle_text = minify::style_sheet(&texts?.join("\n"));
        Ok(((*bundle).to_owned(), bundle_text.into_bytes()))
    });
    bundles.collect()
}

fn read(sheet: &str) -> Result<String, String> {
    let path = tools::root().join(STYLES).join(format!("{sheet}.css"));
    fs::read_to_string(&path).map_err(|error| format!("cannot read {}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_sheet_is_in_one_bundle() {
        let listed: Vec<_> = BUNDLES.iter().flat_map(|(_, sheets)| *sheets).collect();
        let unique: BTreeSet<String> = listed.iter().map(|sheet| format!("{sheet}.css")).collect();
        assert_eq!(listed.len(), unique.len(), "{listed:?}");
        let folder = fs::read_dir(tools::root().join(STYLES)).expect("the folder exists");
        let found = folder.map(|file| file.expect("readable").file_name());
        let found: BTreeSet<_> = found
            .map(|name| name.to_string_lossy().into_owned())
            .collect();
        assert_eq!(unique, found);
    }

    #[test]
    fn bundles_are_minified() {
        let bundles = bundles().expect("the sheets can be read");
        assert_eq!(bundles.len(), BUNDLES.len());
        for (name, bytes) in bundles {
            let text = String::from_utf8(bytes).expect("text");
            assert!(text.len() > 1000 && !text.contains('\n'), "{name}");
        }
        assert!(is_loaded_later("later.css") && !is_loaded_later("style.css"));
    }
}
