//! Screen layout. The board is rendered as large as fits; if even the smallest size does not fit,
//! it is scrolled so that the aimed column stays visible.

use std::ops::Range;

use foursight_core::Ruleset;
use ratatui::layout::Rect;

/// Sizes of a cell in columns and lines of the terminal, largest first.
const SCALES: [CellScale; 6] = [
    CellScale {
        width: 14,
        height: 7,
    },
    CellScale {
        width: 10,
        height: 5,
    },
    CellScale {
        width: 6,
        height: 3,
    },
    CellScale {
        width: 4,
        height: 2,
    },
    CellScale {
        width: 3,
        height: 1,
    },
    CellScale {
        width: 2,
        height: 1,
    },
];
/// Title, aim, column numbers, verdicts, status and keys.
const LINES_AROUND: u16 = 6;
/// The lines above without title and keys, on a low screen.
const LINES_AROUND_MIN: u16 = 4;
/// Below this height only the status line is shown.
const LINES_MIN: u16 = LINES_AROUND_MIN + 1;
const COLUMNS_MIN: u16 = 8;
/// Minimum and maximum width of the panel beside the board.
const PANEL_COLUMNS_MIN: u16 = 20;
const PANEL_COLUMNS_MAX: u16 = 36;
/// Gap between the board and the panel.
const GAP: u16 = 2;

/// View options of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct BoardViewOptions {
    /// Mirrored: the last column is on the left.
    pub(crate) is_flipped: bool,
    /// Only the board and the status line are shown.
    pub(crate) is_zen: bool,
}

/// Size of a cell, in columns and lines of the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CellScale {
    pub(crate) width: u16,
    pub(crate) height: u16,
}

impl CellScale {
    /// True if a cell is large enough for a round disc.
    pub(crate) const fn is_round(self) -> bool {
        self.height > 1
    }
}

/// Positions of everything on the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ScreenLayout {
    pub(crate) scale: CellScale,
    is_flipped: bool,
    /// Visible columns, counted from 0.
    pub(crate) columns: Range<usize>,
    /// Visible rows, counted from 0 at the bottom.
    pub(crate) rows: Range<usize>,
    /// Area of the board, without labels.
    pub(crate) board: Rect,
    pub(crate) title: Option<u16>,
    pub(crate) aim: u16,
    pub(crate) numbers: u16,
    pub(crate) verdicts: u16,
    pub(crate) status: u16,
    pub(crate) keys: Option<u16>,
    pub(crate) panel: Option<Rect>,
}

impl ScreenLayout {
    /// Computes the layout for a screen of this size, or `None` if only the status line fits.
    pub(crate) fn new(
        ruleset: Ruleset,
        size: (u16, u16),
        (aim, row): (usize, usize),
        view_options: BoardViewOptions,
    ) -> Option<Self> {
        let (width, height) = size;
        if width < COLUMNS_MIN || height < LINES_MIN {
            return None;
        }
        let (columns, rows) = (u16::from(ruleset.width()), u16::from(ruleset.height()));
        let margin = rows.to_string().len() as u16 + 1;
        let room = (width - margin - 1, height);
        let (scale, around) = scale_for((columns, rows), room, view_options.is_zen);
        let columns = visible_range(columns, (width - margin - 1) / scale.width, aim);
        let rows = visible_range(rows, (height - around) / scale.height, row);
        let top = if around == LINES_AROUND { 2 } else { 1 };
        let board_width = columns.len() as u16 * scale.width + 1;
        let left_over = width - margin - board_width;
        let has_panel = left_over >= PANEL_COLUMNS_MIN + GAP && around == LINES_AROUND;
        // The last column of the screen stays free.
        let panel_width = left_over.saturating_sub(GAP + 1).min(PANEL_COLUMNS_MAX);
        let used = margin + board_width + if has_panel { GAP + panel_width } else { 0 };
        // On a wide screen everything is centred.
        let left = (width - used) / 2 + margin;
        let board_height = rows.len() as u16 * scale.height;
        let down = (height - around - board_height) / 2;
        let board = Rect::new(left, top + down, board_width, board_height);
        let panel = Rect::new(
            board.right() + GAP,
            board.y.saturating_sub(1),
            panel_width,
            board.height + 3,
        );
        let is_roomy = around == LINES_AROUND;
        Some(Self {
            scale,
            is_flipped: view_options.is_flipped,
            columns,
            rows,
            title: is_roomy.then_some(0),
            aim: board.y - 1,
            numbers: board.bottom(),
            verdicts: board.bottom() + 1,
            status: height - if is_roomy { 2 } else { 1 },
            keys: is_roomy.then_some(height - 1),
            panel: has_panel.then_some(panel),
            board,
        })
    }

