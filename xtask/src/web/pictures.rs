//! The pictures of the client, drawn here: icons for the home screens of phones and desks, and the
//! picture that others show beside a link. All of them come from one list of shapes.

use std::collections::BTreeMap;

const GRID: Colour = [0x00, 0x52, 0xcc];
const EMPTY: Colour = [0x16, 0x21, 0x3e];
const FIRST: Colour = [0xe6, 0x39, 0x46];
const SECOND: Colour = [0xff, 0xd6, 0x0a];
const BACK: Colour = [0x1a, 0x1a, 0x2e];
/// Every pixel is the mean of so many by so many points.
const POINTS: u32 = 4;
/// The icon has so many units a side, as has the drawing in SVG.
const ICON_UNITS: f64 = 64.0;
/// How much of its side an icon loses all around where the system cuts a shape of its own out of
/// it: a fifth of the half is safe by the rules, and we keep a little more.
const CUT_MARGIN: f64 = 0.14;
/// The size of the picture beside a link, as most places show it.
const SOCIAL: (u32, u32) = (1200, 630);
/// The game it shows, from the top: First completes the diagonal.
const SOCIAL_ROWS: [&str; 6] = [
    ".......", ".......", "...1...", "..12...", ".12121.", "1221122",
];

type Colour = [u8; 3];

/// Something filled with one colour.
struct Shape {
    form: Form,
    fill: Colour,
}

enum Form {
    Disc {
        x: f64,
        y: f64,
        radius: f64,
    },
    Plate {
        left: f64,
        top: f64,
        width: f64,
        height: f64,
        corner: f64,
    },
}

impl Form {
    /// The corners of the smallest rectangle around it.
    fn bounds(&self) -> ((f64, f64), (f64, f64)) {
        match *self {
            Self::Disc { x, y, radius } => ((x - radius, y - radius), (x + radius, y + radius)),
            Self::Plate {
                left,
                top,
                width,
                height,
                ..
            } => ((left, top), (left + width, top + height)),
        }
    }

