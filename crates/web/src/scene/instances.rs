//! Converts a frame into mesh instances: one for each disc and each light effect.

use foursight_core::{DiscKind, Player, PowerDisc};
use foursight_page::math::Vec3;
use foursight_page::stage::animator::{RenderedDisc, SceneFrame};
use foursight_page::stage::camera::{Camera, HELD_DISC_HEIGHT, column_x};
use foursight_page::stage::preview::{CellMarker, MarkerKind};
use foursight_page::stage::shapes::{DISC_RADIUS, PLATE};
use foursight_page::themes::palette::{RgbColour, RoomLight, ScenePalette};

/// Half the width of a halo around a disc.
const HALO_RADIUS: f32 = 0.78;
/// Distance of light effects in front of the plates, so that the plates do not cut through them.
const LIGHT_OFFSET: f32 = 0.012;

/// Per-instance attributes: position and rotation, colour and opacity, traits.
pub(super) type Instance = [[f32; 4]; 3];

/// Builds the instance of one disc.
pub(super) fn disc_instance(disc: &RenderedDisc, palette: &ScenePalette) -> Instance {
    let colour = colour_of(disc.player, palette);
    let shape = shape_of(disc.player, disc.kind);
    let [x, y] = disc.centre;
    let [red, green, blue] = colour.linear().map(|part| part * disc.light);
    [
        [x, y, 0.0, disc.spin],
        [red, green, blue, disc.opacity],
        [shape, disc.glow, f32::from(u8::from(disc.is_inside)), 1.0],
    ]
}

/// Builds the instances of beam, halos, markers and sparks, in this order.
pub(super) fn light_instances(
    frame: &SceneFrame,
    camera: &Camera,
    palette: &ScenePalette,
    rows: u8,
) -> Vec<Instance> {
    let side = if camera.is_behind() { -1.0 } else { 1.0 };
    let plane = (PLATE[1] + LIGHT_OFFSET) * side;
    let mut instances = Vec::new();
    if let Some(beam) = frame.beam.filter(|beam| beam.strength > 0.0) {
        let top = f32::from(rows) / 2.0 + HELD_DISC_HEIGHT - DISC_RADIUS;
        let colour = if beam.is_refusal {
            palette.refused
        } else {
            palette.aim
        };
        let [red, green, blue] = colour.srgb();
        let half = (top - beam.bottom) / 2.0;
        instances.push([
            [beam.x, beam.bottom + half, plane, 0.0],
            [red, green, blue, 0.26 * beam.strength],
            // Added light is invisible on light walls, so there the beam also covers its
            // background.
            [
                if palette.room == RoomLight::Light {
                    1.25
                } else {
                    1.0
                },
                0.5,
                half,
                0.0,
            ],
        ]);
    }
    let winner = frame.discs.iter().find(|disc| disc.glow > 0.0);
    let winner = winner.map_or(palette.aim, |disc| colour_of(disc.player, palette));
    for ([x, y], strength) in &frame.halos {
        let [red, green, blue] = winner.srgb().map(|part| 0.8 * part + 0.2);
        instances.push([
            [*x, *y, plane, 0.0],
            [red, green, blue, 0.5 * strength],
            [0.0, HALO_RADIUS, HALO_RADIUS, 0.0],
        ]);
    }
    instances.extend(
        frame
            .markers
            .iter()
            .map(|marker| marker_instance(marker, plane)),
    );
    for spark in &frame.sparks {
        let [x, y, z] = spark.place;
        let [red, green, blue] = match spark.colour {
            0 => winner.srgb(),
            1 => [1.0; 3],
            _ => palette.aim.srgb(),
        };
        instances.push([
            [x, y, z, spark.spin],
            [red, green, blue, spark.opacity],
            [5.0, spark.size[0], spark.size[1], 0.0],
        ]);
    }
    instances
}

/// Builds a white marker; the shader gives it a dark edge, so that it is visible on every disc and
/// background.
fn marker_instance(marker: &CellMarker, plane: f32) -> Instance {
    let kind = match marker.kind {
        MarkerKind::Leaves => 2.0,
        MarkerKind::Sinks => 3.0,
        MarkerKind::Choice => 4.0,
    };
    let [x, y] = marker.place;
    [
        [x, y, plane, 0.0],
        [1.0, 1.0, 1.0, marker.strength],
        [kind, 0.5, 0.5, 0.0],
    ]
}

/// Marks of debug mode in space: the zones in which a press means a column, and the last ray that
/// picked one.
#[derive(Clone, Copy)]
pub(super) struct DebugMarks {
    /// Position of the camera at the last pick, and direction of the ray.
    pub(super) ray: Option<[Vec3; 2]>,
    /// Columns and rows.
    pub(super) size: (u8, u8),
}

/// Builds the instances of the hit zones, and of the ray as dots from the board towards the place of
/// the camera at the time: they separate when the camera turns.
pub(super) fn debug_instances(marks: &DebugMarks, camera: &Camera) -> Vec<Instance> {
    const ZONE: [f32; 4] = [0.3, 1.0, 0.75, 0.9];
    const BELOW: [f32; 4] = [1.0, 0.75, 0.3, 0.9];
    const RAY: [f32; 4] = [1.0, 0.35, 0.9, 1.0];
    const DOTS: u8 = 40;
    let (columns, rows) = marks.size;
    let plane = (PLATE[1] + LIGHT_OFFSET) * if camera.is_behind() { -1.0 } else { 1.0 };
    let mut instances = Vec::new();
    for column in 0..columns {
        let [press, below] = camera.hit_zones();
        for ([bottom, top], colour) in [(press, ZONE), (below, BELOW)] {
            let (middle, half) = (f32::midpoint(bottom, top), (top - bottom) / 2.0);
            instances.push([
                [column_x(column, columns), middle, plane, 0.0],
                colour,
                [6.0, 0.5, half, 0.0],
            ]);
        }
    }
    let Some([eye, way]) = marks.ray.filter(|[_, way]| way.z != 0.0) else {
        return instances;
    };
    // The side from which the pointer came, even if the camera has gone to the other one.
    let front = (PLATE[1] + LIGHT_OFFSET).copysign(eye.z);
    let hit = eye + way * ((front - eye.z) / way.z);
    let reach = f32::from(rows.max(columns));
    for dot in 0..DOTS {
        let [x, y, z] = (hit - way * (reach * f32::from(dot) / f32::from(DOTS))).to_array();
        instances.push([[x, y, z, 0.0], RAY, [5.0, 0.035, 0.035, 0.0]]);
    }
    let [x, y, z] = hit.to_array();
    instances.push([[x, y, z, 0.0], RAY, [2.0, 0.4, 0.4, 0.0]]);
    instances
}

const fn colour_of(player: Player, palette: &ScenePalette) -> RgbColour {
    match player {
        Player::First => palette.discs[0],
        Player::Second => palette.discs[1],
    }
}

/// Returns the index of the shape embossed on a disc, as the shader counts them: even for First,
/// odd for Second.
fn shape_of(player: Player, kind: DiscKind) -> f32 {
    let kind = match kind {
        DiscKind::Ordinary => 0_u8,
        DiscKind::Power(PowerDisc::Anvil) => 2,
        DiscKind::Power(PowerDisc::Bomb) => 4,
        DiscKind::Power(PowerDisc::Wall) => 6,
        DiscKind::Power(PowerDisc::Double) => 8,
    };
    f32::from(kind + u8::from(player == Player::Second))
}
