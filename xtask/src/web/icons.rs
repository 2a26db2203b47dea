//! Renders the icons of the client for home screens and desktops, and the preview image of links.
//! Each is a list of filled shapes.

use std::collections::BTreeMap;

const BOARD: IconColour = [0x00, 0x52, 0xcc];
const EMPTY: IconColour = [0x16, 0x21, 0x3e];
const FIRST: IconColour = [0xe6, 0x39, 0x46];
const SECOND: IconColour = [0xff, 0xd6, 0x0a];
const BACKGROUND: IconColour = [0x1a, 0x1a, 0x2e];
/// Supersampling: each pixel is the mean of this many points per side.
const SAMPLES_PER_SIDE: u32 = 4;
/// Side of the icon, in units of its shapes and of the SVG view box.
const ICON_UNITS: f64 = 64.0;
/// Margin of a maskable icon, as a share of its side: systems crop such icons to a shape of their
/// own. The specification requires 0.1, and a little more looks better.
const MASKABLE_MARGIN: f64 = 0.14;
/// Size of the link preview, as most sites show it.
const PREVIEW_SIZE: (u32, u32) = (1200, 630);
/// Board of the link preview, from the top: First completes the diagonal.
const PREVIEW_ROWS: [&str; 6] = [
    ".......", ".......", "...1...", "..12...", ".12121.", "1221122",
];

type IconColour = [u8; 3];

/// A shape filled with one colour.
struct FilledShape {
    geometry: Geometry,
    fill: IconColour,
}

enum Geometry {
    Disc {
        x: f64,
        y: f64,
        radius: f64,
    },
    RoundedRect {
        left: f64,
        top: f64,
        width: f64,
        height: f64,
        corner: f64,
    },
}

impl Geometry {
    /// Returns two opposite corners of the bounding box.
    fn bounds(&self) -> ((f64, f64), (f64, f64)) {
        match *self {
            Self::Disc { x, y, radius } => ((x - radius, y - radius), (x + radius, y + radius)),
            Self::RoundedRect {
                left,
                top,
                width,
                height,
                ..
            } => ((left, top), (left + width, top + height)),
        }
    }

    fn contains(&self, at: (f64, f64)) -> bool {
        match *self {
            Self::Disc { x, y, radius } => (at.0 - x).hypot(at.1 - y) <= radius,
            Self::RoundedRect {
                left,
                top,
                width,
                height,
                corner,
            } => {
                // Distance from the rectangle that is left without the rounded rim.
                let beyond = |at: f64, from: f64, size: f64| {
                    (from + corner - at)
                        .max(at - (from + size - corner))
                        .max(0.0)
                };
                beyond(at.0, left, width).hypot(beyond(at.1, top, height)) <= corner
            }
        }
    }
}

/// Renders all images, by file name.
pub(super) fn all() -> Result<BTreeMap<String, Vec<u8>>, String> {
    let mut files = BTreeMap::new();
    files.insert("icon.svg".to_owned(), svg(&icon()).into_bytes());
    for (name, size, margin, background) in [
        ("icon-192.png", 192, 0.0, None),
        ("icon-512.png", 512, 0.0, None),
        ("icon-cut.png", 512, MASKABLE_MARGIN, Some(BACKGROUND)),
        ("icon-touch.png", 180, 0.06, Some(BACKGROUND)),
    ] {
        let side = f64::from(size);
        let transform = (side * (1.0 - 2.0 * margin) / ICON_UNITS, side * margin);
        let pixels = render(&icon(), (size, size), background, transform);
        files.insert(name.to_owned(), png(&pixels, (size, size))?);
    }
    let pixels = render(&link_preview(), PREVIEW_SIZE, Some(BACKGROUND), (1.0, 0.0));
    files.insert("social.png".to_owned(), png(&pixels, PREVIEW_SIZE)?);
    Ok(files)
}

/// Returns the shapes of the icon: four cells of a board, three of them with a disc.
fn icon() -> Vec<FilledShape> {
    let plate = Geometry::RoundedRect {
        left: 0.0,
        top: 0.0,
        width: ICON_UNITS,
        height: ICON_UNITS,
        corner: 12.0,
    };
    let mut shapes = vec![FilledShape {
        geometry: plate,
        fill: BOARD,
    }];
    for (x, y, fill) in [
        (20.0, 20.0, EMPTY),
        (44.0, 20.0, SECOND),
        (20.0, 44.0, FIRST),
        (44.0, 44.0, FIRST),
    ] {
        shapes.push(FilledShape {
            geometry: Geometry::Disc { x, y, radius: 10.0 },
            fill,
        });
    }
    shapes
}

/// Returns the shapes of the link preview: a won game in the centre.
fn link_preview() -> Vec<FilledShape> {
    let space = 84.0;
    let (width, height) = (7.0 * space + 24.0, 6.0 * space + 24.0);
    let left = (f64::from(PREVIEW_SIZE.0) - width) / 2.0;
    let top = (f64::from(PREVIEW_SIZE.1) - height) / 2.0;
    let plate = Geometry::RoundedRect {
        left,
        top,
        width,
        height,
        corner: 28.0,
    };
    let mut shapes = vec![FilledShape {
        geometry: plate,
        fill: BOARD,
    }];
    for (row, y) in PREVIEW_ROWS.iter().zip(0..) {
        for (disc, x) in row.chars().zip(0..) {
            let middle = |from: f64, index: i32| from + 12.0 + space * (f64::from(index) + 0.5);
            let geometry = Geometry::Disc {
                x: middle(left, x),
                y: middle(top, y),
                radius: 34.0,
            };
            let fill = match disc {
                '1' => FIRST,
                '2' => SECOND,
                _ => EMPTY,
            };
            shapes.push(FilledShape { geometry, fill });
        }
    }
    shapes
}

