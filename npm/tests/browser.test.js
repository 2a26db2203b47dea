// The package in Chromium: a build of Vite on a plain host, and a page from a disk.

import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

import { build } from "vite";

import { freshFolder, installed, serving, startBrowser, withPage } from "./tools.js";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
/** How often the engine is aborted and asked again in a browser; Node does it more often. */
const ASKED = 50;

const site = async (name) => readFile(new URL(`./site/${name}`, import.meta.url), "utf8");

/** Waits until a board says this in its live region. */
const says = (page, board, text) =>
  page.waitForFunction(([id, expected]) => {
    const status = document.getElementById(id).shadowRoot.querySelector("[role=status]");
    return status.textContent === expected;
  }, [board, text]);

const movesOf = (page, board) => page.getAttribute(`#${board}`, "moves");

/** The accessibility problems that axe finds, those within shadow roots included. */
async function problems(page) {
  await page.addScriptTag({ path: AXE });
  const { violations } = await page.evaluate(() => axe.run());
  return violations.map((each) => `${each.id}: ${each.nodes.map((node) => node.html).join(" ")}`);
}

async function built() {
  const folder = await freshFolder("vite", {
    "index.html": await site("index.html"),
    "main.js": await site("main.js"),
  });
  await build({ root: folder, base: "./", logLevel: "warn", build: { target: "esnext" } });
  return join(folder, "dist");
}

/** Tests of the build. */
async function testBuild(context, browser, address) {
  await context.test("a build of Vite has the solver and the reasons", () =>
    withPage(browser, async (page) => {
      await page.goto(address);
      await page.waitForFunction(() => window.facts);
      assert.deepEqual(await page.evaluate(() => window.facts), {
        scores: [-2, -1, 0, 1, 0, -1, -2],
        moves: [3, 3, 4, 2],
        badge: "odd threat c3",
        isIsolated: false,
      });
    }));

  await context.test(`the engine of the build is aborted and asked again ${ASKED} times`, () =>
    withPage(browser, async (page) => {
      await page.goto(address);
      await page.waitForFunction(() => window.createEngine);
      const counts = await page.evaluate(async (rounds) => {
        const engine = window.createEngine({ book: false });
        const expected = JSON.stringify(await engine.columns("44556611"));
        const counts = { aborted: 0, right: 0 };
        for (let round = 0; round < rounds; round += 1) {
          const controller = new AbortController();
          const search = engine.solve("", { signal: controller.signal });
          setTimeout(() => controller.abort());
          await search.catch((error) => {
            counts.aborted += error.name === "AbortError";
          });
          counts.right += JSON.stringify(await engine.columns("44556611")) === expected;
        }
        engine.close();
        return counts;
      }, ASKED);
      assert.deepEqual(counts, { aborted: ASKED, right: ASKED });
    }));

  await context.test("a game by keys, to its end", () =>
    withPage(browser, async (page) => {
      await page.goto(address);
      await says(page, "two", "Red to move.");
      await page.evaluate(() => {
        window.events = [];
        for (const type of ["four-move", "four-end"]) {
          document.addEventListener(type, (event) => window.events.push([type, event.detail]));
        }
      });
      const press = (...keys) => keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
      await press("Tab", "Enter");
      await says(page, "two", "Red drops in column 4. Yellow to move.");
      await press("ArrowRight", "Space");
      await says(page, "two", "Yellow drops in column 5. Red to move.");
      await press("Home", "ArrowLeft", "Enter");
      await says(page, "two", "Red drops in column 1. Yellow to move.");
      await press("Backspace");
      await says(page, "two", "The move is taken back. Red to move.");
      await press("End", "Enter", "Backspace", "4", "5", "4", "5");
      await says(page, "two", "Yellow drops in column 5. Red to move.");
      const { name } = await page.evaluate(() => {
        const { activeElement } = document.getElementById("two").shadowRoot;
        return { name: activeElement.getAttribute("aria-label") };
      });
      assert.equal(name, "Column 5: Yellow, Yellow, Yellow");
      await press("4");
      await says(page, "two", "Red drops in column 4. Red wins.");
      assert.equal(await movesOf(page, "two"), "4545454");
      await press("1");
      await says(page, "two", "The game is over. Red wins.");
      const events = await page.evaluate(() => window.events);
      assert.deepEqual(events.at(-2), ["four-move", { move: 3, ply: 7, moves: "4545454" }]);
      assert.equal(events.at(-1)[0], "four-end");
      assert.equal(events.at(-1)[1].winner, 0);
      const lines = await page.evaluate(() =>
        document.getElementById("two").shadowRoot.querySelectorAll(".line").length);
      assert.equal(lines, 4);
      assert.deepEqual(await problems(page), []);
    }));

  await context.test("a full column says so, and the pointer plays too", () =>
    withPage(browser, async (page) => {
      await page.goto(address);
      await says(page, "two", "Red to move.");
      await page.evaluate(() => {
        document.getElementById("two").moves = "444444";
      });
      const fourth = page.getByRole("button", { name: "Column 4: Red, Yellow, Red, Yellow, Red, Yellow, full" });
      await fourth.click({ force: true });
      await says(page, "two", "Column 4 is full. Red to move.");
      await page.locator("#two").getByRole("button", { name: "Column 3: empty" }).click();
      await says(page, "two", "Red drops in column 3. Yellow to move.");
      await page.evaluate(() => {
        document.getElementById("two").moves = "4444444";
      });
      await says(page, "two", "These moves cannot be shown.");
    }));

  await context.test("a bot answers, verdicts are shown, and both moves are taken back", () =>
    withPage(browser, async (page) => {
      await page.goto(address);
      const label = (column) => page.evaluate((at) =>
        document.getElementById("bot").shadowRoot.querySelectorAll(".labels span")[at].textContent, column);
      const verdicts = () => page.waitForFunction(() =>
        document.getElementById("bot").shadowRoot.querySelector(".labels span")?.textContent.length > 1);
      await verdicts();
      assert.equal(await label(3), "4 +41");
      assert.equal(await label(2), "3 =");
      const first = page.locator("#bot").getByRole("button", { name: "Column 4: empty, wins in 41 plies" });
      await first.click();
      await page.waitForFunction(() => document.getElementById("bot").moves.length === 2);
      await verdicts();
      assert.deepEqual(await problems(page), []);
      await page.evaluate(() => document.getElementById("bot").undo());
      assert.equal(await movesOf(page, "bot"), "");
    }));

  await context.test("a picture has a text, and German is spoken", () =>
    withPage(browser, async (page) => {
      await page.goto(address);
      await says(page, "picture", "Red wins.");
      await page.getByRole("img", { name: "Column 4: Red, Red, Red, Red." }).waitFor();
      assert.equal(await page.locator("#picture").getByRole("button").count(), 0);
      await says(page, "german", "Anna ist am Zug.");
      await page.locator("#german").getByRole("button", { name: "Spalte 4: leer" }).press("Enter");
      await says(page, "german", "Anna wirft in Spalte 4. Gelb ist am Zug.");
    }));

  await context.test("boards fit narrow pages, in forced colours too", () =>
    withPage(browser, async (page) => {
      await page.setViewportSize({ width: 320, height: 600 });
      await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
      await page.goto(address);
      await says(page, "two", "Red to move.");
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 320));
    }));
}

