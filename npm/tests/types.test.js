// The types, checked by the compiler with `--strict` as an application and as a program of Node.

import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { test } from "node:test";

import { freshFolder, run } from "./tools.js";

const require = createRequire(import.meta.url);
const compiler = join(dirname(require.resolve("typescript/package.json")), "bin", "tsc");

for (const [resolution, module] of [["bundler", "esnext"], ["nodenext", "nodenext"]]) {
  test(`types with moduleResolution ${resolution}`, async () => {
    const consumer = await readFile(new URL("./consumer.ts", import.meta.url), "utf8");
    const folder = await freshFolder(`types-${resolution}`, { "consumer.ts": consumer });
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
      noEmit: true,
      target: "es2022",
      lib: ["es2023", "dom", "dom.iterable"],
      module,
      moduleResolution: resolution,
      types: [],
    };
    const options = JSON.stringify({ compilerOptions, files: ["consumer.ts"] });
    await writeFile(join(folder, "tsconfig.json"), options);
    run(process.execPath, [compiler, "--project", "."], folder);
  });
}
