//! Screenshots of the page, compared with reviewed reference pictures.
//!
//! References are small, and edges and letters differ a little from machine to machine: a screenshot
//! matches if the mean difference of its pixels is small and few pixels differ much. In a screenshot
//! of the whole window a local change hardly affects the mean, so there every small block must match
//! as well.

use std::io::Cursor;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use std::{env, fs};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};

use crate::page::{Page, WAIT_TIMEOUT};

/// If this variable is set, reference pictures are written instead of compared.
const WRITE_VARIABLE: &str = "FOURSIGHT_WRITE_PICTURES";
/// Quality of lossy formats, of 100.
const QUALITY: u8 = 82;
/// Wait for the last frame before a reference picture is written.
const STABLE_DELAY: Duration = Duration::from_secs(15);
/// Width of the pictures of elements, in pixels.
const ELEMENT_WIDTH: f64 = 160.0;
/// Approximate number of pixels of a picture of the window, whatever its aspect ratio.
const WINDOW_PIXELS: f64 = 16_000.0;
/// Colour steps of stored pictures of windows, which halves their size.
const COLOUR_STEP: u8 = 8;
/// Side and stride of the blocks, in pixels. They overlap, so that small details lie within one.
const BLOCK_SIDE: u32 = 8;
const BLOCK_STRIDE: usize = 4;
/// Maximum difference of a block's mean colour, of 255.
const BLOCK_MEAN_MAX: f64 = 14.0;
/// Maximum mean difference of a colour, of 255.
const MEAN_MAX: f64 = 4.0;
/// Maximum difference of the sizes: edges may round either way.
const SIZE_DIFFERENCE_MAX: u32 = 2;
/// A pixel differs from this difference of a colour on; maximum percentage of such pixels.
const PIXEL_DIFFERENCE_MIN: u8 = 64;
const DIFFERENT_PIXELS_PERCENT_MAX: f64 = 1.5;

/// RGB pixels, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Screenshot {
    width: u32,
    height: u32,
    colours: Vec<u8>,
}

impl Page {
    /// Waits until the element of this selector matches the reference picture of that name: with
    /// software rendering the last frame may come late.
    ///
    /// # Panics
    ///
    /// If it looks different for too long, or there is no picture of that name yet.
    pub async fn wait_for_picture(&self, css: &str, name: &str) {
        self.wait_for_reference(Some(css), name).await;
    }

    /// Waits until the window matches the reference picture of that name.
    ///
    /// # Panics
    ///
    /// If it looks different for too long, or there is no picture of that name yet.
    pub async fn wait_for_window_picture(&self, name: &str) {
        self.wait_for_reference(None, name).await;
    }

    /// Returns a small screenshot of an element, or of the window. The window is downscaled here,
    /// because the result of a browser depends on what it has painted before.
    async fn thumbnail(&self, css: Option<&str>) -> Screenshot {
        match css {
            Some(css) => Screenshot::from_png(&self.screenshot_element(css, ELEMENT_WIDTH).await),
            None => Screenshot::from_png(&self.screenshot("png").await).downscale(WINDOW_PIXELS),
        }
    }

