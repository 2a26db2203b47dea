// The picture in <four-board>, as elements of SVG.

const SVG = "http://www.w3.org/2000/svg";
const CELL = 100;
const HOLE = 42;
const DISC = 44;

function svgElement(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    element.setAttribute(key, value);
  }
  return element;
}

/** Returns a path of the frame, with a hole for each cell. */
function framePath(columns, rows) {
  let path = `M0 0H${columns * CELL}V${rows * CELL}H0Z`;
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const [x, y] = [column * CELL + CELL / 2 - HOLE, row * CELL + CELL / 2];
      path += `M${x} ${y}a${HOLE} ${HOLE} 0 1 0 ${2 * HOLE} 0a${HOLE} ${HOLE} 0 1 0 ${-2 * HOLE} 0Z`;
    }
  }
  return path;
}

/** Returns a disc. Players differ by shape as well: First has a ring, Second a cross. */
function discElement(owner, column, row, isNew) {
  const group = svgElement("g", {
    class: `disc ${owner === 1 ? "first" : "second"}${isNew ? " new" : ""}`,
    transform: `translate(${column * CELL + CELL / 2} ${row * CELL + CELL / 2})`,
  });
  group.style.setProperty("--height", `${-(row + 1) * CELL}px`);
  const shape = svgElement("g", { class: "shape" });
  const mark = owner === 1
    ? svgElement("circle", { class: "mark", r: 20 })
    : svgElement("path", { class: "mark", d: "M-15 -15L15 15M15 -15L-15 15" });
  shape.append(svgElement("circle", { class: "face", r: DISC }), mark);
  group.append(shape);
  return group;
}

/** Renders a board. `newest` is the cell of the last drop, if it should fall. */
export function renderBoard(svg, board, newest) {
  const { columns, rows } = board;
  svg.setAttribute("viewBox", `0 0 ${columns * CELL} ${rows * CELL}`);
  const discs = [];
  board.grid().forEach((cells, row) => {
    cells.forEach((owner, column) => {
      if (owner !== 0) {
        const isNew = newest?.[0] === column && newest[1] === rows - 1 - row;
        discs.push(discElement(owner, column, row, isNew));
      }
    });
  });
  const lines = (board.outcome()?.lines ?? []).flat().map(([column, row]) =>
    svgElement("circle", {
      class: "line",
      cx: column * CELL + CELL / 2,
      cy: (rows - 1 - row) * CELL + CELL / 2,
      r: HOLE - 3,
    }));
  svg.replaceChildren(
    svgElement("rect", { class: "back", width: columns * CELL, height: rows * CELL, rx: 12 }),
    ...discs,
    svgElement("path", { class: "frame", "fill-rule": "evenodd", d: framePath(columns, rows) }),
    ...lines,
  );
}

export const STYLE = `
:host { display: block; max-width: 42rem; }
:host([hidden]) { display: none; }
.board { position: relative; border-radius: 2%; overflow: hidden; }
svg { display: block; width: 100%; height: auto; }
.back { fill: var(--four-cell, #16213e); }
.frame { fill: var(--four-frame, #0052cc); }
.first .face { fill: var(--four-first, #e63946); }
.second .face { fill: var(--four-second, #ffd60a); }
.mark { fill: none; stroke-width: 6; stroke: var(--four-first-mark, #fff); }
.second .mark { stroke: var(--four-second-mark, #1a1a2e); }
.line { fill: none; stroke: var(--four-line, #fff); stroke-width: 8; }
.new .shape { animation: fall 0.3s ease-in; }
@keyframes fall { from { transform: translateY(var(--height)); } }
.columns { position: absolute; inset: 0; display: flex; }
.columns[hidden] { display: none; }
button {
  flex: 1; min-width: 0; margin: 0; padding: 0; border: 0; border-radius: 4px;
  background: transparent; cursor: pointer; font: inherit; color: inherit;
}
button[aria-disabled="true"] { cursor: default; }
button:hover:not([aria-disabled="true"]) { background: rgb(255 255 255 / 12%); }
button:focus-visible { outline: 3px solid #fff; outline-offset: -4px; box-shadow: inset 0 0 0 6px #000; }
.labels { display: flex; margin: 0.25rem 0; text-align: center; font-variant-numeric: tabular-nums; }
.labels > span { flex: 1; min-width: 0; font-size: 0.85rem; line-height: 1.3; }
.status { margin: 0.25rem 0; min-height: 1.5em; }
@media (prefers-reduced-motion: reduce) { .new .shape { animation: none; } }
@media (forced-colors: active) {
  .frame { fill: Canvas; stroke: CanvasText; }
  .line { stroke: Highlight; }
}
`;
