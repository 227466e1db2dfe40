import type { Locator, Page } from "@playwright/test";
import { expect, hydrated, test } from "./fixtures";

/** A slider of the page, found by the name of its row. */
function slider(page: Page, name: string) {
  const row = page.getByRole("region", { name });
  const box = page.locator(".slider", { has: row });
  return {
    row,
    back: box.getByRole("button", { name: "Previous" }),
    forward: box.getByRole("button", { name: "Next" }),
    nav: box.locator(".slider-nav"),
    cards: row.getByRole("listitem"),
  };
}

/** The home page's slider of categories, scrolled into view. */
async function categories(page: Page) {
  await page.goto("/en");
  await hydrated(page);
  const found = slider(page, "Catalog");
  await found.row.scrollIntoViewIfNeeded();
  await expect(found.nav).toBeVisible();
  return found;
}

/** How far a row is scrolled, in cards; a step has ended when this is whole and snapping is on again. */
function position(row: Locator): Promise<number | "moving"> {
  return row.evaluate((track: HTMLElement) => {
    const card = track.querySelector("li");
    if (!card) throw new Error("no card");
    if (track.dataset.moving !== undefined) return "moving";
    return Math.round((track.scrollLeft / card.getBoundingClientRect().width) * 100) / 100;
  });
}

/** The place of the row's end, in cards. */
function end(row: Locator): Promise<number> {
  return row.evaluate((track) => {
    const width = track.querySelector("li")?.getBoundingClientRect().width ?? 0;
    return Math.round(((track.scrollWidth - track.clientWidth) / width) * 100) / 100;
  });
}

test("a step takes one card, eased, in 0.4 s, with snapping off only meanwhile", async ({ page }) => {
  const { row, forward } = await categories(page);
  const middle = await row.evaluate(
    (track, next) =>
      new Promise<{ duration: unknown; easing: unknown; snap: string; before: string; left: number; card: number }>(
        (resolve) => {
          const before = getComputedStyle(track).scrollSnapType;
          next?.click();
          const [step] = track.getAnimations();
          if (!step) throw new Error("no step under way");
          step.pause();
          step.currentTime = 200;
          requestAnimationFrame(() =>
            requestAnimationFrame(() => {
              const { duration, easing } = step.effect?.getTiming() ?? {};
              const snap = getComputedStyle(track).scrollSnapType;
              const card = track.querySelector("li")?.getBoundingClientRect().width ?? 0;
              resolve({ duration, easing, snap, before, left: track.scrollLeft, card });
              step.play();
            }),
          );
        },
      ),
    (await forward.elementHandle()) as HTMLButtonElement | null,
  );
  expect(middle.duration).toBe(400);
  expect(middle.easing).toBe("cubic-bezier(0.65, 0, 0.35, 1)");
  expect(middle.before).toBe("x mandatory");
  expect(middle.snap).toBe("none");
  expect(Math.abs(middle.left - middle.card / 2)).toBeLessThan(2);
  await expect.poll(() => position(row)).toBe(1);
  await expect(row).toHaveCSS("scroll-snap-type", "x mandatory");
});
