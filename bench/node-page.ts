// Renders pages in Node, with React's own renderer, for the program's engine to
// be compared with. Each line of the input is {"input", "calls"}; the answer is
// {"html", "micros"}: what the bundle returned, and processor time per call.
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { runInThisContext } from "node:vm";
import { build } from "vite";

declare const ferrule: { page: (input: string) => string };

const configFile = fileURLToPath(new URL("../web/vite.config.ts", import.meta.url));
const built = await build({ configFile, mode: "react", logLevel: "warn", build: { write: false } });
const [bundle] = "output" in built ? built.output : [];
if (bundle?.type !== "chunk") throw new Error("There is no bundle");
runInThisContext(bundle.code);

for await (const line of createInterface({ input: process.stdin })) {
  const { input, calls } = JSON.parse(line) as { input: string; calls: number };
  let html = "";
  const before = process.cpuUsage();
  for (let i = 0; i < calls; i++) html = ferrule.page(input);
  const { user, system } = process.cpuUsage(before);
  console.log(JSON.stringify({ html, micros: (user + system) / calls }));
}
