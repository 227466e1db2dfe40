import { test as base, expect, type Page } from "@playwright/test";
import { freshData, removeData, type Server, startServer } from "./server";

/**
 * The real program, one per worker, and a page whose console must stay silent:
 * a message of any kind, an uncaught error or a failed request fails the test.
 */
export const test = base.extend<{ complaints: string[] }, { server: Server }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern
    async ({}, use) => {
      const data = freshData();
      const server = await startServer(data);
      await use(server);
      await server.stop();
      removeData(data);
    },
    { scope: "worker" },
  ],
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

/** Waits until the page answers to clicks. */
export async function hydrated(page: Page): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("data-hydrated", "");
}
