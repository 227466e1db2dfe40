// What a visitor on a phone waits for: Chromium with the processor four times
// slower, on a slow line (1.6 Mbit/s down, 0.75 up, 150 ms to and fro). For home,
// a category and a product: when the largest content is painted and the page is
// hydrated, and what moved meanwhile; then twelve interactions, each as the
// browser measures it (Event Timing: from the input to the next frame, in steps
// of 8 ms). `make bench-browser` runs it and writes results.md; on a machine that
// does something else at the same time the figures are worthless.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { binary } from "../e2e/server.ts";

const rounds = 5;
const pages = { home: "/de", category: "/de/catalog/straight-unions", product: "/de/product/straight-union-s" };
const address = "127.0.0.1:8816";
const line = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 };

interface Figures {
  /** In ms since the navigation began. */
  paint: number;
  hydrated: number;
  content: number;
  shift: number;
  html: number;
  scripts: number;
}

declare global {
  interface Window {
    figures: { paint: number; shift: number; hydrated: number; content: number; slowest: number };
  }
}

/** Runs in the page before its own scripts. */
function observe(): void {
  const figures = { paint: 0, shift: 0, hydrated: 0, content: 0, slowest: 0 };
  window.figures = figures;
  const watch = (type: string, take: (entry: PerformanceEntry) => void, more: object = {}) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry);
    }).observe({ type, buffered: true, ...more });
  watch("largest-contentful-paint", (entry) => {
    figures.paint = entry.startTime;
  });
  watch("layout-shift", (entry) => {
    const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!shift.hadRecentInput) figures.shift += shift.value;
  });
  const slow = (entry: PerformanceEntry) => {
    if ("interactionId" in entry && entry.interactionId !== 0)
      figures.slowest = Math.max(figures.slowest, entry.duration);
  };
  watch("event", slow, { durationThreshold: 16 });
  addEventListener("hydrated", () => {
    figures.hydrated ||= performance.now();
  });
  addEventListener("contentLoaded", () => {
    figures.content ||= performance.now();
  });
}

async function open(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(observe);
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", line);
  return page;
}

/** A first visit, without anything that was kept. */
async function visit(context: BrowserContext, path: string): Promise<Figures> {
  const page = await open(context);
  let scripts = 0;
  let html = 0;
  page.on("requestfinished", async (request) => {
    const { responseBodySize } = await request.sizes();
    if (request.resourceType() === "script") scripts += responseBodySize;
    if (request.resourceType() === "document") html = responseBodySize;
  });
  await page.goto(path);
  await page.locator("html[data-hydrated][data-content-loaded]").waitFor();
  await page.waitForLoadState("networkidle");
  const { paint, hydrated, content, shift } = await page.evaluate(() => window.figures);
  await page.close();
  return { paint, hydrated, content, shift, html, scripts };
}

type Interaction = [name: string, act: (page: Page) => Promise<void>];

const press = (selector: string) => (page: Page) => page.locator(selector).first().click();

/** In this order on one page after the other; the addresses are where each begins. */
const interactions: readonly [path: string, ...Interaction[]][] = [
  [
    pages.category,
    ["check a filter", press("main [type=checkbox]:not(:disabled)")],
    ["take it back", press("main [type=checkbox]:checked")],
    ["open the search", press(".hd-search")],
    ["type in it", (page) => page.keyboard.type("12")],
    ["close it", (page) => page.keyboard.press("Escape")],
    ["open the catalogue's menu", press(".hd-catalog")],
  ],
  [
    pages.product,
    ["choose a size", press(".buy .cells a:not([aria-current])")],
    ["sort the sizes", press("main thead button")],
    ["add to the cart", press("main .btn--primary")],
    ["open the cart", press(".hd-cart")],
    ["raise the quantity", press(".cq button:last-of-type")],
    ["remove the line", press(".citem .rm")],
  ],
];

const median = (values: number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

const folder = mkdtempSync(join(tmpdir(), "ferrule-browser-"));
const flags = ["--demo", "--data", join(folder, "data"), "--listen", address, "--metrics-listen", ""];
const server = spawn(binary, ["serve", ...flags]);
await new Promise<void>((resolve) => {
  server.stdout.on("data", (chunk: Buffer) => {
    if (chunk.includes("ready:")) resolve();
  });
});
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium" });
const phone = { baseURL: `http://${address}`, viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75 };
try {
  console.log(
    "| page | LCP ms | hydrated ms | content seen ms | CLS | HTML | scripts |\n|---|---|---|---|---|---|---|",
  );
  for (const [name, path] of Object.entries(pages)) {
    await fetch(`http://${address}${path}`);
    const visits: Figures[] = [];
    for (let round = 0; round <= rounds; round++) {
      const context = await browser.newContext(phone);
      visits.push(await visit(context, path));
      await context.close();
    }
    // The first one makes the pictures.
    const of = (figure: keyof Figures) => median(visits.slice(1).map((each) => each[figure]));
    const times = [of("paint"), of("hydrated"), of("content")].map((time) => time.toFixed(0));
    const sizes = [of("html"), of("scripts")].map((size) => `${(size / 1000).toFixed(1)} KB`);
    console.log(`| ${name} | ${times.join(" | ")} | ${of("shift").toFixed(3)} | ${sizes.join(" | ")} |`);
  }
  console.log("\n| interaction | INP ms |\n|---|---|");
  for (const [path, ...steps] of interactions) {
    const found: number[][] = steps.map(() => []);
    for (let round = 0; round < rounds; round++) {
      const context = await browser.newContext({ ...phone, viewport: { width: 1280, height: 900 } });
      const page = await open(context);
      await page.goto(path);
      await page.locator("html[data-hydrated][data-content-loaded]").waitFor();
      await page.mouse.move(600, 500);
      await page.locator("html[data-live]").waitFor();
      await page.waitForLoadState("networkidle");
      for (const [index, [, act]] of steps.entries()) {
        await page.evaluate(() => {
          window.figures.slowest = 0;
        });
        await act(page);
        // The entry comes after the frame that it measures, and nothing under 16 ms has one.
        await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 400)));
        found[index]?.push(await page.evaluate(() => window.figures.slowest));
      }
      await context.close();
    }
    for (const [index, [name]] of steps.entries()) {
      const time = median(found[index] ?? []);
      console.log(`| ${name} | ${time === 0 ? "< 16" : time} |`);
    }
  }
} finally {
  await browser.close();
  server.kill();
  rmSync(folder, { recursive: true, force: true });
}
