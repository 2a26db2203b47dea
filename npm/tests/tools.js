// What the tests share: fresh folders with the tarball installed, a plain web server, a browser.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { delimiter, dirname, extname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { chromium } from "playwright-core";

const HERE = dirname(fileURLToPath(import.meta.url));
/** The folder `npm` of the repository. */
export const SOURCES = process.env.FOURSIGHT_NPM_SOURCES;
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".wasm": "application/wasm",
};

/** Runs a program in a folder and returns what it prints. */
export function run(program, given, folder) {
  const result = spawnSync(program, given, { cwd: folder, encoding: "utf8" });
  const printed = `${result.stdout ?? ""}${result.stderr ?? ""}`;
  assert.equal(result.status, 0, `${program} ${given.join(" ")}: ${result.error ?? ""}\n${printed}`);
  return result.stdout;
}

/** Returns a new folder with the tarball installed, and nothing else. */
export async function freshFolder(name, files = {}) {
  const folder = join(HERE, "fresh", name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const tarball = (await readdir(dirname(HERE))).find((file) => file.endsWith(".tgz"));
  const manifest = { name, private: true, type: "module" };
  await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const quiet = ["--offline", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"];
  run("npm", ["install", ...quiet, join("..", "..", "..", tarball)], folder);
  return folder;
}

/** Returns the path of an installed file of the package. */
export const installed = (folder, ...path) => join(folder, "node_modules", "foursight", ...path);

/** Imports a file of a folder. */
export const load = (...path) => import(pathToFileURL(join(...path)));

/** Serves a folder as any host would: no header but the type, and calls `use` with the address. */
export async function serving(folder, use) {
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    try {
      const bytes = await readFile(join(folder, path.endsWith("/") ? `${path}index.html` : path));
      response.setHeader("content-type", TYPES[extname(path)] ?? TYPES[".html"]);
      response.end(bytes);
    } catch {
      response.statusCode = 404;
      response.end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await use(`http://127.0.0.1:${server.address().port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

function chromiumPath() {
  const folders = [process.env.CHROMIUM_BIN ?? [], process.env.PATH.split(delimiter)].flat();
  const found = folders.map((folder) => join(folder, "chromium")).find(existsSync);
  assert.ok(found, "chromium is not on the PATH");
  return found;
}

/** Starts a browser. */
export const startBrowser = () => chromium.launch({ executablePath: chromiumPath() });

/** Calls `use` with a new page. An error on its console fails the test. */
export async function withPage(browser, use) {
  const page = await browser.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    // Browsers ask for an icon that no test page has.
    if (message.type() === "error" && !message.location().url.endsWith("/favicon.ico")) {
      errors.push(message.text());
    }
  });
  try {
    await use(page);
    assert.deepEqual(errors, []);
  } finally {
    await page.close();
  }
}
