import { test as base, expect } from "@playwright/test";
import { storageKeys } from "../../web/src/constants";
import { type Server, withServer } from "../server";
import { startFirefox } from "./firefox";
import type { Engine, Tab } from "./tab";
import { startWebKit } from "./webkit";

const engines = { firefox: startFirefox, webkit: startWebKit };

/** A tab of the site, with paths instead of addresses. */
export interface Visitor extends Omit<Tab, "goto"> {
  /** Opens a page of the site and waits until it is hydrated. */
  goto: (path: string) => Promise<void>;
  /** The site's origin, without a trailing slash. */
  url: string;
  /** Waits until an expression in the page has a value. */
  expects: (expression: string, value: unknown) => Promise<void>;
}

/** Starts the real server and a browser per worker, and fails a test whose tab logs a message or an error. */
export const test = base.extend<
  { visitor: Visitor; pageErrors: { expected: RegExp | null } },
  { engineName: keyof typeof engines; server: Server; engine: Engine }
>({
  engineName: ["firefox", { scope: "worker", option: true }],
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern
    async ({}, use) => withServer(use),
    { scope: "worker" },
  ],
  engine: [
    async ({ engineName }, use) => {
      const engine = await engines[engineName]();
      await use(engine);
      await engine.stop();
    },
    { scope: "worker" },
  ],
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern
  pageErrors: async ({}, use) => use({ expected: null }),
  visitor: async ({ engine, server, pageErrors }, use) => {
    const { tab, url } = await engine.open(server.url);
    await tab.resize(1280, 900);
    // Banner and preloader have their own tests; here they would cover what is clicked.
    await tab.goto(`${url}/favicon.svg`, "document.readyState === 'complete'");
    await tab.evaluate(
      `(document.cookie = "cookie_consent=declined; path=/", sessionStorage["${storageKeys.preloaderSeen}"] = "1")`,
    );
    const expects = (expression: string, value: unknown) =>
      expect.poll(() => tab.evaluate(expression).catch((error: unknown) => String(error)), expression).toEqual(value);
    await use({
      ...tab,
      url,
      expects,
      goto: (path) => tab.goto(url + path, "document.documentElement.dataset.hydrated !== undefined"),
    });
    const unexpected = (await tab.pageErrors()).filter((text) => !pageErrors.expected?.test(text));
    await tab.close();
    expect(unexpected).toEqual([]);
  },
});

export { expect };
