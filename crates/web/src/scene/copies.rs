//! A moment of the stage as copies of meshes: one for each disc and each piece of light.

use foursight_core::{DiscKind, Player, PowerDisc};

use super::ahead::{Mark, Sign};
use super::camera::{Camera, HELD};
use super::palette::{Colour, Palette, Room};
use super::shapes::{DISC_RADIUS, PLATE};
use super::stage::{Disc, Scenery};

/// Half the width of a halo around a disc.
const HALO: f32 = 0.78;
/// Light lies this far in front of the plates, so that it is not half hidden by them.
const IN_FRONT: f32 = 0.012;

/// What one copy of a mesh has of its own: place and turn, colour and opacity, traits.
pub(super) type Copy = [[f32; 4]; 3];

/// One disc.
pub(super) fn disc_copy(disc: &Disc, palette: &Palette) -> Copy {
    let colour = colour_of(disc.player, palette);
    let shape = shape_of(disc.player, disc.kind);
    let [x, y] = disc.place;
    let [red, green, blue] = colour.linear().map(|part| part * disc.light);
    [
        [x, y, 0.0, disc.spin],
        [red, green, blue, disc.opacity],
        [shape, disc.glow, f32::from(u8::from(disc.is_inside)), 1.0],
    ]
}

/// Beam, halos, signs and sparks, in this order.
pub(super) fn light_copies(
    scenery: &Scenery,
    camera: &Camera,
    palette: &Palette,
    rows: u8,
) -> Vec<Copy> {
    let side = if camera.is_behind() { -1.0 } else { 1.0 };
    let plane = (PLATE[1] + IN_FRONT) * side;
    let mut copies = Vec::new();
    if let Some(beam) = scenery.beam.filter(|beam| beam.strength > 0.0) {
        let top = f32::from(rows) / 2.0 + HELD - DISC_RADIUS;
        let colour = if beam.is_refusal {
            palette.refused
        } else {
            palette.aim
        };
        let [red, green, blue] = colour.screen();
        let half = (top - beam.bottom) / 2.0;
        copies.push([
            [beam.x, beam.bottom + half, plane, 0.0],
            [red, green, blue, 0.26 * beam.strength],
            // Light on light walls would not be seen: there it covers what is behind it.
            [
                if palette.room == Room::Light {
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
    let winner = scenery.discs.iter().find(|disc| disc.glow > 0.0);
    let winner = winner.map_or(palette.aim, |disc| colour_of(disc.player, palette));
    for ([x, y], strength) in &scenery.halos {
        let [red, green, blue] = winner.screen().map(|part| 0.8 * part + 0.2);
        copies.push([
            [*x, *y, plane, 0.0],
            [red, green, blue, 0.5 * strength],
            [0.0, HALO, HALO, 0.0],
        ]);
    }
    copies.extend(scenery.marks.iter().map(|mark| mark_copy(mark, plane)));
    for spark in &scenery.sparks {
        let [x, y, z] = spark.place;
        let [red, green, blue] = match spark.colour {
            0 => winner.screen(),
            1 => [1.0; 3],
            _ => palette.aim.screen(),
        };
        copies.push([
            [x, y, z, spark.spin],
            [red, green, blue, spark.opacity],
            [5.0, spark.size[0], spark.size[1], 0.0],
        ]);
    }
    copies
}

/// A sign, light with a dark edge, so that it is seen on every disc and before every background.
fn mark_copy(mark: &Mark, plane: f32) -> Copy {
    let kind = match mark.sign {
        Sign::Leaves => 2.0,
        Sign::Sinks => 3.0,
        Sign::Choice => 4.0,
    };
    let [x, y] = mark.place;
    [
        [x, y, plane, 0.0],
        [1.0, 1.0, 1.0, mark.strength],
        [kind, 0.5, 0.5, 0.0],
    ]
}

const fn colour_of(player: Player, palette: &Palette) -> Colour {
    match player {
        Player::First => palette.discs[0],
        Player::Second => palette.discs[1],
    }
}

/// The number of the shape embossed on a disc, as the shader knows it: even for First, odd for Second.
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
