// Every snippet of the README is run: a line with `// →` must have that value.

import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";

import { freshFolder, installed, run } from "./tools.js";

const folder = await freshFolder("readme");
const text = await readFile(installed(folder, "README.md"), "utf8");
const snippets = [...text.matchAll(/```js\n(.*?)```/gs)].map(([, snippet]) => snippet);

/** Makes a snippet a program that prints the values of its marked lines. */
function program(snippet) {
  const lines = snippet.split("\n").map((line) => {
    const [code, expected] = line.split("// →");
    return expected === undefined ? line : `print(${code.trim().replace(/;$/, "")});`;
  });
  return `const print = (value) => console.log(JSON.stringify(value));\n${lines.join("\n")}`;
}

test("the README has snippets", () => assert.ok(snippets.length >= 6));

snippets.forEach((snippet, index) => {
  test(`snippet ${index + 1} of the README`, async () => {
    const script = `snippet-${index + 1}.js`;
    await writeFile(join(folder, script), program(snippet));
    const expected = [...snippet.matchAll(/\/\/ → (.*)$/gm)].map(([, value]) => value);
    assert.deepEqual(run("node", [script], folder).trim().split("\n"), expected);
  });
});
