//! Learning curves, as text and as an SVG image.

use std::fmt::Write as _;

use foursight_bots::net::Net;

use crate::evaluation::AccuracyTally;
use crate::loss::Loss;
use crate::styles::Example;

/// A point of the learning curves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrainingPoint {
    /// Number of samples trained on so far.
    pub samples: u64,
    /// Mean policy loss since the previous point.
    pub policy: f64,
    /// Mean outcome loss since the previous point.
    pub wdl: f64,
    /// Share of decisive validation positions whose outcome the policy preserves.
    pub preserved: f64,
    /// Share of positions whose outcome the net predicts.
    pub predicted: f64,
}

impl TrainingPoint {
    /// Evaluates a net.
    #[must_use]
    pub fn of(samples: u64, loss: &Loss, net: &Net, choice: &[Example]) -> Self {
        let tally = AccuracyTally::of(net, choice);
        Self {
            samples,
            policy: loss.policy / loss.with_policy.max(1.0),
            wdl: loss.wdl / loss.positions.max(1.0),
            preserved: tally.preserved.share(),
            predicted: tally.predicted.share(),
        }
    }
}

/// Formats points as text, one per line.
#[must_use]
pub fn to_text(points: &[TrainingPoint]) -> String {
    let mut text = "samples policy-loss value-loss preserved predicted\n".to_owned();
    for point in points {
        let TrainingPoint {
            samples,
            policy,
            wdl,
            preserved,
            predicted,
        } = point;
        let _ = writeln!(
            text,
            "{samples} {policy:.4} {wdl:.4} {preserved:.4} {predicted:.4}"
        );
    }
    text
}

/// Parses points; skips invalid lines.
#[must_use]
pub fn from_text(text: &str) -> Vec<TrainingPoint> {
    let point = |line: &str| {
        let mut words = line.split(' ');
        let samples = words.next()?.parse().ok()?;
        let mut number = || words.next()?.parse().ok();
        Some(TrainingPoint {
            samples,
            policy: number()?,
            wdl: number()?,
            preserved: number()?,
            predicted: number()?,
        })
    };
    text.lines().filter_map(point).collect()
}

/// Dimensions of the image, and of each of its two panels.
const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 540.0;
const LEFT: f64 = 60.0;
const RIGHT: f64 = 700.0;
const PANELS: [(f64, f64); 2] = [(40.0, 240.0), (300.0, 500.0)];

/// A curve of a panel: its name, its colour, and its value at a point.
type Curve = (&'static str, &'static str, fn(&TrainingPoint) -> f64);

/// Renders the losses above and the shares below.
#[must_use]
pub fn to_svg(points: &[TrainingPoint]) -> String {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <title>How the net learned</title>\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n"
    );
    let losses: [Curve; 2] = [
        ("policy loss", "#0052cc", |point| point.policy),
        ("value loss", "#b35900", |point| point.wdl),
    ];
    let shares: [Curve; 2] = [
        (
            "outcome preserved where the move matters, %",
            "#0052cc",
            |point| 100.0 * point.preserved,
        ),
        ("outcome predicted, %", "#b35900", |point| {
            100.0 * point.predicted
        }),
    ];
    render_panel(&mut svg, points, &losses, PANELS[0], (0.0, 1.8));
    render_panel(
        &mut svg,
        points,
        &shares,
        PANELS[1],
        (lowest(points), 100.0),
    );
    svg.push_str("</svg>\n");
    svg
}

/// Returns the lower end of the axis of the shares: 70 per cent, or below if a net was worse.
fn lowest(points: &[TrainingPoint]) -> f64 {
    let shares = points
        .iter()
        .flat_map(|point| [point.preserved, point.predicted]);
    let least = shares.fold(0.7, f64::min);
    (least * 10.0).floor() * 10.0
}

fn render_panel(
    svg: &mut String,
    points: &[TrainingPoint],
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
    fn points_round_trip_and_are_rendered() {
        let point = |samples| TrainingPoint {
            samples,
            policy: 1.25,
            wdl: 0.5,
            preserved: 0.9,
            predicted: 0.8,
        };
        let points = [point(1000), point(2000)];
        assert_eq!(from_text(&to_text(&points)), points);
        assert_eq!(from_text("nonsense\n1 2\n\n7 x x x x"), []);
        let svg = to_svg(&points);
        assert!(svg.contains("<path d=\"M380.0 ") && svg.ends_with("</svg>\n"));
        assert!(to_svg(&[]).ends_with("</svg>\n"));
    }
}
