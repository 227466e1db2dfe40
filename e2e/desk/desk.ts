import { execFileSync } from "node:child_process";
import type { APIRequestContext, Page } from "@playwright/test";
import { expect, test as base } from "../fixtures";
import { databaseFlags } from "../postgres";
import { binary, type Server, startServer, withServer } from "../server";

/** Of every account. */
export const password = "a long password";

/** The people of the desk, by their roles. */
export const people = {
  owner: { email: "mara.keller@example.com", role: "administrator" },
  sales: { email: "jonas.brunner@example.com", role: "sales" },
  viewer: { email: "vera.weiss@example.com", role: "viewer" },
  editor: { email: "tobias.wirz@example.com", role: "editor" },
} as const;

export type Staff = keyof typeof people;

/** Starts a server with an account of each role, one per worker. */
export const test = base.extend<object, { server: Server }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern
    async ({}, use) =>
      withServer(use, (data) => {
        for (const { email, role } of Object.values(people)) {
          const account = ["--email", email, "--role", role, "--password-stdin", "--data", data];
          execFileSync(binary, ["users", "add", ...account, ...databaseFlags(data)], { input: `${password}\n` });
        }
        return startServer(data);
      }),
    { scope: "worker" },
  ],
  locale: "en-US",
});

export { expect };

/** Signs in through the API: the page has the session's cookie. */
export async function signIn(page: Page, who: Staff = "sales"): Promise<void> {
  const reply = await page.request.post("/desk/api/session", { data: { email: people[who].email, password } });
  expect(reply.status(), await reply.text()).toBe(200);
}

/** Fills in the sign-in form. */
export async function fillSignIn(page: Page, who: Staff, word = password): Promise<void> {
  await page.getByLabel("E-mail").fill(people[who].email);
  await page.getByLabel("Password").fill(word);
  await page.getByRole("button", { name: "Continue" }).click();
}

/** Browsers have passkeys on localhost and not on 127.0.0.1, where the server listens. */
export const onLocalhost = (url: string) => url.replace("127.0.0.1", "localhost");

/** Gives the browser a device with passkeys whose owner touches it at once. */
export async function addDevice(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send("WebAuthn.enable");
  await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

let sent = 0;

/** Sends a request as the site's form does; returns its number. */
export async function sendRequest(
  request: APIRequestContext,
  name: string,
  message = "Two valves, please.",
): Promise<string> {
  const reply = await request.post("/api/form-messages", {
    data: {
      formId: 12,
      formKey: "contact",
      formTitle: "Request",
      source: "contact",
      name,
      phone: "+41 52 000 24 00",
      email: "buyer@example.com",
      subject: "",
      message,
      agree: true,
      meta: { formType: "contact" },
      language: "en-US",
      page: "/en/contact",
      // A person types longer than this many milliseconds.
      elapsed: 60_000,
      idempotencyKey: `desk-${process.pid}-${(sent += 1)}`,
    },
  });
  expect(reply.ok(), await reply.text()).toBe(true);
  const { data } = (await reply.json()) as { data: { reference: string } };
  return data.reference;
}

/** Opens the open requests that match words. */
export async function openList(page: Page, words = "", view = "open"): Promise<void> {
  await page.goto(`/desk/requests?${new URLSearchParams({ view, ...(words ? { q: words } : {}) })}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

/** The row of a request. */
export function row(page: Page, reference: string) {
  return page.getByRole("row").filter({ hasText: reference });
}

interface Cart {
  reference: string;
  /** The address of the visitor's page. */
  link: string;
}

/** Sends five lines as the cart does: four articles and one in the visitor's own words. */
export async function sendCart(request: APIRequestContext, name: string): Promise<Cart> {
  const articles = ["FR-GV-12S-71", "FR-GV-06L-71", "FR-GV-08L-71", "FR-GV-10L-71"];
  const lines = [
    ...articles.map((sku, index) => ({
      uid: `1:${sku}`,
      productId: 1,
      slug: "straight-union-s",
      sku,
      type: "variation",
      quantity: (index + 1) * 10,
      price: null,
      currency: "CHF",
      image: "/fitting.png",
      translations: { "en-US": { name: "Straight union", title: sku } },
      variation: { id: index + 1, title: sku, attributes: [] },
      bundle: null,
      meta: { chips: [], note: index === 1 ? "with certificate 3.1" : "" },
    })),
    { uid: "free:1", sku: "Flat gasket for DN 80, steam", type: "", quantity: 6, meta: { free: true } },
  ];
  const reply = await request.post("/api/form-messages", {
    data: {
      formId: 1,
      formKey: "cart",
      source: "cart",
      name,
      phone: "+41 52 000 24 00",
      email: "buyer@example.com",
      message: `Needed in week 50. ${crypto.randomUUID()}`,
      agree: true,
      language: "en-US",
      elapsed: 60_000,
      idempotencyKey: crypto.randomUUID(),
      lines,
    },
  });
  expect(reply.ok(), await reply.text()).toBe(true);
  return ((await reply.json()) as { data: Cart }).data;
}

/** What the desk knows of a request, by its API. */
export async function detailOf(page: Page, reference: string) {
  const reply = await page.request.get(`/desk/api/requests/${reference}`);
  const { data } = (await reply.json()) as {
    data: {
      state: string;
      draft: { kind: string } | null;
      letters: { kind: string; text: string }[];
      offers: { number: string; total: string; state: string }[];
    };
  };
  return data;
}
