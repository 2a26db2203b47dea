//! Names of the five data structures, and what each is good and bad at.

use foursight_phrases::Phrase;

use crate::teach::form_text::DataForm;

/// The name of a data structure, its advantage and its drawback.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormNotes {
    /// Heading.
    pub name: Phrase,
    /// Advantage, as a sentence.
    pub pro: Phrase,
    /// Drawback, as a sentence.
    pub con: Phrase,
}

impl FormNotes {
    /// Returns the notes on a data structure.
    #[must_use]
    pub const fn of(form: DataForm) -> Self {
        let [name, pro, con] = match form {
            DataForm::Moves => [
                Phrase(["List of moves", "Liste der Züge"]),
                Phrase([
                    "It records what the players do.",
                    "Sie hält fest, was die Spielenden tun.",
                ]),
                Phrase([
                    "It is hard to see whether someone has won.",
                    "Ob jemand gewonnen hat, ist schwer zu sehen.",
                ]),
            ],
            DataForm::Board => [
                Phrase(["Board array", "Feld aus Zeilen"]),
                Phrase([
                    "It looks like the board.",
                    "Es sieht aus wie das Spielfeld.",
                ]),
                Phrase([
                    "A slot is spread over six rows.",
                    "Ein Schlitz verteilt sich auf sechs Zeilen.",
                ]),
            ],
            DataForm::Slots => [
                Phrase([
                    "List of slots, with empty cells",
                    "Liste der Schlitze, mit leeren Plätzen",
                ]),
                Phrase([
                    "Each slot is a list of its own.",
                    "Jeder Schlitz ist eine eigene Liste.",
                ]),
                Phrase([
                    "It must be transposed for display.",
                    "Zum Zeigen muss man sie transponieren.",
                ]),
            ],
            DataForm::Stacks => [
                Phrase([
                    "List of slots, discs only",
                    "Liste der Schlitze, nur Scheiben",
                ]),
                Phrase(["A drop is one push.", "Ein Wurf ist ein Anhängen."]),
                Phrase([
                    "Rows are harder to compare.",
                    "Zeilen sind schwerer zu vergleichen.",
                ]),
            ],
            DataForm::Picture => [
                Phrase(["Picture", "Bild"]),
                Phrase([
                    "It prints as it is.",
                    "Es lässt sich so drucken, wie es ist.",
                ]),
                Phrase(["Everything else takes work.", "Alles andere macht Mühe."]),
            ],
        };
        Self { name, pro, con }
    }
}