    /// Returns the left edge of a column, or `None` if it is not visible.
    pub(crate) fn x(&self, column: usize) -> Option<u16> {
        let place = self.columns.clone().position(|seen| seen == column)?;
        Some(self.board.x + self.mirrored(place) as u16 * self.scale.width)
    }

    /// Returns the upper edge of a row, or `None` if it is not visible.
    pub(crate) fn y(&self, row: usize) -> Option<u16> {
        let place = self.rows.clone().rev().position(|seen| seen == row)?;
        Some(self.board.y + place as u16 * self.scale.height)
    }

    /// Returns the middle of a column.
    pub(crate) fn middle(&self, column: usize) -> Option<u16> {
        // The gap on the left of a round disc belongs to its cell.
        let shift = self.scale.width / 2;
        Some(self.x(column)? + shift)
    }

    /// Returns the column at a screen position.
    pub(crate) fn column_at(&self, x: u16, y: u16) -> Option<usize> {
        let inside = x.checked_sub(self.board.x)?;
        if y < self.aim || y > self.verdicts {
            return None;
        }
        let place = usize::from(inside / self.scale.width);
        (place < self.columns.len()).then(|| self.columns.start + self.mirrored(place))
    }

    /// Mirrors the index of a visible column if the board is flipped.
    fn mirrored(&self, place: usize) -> usize {
        if self.is_flipped {
            self.columns.len() - 1 - place
        } else {
            place
        }
    }

    /// Returns whether there are hidden columns on the left and on the right.
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

/// Returns the largest scale at which a board of this size fits, and the number of lines around it:
/// the minimum if it does not fit otherwise, or in zen mode.
fn scale_for(
    (columns, rows): (u16, u16),
    (width, height): (u16, u16),
    is_zen: bool,
) -> (CellScale, u16) {
    let fitting = |around: u16| {
        let fits = move |scale: &CellScale| {
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

/// Returns the visible ones of `all` indices when `room` fit and `keep` must be among them.
fn visible_range(all: u16, room: u16, keep: usize) -> Range<usize> {
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
            .expect("a board that exists");
        let layout = ScreenLayout::new(ruleset, screen, (0, 0), BoardViewOptions::default())
            .expect("the board fits");
        let found = (layout.scale.width, layout.scale.height);
        assert_eq!(found, scale, "{size:?} on {screen:?}");
        assert_eq!(layout.panel.is_some(), has_panel, "{size:?} on {screen:?}");
        assert!(layout.verdicts < layout.status && layout.status < screen.1);
        assert!(layout.board.right() <= screen.0);
        for column in layout.columns.clone() {
            let middle = layout.middle(column).expect("a visible column");
            assert_eq!(layout.column_at(middle, layout.board.y), Some(column));
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
    fn flipped_the_last_column_is_on_the_left() {
        let view_options = BoardViewOptions {
            is_flipped: true,
            ..BoardViewOptions::default()
        };
        let layout = ScreenLayout::new(Ruleset::STANDARD, (80, 24), (0, 0), view_options)
            .expect("the board fits");
        assert!(layout.x(6) < layout.x(0));
        for column in 0..7 {
            let middle = layout.middle(column).expect("a visible column");
            assert_eq!(layout.column_at(middle, layout.board.y), Some(column));
        }
    }

    #[test]
    fn zen_leaves_more_room_for_the_board() {
        let view_options = BoardViewOptions {
            is_zen: true,
            ..BoardViewOptions::default()
        };
        let layout = ScreenLayout::new(Ruleset::STANDARD, (80, 22), (0, 0), view_options)
            .expect("the board fits");
        assert_eq!(
            (layout.scale.height, layout.panel, layout.keys),
            (3, None, None)
        );
    }

    #[test]
    fn a_large_board_is_scrolled() {
        assert_eq!(visible_range(7, 7, 0), 0..7);
        assert_eq!(visible_range(20, 5, 0), 0..5);
        assert_eq!(visible_range(20, 5, 10), 8..13);
        assert_eq!(visible_range(20, 5, 19), 15..20);
        assert_eq!(visible_range(3, 0, 1), 1..2);
    }

    #[test]
    fn a_tiny_screen_has_no_board() {
        let layout = |screen| {
            ScreenLayout::new(
                Ruleset::STANDARD,
                screen,
                (3, 0),
                BoardViewOptions::default(),
            )
        };
        assert_eq!(layout((7, 24)), None);
        assert_eq!(layout((80, 4)), None);
        for width in 8..60 {
            for height in 5..30 {
                assert!(layout((width, height)).is_some());
            }
        }
    }
}
