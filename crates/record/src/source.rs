//! What people copy along with a game: the fence of a document, `const game =`, brackets,
//! back-ticks, a semicolon and comments.
//!
//! All of it is replaced by blanks, character by character, so that the places that errors name are
//! those of the text as it was given.

/// The words before the name of a value.
const KEYWORDS: [&str; 3] = ["const", "let", "var"];
/// What opens and closes a block of code in a document.
const FENCE: &str = "```";

/// The text with blanks in place of all that belongs to a program or a document.
pub(crate) fn bare(text: &str) -> String {
    let mut source = Source(text.chars().collect());
    source.blank_fences();
    source.blank_program();
    source.0.into_iter().collect()
}

struct Source(Vec<char>);

impl Source {
    fn get(&self, at: usize) -> Option<char> {
        self.0.get(at).copied()
    }

    /// Puts blanks, but keeps line breaks.
    fn blank(&mut self, from: usize, to: usize) {
        let end = to.min(self.0.len());
        for c in &mut self.0[from.min(end)..end] {
            if *c != '\n' {
                *c = ' ';
            }
        }
    }

    /// The first and the last line, if they are fences.
    fn blank_fences(&mut self) {
        let mut lines = Vec::new();
        let mut start = 0;
        for line in self.0.split(|c| *c == '\n') {
            let text: String = line.iter().collect();
            if !text.trim().is_empty() {
                lines.push((start, start + line.len(), text.trim().to_owned()));
            }
            start += line.len() + 1;
        }
        if let Some((from, to, line)) = lines.first()
            && line.starts_with(FENCE)
        {
            self.blank(*from, *to);
        }
        if let Some((from, to, line)) = lines.last()
            && line == FENCE
        {
            self.blank(*from, *to);
        }
    }

    /// Everything around and between a list or a picture that is written as a program has it.
    fn blank_program(&mut self) {
        let Some(body) = self.body() else { return };
        self.blank(0, body);
        match self.get(body) {
            Some('`') => {
                self.blank(body, body + 1);
                let close = (body..self.0.len()).find(|at| self.0[*at] == '`');
                if let Some(close) = close {
                    self.blank(close, close + 1);
                    self.blank_tail(close);
                }
            }
            Some('[') => self.blank_comments(body),
            _ => {
                let ends = |c: &char| c.is_whitespace() || [';', ')'].contains(c);
                let end = self.0.iter().rposition(|c| !ends(c)).map_or(0, |at| at + 1);
                self.blank(end, self.0.len());
            }
        }
    }

    /// Where the list or picture begins; none if the text is no program.
    fn body(&self) -> Option<usize> {
        let start = self.skip(0);
        let (word, after) = self.word(start);
        let has_keyword = KEYWORDS.contains(&&*word);
        let name = if has_keyword { self.skip(after) } else { start };
        let (word, after) = self.word(name);
        let equals = self.skip(after);
        let is_named =
            !word.is_empty() && self.get(equals) == Some('=') && self.get(equals + 1) != Some('=');
        let value = match (is_named, has_keyword) {
            (true, _) => self.skip(equals + 1),
            (false, true) => return None,
            (false, false) => start,
        };
        let is_bracketed = self.get(value) == Some('(');
        let body = if is_bracketed {
            self.skip(value + 1)
        } else {
            value
        };
        let next = self.get(body)?;
        (is_named || is_bracketed || ['[', '`'].contains(&next)).then_some(body)
    }

    /// The name that stands here, and where it ends.
    fn word(&self, from: usize) -> (String, usize) {
        let is_letter = |c: &&char| c.is_ascii_alphanumeric() || ['_', '$'].contains(c);
        let word: String = self.0[from.min(self.0.len())..]
            .iter()
            .take_while(is_letter)
            .collect();
        let end = from + word.len();
        (word, end)
    }

    /// The next place that is neither blank nor in a comment.
    fn skip(&self, mut at: usize) -> usize {
        while let Some(c) = self.get(at) {
            match (c, self.get(at + 1)) {
                (c, _) if c.is_whitespace() => at += 1,
                ('/', Some('/' | '*')) => at = self.comment_end(at),
                _ => break,
            }
        }
        at
    }

    fn comment_end(&self, start: usize) -> usize {
        let rest = start + 2..self.0.len();
        let end = if self.get(start + 1) == Some('/') {
            rest.into_iter().find(|at| self.0[*at] == '\n')
        } else {
            let is_end = |at: &usize| self.0[*at] == '*' && self.get(at + 1) == Some('/');
            rest.into_iter().find(is_end).map(|at| at + 2)
        };
        end.unwrap_or(self.0.len())
    }

    /// The comments in and behind a list; texts in quotes are left alone.
    fn blank_comments(&mut self, list: usize) {
        let (mut at, mut depth, mut quote) = (list, 0_usize, None);
        while let Some(c) = self.get(at) {
            match (quote, c) {
                (Some(open), c) if c == open => quote = None,
                (None, '\'' | '"') => quote = Some(c),
                (None, '/') if matches!(self.get(at + 1), Some('/' | '*')) => {
                    let end = self.comment_end(at);
                    self.blank(at, end);
                    at = end;
                    continue;
                }
                (None, '[') => depth += 1,
                (None, ']') => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        self.blank_tail(at + 1);
                        return;
                    }
                }
                _ => {}
            }
            at += 1;
        }
    }

    /// The end of a program, if nothing else follows: a bracket, a semicolon, comments.
    fn blank_tail(&mut self, from: usize) {
        let mut at = self.skip(from);
        while matches!(self.get(at), Some(')' | ';')) {
            at = self.skip(at + 1);
        }
        if at >= self.0.len() {
            self.blank(from, at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is left, with a bar for each line break and single blanks.
    fn check(text: &str, expected: &str) {
        let bare = bare(text);
        assert_eq!(bare.chars().count(), text.chars().count(), "{text}");
        let words: Vec<_> = bare.split_whitespace().collect();
        assert_eq!(words.join(" "), expected, "{text}");
    }

    #[test]
    fn programs_are_taken_off() {
        check("const game = [3, 3];", "[3, 3]");
        check("let board=[[0],[1]] ;", "[[0],[1]]");
        check("// moves\ngame = [3, // one\n 3];\n// end", "[3, 3]");
        check("/* a [ */ [1 /* ] */, '//'] // x", "[1 , '//']");
        check("const game = (\n`🟦 🔴\n🟡 🔴`\n);", "🟦 🔴 🟡 🔴");
        check("(🟦 🔴)", "🟦 🔴");
        check("```javascript\n[1]\n```", "[1]");
        check("```\n5   - -\n ```", "5 - -");
    }

    #[test]
    fn the_rest_is_left_alone() {
        for text in [
            "",
            "4453",
            "standard 7x6/4 //2/12/1// 1",
            "//2/12/1// 1",
            "power-up 7x6/4 ///W/// 1 stock=ABD moves=W4",
            "const",
            "const game",
            "a == [1]",
            "{\"a\": [1]}",
            "[1] and more ;",
            "`open",
            "/* open",
            "[\"open",
        ] {
            let expected: Vec<_> = text.split_whitespace().collect();
            check(text, &expected.join(" ").replace('`', ""));
        }
    }
}
