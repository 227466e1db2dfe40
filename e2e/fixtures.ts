import { test as base, expect, type Page } from "@playwright/test";
import { storageKeys } from "../web/src/constants";
import { startReplicas } from "./replicas.ts";
import { type Server, startServer, withServer } from "./server";

/**
 * Starts the real server, one per worker, and fails a test on any console
 * message, uncaught error or failed request of its page.
 */
export const test = base.extend<{ pageErrors: string[]; preloader: boolean }, { server: Server }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern
    async ({}, use) => withServer(use, process.env.FERRULE_E2E_REPLICAS ? startReplicas : startServer),
    { scope: "worker" },
  ],
  // Whether a first load shows the preloader, which delays the layout below the window (start-up.spec.ts).
  preloader: [false, { option: true }],
  context: async ({ context, preloader }, use) => {
    if (!preloader) await context.addInitScript(rememberPreloader, storageKeys.preloaderSeen);
    await use(context);
  },
  baseURL: async ({ server }, use) => use(server.url),
  // A test that provokes a failure calls expectErrors.
  pageErrors: [
    async ({ page }, use) => {
      const pageErrors: string[] = [];
      page.on("console", (message) => pageErrors.push(`${message.type()}: ${message.text()}`));
      page.on("pageerror", (error) => pageErrors.push(`uncaught: ${error.message}`));
      page.on("response", (response) => {
        if (response.status() >= 400 && response.request().resourceType() !== "document") {
          pageErrors.push(`${response.status()} ${response.url()}`);
        }
      });
      await use(pageErrors);
      const expected = expectedErrors.get(pageErrors);
      expect(pageErrors.filter((text) => !expected?.test(text))).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Messages about failed requests: the browser's and the site's own. */
const failedRequests =
  /^[45]\d\d http|^error: (Failed to load resource|Request error|Form submit failed|Icon load fails|Header load fails|Languages could not be loaded|ContentError|TypeError: Failed to fetch)/;

const expectedErrors = new WeakMap<string[], RegExp>();

/**
 * Accepts messages of the page that match a pattern, whenever they come: the
 * browser logs a failed request independently of what the test waits for.
 */
export function expectErrors(pageErrors: string[], pattern = failedRequests): void {
  expectedErrors.set(pageErrors, pattern);
}

function rememberPreloader(key: string): void {
  try {
    sessionStorage.setItem(key, "1");
  } catch {
    // about:blank has no storage.
  }
}

/**
 * Waits until header and footer are hydrated, moves the pointer as a visitor does
 * on the way to a control, and waits until the page is hydrated. Only for tests
 * of what hydration adds (focus, history, timing): a press must also work before.
 */
export async function hydrated(page: Page): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("data-hydrated", "");
  // Two positions: the pointer may still be at one of them.
  await page.mouse.move(1, 1);
  await page.mouse.move(2, 1);
  await expect(page.locator("html")).toHaveAttribute("data-live", "");
}

/** Makes the browser request reduced data usage, which turns prefetching off. */
export async function saveData(page: Page): Promise<void> {
  await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
}

/** Installs a stopped clock into a page that is not open yet; only the test advances it. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(60_000);
}

/** Delays requests that match a pattern until the returned function is called. */
export async function delayRequests(page: Page, pattern: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(pattern, async (route) => {
    await released;
    await route.continue().catch(() => undefined); // the page may be gone
  });
  return release;
}

/** Waits for two frames, after which the page shows the effect of a press or a reply. */
export async function twoFrames(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}
