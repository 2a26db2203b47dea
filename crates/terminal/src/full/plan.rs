//! Where everything stands on the screen. The grid is drawn as large as fits; what does not fit
//! even at the smallest size is scrolled so that the aim stays in sight.

use std::ops::Range;

use foursight_core::Ruleset;
use ratatui::layout::Rect;

/// The sizes of a space in columns and lines of the terminal, largest first.
const SCALES: [Scale; 6] = [
    Scale {
        width: 14,
        height: 7,
    },
    Scale {
        width: 10,
        height: 5,
    },
    Scale {
        width: 6,
        height: 3,
    },
    Scale {
        width: 4,
        height: 2,
    },
    Scale {
        width: 3,
        height: 1,
    },
    Scale {
        width: 2,
        height: 1,
    },
];
/// Title, aim, column numbers, verdicts, status and keys.
const LINES_AROUND: u16 = 6;
/// The same without title and keys, on a low screen.
const LINES_AROUND_MIN: u16 = 4;
/// Below this only the status line is shown.
const LINES_MIN: u16 = LINES_AROUND_MIN + 1;
const COLUMNS_MIN: u16 = 8;
/// The panel beside the grid needs at least so many columns, and uses at most so many.
const PANEL_COLUMNS_MIN: u16 = 20;
const PANEL_COLUMNS_MAX: u16 = 36;
/// Between the grid and the panel.
const GAP: u16 = 2;

/// How the person wants to look at the grid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Look {
    /// From behind: the last column is on the left.
    pub(crate) is_flipped: bool,
    /// Nothing but the grid and the status line.
    pub(crate) is_zen: bool,
}

/// How large one space is drawn, in columns and lines of the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Scale {
    pub(crate) width: u16,
    pub(crate) height: u16,
}

impl Scale {
    /// Large enough for discs that look like discs.
    pub(crate) const fn is_round(self) -> bool {
        self.height > 1
    }
}

/// Where everything stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    pub(crate) scale: Scale,
    is_flipped: bool,
    /// Columns in sight, counted from 0.
    pub(crate) columns: Range<usize>,
    /// Rows in sight, counted from 0 at the bottom.
    pub(crate) rows: Range<usize>,
    /// The grid, without labels.
    pub(crate) grid: Rect,
    pub(crate) title: Option<u16>,
    pub(crate) aim: u16,
    pub(crate) numbers: u16,
    pub(crate) verdicts: u16,
    pub(crate) status: u16,
    pub(crate) keys: Option<u16>,
    pub(crate) panel: Option<Rect>,
}

impl Plan {
    /// The plan for a screen of this size; none if only the status line fits.
    pub(crate) fn new(
        ruleset: Ruleset,
        size: (u16, u16),
        (aim, row): (usize, usize),
        look: Look,
    ) -> Option<Self> {
        let (width, height) = size;
        if width < COLUMNS_MIN || height < LINES_MIN {
            return None;
        }
        let (columns, rows) = (u16::from(ruleset.width()), u16::from(ruleset.height()));
        let margin = rows.to_string().len() as u16 + 1;
        let room = (width - margin - 1, height);
        let (scale, around) = scale_for((columns, rows), room, look.is_zen);
        let columns = window(columns, (width - margin - 1) / scale.width, aim);
        let rows = window(rows, (height - around) / scale.height, row);
        let top = if around == LINES_AROUND { 2 } else { 1 };
        let grid_width = columns.len() as u16 * scale.width + 1;
        let left_over = width - margin - grid_width;
        let has_panel = left_over >= PANEL_COLUMNS_MIN + GAP && around == LINES_AROUND;
        // The last column of the screen stays free.
        let panel_width = left_over.saturating_sub(GAP + 1).min(PANEL_COLUMNS_MAX);
        let used = margin + grid_width + if has_panel { GAP + panel_width } else { 0 };
        // On a wide screen everything stands in the middle.
        let left = (width - used) / 2 + margin;
        let grid_height = rows.len() as u16 * scale.height;
        let down = (height - around - grid_height) / 2;
        let grid = Rect::new(left, top + down, grid_width, grid_height);
        let panel = Rect::new(
            grid.right() + GAP,
            grid.y.saturating_sub(1),
            panel_width,
            grid.height + 3,
        );
        let is_roomy = around == LINES_AROUND;
        Some(Self {
            scale,
            is_flipped: look.is_flipped,
            columns,
            rows,
            title: is_roomy.then_some(0),
            aim: grid.y - 1,
            numbers: grid.bottom(),
            verdicts: grid.bottom() + 1,
            status: height - if is_roomy { 2 } else { 1 },
            keys: is_roomy.then_some(height - 1),
            panel: has_panel.then_some(panel),
            grid,
        })
    }

    /// The left edge of a column; none if it is out of sight.
    pub(crate) fn x(&self, column: usize) -> Option<u16> {
        let place = self.columns.clone().position(|seen| seen == column)?;
        Some(self.grid.x + self.turned(place) as u16 * self.scale.width)
    }

    /// The upper edge of a row; none if it is out of sight.
    pub(crate) fn y(&self, row: usize) -> Option<u16> {
        let place = self.rows.clone().rev().position(|seen| seen == row)?;
        Some(self.grid.y + place as u16 * self.scale.height)
    }

    /// The middle of a column.
    pub(crate) fn middle(&self, column: usize) -> Option<u16> {
        // The gap on the left of a round disc belongs to its space.
        let shift = self.scale.width / 2;
        Some(self.x(column)? + shift)
    }

