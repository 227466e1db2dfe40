// Runs Lighthouse with its mobile throttling: the median of five loads of the home
// page, a category and a product. `make lighthouse` runs it and writes results.md.
// The figures are valid only on an otherwise idle machine.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { binary } from "../e2e/server.ts";

const pages = ["/de", "/de/catalog/tube-fittings", "/de/product/straight-union-s"];
const address = "127.0.0.1:8817";

const folder = mkdtempSync(join(tmpdir(), "ferrule-lighthouse-"));
// Installed outside the project, which does not need its hundred packages otherwise.
execFileSync("npm", ["install", "--silent", "--ignore-scripts", "--prefix", folder, "lighthouse@13.5.0"]);
const lighthouse = join(folder, "node_modules/lighthouse/cli/index.js");

const flags = ["--demo", "--data", join(folder, "data"), "--listen", address, "--metrics-listen", "", "--no-warm"];
const server = spawn(binary, ["serve", ...flags]);
await new Promise<void>((resolve) => {
  server.stdout.on("data", (chunk: Buffer) => {
    if (chunk.includes("ready:")) resolve();
  });
});

interface Report {
  categories: Record<string, { score: number }>;
  audits: Record<string, { numericValue?: number }>;
}

const median = (values: number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/** Returns the report of one load. Lighthouse loses the start of some traces (NO_NAVSTART), so a failed load is repeated. */
function load(url: string, tries = 4): Report {
  const file = join(folder, "report.json");
  const options = ["--quiet", "--output=json", `--output-path=${file}`, "--chrome-flags=--headless=new --no-sandbox"];
  const { status, stderr } = spawnSync(process.execPath, [lighthouse, url, ...options], {
    encoding: "utf8",
    env: { ...process.env, CHROME_PATH: process.env.CHROMIUM ?? "/usr/bin/chromium" },
  });
  if (status === 0) return JSON.parse(readFileSync(file, "utf8")) as Report;
  if (tries > 1) return load(url, tries - 1);
  throw new Error(`Lighthouse failed on ${url}: ${stderr}`);
}

try {
  for (const path of pages) {
    const url = `http://${address}${path}`;
    // Warms the caches of page and pictures. Runs take longer than the server's keep-alive, so the connection is closed.
    await fetch(url, { headers: { connection: "close" } });
    const reports = [1, 2, 3, 4, 5].map(() => load(url));
    const score = (name: string) =>
      Math.round(median(reports.map((report) => report.categories[name]?.score ?? 0)) * 100);
    const time = (name: string) => Math.round(median(reports.map((report) => report.audits[name]?.numericValue ?? 0)));
    console.log(
      `- \`${path}\`: performance ${score("performance")}, accessibility ${score("accessibility")},`,
      `best practices ${score("best-practices")}, SEO ${score("seo")};`,
      `FCP ${time("first-contentful-paint")} ms, LCP ${time("largest-contentful-paint")} ms,`,
      `TBT ${time("total-blocking-time")} ms, CLS ${time("cumulative-layout-shift")}, speed index ${time("speed-index")} ms`,
    );
  }
} finally {
  server.kill();
  rmSync(folder, { recursive: true, force: true });
}
