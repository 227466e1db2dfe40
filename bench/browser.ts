// What a visitor on a phone waits for: Chromium with the processor four times
// slower, on a slow line (1.6 Mbit/s down, 0.75 up, 150 ms to and fro). For home,
// a category and a product: when the largest content is painted and the page is
// hydrated, and what moved meanwhile; then twelve interactions, each as the
// browser measures it (Event Timing: from the input to the next frame, in steps
// of 8 ms); and, on a line that is not slow, how long it takes from the press on a
// link whose page has been loaded ahead to that page's first frame. `make bench-browser` runs it and writes results.md; on a machine that
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
    figures: { paint: number; shift: number; hydrated: number; content: number; slowest: number; followed: number };
  }
}

/** Runs in the page before its own scripts. */
function observe(): void {
  const figures = { paint: 0, shift: 0, hydrated: 0, content: 0, slowest: 0, followed: 0 };
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
  // From the press to the frame that shows another heading.
  const heading = () => document.querySelector("main h1")?.textContent;
  const press = ({ timeStamp }: Event) => {
    const former = heading();
    const changes = new MutationObserver(() => {
      if (heading() === former) return;
      changes.disconnect();
      // What is posted in a frame comes after its painting.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          figures.followed = performance.now() - timeStamp;
        };
        port2.postMessage(null);
      });
    });
    changes.observe(document, { subtree: true, childList: true, characterData: true });
  };
  addEventListener("click", press, true);
  addEventListener("hydrated", () => {
    figures.hydrated ||= performance.now();
  });
  addEventListener("contentLoaded", () => {
    figures.content ||= performance.now();
  });
}

async function open(context: BrowserContext, rate = 4, throughput: typeof line | null = line): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(observe);
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate });
  if (!throughput) return page;
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", throughput);
  return page;
}

/** A link is pressed on a page that has come to rest, so that what is in view has been loaded ahead. */
async function follow(context: BrowserContext, path: string, link: string, rate: number): Promise<number> {
  const page = await open(context, rate, null);
  await page.goto(path);
  await page.locator("html[data-hydrated][data-content-loaded]").waitFor();
  await page.mouse.move(5, 500);
  await page.locator("html[data-live]").waitFor();
  const box = page.locator(link).first();
  await box.scrollIntoViewIfNeeded();
  await page.waitForLoadState("networkidle");
  await box.hover();
  // The pointer's rest, and what it may still load.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1000)));
  await page.mouse.down();
  await page.waitForFunction(() => window.figures.followed > 0);
  const { followed } = await page.evaluate(() => window.figures);
  await page.close();
  return followed;
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

/** By the mouse: a locator's own click looks for what lies under the pointer between the press and the answer. */
const press = (selector: string) => async (page: Page) => {
  await page.locator(selector).first().hover();
  await page.mouse.down();
  await page.mouse.up();
};

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

/** Each a page, and a link on it. */
const links: readonly (readonly [name: string, path: string, link: string])[] = [
  ["home to a product", pages.home, "#popular a[href*='/product/']"],
  ["category to a product", pages.category, "#products a[href*='/product/']"],
  ["product to its category", pages.product, ".crumbs a[href*='/catalog/']"],
  ["category to the catalogue", pages.category, ".crumbs a[href$='/catalog']"],
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
  console.log(
    "\n| from the press on a link to the page, ms | this machine | at a quarter of its speed |\n|---|---|---|",
  );
  for (const [name, path, link] of links) {
    const times: number[] = [];
    for (const rate of [1, 4]) {
      const found: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const context = await browser.newContext({ ...phone, viewport: { width: 1280, height: 900 } });
        found.push(await follow(context, path, link, rate));
        await context.close();
      }
      times.push(median(found));
    }
    console.log(`| ${name} | ${times.map((time) => time.toFixed(0)).join(" | ")} |`);
  }
} finally {
  await browser.close();
  server.kill();
  rmSync(folder, { recursive: true, force: true });
}