    async fn wait_for_reference(&self, css: Option<&str>, name: &str) {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("pictures/{name}.png"));
        if env::var_os(WRITE_VARIABLE).is_some() {
            let bytes = if css.is_some() {
                tokio::time::sleep(STABLE_DELAY).await;
                self.thumbnail(css).await.to_png()
            } else {
                let small = self.stable_thumbnail().await.quantise().to_png();
                // Also write the window in full size, for review before the small one is committed.
                let large = env::temp_dir().join(format!("foursight-{name}.png"));
                fs::write(&large, self.screenshot("png").await)
                    .expect("the large picture can be written");
                small
            };
            fs::write(&path, bytes).expect("the picture can be written");
            return;
        }
        let reference = fs::read(&path).unwrap_or_else(|error| {
            panic!(
                "{}: {error}; set {WRITE_VARIABLE} to write it",
                path.display()
            )
        });
        let reference = Screenshot::from_png(&reference);
        let started = Instant::now();
        loop {
            let screenshot = self.thumbnail(css).await;
            let difference = screenshot.difference(&reference);
            let difference = difference.or_else(|| match css {
                Some(_) => None,
                None => screenshot.worst_block_difference(&reference),
            });
            let Some(difference) = difference else {
                return;
            };
            if started.elapsed() > WAIT_TIMEOUT {
                let saved_path = env::temp_dir().join(format!("foursight-{name}.png"));
                // Best effort: the failure is reported in any case.
                let _ = fs::write(&saved_path, screenshot.to_png());
                panic!(
                    "{} is not as in {name}: {difference}; see {}",
                    css.unwrap_or("the window"),
                    saved_path.display()
                );
            }
        }
    }

    /// Returns the window once it has not changed for a while.
    async fn stable_thumbnail(&self) -> Screenshot {
        let mut last = self.thumbnail(None).await;
        let mut since = Instant::now();
        while since.elapsed() < STABLE_DELAY / 10 {
            let now = self.thumbnail(None).await;
            if now != last {
                (last, since) = (now, Instant::now());
            }
        }
        last
    }

    /// Captures the window in this format.
    ///
    /// # Panics
    ///
    /// If the browser cannot capture it.
    pub async fn screenshot(&self, format: &str) -> Vec<u8> {
        let parameters = json!({ "format": format, "quality": QUALITY });
        let parameters = match format {
            "png" => json!({ "format": format }),
            _ => parameters,
        };
        let captured = self
            .devtools_command("Page.captureScreenshot", parameters)
            .await;
        decode_picture(&captured)
    }

    /// Captures an element as a PNG that is `target_width` pixels wide. The element must lie inside
    /// the window: to capture more, the browser would lay out the page again.
    ///
    /// # Panics
    ///
    /// If the element extends beyond the window.
    pub async fn screenshot_element(&self, css: &str, target_width: f64) -> Vec<u8> {
        self.find_css(css).await;
        let script = format!(
            "scrollTo(0, 0); const box = document.querySelector({css:?}).getBoundingClientRect();\
             return [box.x, box.y, box.width, box.height, innerWidth - box.right, innerHeight - box.bottom]\
             .map(Math.round);"
        );
        let place = self.eval(&script).await;
        let [x, y, width, height, right, below] =
            [0, 1, 2, 3, 4, 5].map(|at| place[at].as_f64().expect("a number"));
        assert!(
            right.min(below) >= 0.0,
            "{css} is not in the window: {place}"
        );
        let clip = json!({
            "x": x, "y": y, "width": width, "height": height, "scale": target_width / width,
        });
        let parameters = json!({ "format": "png", "clip": clip });
        let captured = self
            .devtools_command("Page.captureScreenshot", parameters)
            .await;
        decode_picture(&captured)
    }
}

/// Decodes the picture that the browser returns.
fn decode_picture(captured: &Value) -> Vec<u8> {
    let text = captured["data"].as_str().expect("a picture");
    BASE64_STANDARD.decode(text).expect("browsers write base64")
}

impl Screenshot {
    /// Returns width and height, in pixels.
    #[must_use]
    pub const fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// Returns the RGB pixels, row by row.
    #[must_use]
    pub fn colours(&self) -> &[u8] {
        &self.colours
    }

    /// Decodes a PNG.
    ///
    /// # Panics
    ///
    /// If it is not a colour picture.
    #[must_use]
    pub fn from_png(bytes: &[u8]) -> Self {
        let mut reader = png::Decoder::new(Cursor::new(bytes))
            .read_info()
            .expect("a picture");
        let mut pixels = vec![0; reader.output_buffer_size().expect("it fits into memory")];
        let info = reader.next_frame(&mut pixels).expect("a whole picture");
        let channels = info.color_type.samples();
        assert!(channels >= 3, "a picture in colours");
        let colours = pixels[..info.buffer_size()].chunks(channels);
        Self {
            width: info.width,
            height: info.height,
            colours: colours.flat_map(|pixel| pixel[..3].to_vec()).collect(),
        }
    }

