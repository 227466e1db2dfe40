import { defineConfig } from "@playwright/test";
import base from "../playwright.config";

/** Takes screenshots of every state into docs/screens: `make screenshots`. */
export default defineConfig(base, {
  testDir: ".",
  testMatch: "screens.ts",
  outputDir: "../results",
  globalSetup: "../global-setup.ts",
});