    fn holds(&self, at: (f64, f64)) -> bool {
        match *self {
            Self::Disc { x, y, radius } => (at.0 - x).hypot(at.1 - y) <= radius,
            Self::Plate {
                left,
                top,
                width,
                height,
                corner,
            } => {
                // How far outside of the plate without its rounded rim.
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

/// All pictures by name.
pub(super) fn all() -> Result<BTreeMap<String, Vec<u8>>, String> {
    let mut files = BTreeMap::new();
    files.insert("icon.svg".to_owned(), svg(&icon()).into_bytes());
    for (name, size, margin, back) in [
        ("icon-192.png", 192, 0.0, None),
        ("icon-512.png", 512, 0.0, None),
        ("icon-cut.png", 512, CUT_MARGIN, Some(BACK)),
        ("icon-touch.png", 180, 0.06, Some(BACK)),
    ] {
        let side = f64::from(size);
        let place = (side * (1.0 - 2.0 * margin) / ICON_UNITS, side * margin);
        let pixels = draw(&icon(), (size, size), back, place);
        files.insert(name.to_owned(), png(&pixels, (size, size))?);
    }
    let pixels = draw(&social(), SOCIAL, Some(BACK), (1.0, 0.0));
    files.insert("social.png".to_owned(), png(&pixels, SOCIAL)?);
    Ok(files)
}

/// Four spaces of a grid, three of them with a disc.
fn icon() -> Vec<Shape> {
    let plate = Form::Plate {
        left: 0.0,
        top: 0.0,
        width: ICON_UNITS,
        height: ICON_UNITS,
        corner: 12.0,
    };
    let mut shapes = vec![Shape {
        form: plate,
        fill: GRID,
    }];
    for (x, y, fill) in [
        (20.0, 20.0, EMPTY),
        (44.0, 20.0, SECOND),
        (20.0, 44.0, FIRST),
        (44.0, 44.0, FIRST),
    ] {
        shapes.push(Shape {
            form: Form::Disc { x, y, radius: 10.0 },
            fill,
        });
    }
    shapes
}

/// A won game in the middle of the picture.
fn social() -> Vec<Shape> {
    let space = 84.0;
    let (width, height) = (7.0 * space + 24.0, 6.0 * space + 24.0);
    let left = (f64::from(SOCIAL.0) - width) / 2.0;
    let top = (f64::from(SOCIAL.1) - height) / 2.0;
    let plate = Form::Plate {
        left,
        top,
        width,
        height,
        corner: 28.0,
    };
    let mut shapes = vec![Shape {
        form: plate,
        fill: GRID,
    }];
    for (row, y) in SOCIAL_ROWS.iter().zip(0..) {
        for (disc, x) in row.chars().zip(0..) {
            let middle = |from: f64, index: i32| from + 12.0 + space * (f64::from(index) + 0.5);
            let form = Form::Disc {
                x: middle(left, x),
                y: middle(top, y),
                radius: 34.0,
            };
            let fill = match disc {
                '1' => FIRST,
                '2' => SECOND,
                _ => EMPTY,
            };
            shapes.push(Shape { form, fill });
        }
    }
    shapes
}

fn svg(shapes: &[Shape]) -> String {
    let shapes = shapes.iter().map(|shape| {
        let form = match &shape.form {
            Form::Disc { x, y, radius } => format!("circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\""),
            Form::Plate {
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
        format!("<{form} fill=\"#{red:02x}{green:02x}{blue:02x}\"/>")
    });
    let start = "<svg xmlns=\"http://www.w3.org/2000/svg\"";
    format!(
        "{start} viewBox=\"0 0 {ICON_UNITS} {ICON_UNITS}\">{}</svg>\n",
        shapes.collect::<String>()
    )
}

/// The pixels of a picture, row by row with red, green, blue and how solid it is. One unit of the
/// drawing is `scale` pixels, and its corner lies at `shift`.
fn draw(
    shapes: &[Shape],
    (width, height): (u32, u32),
    back: Option<Colour>,
    (scale, shift): (f64, f64),
) -> Vec<u8> {
    let solid = |[red, green, blue]: Colour| [red, green, blue, u8::MAX].map(f64::from);
    let behind = back.map_or([0.0; 4], solid);
    let mut pixels = vec![behind; (width * height) as usize];
    for shape in shapes {
        let ((left, top), (right, bottom)) = shape.form.bounds();
        let from = |units: f64| (units * scale + shift).floor().max(0.0) as u32;
        let to = |units: f64, end: u32| ((units * scale + shift).ceil().max(0.0) as u32).min(end);
        for y in from(top)..to(bottom, height) {
            for x in from(left)..to(right, width) {
                let points = (0..POINTS * POINTS).filter(|point| {
                    let at = |pixel: u32, part: u32| {
                        let within = (f64::from(part) + 0.5) / f64::from(POINTS);
                        (f64::from(pixel) + within - shift) / scale
                    };
                    shape
                        .form
                        .holds((at(x, point % POINTS), at(y, point / POINTS)))
                });
                let cover = points.count() as f64 / f64::from(POINTS * POINTS);
                let pixel = &mut pixels[(y * width + x) as usize];
                for (below, above) in pixel.iter_mut().zip(solid(shape.fill)) {
                    *below = above * cover + *below * (1.0 - cover);
                }
            }
        }
    }
    // Colours were mixed with the nothing behind them: take that out again.
    let plain = |[red, green, blue, solid]: [f64; 4]| {
        let weight = f64::from(u8::MAX) / solid.max(1.0);
        [red * weight, green * weight, blue * weight, solid].map(|part| part.round() as u8)
    };
    pixels.into_iter().flat_map(plain).collect()
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
    written.map_err(|error| format!("cannot write a picture: {error}"))?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the colour of a pixel of the icon, drawn as large as its units.
    #[track_caller]
    fn check(x: usize, y: usize, expected: [u8; 4]) {
        let pixels = draw(&icon(), (64, 64), None, (1.0, 0.0));
        let at = (y * 64 + x) * 4;
        assert_eq!(pixels[at..at + 4], expected, "at {x}, {y}");
    }

    #[test]
    fn the_icon_is_drawn() {
        check(0, 0, [0; 4]);
        check(32, 32, [0x00, 0x52, 0xcc, 0xff]);
        check(20, 20, [0x16, 0x21, 0x3e, 0xff]);
        check(44, 20, [0xff, 0xd6, 0x0a, 0xff]);
        check(20, 44, [0xe6, 0x39, 0x46, 0xff]);
    }

    #[test]
    fn every_picture_can_be_read_again() {
        for (name, bytes) in all().expect("drawn") {
            if super::super::names::ending(&name) == Some("png") {
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
    fn the_social_picture_shows_a_won_game() {
        let drop_counts = |disc| SOCIAL_ROWS.concat().matches(disc).count();
        assert_eq!(drop_counts('1'), drop_counts('2') + 1);
        assert!((0..4).all(|at| SOCIAL_ROWS[5 - at].as_bytes()[at] == b'1'));
    }
}
