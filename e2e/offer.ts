import { type APIRequestContext, expect, request as requests } from "@playwright/test";
import { password, people } from "./desk/desk";
import { editRequests, type Server } from "./server";

export interface Sent {
  reference: string;
  token: string;
  link: string;
}

interface Reply {
  lastLetter: number;
  offer: { number: string; lines: object[] };
}

/** A line with an article. */
export const union = {
  uid: "1:FR-GV-12S-71",
  productId: 1,
  slug: "straight-union-s",
  sku: "FR-GV-12S-71",
  type: "variation",
  quantity: 12,
  price: null,
  currency: "CHF",
  image: "/fitting.png",
  translations: {
    "de-DE": { name: "Gerade Verschraubung", title: "12S" },
    "en-US": { name: "Straight union", title: "12S" },
    "fr-FR": { name: "Union double droite", title: "12S" },
    "it-IT": { name: "Giunzione diritta", title: "12S" },
  },
  variation: { id: 4, title: "12S", attributes: [] },
  bundle: null,
  meta: { chips: [{ code: "PN", value: "630" }], note: "with certificate 3.1" },
};

/** A line with a text. */
export const typed = { uid: "free:1", sku: "Manifold per drawing 4711", type: "", quantity: 1, meta: { free: true } };

/** Sends a request with an article and a typed line. */
export async function sendLines(request: APIRequestContext, changes: object = {}): Promise<Sent> {
  const reply = await request.post("/api/form-messages", {
    data: {
      formId: 1,
      formKey: "cart",
      source: "cart",
      name: "Giulia Conti",
      phone: "+39 02 000 00 00 1",
      email: "g.conti@valgrande.example",
      // Identical content would be stored as one request.
      message: `Needed in week 50.\nPartial delivery is fine.\n${crypto.randomUUID()}`,
      agree: true,
      language: "en-US",
      elapsed: 60_000,
      idempotencyKey: crypto.randomUUID(),
      lines: [union, typed],
      ...changes,
    },
  });
  expect(reply.status(), await reply.text()).toBe(201);
  return ((await reply.json()) as { data: Sent }).data;
}

/** The supplier, as the desk answers. */
export class Supplier {
  readonly #desk: APIRequestContext;
  readonly #user: string;

  private constructor(desk: APIRequestContext, user: string) {
    this.#desk = desk;
    this.#user = user;
  }

  static async signIn({ url }: Server): Promise<Supplier> {
    const desk = await requests.newContext({ baseURL: url });
    const reply = await desk.post("/desk/api/session", { data: { email: people.sales.email, password } });
    expect(reply.status(), await reply.text()).toBe(200);
    const { data } = (await reply.json()) as { data: { id: string } };
    return new Supplier(desk, data.id);
  }

  async ask(reference: string, text: string): Promise<void> {
    await this.#send(reference, { kind: "question", subject: "A question", text });
  }

  async decline(reference: string): Promise<void> {
    await this.#send(reference, { kind: "decline", subject: "Your request", text: "We cannot supply this." });
  }

  /** Sends an offer of CHF 150.00 net; returns its number. */
  async offer(reference: string, changes: object = {}): Promise<string> {
    const { offer } = await this.#reply(reference);
    const [first = {}, second = {}] = offer.lines;
    const deliveries = [{ quantity: "4" }, { quantity: "8", days: 3 }];
    const lines = [
      { ...first, sku: "FR-GV-12S-71", price: "8.5", vatRate: "8.1", certificate: "3.1", deliveries },
      ...(offer.lines.length > 1 ? [{ ...second, notOffered: "made to drawing by others" }] : []),
    ];
    const charges = [{ text: "Freight", amount: "48", vatRate: "8.1" }];
    const sent = { ...offer, currency: "CHF", vat: true, lines, charges, ...changes };
    await this.#send(reference, {
      kind: "offer",
      subject: "Our offer",
      text: "Please find our offer here.",
      offer: sent,
    });
    return offer.number;
  }

  /** Returns what an answer begins with. */
  async #reply(reference: string): Promise<Reply> {
    const reply = await this.#desk.get(`/desk/api/requests/${reference}/reply`);
    expect(reply.status(), await reply.text()).toBe(200);
    return ((await reply.json()) as { data: Reply }).data;
  }

  async #send(reference: string, letter: object): Promise<void> {
    const { lastLetter } = await this.#reply(reference);
    const reply = await this.#desk.post(`/desk/api/requests/${reference}/send`, { data: { ...letter, lastLetter } });
    expect(reply.status(), await reply.text()).toBe(200);
  }

  async take(reference: string): Promise<void> {
    const reply = await this.#desk.post(`/desk/api/requests/${reference}/assign`, { data: { user: this.#user } });
    expect(reply.status(), await reply.text()).toBe(200);
  }
}

/** Ends the validity of an offer. */
export function expireOffer({ data }: Server, number: string): void {
  const over = "2026-01-01T00:00:00.000Z";
  editRequests(
    data,
    `UPDATE request_offers SET valid_until = '${over}' WHERE number = '${number}';
     UPDATE requests SET expires_at = '${over}' WHERE id = (SELECT request_id FROM request_offers WHERE number = '${number}')`,
  );
}
