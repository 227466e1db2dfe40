// Browser benchmarks: Chromium with the processor slowed down four times, on a
// slow connection (1.6 Mbit/s down, 0.75 Mbit/s up, 150 ms round trip). For the
// home page, a category and a product: first and largest contentful paint, hydration
// and cumulative layout shift; then twelve interactions (Event Timing: from the input
// to the next frame, in steps of 8 ms); touch to answer, see touches; and, without
// network throttling, the time from the click on a link whose page is prefetched to
// that page's first frame. `make bench-browser` runs it and writes results.md. With
// BESIDE="name=URL …" the pages of other systems, which have a button `main .add`
// that counts in `#cartn`, are loaded and touched in the same rounds. The figures are valid only on
// an otherwise idle machine.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { binary } from "../e2e/server.ts";

const rounds = 5;
const pages = { home: "/de", category: "/de/catalog/straight-unions", product: "/de/product/straight-union-s" };
const address = "127.0.0.1:8816";
/** The pages of other systems: name and address. */
const beside = (process.env.BESIDE ?? "")
  .split(" ")
  .filter(Boolean)
  .map((each) => {
    const [name = "", url = ""] = each.split("=", 2);
    return [name, url] as const;
  });
const slowConnection = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 };

interface Figures {
  /** In ms since the start of the navigation; 0 for pages of other systems, which do not report it. */
  hydrated: number;
  /** In ms since the start of the navigation. */
  first: number;
  paint: number;
  shift: number;
  /** In bytes; the scripts are those requested before hydration, of other systems all. */
  html: number;
  scripts: number;
}

declare global {
  interface Window {
    effect: () => unknown;
    figures: {
      paint: number;
      shift: number;
      hydrated: number;
      slowest: number;
      followed: number;
      answered: number;
    };
  }
}

/** Records the figures; runs in the page before its own scripts. */
function observe(): void {
  const figures = { paint: 0, shift: 0, hydrated: 0, slowest: 0, followed: 0, answered: 0 };
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
  // Measures from the click to the frame that shows another heading.
  const heading = () => document.querySelector("main h1")?.textContent;
  const press = ({ timeStamp }: Event) => {
    const former = heading();
    const changes = new MutationObserver(() => {
      if (heading() === former) return;
      changes.disconnect();
      // A message posted in an animation frame is delivered after the frame is painted.
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
}

async function open(
  context: BrowserContext,
  rate = 4,
  throughput: typeof slowConnection | null = slowConnection,
): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(observe);
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate });
  if (!throughput) return page;
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", throughput);
  return page;
}

/** Returns the time from a click on a link to the next page, in ms, once the page is idle and the links in view are prefetched. */
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
  // Time for the prefetch that hovering starts.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1000)));
  await page.mouse.down();
  await page.mouse.up();
  await page.waitForFunction(() => window.figures.followed > 0);
  const { followed } = await page.evaluate(() => window.figures);
  await page.close();
  return followed;
}

/** Measures a first load with an empty cache. */
async function firstLoad(context: BrowserContext, path: string): Promise<Figures> {
  const page = await open(context);
  await page.goto(path);
  if (path.startsWith("/")) await page.locator("html[data-hydrated][data-content-loaded]").waitFor();
  await page.waitForLoadState("networkidle");
  const { paint, hydrated, shift } = await page.evaluate(() => window.figures);
  const first = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0);
  const { html, scripts } = await page.evaluate((until) => {
    const size = (entries: PerformanceEntryList) =>
      (entries as PerformanceResourceTiming[]).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
    const first = performance
      .getEntriesByType("resource")
      .filter(({ name, startTime }) => name.endsWith(".js") && startTime < until);
    return { html: size(performance.getEntriesByType("navigation")), scripts: size(first) };
  }, hydrated || Number.POSITIVE_INFINITY);
  await page.close();
  return { first, paint, hydrated, shift, html, scripts };
}

type Interaction = [name: string, act: (page: Page) => Promise<void>];

/** Clicks by mouse events: a locator's own click runs a hit test during the interaction. */
const press = (selector: string) => async (page: Page) => {
  await page.locator(selector).first().hover();
  await page.mouse.down();
  await page.mouse.up();
};

/** The interactions, in the order in which they run; each group starts at its address. */
const interactions: readonly [path: string, ...Interaction[]][] = [
  [
    pages.category,
    ["check a filter", press("main label:has([type=checkbox]:not(:disabled))")],
    ["take it back", press("main label:has([type=checkbox]:checked)")],
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
    ["raise the quantity", press(".citem .qty button:last-of-type")],
    ["remove the line", press(".citem .rm")],
  ],
];

