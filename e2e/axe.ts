import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type axe from "axe-core";
import type { RunOptions } from "axe-core";

/** Injects axe into every later document of the page, as an init script, to which the content security policy does not apply. */
export async function installAxe(page: Page): Promise<void> {
  await page.addInitScript({ path: createRequire(import.meta.url).resolve("axe-core/axe.min.js") });
}

/**
 * Returns the violations of all of axe's rules, best practices included.
 * Without `colours` the contrast rule, the slowest, is skipped: contrast is the same in every language.
 */
export async function violations(page: Page, { colours = true } = {}): Promise<string[]> {
  return page.evaluate(async (enabled) => {
    // Colours and sizes are final once nothing moves; endless animations and those of scrolling never end.
    const finite = document
      .getAnimations()
      .filter(
        ({ effect, timeline }) => timeline === document.timeline && effect?.getComputedTiming().iterations !== Infinity,
      );
    await Promise.allSettled(finite.map(({ finished }) => finished));
    const options: RunOptions = { resultTypes: ["violations"], rules: { "color-contrast": { enabled } } };
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, options);
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, any }) => `${id}: ${JSON.stringify(target)} ${any[0]?.message}`),
    );
  }, colours);
}