    fn to_png(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width, self.height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_compression(png::Compression::High);
        let written = encoder
            .write_header()
            .and_then(|mut writer| writer.write_image_data(&self.colours));
        written.expect("memory takes it");
        bytes
    }

    /// Scales to about `pixels` pixels, each the mean of those it replaces.
    fn downscale(&self, pixels: f64) -> Self {
        let scale = (pixels / f64::from(self.width * self.height)).sqrt();
        let side = |side: u32| ((f64::from(side) * scale).round() as u32).clamp(1, side);
        let (width, height) = (side(self.width), side(self.height));
        let part = |at: u32, of: u32, whole: u32| at * whole / of..(at + 1) * whole / of;
        let mut colours = Vec::with_capacity(3 * (width * height) as usize);
        for y in 0..height {
            for x in 0..width {
                let (mut sums, mut count) = ([0_u32; 3], 0);
                for row in part(y, height, self.height) {
                    for column in part(x, width, self.width) {
                        let at = 3 * (row * self.width + column) as usize;
                        for (sum, colour) in sums.iter_mut().zip(&self.colours[at..at + 3]) {
                            *sum += u32::from(*colour);
                        }
                        count += 1;
                    }
                }
                colours.extend(sums.map(|sum| (sum / count) as u8));
            }
        }
        Self {
            width,
            height,
            colours,
        }
    }

    /// Reduces the number of colours.
    fn quantise(mut self) -> Self {
        for colour in &mut self.colours {
            *colour = (*colour / COLOUR_STEP) * COLOUR_STEP + COLOUR_STEP / 2;
        }
        self
    }

    /// Returns the mean colour of the block with this top left corner.
    fn block(&self, left: u32, top: u32) -> [f64; 3] {
        let mut sums = [0.0; 3];
        for y in top..top + BLOCK_SIDE {
            for x in left..left + BLOCK_SIDE {
                let at = 3 * (y * self.width + x) as usize;
                for (sum, colour) in sums.iter_mut().zip(&self.colours[at..at + 3]) {
                    *sum += f64::from(*colour);
                }
            }
        }
        sums.map(|sum| sum / f64::from(BLOCK_SIDE * BLOCK_SIDE))
    }

    /// Describes the block that differs most; returns `None` if all are within the limit.
    fn worst_block_difference(&self, other: &Self) -> Option<String> {
        let (width, height) = (self.width.min(other.width), self.height.min(other.height));
        let starts = |side: u32| (0..=side.saturating_sub(BLOCK_SIDE)).step_by(BLOCK_STRIDE);
        let places = starts(height).flat_map(|y| starts(width).map(move |x| (x, y)));
        let differences = places.map(|(x, y)| {
            let [mine, theirs] = [self, other].map(|picture| picture.block(x, y));
            let parts = mine.iter().zip(theirs).map(|(a, b)| (a - b).abs());
            (parts.fold(0.0, f64::max), (x, y))
        });
        let (most, (x, y)) = differences.max_by(|(a, _), (b, _)| a.total_cmp(b))?;
        (most > BLOCK_MEAN_MAX)
            .then(|| format!("the block at {x}, {y} of {width} by {height} differs by {most:.1}"))
    }

    /// Returns the pixels of the top left part.
    fn top_left(&self, width: u32, height: u32) -> impl Iterator<Item = u8> {
        let rows = self.colours.chunks(3 * self.width as usize);
        rows.take(height as usize)
            .flat_map(move |row| row.iter().copied().take(3 * width as usize))
    }

