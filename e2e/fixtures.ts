import { test as base, expect, type Page } from "@playwright/test";
import { storageKeys } from "../web/src/constants";
import { startReplicas } from "./replicas.ts";
import { type Server, startServer, withServer } from "./server";

/**
 * The real program, one per worker, and a page whose console must stay silent:
 * a message of any kind, an uncaught error or a failed request fails the test.
 */
export const test = base.extend<{ complaints: string[]; preloader: boolean }, { server: Server }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern
    async ({}, use) => withServer(use, process.env.FERRULE_E2E_REPLICAS ? startReplicas : startServer),
    { scope: "worker" },
  ],
  // Whether a first load shows the preloader. It would lie over what a test clicks.
  preloader: [false, { option: true }],
  context: async ({ context, preloader }, use) => {
    if (!preloader) await context.addInitScript(rememberPreloader, storageKeys.preloaderSeen);
    await use(context);
  },
  baseURL: async ({ server }, use) => use(server.url),
  // A test that provokes a failure empties the list itself.
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on("console", (message) => complaints.push(`${message.type()}: ${message.text()}`));
      page.on("pageerror", (error) => complaints.push(`uncaught: ${error.message}`));
      page.on("response", (response) => {
        if (response.status() >= 400 && response.request().resourceType() !== "document") {
          complaints.push(`${response.status()} ${response.url()}`);
        }
      });
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

function rememberPreloader(key: string): void {
  try {
    sessionStorage.setItem(key, "1");
  } catch {
    // A page without an address has no storage.
  }
}

/** Waits until what surrounds the page answers, interacts with the page as a visitor does, and waits for the page. */
export async function hydrated(page: Page): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("data-hydrated", "");
  await page.evaluate(() => window.dispatchEvent(new Event("touchstart")));
  await expect(page.locator("html")).toHaveAttribute("data-live", "");
}

/** Lets the browser say that its visitor saves data: nothing is fetched before it is asked for. */
export async function saveData(page: Page): Promise<void> {
  await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
}

/** Stops the page's clock before it is opened: from then on time passes only as the test lets it. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(60_000);
}

/** Holds back what answers a pattern; returns what lets it go. */
export async function hold(page: Page, pattern: string): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(pattern, async (route) => {
    await held;
    await route.continue().catch(() => undefined); // the page may be gone
  });
  return release;
}

/** Waits for two frames: by then the page shows what a press or a reply has begun. */
export async function twoFrames(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}
