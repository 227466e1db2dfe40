// Renders pages in Node with the server's bundle, as the reference for the
// program's own engine. Each input line is {"input", "calls"}; the reply is
// {"html", "micros"}: the bundle's result and the processor time per call, in µs.
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
