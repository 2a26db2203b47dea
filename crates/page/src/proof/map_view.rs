//! The part of the map that is shown, and the position at which its keys stand.

use super::{MAP_RADIUS, MapPoint, ProofMap};

/// Units around the rings.
const MARGIN: i32 = 250;
/// Most times the map is doubled.
const ZOOM_MAX: u32 = 4;
/// A press finds a position within this distance of it, on the whole map.
const REACH: i32 = 260;

/// A step of the keys on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapStep {
    /// To the position from which this one is first reached: fewer discs.
    Inwards,
    /// To the first position that hangs on this one: more discs.
    Outwards,
    /// To the next position of the ring, clockwise.
    Clockwise,
    /// To the next position of the ring, the other way.
    Anticlockwise,
    /// To the first drop.
    Start,
}

/// The part of the map that is shown, and the position that the keys have reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MapView {
    /// The position that is pointed out.
    pub cursor: usize,
    /// The number of times that the map is doubled.
    pub zoom: u32,
    centre: MapPoint,
}

impl MapView {
    /// Moves the cursor.
    pub(super) fn step(&mut self, map: &ProofMap, step: MapStep) {
        let Some(node) = map.nodes().get(self.cursor) else {
            return;
        };
        let next = match step {
            MapStep::Inwards => node.parent.unwrap_or(self.cursor),
            // The one in the middle of those that hang on it lies nearest.
            MapStep::Outwards => {
                let middle = node.children.get(node.children.len() / 2);
                middle.copied().unwrap_or(self.cursor)
            }
            MapStep::Clockwise => map.neighbour(self.cursor, true),
            MapStep::Anticlockwise => map.neighbour(self.cursor, false),
            MapStep::Start => 0,
        };
        self.point_at(map, next);
    }

    /// Points a position out, and shows it.
    pub(super) fn point_at(&mut self, map: &ProofMap, node: usize) {
        self.cursor = node;
        if let Some(node) = map.nodes().get(node) {
            self.move_centre(node.at);
        }
    }

    /// Points the position out that is nearest to a place. Returns false if none is near.
    pub(super) fn point_near(&mut self, map: &ProofMap, place: MapPoint) -> bool {
        let near = map.nearest(place, REACH >> self.zoom);
        if let Some(node) = near {
            self.cursor = node;
        }
        near.is_some()
    }

    /// Doubles or halves the map around a place, or else the cursor.
    pub(super) fn zoom(&mut self, map: &ProofMap, doublings: i32, around: Option<MapPoint>) {
        let zoom = self.zoom.saturating_add_signed(doublings).min(ZOOM_MAX);
        let at = map.nodes().get(self.cursor).map(|node| node.at);
        let Some(around) = around.or(at) else {
            return;
        };
        // The place stays where it is on the screen.
        let scale = |offset: i32| match zoom.cmp(&self.zoom) {
            std::cmp::Ordering::Greater => offset >> (zoom - self.zoom),
            _ => offset << (self.zoom - zoom),
        };
        let centre = MapPoint {
            x: around.x + scale(self.centre.x - around.x),
            y: around.y + scale(self.centre.y - around.y),
        };
        self.zoom = zoom;
        self.move_centre(centre);
    }

    /// Moves the shown part by these units.
    pub(super) fn pan(&mut self, x: i32, y: i32) {
        self.move_centre(MapPoint {
            x: self.centre.x.saturating_add(x),
            y: self.centre.y.saturating_add(y),
        });
    }

    /// Half the width of the shown part.
    #[must_use]
    pub const fn half_width(self) -> i32 {
        (MAP_RADIUS + MARGIN) >> self.zoom
    }

    /// Returns the shown part as left, top, width and height.
    #[must_use]
    pub fn view_box(self) -> [i32; 4] {
        let half = self.half_width();
        [
            self.centre.x - half,
            self.centre.y - half,
            2 * half,
            2 * half,
        ]
    }

    /// The shown part never leaves the map.
    fn move_centre(&mut self, to: MapPoint) {
        let most = MAP_RADIUS + MARGIN - self.half_width();
        self.centre = MapPoint {
            x: to.x.clamp(-most, most),
            y: to.y.clamp(-most, most),
        };
    }
}