/** The page of the README, from a disk. */
async function testDisk(browser) {
  const folder = await freshFolder("disk");
  const readme = await readFile(installed(folder, "README.md"), "utf8");
  const [, html] = readme.match(/```html\n(.*?)```/s);
  const page = html.replace("<four-board ", "<four-board id=\"board\" seed=\"1\" ");
  await writeFile(join(folder, "index.html"), page);
  await withPage(browser, async (page) => {
    await page.goto(String(pathToFileURL(join(folder, "index.html"))));
    await says(page, "board", "Red to move.");
    await page.locator("#board").getByRole("button", { name: "Column 4: Red, Yellow" }).press("Enter");
    await page.waitForFunction(() => document.getElementById("board").moves.length === 6);
    const scores = await page.evaluate(() => window.foursight.scores("4453"));
    assert.equal(Math.max(...scores), -2);
    assert.deepEqual(await problems(page), []);
  });
}

/** The inline build as a module, from a disk. */
async function testInlineModule(browser) {
  const folder = await freshFolder("inline");
  const script = await readFile(installed(folder, "inline.js"), "utf8");
  const use = "await ready(); window.best = best(''); window.answer = await createEngine().best('4453');";
  const html = "<!doctype html><html lang=en><meta charset=utf-8><title>Inline</title>";
  const page = `${html}<script type="module">${script}\n${use}</script>`;
  await writeFile(join(folder, "index.html"), page);
  await withPage(browser, async (page) => {
    await page.goto(String(pathToFileURL(join(folder, "index.html"))));
    await page.waitForFunction(() => window.answer !== undefined);
    assert.equal(await page.evaluate(() => window.best), 3);
  });
}

test("in Chromium", async (context) => {
  const browser = await startBrowser();
  try {
    await serving(await built(), (address) => testBuild(context, browser, address));
    await context.test("the page of the README works from a disk", () => testDisk(browser));
    await context.test("the inline build works as a module", () => testInlineModule(browser));
  } finally {
    await browser.close();
  }
});
