//! Pictures of the page, compared with ones that people have looked at.
//!
//! They are small, and edges and letters differ a little from machine to machine: a picture is the
//! same if its pixels are on average nearly the same and few are quite different. A whole window has much
//! that may change without weighing in an average, so there every small block must also be nearly as bright.

use std::io::Cursor;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use std::{env, fs};

use serde_json::json;

use crate::page::{PATIENCE, Page};

/// If it is set, the pictures are written instead of compared.
const WRITE_VARIABLE: &str = "FOURSIGHT_WRITE_PICTURES";
/// How good pictures that lose something are, of 100.
const QUALITY: u8 = 82;
/// The last frame is there after so long, on any machine on which pictures are written.
const BEFORE_WRITING: Duration = Duration::from_secs(15);
/// So wide are the pictures, in pixels.
const WIDTH: f64 = 160.0;
/// A whole window has about so many pixels, whatever its form.
const WINDOW_PIXELS: f64 = 16_000.0;
/// Pictures of windows are kept in steps of so much, which makes them half as large.
const STEP: u8 = 8;
/// The side of a block, in pixels, and how far the next one is: each thing is whole in one of them.
const BLOCK: u32 = 8;
const NEXT_BLOCK: usize = 4;
/// The difference of a block's mean colour that passes, of 255.
const BLOCK_MEAN_MAX: f64 = 14.0;
/// The mean difference of a colour that passes, of 255.
const MEAN_MAX: f64 = 4.0;
/// Edges fall on this side of a pixel or on that: by so much sizes may differ.
const SIZE_DIFFERENCE_MAX: u32 = 2;
/// A pixel is quite different from this difference of a colour on, and so many in a hundred may be.
const DIFFERENT: u8 = 64;
const DIFFERENT_PERCENT_MAX: f64 = 1.5;

/// Pixels in red, green and blue, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    width: u32,
    height: u32,
    colours: Vec<u8>,
}

impl Page {
    /// Looks until the element of this selector is as in the picture of that name: made by the
    /// processor, the last frame may come late.
    ///
    /// # Panics
    ///
    /// If it looks different for too long, or there is no picture of that name yet.
    pub async fn looks_like(&self, css: &str, name: &str) {
        self.is_as_known(Some(css), name).await;
    }

    /// The same for all that the window shows.
    ///
    /// # Panics
    ///
    /// If it looks different for too long, or there is no picture of that name yet.
    pub async fn window_looks_like(&self, name: &str) {
        self.is_as_known(None, name).await;
    }

    /// A small picture of an element, or of the window. That of the window is made small here: how a browser
    /// does it depends on what it has drawn before.
    async fn small(&self, css: Option<&str>) -> Picture {
        match css {
            Some(css) => Picture::from_png(&self.photograph(css, WIDTH).await),
            None => Picture::from_png(&self.window("png").await).shrunk(WINDOW_PIXELS),
        }
    }

