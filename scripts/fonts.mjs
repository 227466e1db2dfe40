// Writes the site's two variable fonts with their axes limited to the values that
// the design uses (ui/tokens.css), which halves their size. `make generate` runs it.
import { readFileSync, writeFileSync } from "node:fs";
import subsetFont from "subset-font";

const fonts = [
  { name: "golos-text", file: "golos-text-latin-wght-normal", axes: { wght: { min: 400, max: 600 } } },
  { name: "martian-mono", file: "martian-mono-latin-wdth-normal", axes: { wght: { min: 400, max: 600 }, wdth: 80 } },
];
const root = new URL("../", import.meta.url);

for (const { name, file, axes } of fonts) {
  const whole = readFileSync(new URL(`node_modules/@fontsource-variable/${name}/files/${file}.woff2`, root));
  const cut = await subsetFont(whole, undefined, {
    keepAllGlyphs: true,
    variationAxes: axes,
    preserveNameIds: [0, 13, 14], // copyright and licence
    targetFormat: "woff2",
  });
  const to = new URL(`web/src/ui/fonts/${name}.woff2`, root);
  if (!process.argv.includes("--check")) writeFileSync(to, cut);
  else if (!cut.equals(readFileSync(to))) {
    console.error(`${to.pathname} is out of date: run "make generate"`);
    process.exitCode = 1;
  }
}
