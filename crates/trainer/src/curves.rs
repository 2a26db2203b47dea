//! How a training goes, as lines of text and as a picture.

use std::fmt::Write as _;

use foursight_bots::net::Net;

use crate::loss::Loss;
use crate::measure::Tally;
use crate::styles::Example;

/// A point of the curves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Positions learned from so far.
    pub samples: u64,
    /// The loss of the policy since the point before.
    pub policy: f64,
    /// The loss of the outlook since the point before.
    pub outlook: f64,
    /// The share of decisive positions whose outcome the net keeps at first sight, in the set for choosing.
    pub kept: f64,
    /// The share of positions whose outcome the net names.
    pub named: f64,
}

impl Point {
    /// Measures a net.
    #[must_use]
    pub fn of(samples: u64, loss: &Loss, net: &Net, choice: &[Example]) -> Self {
        let tally = Tally::of(net, choice);
        Self {
            samples,
            policy: loss.policy / loss.full.max(1.0),
            outlook: loss.outlook / loss.positions.max(1.0),
            kept: tally.kept.share(),
            named: tally.named.share(),
        }
    }
}

/// Points as text, a line each.
#[must_use]
pub fn to_text(points: &[Point]) -> String {
    let mut text = "samples policy-loss outlook-loss kept named\n".to_owned();
    for point in points {
        let Point {
            samples,
            policy,
            outlook,
            kept,
            named,
        } = point;
        let _ = writeln!(
            text,
            "{samples} {policy:.4} {outlook:.4} {kept:.4} {named:.4}"
        );
    }
    text
}

/// Reads points; lines that are none are skipped.
#[must_use]
pub fn from_text(text: &str) -> Vec<Point> {
    let point = |line: &str| {
        let mut words = line.split(' ');
        let samples = words.next()?.parse().ok()?;
        let mut number = || words.next()?.parse().ok();
        Some(Point {
            samples,
            policy: number()?,
            outlook: number()?,
            kept: number()?,
            named: number()?,
        })
    };
    text.lines().filter_map(point).collect()
}

/// The measures of the picture, and of each of its two parts.
const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 540.0;
const LEFT: f64 = 60.0;
const RIGHT: f64 = 700.0;
const PARTS: [(f64, f64); 2] = [(40.0, 240.0), (300.0, 500.0)];

/// A curve of a part: its name, its colour, and its number at a point.
type Curve = (&'static str, &'static str, fn(&Point) -> f64);

/// Draws the losses above and the shares below.
#[must_use]
pub fn to_svg(points: &[Point]) -> String {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <title>How the net learned</title>\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n"
    );
    let losses: [Curve; 2] = [
        ("loss of the policy", "#0052cc", |point| point.policy),
        ("loss of the outlook", "#b35900", |point| point.outlook),
    ];
    let shares: [Curve; 2] = [
        (
            "outcome kept where the move matters, %",
            "#0052cc",
            |point| 100.0 * point.kept,
        ),
        ("outcome named, %", "#b35900", |point| 100.0 * point.named),
    ];
    draw_part(&mut svg, points, &losses, PARTS[0], (0.0, 1.8));
    draw_part(&mut svg, points, &shares, PARTS[1], (lowest(points), 100.0));
    svg.push_str("</svg>\n");
    svg
}

/// Where the scale of the shares begins: at 70 per cent, or below where a net was worse.
fn lowest(points: &[Point]) -> f64 {
    let shares = points.iter().flat_map(|point| [point.kept, point.named]);
    let least = shares.fold(0.7, f64::min);
    (least * 10.0).floor() * 10.0
}

fn draw_part(
    svg: &mut String,
    points: &[Point],
    curves: &[Curve],
    (top, bottom): (f64, f64),
    (low, high): (f64, f64),
) {
    const LINES: u32 = 6;
    let most = points.last().map_or(1, |point| point.samples.max(1)) as f64;
    let across = |samples: f64| LEFT + (RIGHT - LEFT) * samples / most;
    let up = |value: f64| bottom - (bottom - top) * (value.clamp(low, high) - low) / (high - low);
    for line in 0..=LINES {
        let part = f64::from(line) / f64::from(LINES);
        let value = low + (high - low) * part;
        let (y, label) = (up(value), LEFT - 6.0);
        let _ = writeln!(
            svg,
            "<path d=\"M{LEFT} {y:.1}H{RIGHT}\" stroke=\"#ddd\"/>\
             <text x=\"{label}\" y=\"{:.1}\" text-anchor=\"end\">{value:.1}</text>",
            y + 4.0
        );
        let (x, millions) = (across(most * part), most * part / 1e6);
        let _ = writeln!(
            svg,
            "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{millions:.1}</text>",
            bottom + 18.0
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{RIGHT}\" y=\"{:.1}\" text-anchor=\"end\">millions of positions</text>",
        bottom + 34.0
    );
    for (place, (name, colour, value)) in curves.iter().enumerate() {
        let mut path = String::new();
        for (place, point) in points.iter().enumerate() {
            let letter = if place == 0 { 'M' } else { 'L' };
            let _ = write!(
                path,
                "{letter}{:.1} {:.1}",
                across(point.samples as f64),
                up(value(point))
            );
        }
        let _ = writeln!(
            svg,
            "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" fill=\"{colour}\">{name}</text>",
            LEFT + 300.0 * place as f64,
            top - 10.0
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_survive_their_text_and_are_drawn() {
        let point = |samples| Point {
            samples,
            policy: 1.25,
            outlook: 0.5,
            kept: 0.9,
            named: 0.8,
        };
        let points = [point(1000), point(2000)];
        assert_eq!(from_text(&to_text(&points)), points);
        assert_eq!(from_text("nonsense\n1 2\n\n7 x x x x"), []);
        let svg = to_svg(&points);
        assert!(svg.contains("<path d=\"M380.0 ") && svg.ends_with("</svg>\n"));
        assert!(to_svg(&[]).ends_with("</svg>\n"));
    }
}
