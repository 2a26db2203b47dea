// The surface of the package, as a report that is compared, and its size.

import assert from "node:assert/strict";
import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { brotliCompressSync, constants } from "node:zlib";

import { SOURCES, freshFolder, installed, load } from "./tools.js";

const REPORT = join(SOURCES, "api.txt");
/** Types of each entry point, and the scripts that must export what they declare. */
const ENTRIES = {
  foursight: ["index.d.ts", "index.js", "node.js"],
  "foursight/engine": ["engine.d.ts", "engine.js", "engine-node.js"],
  "foursight/board": ["four-board.d.ts", "four-board.js"],
  "foursight/inline": ["inline.d.ts", "inline.js"],
};
/** All scripts but the inline builds, by brotli. */
const SCRIPTS_BUDGET = 19_000;
/** An inline build as it is: the module in base64, and the scripts. */
const INLINE_BUDGET = 1_000_000;
const TARBALL_BUDGET = 1_600_000;

const folder = await freshFolder("api");
const read = (name) => readFile(installed(folder, name), "utf8");

/** Declarations without comments and empty lines. */
const withoutComments = (types) =>
  types.replace(/\/\*\*.*?\*\//gs, "").split("\n").filter((line) => line.trim()).join("\n");

/** Names of the values that types declare, those of other entry points included. */
async function declared(types) {
  const text = await read(types);
  const own = [...text.matchAll(/^export (?:class|const|function) (\w+)/gm)].map(([, name]) => name);
  const others = [...text.matchAll(/^export \* from "\.\/(.*)\.js"/gm)].map(([, name]) => name);
  const all = await Promise.all(others.map((name) => declared(`${name}.d.ts`)));
  return [...new Set([...own, ...all.flat()])].sort();
}

/** Members that the types of a class declare, static ones marked. */
function declaredMembers(types, name) {
  const body = withoutComments(types).match(new RegExp(`class ${name} .*?^}`, "ms"))[0];
  const member = /^  (static )?(?:readonly )?(?:[gs]et )?(\w+)[(:]/gm;
  const names = [...body.matchAll(member)].map(([, isStatic = "", member]) => isStatic + member);
  return [...new Set(names)].filter((member) => member !== "constructor").sort();
}

function members(type, instance = {}) {
  const statics = Object.getOwnPropertyNames(type)
    .filter((key) => !["length", "name", "prototype"].includes(key))
    .map((key) => `static ${key}`);
  const own = Object.getOwnPropertyNames(type.prototype).filter((key) => key !== "constructor");
  return [...statics, ...own, ...Object.keys(instance)].sort();
}

test("the report of the surface is up to date", async () => {
  const sections = Object.entries(ENTRIES).map(async ([entry, [types]]) =>
    `=== ${entry} ===\n${(await declared(types)).join(" ")}\n${withoutComments(await read(types))}\n`);
  const { exports } = JSON.parse(await read("package.json"));
  const paths = `=== package.json ===\n${JSON.stringify(exports, undefined, 2)}\n`;
  const report = [...(await Promise.all(sections)), paths].join("\n");
  if (process.env.FOURSIGHT_WRITE_API) {
    await writeFile(REPORT, report);
  }
  const committed = await readFile(REPORT, "utf8");
  assert.equal(report, committed, "renew it by `cargo xtask npm --write`, and look at the difference");
});

test("every script exports what its types declare", async () => {
  for (const [types, ...scripts] of Object.values(ENTRIES)) {
    const expected = await declared(types);
    for (const script of scripts) {
      const found = Object.keys(await load(installed(folder, script))).sort();
      assert.deepEqual(found, expected, script);
    }
  }
});

test("classes have the members that their types declare", async () => {
  const fs = await load(installed(folder, "node.js"));
  await fs.ready();
  const { FourBoard } = await load(installed(folder, "four-board.js"));
  const types = await read("index.d.ts");
  assert.deepEqual(members(fs.Board), declaredMembers(types, "Board"));
  assert.deepEqual(members(fs.Solver), declaredMembers(types, "Solver"));
  assert.deepEqual(members(fs.Bot, fs.bot("easy")), declaredMembers(types, "Bot"));
  const callbacks = ["attributeChangedCallback", "connectedCallback", "disconnectedCallback"];
  const element = members(FourBoard).filter((name) => !callbacks.includes(name));
  assert.deepEqual(element, declaredMembers(await read("four-board.d.ts"), "FourBoard"));
});

test("levels, codes and attributes are those of the types", async () => {
  const fs = await load(installed(folder, "node.js"));
  await fs.ready();
  const union = (types, name) => {
    const [, body] = types.match(new RegExp(`export type ${name} =(.*?);`, "s"));
    return [...body.matchAll(/"(.*?)"/g)].map(([, value]) => value);
  };
  const types = await read("index.d.ts");
  assert.deepEqual(union(types, "Level"), fs.levels());
  const board = new fs.Board("44");
  for (const form of union(types, "TextForm")) {
    assert.ok(board.text(form), form);
  }
  const codes = union(types, "ErrorCode");
  const lib = await readdir(installed(folder, "lib"));
  const scripts = await Promise.all(lib.map((name) => read(join("lib", name))));
  const thrown = scripts.join().matchAll(/FoursightError\("(.*?)"/g);
  for (const [, code] of thrown) {
    assert.ok(codes.includes(code), code);
  }
  const { FourBoard } = await load(installed(folder, "four-board.js"));
  const documented = (await read("four-board.d.ts")).match(/Attributes:(.*?)\n \*\//s)[1];
  const attributes = [...documented.matchAll(/`(.*?)`/g)].map(([, name]) => name);
  assert.deepEqual(attributes.sort(), [...FourBoard.observedAttributes].sort());
});

test("the package keeps its size budgets", async (context) => {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  const keeps = (name, bytes, budget) => {
    context.diagnostic(`${name}: ${bytes} of ${budget} bytes`);
    assert.ok(bytes <= budget, `${name}: ${bytes} bytes are more than ${budget}`);
  };
  const size = async (name) => (await readFile(installed(folder, name))).length;
  const compressed = async (name) =>
    brotliCompressSync(await readFile(installed(folder, name)), { params }).length;
  // The README promises the size of the module.
  const [, promised] = (await read("README.md")).match(/at most (\d+) kB \(brotli\)/);
  keeps("module", await compressed("foursight.wasm"), Number(promised) * 1000);
  const top = await readdir(installed(folder));
  const lib = (await readdir(installed(folder, "lib"))).map((name) => join("lib", name));
  const isInline = (name) => name.endsWith("inline.js") && !name.startsWith("lib");
  const scripts = [...top, ...lib].filter((name) => name.endsWith(".js") && !isInline(name));
  const sizes = await Promise.all(scripts.map(compressed));
  keeps("scripts", sizes.reduce((sum, each) => sum + each, 0), SCRIPTS_BUDGET);
  for (const name of top.filter(isInline)) {
    keeps(name, await size(name), INLINE_BUDGET);
  }
  const up = join(folder, "..", "..", "..");
  const tarball = (await readdir(up)).find((name) => name.endsWith(".tgz"));
  keeps("tarball", (await readFile(join(up, tarball))).length, TARBALL_BUDGET);
});

test("no script names a folder of the machine that built it", async () => {
  for (const name of ["foursight.wasm", join("lib", "native.js")]) {
    const text = await readFile(installed(folder, name), "latin1");
    const [found] = text.match(/.{0,30}(registry\/src|rustlib|\/crates\/\w+\/src).{0,30}/) ?? [];
    assert.equal(found, undefined, name);
  }
});
