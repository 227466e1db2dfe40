import type { Page } from "@playwright/test";
import { installAxe, violations } from "../axe";
import { expectErrors } from "../fixtures";
import { expect, sendCart, sendRequest, signIn, test } from "./desk";

test.use({ reducedMotion: "reduce" });

/** Visits each screen and window of the desk once it has settled. */
async function visit(
  page: Page,
  reference: string,
  cart: string,
  check: (name: string) => Promise<void>,
): Promise<void> {
  const open = async (name: string, address: string, ready: string) => {
    await page.goto(address);
    await expect(page.getByRole("heading", { name: ready }).first()).toBeVisible();
    await check(name);
  };
  await open("overview", "/desk", "Deliveries");
  await open("inbox", "/desk/requests?view=open", "Requests");
  await open("empty view", "/desk/requests?view=spam&q=nothing+like+this", "No request matches.");
  await open("request", `/desk/requests/${reference}`, "Screen Reader AG");
  await open("question", `/desk/requests/${reference}/reply?kind=question`, "Reply");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("alert")).toBeVisible();
  await check("question with what is missing");
  await open("offer", `/desk/requests/${cart}/reply?kind=offer`, "Lines");
  await expect(page.locator(".sums")).toBeVisible();
  await check("offer");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("alert")).toBeVisible();
  await check("offer with what is missing");
  await open("handbook", "/desk/help/clerk", "Answer requests");
  await open("request again", `/desk/requests/${reference}`, "Screen Reader AG");
  await page.keyboard.press("a");
  await expect(page.getByRole("dialog")).toBeVisible();
  await check("assigning");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog", { name: "Search or do" })).toBeVisible();
  await check("palette");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "All keys" })).toBeVisible();
  await check("keys");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.getByRole("button", { name: /, Owner$/ }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  await check("person");
}

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test("axe reports no violations on any screen", async ({ page, request, pageErrors }) => {
      test.slow();
      expectErrors(pageErrors);
      await installAxe(page);
      const reference = await sendRequest(request, "Screen Reader AG");
      await page.goto("/desk/sign-in");
      await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
      expect.soft(await violations(page), "sign-in").toEqual([]);
      await signIn(page, "owner");
      const cart = await sendCart(request, "Screen Reader AG");
      await visit(page, reference, cart.reference, async (name) =>
        expect.soft(await violations(page), name).toEqual([]),
      );
    });
  });
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("axe reports no violations, and all fits 390 and 320 px", async ({ page, request }) => {
    test.slow();
    await installAxe(page);
    const reference = await sendRequest(request, "Screen Reader AG", "A_very_long_word_".repeat(20));
    await signIn(page, "owner");
    const cart = await sendCart(request, "Screen Reader AG");
    await visit(page, reference, cart.reference, async (name) => {
      expect.soft(await violations(page, { colours: false }), name).toEqual([]);
      for (const width of [320, 390]) {
        await page.setViewportSize({ width, height: 844 });
        const wider = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        // A menu takes its new place in a later frame.
        await expect.soft.poll(wider, { message: `${name}: pixels beyond ${width}` }).toBeLessThanOrEqual(0);
      }
    });
  });
});
