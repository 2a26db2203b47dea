//! Rows of a bracket in halves, so that a match can stand exactly between those it comes from.

use foursight_tournament::BracketLayout;

/// Returns the row of each node of a layout, counted in half rows.
///
/// The layout is made for text and rounds to whole rows. Where a match comes from two others, half
/// rows undo the rounding.
#[must_use]
pub fn half_rows(layout: &BracketLayout) -> Vec<usize> {
    let mut rows: Vec<usize> = layout.nodes.iter().map(|node| 2 * node.row).collect();
    // Matches come after those that they depend on.
    for (index, node) in layout.nodes.iter().enumerate() {
        let links = layout.links.iter().filter(|link| link.to == *node);
        let before: Vec<_> = links
            .filter_map(|link| layout.nodes.iter().position(|other| *other == link.from))
            .map(|from| rows[from])
            .collect();
        if let [upper, lower] = before[..]
            && usize::midpoint(upper, lower).abs_diff(rows[index]) <= 1
        {
            rows[index] = usize::midpoint(upper, lower);
        }
    }
    rows
}
