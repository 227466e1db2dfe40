import type { Page } from "@playwright/test";
import { storageKeys } from "../web/src/constants";
import { maxLines } from "../web/src/domain/cart-item";
import { expect, hydrated, test } from "./fixtures";
import { fill, submit, referenceIn } from "./forms";
import { declineCookies, openCart } from "./states";

/** Opens a page with `count` lines, named 1, 2, 3 and so on, in the stored cart. */
async function openWith(page: Page, count: number, path: string): Promise<void> {
  await page.goto(path);
  await page.evaluate(
    ([key, count]) => {
      const items = Array.from({ length: count }, (_, index) => ({
        uid: `free:${index + 1}`,
        productId: 0,
        slug: "",
        sku: `${index + 1}`,
        type: "",
        quantity: 1,
        meta: { free: true },
      }));
      localStorage.setItem(key, JSON.stringify({ items, updated: Date.now() }));
    },
    [storageKeys.cart, count] as const,
  );
  await page.reload();
  await hydrated(page);
}

test.beforeEach(({ context, baseURL }) => declineCookies(context, baseURL));

test("a cart with more lines than a request accepts shows this; the first are sent, and the others remain", async ({
  page,
}) => {
  await openWith(page, maxLines + 2, "/en/about");
  await openCart(page);
  const panel = page.locator("#overlay-cart");
  const notice = panel.getByRole("status").filter({ hasText: "The first 500 are sent" });
  const button = panel.locator("form [type=submit]");
  await expect(notice).toHaveText(/500 items at most.*2 more stay in the cart for the next request/);
  await expect(button).toHaveText("Send the first 500 items");
  await fill(panel, "Large cart");
  await submit(panel);
  await referenceIn(panel);
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await openCart(page);
  await expect(panel.locator(".citem")).toContainText(["501", "502"]);
  await expect(notice).toHaveCount(0);
  await fill(panel, "Large cart, the rest");
  await expect(button).toHaveText("Send request");
  await submit(panel);
  await referenceIn(panel);
  await expect(page.locator(".hd-cart")).toContainText("(0)");
});
