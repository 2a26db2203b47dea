// Looks at the page as a person with an assistive technology, weak eyes or a shaky hand meets it, and
// returns what is wrong, one sentence each.

const found = [];
const describe = (element) => {
  const id = element.dataset?.testid ?? element.id;
  const name = element.tagName.toLowerCase() + (id ? `#${id}` : "");
  return `${name} "${(element.textContent ?? "").trim().slice(0, 30)}"`;
};
const complain = (element, what) => found.push(`${describe(element)}: ${what}`);
const all = (selector) => [...document.querySelectorAll(selector)];

// A dialog that is open makes the rest inert.
const modal = document.querySelector("dialog:modal");
const inReach = (element) => !modal || modal.contains(element);
const isHiddenFromReaders = (element) => element.closest("[aria-hidden=true], [hidden], [inert]") !== null;
const isShown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
// Text for readers alone is cut down to a point.
const isCutAway = (element) => {
  for (let at = element; at; at = at.parentElement) {
    const box = at.getBoundingClientRect();
    const style = getComputedStyle(at);
    if (style.position === "absolute" && box.width <= 1 && box.height <= 1) return true;
    if (style.clipPath === "inset(50%)") return true;
  }
  return false;
};
const isSeen = (element) => isShown(element) && !isCutAway(element);
const operable = 'a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex="-1"])';

function document_() {
  if (!document.documentElement.lang) found.push("the page has no language");
  if (!document.title.trim()) found.push("the page has no title");
  const viewport = document.querySelector("meta[name=viewport]")?.content ?? "";
  if (/user-scalable\s*=\s*no|maximum-scale/.test(viewport)) found.push("nobody can zoom");
  if (all("main").length !== 1) found.push(`${all("main").length} main parts`);
  const first = all("h1").filter((heading) => !isHiddenFromReaders(heading));
  if (first.length !== 1) found.push(`${first.length} main headings`);
}

function headings() {
  let last = 0;
  for (const heading of all("h1, h2, h3, h4, h5, h6")) {
    if (isHiddenFromReaders(heading) || !isShown(heading) || heading.closest("dialog")) continue;
    const level = Number(heading.tagName[1]);
    if (level > last + 1) complain(heading, `a heading of level ${level} after one of ${last}`);
    if (!heading.textContent.trim()) complain(heading, "a heading without words");
    last = level;
  }
}

function references() {
  const seen = new Set();
  for (const element of all("[id]")) {
    if (seen.has(element.id)) complain(element, `the id ${element.id} is there twice`);
    seen.add(element.id);
  }
  for (const attribute of ["aria-labelledby", "aria-describedby", "aria-controls", "for"]) {
    for (const element of all(`[${attribute}]`)) {
      for (const id of element.getAttribute(attribute).split(/\s+/)) {
        if (!document.getElementById(id)) complain(element, `${attribute} names ${id}, which is not there`);
      }
    }
  }
}

function structure() {
  for (const element of all("ul, ol")) {
    for (const child of element.children) {
      if (!["LI", "SCRIPT", "TEMPLATE"].includes(child.tagName)) complain(child, "stands in a list and is no entry");
    }
  }
  for (const element of all("li")) {
    if (!element.closest("ul, ol")) complain(element, "an entry without a list");
  }
  for (const table of all("table")) {
    if (!isHiddenFromReaders(table) && !table.querySelector("th")) complain(table, "a table without headers");
  }
  for (const element of all("[tabindex]")) {
    if (element.tabIndex > 0) complain(element, "changes the order of the focus");
  }
  for (const element of all(operable)) {
    if (element.closest("[aria-hidden=true]") && !element.disabled) complain(element, "can be reached but not heard");
  }
  for (const element of all("img")) {
    if (!element.hasAttribute("alt")) complain(element, "a picture without words");
  }
  for (const part of ["nav", "aside", "section[aria-label]"]) {
    const parts = all(part).filter((element) => !isHiddenFromReaders(element));
    const names = parts.map((element) => element.getAttribute("aria-label") ?? element.getAttribute("aria-labelledby") ?? "");
    if (new Set(names).size < names.length) found.push(`${names.length} parts ${part} of the same name`);
  }
}

// Buttons are for fingers: 44 pixels. Words in a sentence may be smaller, and the numbers of columns stand
// above their columns and may be as narrow as 24.
function sizes() {
  for (const element of all(operable)) {
    if (!inReach(element) || !isSeen(element) || isHiddenFromReaders(element)) continue;
    if (element.matches("[tabindex]:not(a, button, input, select, textarea, summary)")) continue;
    const inSentence = element.matches("a") && element.closest("p, li, td") && getComputedStyle(element).display === "inline";
    if (inSentence) continue;
    const target = element.matches("input[type=radio], input[type=checkbox]") ? (element.closest("label") ?? element) : element;
    const { width, height } = target.getBoundingClientRect();
    const narrowest = element.closest(".slots") ? 23.5 : 43.5;
    if (width < narrowest || height < 43.5) complain(element, `${Math.round(width)} by ${Math.round(height)} pixels are hard to hit`);
  }
}

const channels = (colour) => {
  const numbers = colour.match(/[\d.]+/g)?.map(Number) ?? [0, 0, 0, 0];
  const scale = colour.startsWith("color(") ? 255 : 1;
  const [red, green, blue, solid = 1] = numbers;
  return [red * scale, green * scale, blue * scale, solid];
};
const over = (top, below) => {
  const mix = (at) => top[at] * top[3] + below[at] * (1 - top[3]);
  return [mix(0), mix(1), mix(2), 1];
};
const light = (colour) => {
  const part = (value) => (value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * part(colour[0]) + 0.7152 * part(colour[1]) + 0.0722 * part(colour[2]);
};
const contrast = (a, b) => {
  const [dark, bright] = [light(a), light(b)].sort((x, y) => x - y);
  return (bright + 0.05) / (dark + 0.05);
};

// What may lie behind an element: a plain colour, or every colour of a gradient.
function behind(element) {
  const layers = [];
  for (let at = element; at; at = at.parentElement) {
    const style = getComputedStyle(at);
    const stops = style.backgroundImage.match(/(?:rgba?|color)\([^)]*\)/g);
    const colour = channels(style.backgroundColor);
    layers.push(stops ? stops.map(channels) : [colour]);
    if (stops || colour[3] === 1) break;
    if (at.matches("dialog:modal")) break;
  }
  let backs = [[255, 255, 255, 1]];
  for (const layer of layers.reverse()) {
    backs = layer.flatMap((colour) => backs.map((back) => over(colour, back)));
  }
  return backs;
}

function contrasts() {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || element.closest("svg, script, style, noscript, option")) continue;
    if (!inReach(element) || !isSeen(element)) continue;
    if (element.closest("[aria-disabled=true], :disabled")) continue;
    const style = getComputedStyle(element);
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    for (const back of behind(element)) {
      const ratio = contrast(over(channels(style.color), back), back);
      if (ratio < (isLarge ? 3 : 4.5)) {
        complain(element, `a contrast of ${ratio.toFixed(2)}: ${style.color} on ${back.slice(0, 3).map(Math.round)}`);
        break;
      }
    }
  }
}

document_();
headings();
references();
structure();
sizes();
contrasts();
return found;
