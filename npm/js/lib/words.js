// Texts of <four-board> in English and German.

const ENGLISH = {
  names: ["Red", "Yellow"],
  board: "Four in a row",
  columns: "Columns",
  column: (number) => `Column ${number}`,
  empty: "empty",
  full: "full",
  toMove: (name) => `${name} to move.`,
  dropped: (name, number) => `${name} drops in column ${number}.`,
  won: (name) => `${name} wins.`,
  draw: "The game is a draw.",
  takenBack: "The move is taken back.",
  nothingToTakeBack: "There is no move to take back.",
  columnFull: (number) => `Column ${number} is full.`,
  over: "The game is over.",
  thinking: (name) => `${name} is thinking.`,
  noBot: "The bot does not answer.",
  notABoard: "These moves cannot be shown.",
  win: (plies) => `wins in ${plies} plies`,
  loss: (plies) => `loses in ${plies} plies`,
  drawn: "draws",
};

const GERMAN = {
  names: ["Rot", "Gelb"],
  board: "Vier in einer Reihe",
  columns: "Spalten",
  column: (number) => `Spalte ${number}`,
  empty: "leer",
  full: "voll",
  toMove: (name) => `${name} ist am Zug.`,
  dropped: (name, number) => `${name} wirft in Spalte ${number}.`,
  won: (name) => `${name} gewinnt.`,
  draw: "Die Partie endet unentschieden.",
  takenBack: "Der Zug ist zurückgenommen.",
  nothingToTakeBack: "Es gibt keinen Zug zurückzunehmen.",
  columnFull: (number) => `Spalte ${number} ist voll.`,
  over: "Die Partie ist zu Ende.",
  thinking: (name) => `${name} denkt nach.`,
  noBot: "Der Gegner antwortet nicht.",
  notABoard: "Diese Züge lassen sich nicht zeigen.",
  win: (plies) => `gewinnt in ${plies} Halbzügen`,
  loss: (plies) => `verliert in ${plies} Halbzügen`,
  drawn: "unentschieden",
};

/** Returns the texts of the language that an element is in. */
export function wordsFor(element) {
  const root = element.closest("[lang]") ?? element.getRootNode().host?.closest("[lang]");
  const language = root?.getAttribute("lang") ?? "en";
  return language.toLowerCase().startsWith("de") ? GERMAN : ENGLISH;
}