    async fn is_as_known(&self, css: Option<&str>, name: &str) {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("pictures/{name}.png"));
        if env::var_os(WRITE_VARIABLE).is_some() {
            let bytes = if css.is_some() {
                tokio::time::sleep(BEFORE_WRITING).await;
                self.small(css).await.to_png()
            } else {
                let small = self.resting_window().await.rounded().to_png();
                // The whole window: the person who commits the small one looks at this first.
                let large = env::temp_dir().join(format!("foursight-{name}.png"));
                fs::write(&large, self.window("png").await).expect("the large one too");
                small
            };
            fs::write(&path, bytes).expect("the picture can be written");
            return;
        }
        let known = fs::read(&path).unwrap_or_else(|error| {
            panic!(
                "{}: {error}; set {WRITE_VARIABLE} to write it",
                path.display()
            )
        });
        let known = Picture::from_png(&known);
        let started = Instant::now();
        loop {
            let seen = self.small(css).await;
            let difference = seen.difference(&known);
            let difference = difference.or_else(|| match css {
                Some(_) => None,
                None => seen.unlike_block(&known),
            });
            let Some(difference) = difference else {
                return;
            };
            if started.elapsed() > PATIENCE {
                let kept = env::temp_dir().join(format!("foursight-{name}.png"));
                // Without it, the failure is still told.
                let _ = fs::write(&kept, seen.to_png());
                panic!(
                    "{} is not as in {name}: {difference}; see {}",
                    css.unwrap_or("the window"),
                    kept.display()
                );
            }
        }
    }

    /// The window once it has not changed for a while.
    async fn resting_window(&self) -> Picture {
        let mut last = self.small(None).await;
        let mut since = Instant::now();
        while since.elapsed() < BEFORE_WRITING / 10 {
            let now = self.small(None).await;
            if now != last {
                (last, since) = (now, Instant::now());
            }
        }
        last
    }

    /// All that the window shows, as a file of this format.
    ///
    /// # Panics
    ///
    /// If the browser cannot make it.
    pub async fn window(&self, format: &str) -> Vec<u8> {
        let wanted = json!({ "format": format, "quality": QUALITY });
        let wanted = match format {
            "png" => json!({ "format": format }),
            _ => wanted,
        };
        let taken = self.command("Page.captureScreenshot", wanted).await;
        from_base64(taken["data"].as_str().expect("a picture"))
    }

    /// A picture of an element, as a file that is `wide` pixels wide. All of it must be in the window: to see
    /// more, the browser would lay the page out anew.
    ///
    /// # Panics
    ///
    /// If some of it is not.
    pub async fn photograph(&self, css: &str, wide: f64) -> Vec<u8> {
        self.find_css(css).await;
        let script = format!(
            "scrollTo(0, 0); const box = document.querySelector({css:?}).getBoundingClientRect();\
             return [box.x, box.y, box.width, box.height, innerWidth - box.right, innerHeight - box.bottom]\
             .map(Math.round);"
        );
        let place = self.ask(&script).await;
        let [x, y, width, height, right, below] =
            [0, 1, 2, 3, 4, 5].map(|at| place[at].as_f64().expect("a number"));
        assert!(
            right.min(below) >= 0.0,
            "{css} is not in the window: {place}"
        );
        let clip = json!({
            "x": x, "y": y, "width": width, "height": height, "scale": wide / width,
        });
        let wanted = json!({ "format": "png", "clip": clip });
        let taken = self.command("Page.captureScreenshot", wanted).await;
        from_base64(taken["data"].as_str().expect("a picture"))
    }
}

impl Picture {
    /// Its width and height, in pixels.
    #[must_use]
    pub const fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// Its pixels in red, green and blue, row by row.
    #[must_use]
    pub fn colours(&self) -> &[u8] {
        &self.colours
    }

    /// Reads a file.
    ///
    /// # Panics
    ///
    /// If it holds no picture that a browser makes.
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