fn svg(shapes: &[FilledShape]) -> String {
    let shapes = shapes.iter().map(|shape| {
        let geometry = match &shape.geometry {
            Geometry::Disc { x, y, radius } => {
                format!("circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"")
            }
            Geometry::RoundedRect {
                left,
                top,
                width,
                height,
                corner,
            } => {
                let place = format!("x=\"{left}\" y=\"{top}\"");
                format!("rect {place} width=\"{width}\" height=\"{height}\" rx=\"{corner}\"")
            }
        };
        let [red, green, blue] = shape.fill;
        format!("<{geometry} fill=\"#{red:02x}{green:02x}{blue:02x}\"/>")
    });
    let start = "<svg xmlns=\"http://www.w3.org/2000/svg\"";
    format!(
        "{start} viewBox=\"0 0 {ICON_UNITS} {ICON_UNITS}\">{}</svg>\n",
        shapes.collect::<String>()
    )
}

/// Renders shapes as RGBA pixels, row by row. One unit is `scale` pixels, and the origin lies at
/// `shift`.
fn render(
    shapes: &[FilledShape],
    (width, height): (u32, u32),
    background: Option<IconColour>,
    (scale, shift): (f64, f64),
) -> Vec<u8> {
    let opaque = |[red, green, blue]: IconColour| [red, green, blue, u8::MAX].map(f64::from);
    let backdrop = background.map_or([0.0; 4], opaque);
    let mut pixels = vec![backdrop; (width * height) as usize];
    for shape in shapes {
        let ((left, top), (right, bottom)) = shape.geometry.bounds();
        let from = |units: f64| (units * scale + shift).floor().max(0.0) as u32;
        let to = |units: f64, end: u32| ((units * scale + shift).ceil().max(0.0) as u32).min(end);
        for y in from(top)..to(bottom, height) {
            for x in from(left)..to(right, width) {
                let points = (0..SAMPLES_PER_SIDE * SAMPLES_PER_SIDE).filter(|point| {
                    let at = |pixel: u32, part: u32| {
                        let within = (f64::from(part) + 0.5) / f64::from(SAMPLES_PER_SIDE);
                        (f64::from(pixel) + within - shift) / scale
                    };
                    shape.geometry.contains((
                        at(x, point % SAMPLES_PER_SIDE),
                        at(y, point / SAMPLES_PER_SIDE),
                    ))
                });
                let cover = points.count() as f64 / f64::from(SAMPLES_PER_SIDE * SAMPLES_PER_SIDE);
                let pixel = &mut pixels[(y * width + x) as usize];
                for (below, above) in pixel.iter_mut().zip(opaque(shape.fill)) {
                    *below = above * cover + *below * (1.0 - cover);
                }
            }
        }
    }
    // Blending has premultiplied the colours with alpha: undo that.
    let unmultiplied = |[red, green, blue, alpha]: [f64; 4]| {
        let weight = f64::from(u8::MAX) / alpha.max(1.0);
        [red * weight, green * weight, blue * weight, alpha].map(|part| part.round() as u8)
    };
    pixels.into_iter().flat_map(unmultiplied).collect()
}

fn png(pixels: &[u8], (width, height): (u32, u32)) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_compression(png::Compression::Balanced);
    let written = encoder.write_header().and_then(|mut writer| {
        writer.write_image_data(pixels)?;
        writer.finish()
    });
    written.map_err(|error| format!("cannot write an image: {error}"))?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the colour of a pixel of the icon at one pixel per unit.
    #[track_caller]
    fn check(x: usize, y: usize, expected: [u8; 4]) {
        let pixels = render(&icon(), (64, 64), None, (1.0, 0.0));
        let at = (y * 64 + x) * 4;
        assert_eq!(pixels[at..at + 4], expected, "at {x}, {y}");
    }

    #[test]
    fn the_icon_is_rendered() {
        check(0, 0, [0; 4]);
        check(32, 32, [0x00, 0x52, 0xcc, 0xff]);
        check(20, 20, [0x16, 0x21, 0x3e, 0xff]);
        check(44, 20, [0xff, 0xd6, 0x0a, 0xff]);
        check(20, 44, [0xe6, 0x39, 0x46, 0xff]);
    }

    #[test]
    fn every_image_can_be_decoded() {
        for (name, bytes) in all().expect("rendered") {
            if super::super::content_hash::extension(&name) == Some("png") {
                let mut reader = png::Decoder::new(std::io::Cursor::new(bytes))
                    .read_info()
                    .expect("a picture");
                let mut pixels = vec![0; reader.output_buffer_size().expect("it fits")];
                reader.next_frame(&mut pixels).expect("a frame");
                assert!(
                    pixels.chunks(4).any(|pixel| pixel != &pixels[..4]),
                    "{name} is blank"
                );
            }
        }
    }

    #[test]
    fn the_link_preview_shows_a_won_game() {
        let drop_counts = |disc| PREVIEW_ROWS.concat().matches(disc).count();
        assert_eq!(drop_counts('1'), drop_counts('2') + 1);
        assert!((0..4).all(|at| PREVIEW_ROWS[5 - at].as_bytes()[at] == b'1'));
    }
}