    /// The column under a place on the screen.
    pub(crate) fn column_at(&self, x: u16, y: u16) -> Option<usize> {
        let inside = x.checked_sub(self.grid.x)?;
        if y < self.aim || y > self.verdicts {
            return None;
        }
        let place = usize::from(inside / self.scale.width);
        (place < self.columns.len()).then(|| self.columns.start + self.turned(place))
    }

    /// The place of a column in sight, seen from the side that is shown.
    fn turned(&self, place: usize) -> usize {
        if self.is_flipped {
            self.columns.len() - 1 - place
        } else {
            place
        }
    }

    /// True if there are more columns out of sight on the left and on the right.
    pub(crate) fn more_columns(&self, ruleset: Ruleset) -> (bool, bool) {
        let before = self.columns.start > 0;
        let after = self.columns.end < usize::from(ruleset.width());
        if self.is_flipped {
            (after, before)
        } else {
            (before, after)
        }
    }
}

/// The largest scale at which a grid of so many columns and rows fits, and the lines around it: the
/// fewest if it does not fit otherwise, or if little is wanted.
fn scale_for(
    (columns, rows): (u16, u16),
    (width, height): (u16, u16),
    is_zen: bool,
) -> (Scale, u16) {
    let fitting = |around: u16| {
        let fits = move |scale: &Scale| {
            columns * scale.width <= width && rows * scale.height + around <= height
        };
        SCALES.into_iter().find(fits)
    };
    let roomy = fitting(LINES_AROUND).filter(|_| !is_zen);
    roomy.map_or_else(
        || {
            let smallest = SCALES[SCALES.len() - 1];
            let low = fitting(LINES_AROUND_MIN);
            (low.unwrap_or(smallest), LINES_AROUND_MIN)
        },
        |scale| (scale, LINES_AROUND),
    )
}

/// Of `all` places, the ones in sight when `room` fit and `keep` must be among them.
fn window(all: u16, room: u16, keep: usize) -> Range<usize> {
    let (all, room) = (usize::from(all), usize::from(room.max(1)));
    if all <= room {
        return 0..all;
    }
    let start = keep.saturating_sub(room / 2).min(all - room);
    start..start + room
}

#[cfg(test)]
mod tests {
    use foursight_core::Variant;

    use super::*;

    fn check(size: (u16, u16), screen: (u16, u16), scale: (u16, u16), has_panel: bool) {
        let ruleset = Ruleset::new(size.0 as u8, size.1 as u8, 4, Variant::Standard)
            .expect("a grid that exists");
        let plan = Plan::new(ruleset, screen, (0, 0), Look::default()).expect("it fits");
        let found = (plan.scale.width, plan.scale.height);
        assert_eq!(found, scale, "{size:?} on {screen:?}");
        assert_eq!(plan.panel.is_some(), has_panel, "{size:?} on {screen:?}");
        assert!(plan.verdicts < plan.status && plan.status < screen.1);
        assert!(plan.grid.right() <= screen.0);
        for column in plan.columns.clone() {
            let middle = plan.middle(column).expect("it is in sight");
            assert_eq!(plan.column_at(middle, plan.grid.y), Some(column));
        }
    }

    #[test]
    fn the_largest_size_that_fits() {
        check((7, 6), (80, 24), (6, 3), true);
        check((7, 6), (50, 24), (6, 3), false);
        check((7, 6), (120, 40), (10, 5), true);
        check((7, 6), (80, 18), (4, 2), true);
        check((7, 6), (40, 12), (3, 1), false);
        check((7, 6), (17, 10), (2, 1), false);
        check((9, 7), (80, 24), (4, 2), true);
        check((12, 9), (80, 24), (4, 2), true);
    }

    #[test]
    fn from_behind_the_last_column_is_on_the_left() {
        let look = Look {
            is_flipped: true,
            ..Look::default()
        };
        let plan = Plan::new(Ruleset::STANDARD, (80, 24), (0, 0), look).expect("it fits");
        assert!(plan.x(6) < plan.x(0));
        for column in 0..7 {
            let middle = plan.middle(column).expect("it is in sight");
            assert_eq!(plan.column_at(middle, plan.grid.y), Some(column));
        }
    }

    #[test]
    fn zen_leaves_more_room_for_the_grid() {
        let look = Look {
            is_zen: true,
            ..Look::default()
        };
        let plan = Plan::new(Ruleset::STANDARD, (80, 22), (0, 0), look).expect("it fits");
        assert_eq!((plan.scale.height, plan.panel, plan.keys), (3, None, None));
    }

    #[test]
    fn what_does_not_fit_is_scrolled() {
        assert_eq!(window(7, 7, 0), 0..7);
        assert_eq!(window(20, 5, 0), 0..5);
        assert_eq!(window(20, 5, 10), 8..13);
        assert_eq!(window(20, 5, 19), 15..20);
        assert_eq!(window(3, 0, 1), 1..2);
    }

    #[test]
    fn a_tiny_screen_has_no_grid() {
        let plan = |screen| Plan::new(Ruleset::STANDARD, screen, (3, 0), Look::default());
        assert_eq!(plan((7, 24)), None);
        assert_eq!(plan((80, 4)), None);
        for width in 8..60 {
            for height in 5..30 {
                assert!(plan((width, height)).is_some());
            }
        }
    }
}
