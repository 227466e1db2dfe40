import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type axe from "axe-core";
import type { RunOptions } from "axe-core";

/** Brings axe's rules to every document from now on: as a start-up script it needs no leave from the content security policy. */
export async function bringAxe(page: Page): Promise<void> {
  await page.addInitScript({ path: createRequire(import.meta.url).resolve("axe-core/axe.min.js") });
}

/**
 * Returns what axe finds wrong: all of its rules, best practices included.
 * Without `colours` contrast is left out, the slowest of them: no language changes it.
 */
export async function violations(page: Page, { colours = true } = {}): Promise<string[]> {
  return page.evaluate(async (enabled) => {
    const options: RunOptions = { resultTypes: ["violations"], rules: { "color-contrast": { enabled } } };
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, options);
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, any }) => `${id}: ${JSON.stringify(target)} ${any[0]?.message}`),
    );
  }, colours);
}