    /// Describes how two screenshots differ; returns `None` if they match.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<String> {
        let sizes = [self, other].map(|picture| (picture.width, picture.height));
        let [one, two] = sizes;
        if one.0.abs_diff(two.0).max(one.1.abs_diff(two.1)) > SIZE_DIFFERENCE_MAX {
            return Some(format!("the size is {one:?}, not {two:?}"));
        }
        let (width, height) = (one.0.min(two.0), one.1.min(two.1));
        let [mine, theirs] = [self, other].map(|picture| picture.top_left(width, height));
        let differences: Vec<u8> = mine.zip(theirs).map(|(a, b)| a.abs_diff(b)).collect();
        let sum: f64 = differences.iter().map(|d| f64::from(*d)).sum();
        let mean = sum / differences.len() as f64;
        let pixels = differences.chunks(3);
        let (count, all) = (
            pixels
                .clone()
                .filter(|d| d.iter().any(|d| *d >= PIXEL_DIFFERENCE_MIN))
                .count(),
            pixels.len(),
        );
        let percent = count as f64 * 100.0 / all as f64;
        (mean > MEAN_MAX || percent > DIFFERENT_PIXELS_PERCENT_MAX).then(|| {
            format!("the mean difference is {mean:.1}, {percent:.1} % of the pixels differ much")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(colour: [u8; 3], spot: usize) -> Screenshot {
        let mut colours = colour.repeat(100);
        colours[..3 * spot].fill(255);
        Screenshot {
            width: 10,
            height: 10,
            colours,
        }
    }

    #[track_caller]
    fn check(one: &Screenshot, other: &Screenshot, is_same: bool) {
        let difference = one.difference(other);
        assert_eq!(difference.is_none(), is_same, "{difference:?}");
    }

    #[test]
    fn downscaling_takes_the_mean_of_the_pixels() {
        let small = picture([10, 20, 30], 10).downscale(25.0);
        assert_eq!(small.size(), (5, 5));
        // The first row is the mean of a white line and a plain one.
        assert_eq!(small.colours()[..3], [132, 137, 142]);
        assert_eq!(small.colours()[15..18], [10, 20, 30]);
    }

    #[test]
    fn only_small_differences_pass() {
        let reference = picture([10, 20, 30], 0);
        check(&reference, &reference, true);
        check(&reference, &picture([12, 22, 28], 0), true);
        check(&reference, &picture([10, 20, 30], 1), true);
        check(&reference, &picture([20, 30, 40], 0), false);
        check(&reference, &picture([10, 20, 30], 4), false);
        let lower = Screenshot {
            height: 5,
            ..reference.clone()
        };
        check(&reference, &lower, false);
    }

    #[test]
    fn a_changed_block_is_found_in_a_large_picture() {
        let plain = |spot: u32, colour: u8| {
            let mut colours = vec![40; 3 * 160 * 100];
            for y in 30..30 + spot {
                for x in 50..50 + 2 * spot {
                    colours[3 * (y * 160 + x) as usize..][..3].fill(colour);
                }
            }
            Screenshot {
                width: 160,
                height: 100,
                colours,
            }
        };
        let reference = plain(0, 0);
        let check = |screenshot: &Screenshot, is_same: bool| {
            assert_eq!(
                screenshot.difference(&reference),
                None,
                "too little for an average"
            );
            let block = screenshot.worst_block_difference(&reference);
            assert_eq!(block.is_none(), is_same, "{block:?}");
        };
        check(&reference, true);
        check(&reference.clone().quantise(), true);
        // A letter that is rendered a little differently; a missing button.
        check(&plain(2, 90), true);
        check(&plain(4, 100), false);
    }

    #[test]
    fn pictures_survive_a_round_trip() {
        let reference = picture([10, 20, 30], 3);
        assert_eq!(Screenshot::from_png(&reference.to_png()), reference);
    }
}
