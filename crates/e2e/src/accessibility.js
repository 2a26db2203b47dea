// Checks the page for users of assistive technology, with low vision or with limited dexterity, and
// returns the problems, one sentence each.

const found = [];
const describe = (element) => {
  const id = element.dataset?.testid ?? element.id;
  const name = element.tagName.toLowerCase() + (id ? `#${id}` : "");
  return `${name} "${(element.textContent ?? "").trim().slice(0, 30)}"`;
};
const report = (element, what) => found.push(`${describe(element)}: ${what}`);
const all = (selector) => [...document.querySelectorAll(selector)];

// An open dialog makes the rest of the page inert.
const modal = document.querySelector("dialog:modal");
const isReachable = (element) => !modal || modal.contains(element);
const isHiddenFromReaders = (element) => element.closest("[aria-hidden=true], [hidden], [inert]") !== null;
const isShown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
// Visually hidden text for screen readers is clipped to a point.
const isClipped = (element) => {
  for (let at = element; at; at = at.parentElement) {
    const box = at.getBoundingClientRect();
    const style = getComputedStyle(at);
    if (style.position === "absolute" && box.width <= 1 && box.height <= 1) return true;
    if (style.clipPath === "inset(50%)") return true;
  }
  return false;
};
const isVisible = (element) => isShown(element) && !isClipped(element);
const operable = 'a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex="-1"])';

function document_() {
  if (!document.documentElement.lang) found.push("the page has no language");
  if (!document.title.trim()) found.push("the page has no title");
  const viewport = document.querySelector("meta[name=viewport]")?.content ?? "";
  if (/user-scalable\s*=\s*no|maximum-scale/.test(viewport)) found.push("zooming is disabled");
  if (all("main").length !== 1) found.push(`${all("main").length} main landmarks`);
  const first = all("h1").filter((heading) => !isHiddenFromReaders(heading));
  if (first.length !== 1) found.push(`${first.length} main headings`);
}

function headings() {
  let last = 0;
  for (const heading of all("h1, h2, h3, h4, h5, h6")) {
    if (isHiddenFromReaders(heading) || !isShown(heading) || heading.closest("dialog")) continue;
    const level = Number(heading.tagName[1]);
    if (level > last + 1) report(heading, `a heading of level ${level} after one of ${last}`);
    if (!heading.textContent.trim()) report(heading, "an empty heading");
    last = level;
  }
}

function references() {
  const seen = new Set();
  for (const element of all("[id]")) {
    if (seen.has(element.id)) report(element, `the id ${element.id} is not unique`);
    seen.add(element.id);
  }
  for (const attribute of ["aria-labelledby", "aria-describedby", "aria-controls", "for"]) {
    for (const element of all(`[${attribute}]`)) {
      for (const id of element.getAttribute(attribute).split(/\s+/)) {
        if (!document.getElementById(id)) report(element, `${attribute} names ${id}, which does not exist`);
      }
    }
  }
}

function structure() {
  for (const element of all("ul, ol")) {
    for (const child of element.children) {
      if (!["LI", "SCRIPT", "TEMPLATE"].includes(child.tagName)) report(child, "is in a list but not a list item");
    }
  }
  for (const element of all("li")) {
    if (!element.closest("ul, ol")) report(element, "a list item without a list");
  }
  for (const table of all("table")) {
    if (!isHiddenFromReaders(table) && !table.querySelector("th")) report(table, "a table without headers");
  }
  for (const element of all("[tabindex]")) {
    if (element.tabIndex > 0) report(element, "changes the order of the focus");
  }
  for (const element of all(operable)) {
    if (element.closest("[aria-hidden=true]") && !element.disabled) report(element, "is focusable but hidden from screen readers");
  }
  for (const element of all("img")) {
    if (!element.hasAttribute("alt")) report(element, "an image without alt text");
  }
  for (const part of ["nav", "aside", "section[aria-label]"]) {
    const parts = all(part).filter((element) => !isHiddenFromReaders(element));
    const names = parts.map((element) => element.getAttribute("aria-label") ?? element.getAttribute("aria-labelledby") ?? "");
    if (new Set(names).size < names.length) found.push(`${names.length} landmarks ${part}, some with the same name`);
  }
}

// Touch targets have at least 44 pixels. Links in a sentence may be smaller, and the column numbers,
// which stand above their columns, may be as narrow as 24.
function sizes() {
  for (const element of all(operable)) {
    if (!isReachable(element) || !isVisible(element) || isHiddenFromReaders(element)) continue;
    if (element.matches("[tabindex]:not(a, button, input, select, textarea, summary)")) continue;
    const inSentence = element.matches("a") && element.closest("p, li, td") && getComputedStyle(element).display === "inline";
    if (inSentence) continue;
    const target = element.matches("input[type=radio], input[type=checkbox]") ? (element.closest("label") ?? element) : element;
    const { width, height } = target.getBoundingClientRect();
    const minWidth = element.closest(".slots") ? 23.5 : 43.5;
    if (width < minWidth || height < 43.5) report(element, `${Math.round(width)} by ${Math.round(height)} pixels are hard to hit`);
  }
}

const channels = (colour) => {
  const numbers = colour.match(/[\d.]+/g)?.map(Number) ?? [0, 0, 0, 0];
  const scale = colour.startsWith("color(") ? 255 : 1;
  const [red, green, blue, solid = 1] = numbers;
  return [red * scale, green * scale, blue * scale, solid];
};
const blend = (top, below) => {
  const mix = (at) => top[at] * top[3] + below[at] * (1 - top[3]);
  return [mix(0), mix(1), mix(2), 1];
};
const luminance = (colour) => {
  const part = (value) => (value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * part(colour[0]) + 0.7152 * part(colour[1]) + 0.0722 * part(colour[2]);
};
const contrast = (a, b) => {
  const [dark, bright] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (bright + 0.05) / (dark + 0.05);
};

// Returns the possible background colours of an element: a plain colour, or all stops of a gradient.
function backgroundsOf(element) {
  const layers = [];
  for (let at = element; at; at = at.parentElement) {
    const style = getComputedStyle(at);
    const stops = style.backgroundImage.match(/(?:rgba?|color)\([^)]*\)/g);
    const colour = channels(style.backgroundColor);
    layers.push(stops ? stops.map(channels) : [colour]);
    if (stops || colour[3] === 1) break;
    if (at.matches("dialog:modal")) break;
  }
  let backgrounds = [[255, 255, 255, 1]];
  for (const layer of layers.reverse()) {
    backgrounds = layer.flatMap((colour) => backgrounds.map((background) => blend(colour, background)));
  }
  return backgrounds;
}

function contrasts() {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || element.closest("svg, script, style, noscript, option")) continue;
    if (!isReachable(element) || !isVisible(element)) continue;
    if (element.closest("[aria-disabled=true], :disabled")) continue;
    const style = getComputedStyle(element);
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    for (const background of backgroundsOf(element)) {
      const ratio = contrast(blend(channels(style.color), background), background);
      if (ratio < (isLarge ? 3 : 4.5)) {
        report(element, `a contrast of ${ratio.toFixed(2)}: ${style.color} on ${background.slice(0, 3).map(Math.round)}`);
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
