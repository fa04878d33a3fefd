// Builds the editor bundle and the licence texts beside it: `npm ci && npm run build`.
//
// The same lock file gives the same bytes. An argument names another folder to write to.

import { build } from "esbuild";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const target = process.argv[2] ?? join(here, "../../src/ludotome/web/vendor");

const made = await build({
  absWorkingDir: here,
  entryPoints: ["editor.js"],
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  legalComments: "none",
  // The type checker takes the declarations below; the checker of our own modules must not look into the bundle.
  banner: { js: '/* @ts-self-types="./codemirror.d.ts" */\n// @ts-nocheck' },
  metafile: true,
  write: false,
});

/** The packages whose code is in the bundle. */
const packages = [...new Set(
  Object.entries(Object.values(made.metafile.outputs)[0].inputs)
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([file]) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1])
    .filter((name) => name !== undefined),
)].sort();

const licences = await Promise.all(packages.map(async (name) => {
  const folder = join(here, "node_modules", name);
  const { version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const file = (await readdir(folder)).find((one) => /^licen[cs]e/i.test(one));
  if (file === undefined) throw new Error(`${name} has no licence text`);
  return `${name} ${version} (${license})\n\n${(await readFile(join(folder, file), "utf8")).trim()}\n`;
}));

// Every export as `any`: the workshop's own modules are typed, the border to the editor is not.
const names = [...new Set(Object.values(made.metafile.outputs)[0].exports)].sort();
const types = names.map((name) => `export const ${name}: any;\nexport type ${name} = any;\n`).join("");

await mkdir(target, { recursive: true });
await writeFile(join(target, "codemirror.js"), made.outputFiles[0].contents);
await writeFile(join(target, "codemirror.d.ts"), `// Made by editors/codemirror/build.mjs.\n${types}`);
await writeFile(join(target, "codemirror.licences.txt"), licences.join(`\n${"-".repeat(80)}\n\n`));
console.log(`${packages.length} packages, ${made.outputFiles[0].contents.length} bytes`);
