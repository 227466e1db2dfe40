import { defineConfig } from "@playwright/test";

/** The main flows in Firefox and WebKit: Playwright's runner, but the engines of the distribution. */
export default defineConfig<{ engineName: "firefox" | "webkit" }>({
  testDir: ".",
  testMatch: "flows.ts",
  outputDir: "../results",
  globalSetup: "../global-setup.ts",
  workers: 1,
  // On a busy machine these engines can take ten times as long.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [["list"]],
  projects: [
    { name: "firefox", use: { engineName: "firefox" } },
    { name: "webkit", use: { engineName: "webkit" } },
  ],
});