    /// The same with about `pixels` pixels, each the mean of those in its place.
    fn shrunk(&self, pixels: f64) -> Self {
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

    /// The same with fewer colours.
    fn rounded(mut self) -> Self {
        for colour in &mut self.colours {
            *colour = (*colour / STEP) * STEP + STEP / 2;
        }
        self
    }

    /// The mean colour of the block whose upper left corner is there.
    fn block(&self, left: u32, top: u32) -> [f64; 3] {
        let mut sums = [0.0; 3];
        for y in top..top + BLOCK {
            for x in left..left + BLOCK {
                let at = 3 * (y * self.width + x) as usize;
                for (sum, colour) in sums.iter_mut().zip(&self.colours[at..at + 3]) {
                    *sum += f64::from(*colour);
                }
            }
        }
        sums.map(|sum| sum / f64::from(BLOCK * BLOCK))
    }

    /// The block that differs most from that of another picture of nearly the same size, if it is too much.
    fn unlike_block(&self, other: &Self) -> Option<String> {
        let (width, height) = (self.width.min(other.width), self.height.min(other.height));
        let starts = |side: u32| (0..=side.saturating_sub(BLOCK)).step_by(NEXT_BLOCK);
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

    /// The colours of its upper left part.
    fn corner(&self, width: u32, height: u32) -> impl Iterator<Item = u8> {
        let rows = self.colours.chunks(3 * self.width as usize);
        rows.take(height as usize)
            .flat_map(move |row| row.iter().copied().take(3 * width as usize))
    }

    /// How it differs from another, if it does.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<String> {
        let sizes = [self, other].map(|picture| (picture.width, picture.height));
        let [one, two] = sizes;
        if one.0.abs_diff(two.0).max(one.1.abs_diff(two.1)) > SIZE_DIFFERENCE_MAX {
            return Some(format!("the size is {one:?}, not {two:?}"));
        }
        let (width, height) = (one.0.min(two.0), one.1.min(two.1));
        let [mine, theirs] = [self, other].map(|picture| picture.corner(width, height));
        let differences: Vec<u8> = mine.zip(theirs).map(|(a, b)| a.abs_diff(b)).collect();
        let sum: f64 = differences.iter().map(|d| f64::from(*d)).sum();
        let mean = sum / differences.len() as f64;
        let pixels = differences.chunks(3);
        let (count, all) = (
            pixels
                .clone()
                .filter(|d| d.iter().any(|d| *d >= DIFFERENT))
                .count(),
            pixels.len(),
        );
        let percent = count as f64 * 100.0 / all as f64;
        (mean > MEAN_MAX || percent > DIFFERENT_PERCENT_MAX).then(|| {
            format!("the mean difference is {mean:.1}, {percent:.1} % are quite different")
        })
    }
}

/// The bytes of a text in base 64, as browsers write it.
fn from_base64(text: &str) -> Vec<u8> {
    let value = |c: u8| match c {
        b'A'..=b'Z' => c - b'A',
        b'a'..=b'z' => c - b'a' + 26,
        b'0'..=b'9' => c - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let digits: Vec<u8> = text.bytes().filter(|c| *c != b'=').map(value).collect();
    let bytes_of = |four: &[u8]| {
        let bits = four
            .iter()
            .fold(0_u32, |bits, digit| (bits << 6) | u32::from(*digit));
        let missing = 4 - four.len() as u32;
        let bytes = (bits << (6 * missing)).to_be_bytes();
        bytes[1..4 - missing as usize].to_vec()
    };
    digits.chunks(4).flat_map(bytes_of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(colour: [u8; 3], spot: usize) -> Picture {
        let mut colours = colour.repeat(100);
        colours[..3 * spot].fill(255);
        Picture {
            width: 10,
            height: 10,
            colours,
        }
    }

    #[track_caller]
    fn check(one: &Picture, other: &Picture, is_same: bool) {
        let difference = one.difference(other);
        assert_eq!(difference.is_none(), is_same, "{difference:?}");
    }

    #[test]
    fn a_smaller_picture_has_the_mean_of_each_place() {
        let small = picture([10, 20, 30], 10).shrunk(25.0);
        assert_eq!(small.size(), (5, 5));
        // Its first row is white in one of two lines.
        assert_eq!(small.colours()[..3], [132, 137, 142]);
        assert_eq!(small.colours()[15..18], [10, 20, 30]);
    }

    #[test]
    fn small_differences_pass_and_others_do_not() {
        let known = picture([10, 20, 30], 0);
        check(&known, &known, true);
        check(&known, &picture([12, 22, 28], 0), true);
        check(&known, &picture([10, 20, 30], 1), true);
        check(&known, &picture([20, 30, 40], 0), false);
        check(&known, &picture([10, 20, 30], 4), false);
        let lower = Picture {
            height: 5,
            ..known.clone()
        };
        check(&known, &lower, false);
    }

    #[test]
    fn a_block_that_changed_is_found_in_a_large_picture() {
        let plain = |spot: u32, colour: u8| {
            let mut colours = vec![40; 3 * 160 * 100];
            for y in 30..30 + spot {
                for x in 50..50 + 2 * spot {
                    colours[3 * (y * 160 + x) as usize..][..3].fill(colour);
                }
            }
            Picture {
                width: 160,
                height: 100,
                colours,
            }
        };
        let known = plain(0, 0);
        let check = |seen: &Picture, is_same: bool| {
            assert_eq!(seen.difference(&known), None, "too little for an average");
            let block = seen.unlike_block(&known);
            assert_eq!(block.is_none(), is_same, "{block:?}");
        };
        check(&known, true);
        check(&known.clone().rounded(), true);
        // A letter that is drawn a little differently, a button that is gone.
        check(&plain(2, 90), true);
        check(&plain(4, 100), false);
    }

    #[test]
    fn pictures_survive_being_written() {
        let known = picture([10, 20, 30], 3);
        assert_eq!(Picture::from_png(&known.to_png()), known);
    }

    #[test]
    fn base64_is_read() {
        for (text, bytes) in [
            ("", ""),
            ("Zg==", "f"),
            ("Zm8=", "fo"),
            ("Zm9v", "foo"),
            ("Zm9vYg==", "foob"),
        ] {
            assert_eq!(from_base64(text), bytes.as_bytes(), "{text}");
        }
    }
}
