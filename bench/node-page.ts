// Renders pages in Node with the server's bundle, for the program's engine to be
// compared with. Each line of the input is {"input", "calls"}; the answer is
// {"html", "micros"}: what the bundle returned, and processor time per call.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { runInThisContext } from "node:vm";

declare const ferrule: { page: (input: string) => string };

runInThisContext(readFileSync(new URL("../web/dist/server/ssr.js", import.meta.url), "utf8"));

for await (const line of createInterface({ input: process.stdin })) {
  const { input, calls } = JSON.parse(line) as { input: string; calls: number };
  let html = "";
  const before = process.cpuUsage();
  for (let i = 0; i < calls; i++) html = ferrule.page(input);
  const { user, system } = process.cpuUsage(before);
  console.log(JSON.stringify({ html, micros: (user + system) / calls }));
}
