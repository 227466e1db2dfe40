// Measures the scripts that a browser loads before the first interaction, the entry
// and its static imports, and the styles in the head of every document, both
// brotli-compressed as the server sends them. Fails above the budgets. The cart's
// page also loads its own chunk at once.

import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";

/** In bytes. */
const budget = 75_500; // 75.0 KB and a margin of 0.5
const stylesBudget = 5_000;

const build = new URL("../web/dist/client/", import.meta.url);

interface Chunk {
  file: string;
  imports?: string[];
  isEntry?: boolean;
}

const manifest = JSON.parse(readFileSync(new URL("manifest.json", build), "utf8")) as Record<string, Chunk>;

/** Returns the files of a chunk and of its static imports. */
function filesOf(name: string, files = new Set<string>()): Set<string> {
  const { file, imports = [] } = manifest[name] ?? { file: "" };
  if (file === "" || files.has(file)) return files;
  files.add(file);
  for (const imported of imports) filesOf(imported, files);
  return files;
}

const sizeOf = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + brotliCompressSync(readFileSync(new URL(file, build))).length, 0);
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;

const entry = Object.keys(manifest).find((name) => manifest[name]?.isEntry) ?? "";
const first = filesOf(entry);
const size = sizeOf(first);
console.log(`first load, every page: ${kilobytes(size)} of ${kilobytes(budget)} (brotli)`);
for (const name of Object.keys(manifest).filter((key) => /^src\/(routes\/[\w-]+|app\/overlays)\.tsx$/.test(key))) {
  const own = [...filesOf(name)].filter((file) => !first.has(file));
  console.log(`  then ${name.slice("src/".length)}: ${kilobytes(sizeOf(own))}`);
}
if (size > budget) {
  console.error("Over budget: load modules on demand that the first view does not need (browser/lazy-module.ts).");
  process.exitCode = 1;
}
// The code of pasted lists loads when its window opens.
for (const name of ["src/app/overlays.tsx", "src/routes/catalog.tsx", "src/routes/search.tsx"]) {
  const loaded = [...filesOf(name)].filter((file) => /^(lists|bom-window)-/.test(file));
  if (loaded.length === 0) continue;
  console.error(
    `${name} imports ${loaded.join(", ")} statically: import the window on demand (routes/cart/bom-entry.tsx).`,
  );
  process.exitCode = 1;
}
const { core } = JSON.parse(readFileSync(new URL("styles.json", build), "utf8")) as { core: string };
const styles = brotliCompressSync(core).length;
console.log(`styles of every page: ${kilobytes(styles)} of ${kilobytes(stylesBudget)} (brotli)`);
if (styles > stylesBudget) {
  console.error("Over budget: put styles into a sheet that their component imports (web/vite.config.ts).");
  process.exitCode = 1;
}