/**
 * Touch to answer: from a touch on a control to the frame that shows its effect, on
 * a first load, touched at the first paint and 1 s and 2 s after it.
 */
interface Touch {
  name: string;
  page: string;
  control: string;
  /** Runs in the page and returns what the touch changes. */
  effect: () => unknown;
}

const add = "main .buy-act .btn--primary";

const touches: readonly Touch[] = [
  {
    name: "add: the button is busy, or the cart's count",
    page: pages.product,
    control: add,
    effect: () =>
      document.querySelector("html[data-pressed]") !== null || document.querySelector(".hd-cart .tnum")?.textContent,
  },
  {
    name: "add: the cart's count",
    page: pages.product,
    control: add,
    effect: () => document.querySelector(".hd-cart .tnum")?.textContent,
  },
  {
    name: "open the menu",
    page: pages.product,
    control: ".burger:visible",
    effect: () => [...document.querySelectorAll(".mm, .hd-ns-b")].some((menu) => menu.checkVisibility()),
  },
  ...beside.map(([name, page]): Touch => {
    const effect = () => document.querySelector("#cartn")?.textContent;
    return { name: `${name}: add, the cart's count`, page, control: "main .add", effect };
  }),
];

/** Touches a control on a first load, and returns the time to the answer, in ms; Infinity if there is none in 10 s, as of a page that loses touches. */
async function touch(browser: Browser, control: Touch, after: number): Promise<number> {
  const context = await browser.newContext({ ...phone, hasTouch: true, isMobile: true });
  try {
    return await answerIn(context, control, after);
  } finally {
    await context.close();
  }
}

/** Touches a control `after` ms after the first paint. */
async function answerIn(context: BrowserContext, { page: path, control, effect }: Touch, after: number) {
  const page = await open(context);
  await page.addInitScript(`window.effect = ${String(effect)};`);
  await page.addInitScript(() => {
    const start = ({ timeStamp }: Event) => {
      const former = window.effect();
      const look = () => {
        if (window.effect() === former) return requestAnimationFrame(look);
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          window.figures.answered = performance.now() - timeStamp;
        };
        return port2.postMessage(null);
      };
      look();
    };
    addEventListener("pointerdown", start, { capture: true, once: true });
  });
  await page.goto(path, { waitUntil: "commit" });
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
  const button = page.locator(control).first();
  await button.evaluate((element) => element.scrollIntoView({ block: "center", behavior: "instant" }));
  const box = await button.boundingBox();
  if (!box) throw new Error(`${path}: ${control} is not visible`);
  const painted = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0);
  await page.waitForFunction((time) => performance.now() >= time, painted + after);
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  const answered = page.waitForFunction(() => window.figures.answered, null, { timeout: 10_000 });
  return answered.then((handle) => handle.jsonValue()).catch(() => Number.POSITIVE_INFINITY);
}

/** A name, a page and a link on it. */
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
  console.log("| page | FCP ms | LCP ms | hydrated ms | CLS | HTML | scripts |\n|---|---|---|---|---|---|---|");
  const measured = [...Object.entries(pages), ...beside].map(([name, path]) => ({
    name,
    path,
    loads: [] as Figures[],
  }));
  for (let round = 0; round <= rounds; round++) {
    for (const { path, loads } of measured) {
      const context = await browser.newContext({ ...phone, hasTouch: true, isMobile: true });
      loads.push(await firstLoad(context, path));
      await context.close();
    }
  }
  for (const { name, loads } of measured) {
    // The first load is not counted: the server generates the pictures during it.
    const of = (figure: keyof Figures) => median(loads.slice(1).map((each) => each[figure]));
    const times = [of("first"), of("paint"), of("hydrated")].map((time) => time.toFixed(0).replace(/^0$/, "–"));
    const sizes = [of("html"), of("scripts")].map((size) => `${(size / 1000).toFixed(1)} KB`);
    console.log(`| ${name} | ${times.join(" | ")} | ${of("shift").toFixed(3)} | ${sizes.join(" | ")} |`);
  }
  console.log("\n| touch to answer, ms | at first paint | 1 s later | 2 s later |\n|---|---|---|---|");
  const found = touches.map(() => [[], [], []] as number[][]);
  for (let round = 0; round < rounds; round++) {
    for (const [index, each] of touches.entries()) {
      for (const [seconds, times] of (found[index] ?? []).entries())
        times.push(await touch(browser, each, seconds * 1000));
    }
  }
  for (const [index, { name }] of touches.entries()) {
    const times = (found[index] ?? []).map((each) => median(each).toFixed(0));
    console.log(`| ${name} | ${times.join(" | ")} |`);
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
        // The entry is reported after the frame that it measures; interactions under 16 ms have none.
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
