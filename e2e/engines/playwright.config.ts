import { defineConfig } from "@playwright/test";

/** Runs the main flows with Playwright's runner in the distribution's Firefox and WebKit. */
export default defineConfig<{ engineName: "firefox" | "webkit" }>({
  testDir: ".",
  testMatch: "flows.ts",
  outputDir: "../results",
  globalSetup: "../global-setup.ts",
  workers: 1,
  // On a busy machine these engines can be ten times slower.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [["list"]],
  projects: [
    { name: "firefox", use: { engineName: "firefox" } },
    { name: "webkit", use: { engineName: "webkit" } },
  ],
});
