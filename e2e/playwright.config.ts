import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: ".",
  outputDir: "results",
  globalSetup: "./global-setup.ts",
  fullyParallel: true,
  // Tests wait for animations and timers more than for the processors.
  workers: 3,
  timeout: 60_000,
  // A machine that does other work as well needs longer than the default of 5 s.
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [["list"]],
  use: {
    browserName: "chromium",
    // Debian's Chromium, so that Playwright's own need not be downloaded, without the
    // browser's own windows, which take as long as the pages.
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
    // A trace takes a third of the time; `npm run e2e -- --trace retain-on-failure` records it.
    screenshot: "only-on-failure",
  },
});
