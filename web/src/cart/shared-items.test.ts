import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { freeItem } from "../domain/cart-item";
import type { Change } from "./changes";
import { shareItems } from "./shared-items";
import { parseStoredCart } from "./stored-cart";

const expiry = 36 * 3_600_000;

interface Tab {
  items: readonly { uid: string; quantity: number }[];
  persisted: boolean;
  /** Storage events of other tabs that are not yet delivered, numbered in the order of the writes. */
  events: { number: number; text: string | null }[];
  setFull: (full: boolean) => void;
  change: (change: Change) => void;
  /** Delivers the next storage event. */
  receive: () => void;
}

/**
 * browser simulates local storage with several tabs: each tab has a copy that
 * receives the other tabs' writes later, one by one and in order.
 */
function browser() {
  let clock = 1_000_000;
  let last = 0;
  let text: string | null = null;
  const tabs: Tab[] = [];

  function openTab(name: string): Tab {
    let copy = text;
    let own = 0;
    let ids = 0;
    let full = false;
    const events: Tab["events"] = [];
    const tab: Tab = {
      events,
      items: [],
      persisted: true,
      setFull: (value: boolean) => {
        full = value;
      },
      change: (change: Change) => Object.assign(tab, shared.change(change)),
      receive: () => {
        const event = events.shift();
        if (!event) return;
        // This tab's own latest write overwrote an earlier one.
        if (event.number > own) copy = event.text;
        Object.assign(tab, shared.follow(event.text));
      },
    };
    const shared = shareItems({
      read: () => copy,
      write: (next) => {
        if (full && next !== null) return false;
        copy = next;
        text = next;
        own = ++last;
        for (const other of tabs) if (other !== tab) other.events.push({ number: own, text: next });
        return true;
      },
      now: () => clock,
      expiry: () => expiry,
      newId: () => `${name}${++ids}`,
    });
    Object.assign(tab, shared.follow());
    tabs.push(tab);
    return tab;
  }

  return {
    open: () => openTab(`tab${tabs.length}-`),
    pass: (time: number) => {
      clock += time;
    },
    /** Delivers all pending storage events; fails if the tabs keep answering each other. */
    settle: () => {
      for (let round = 0; tabs.some(({ events }) => events.length > 0); round += 1) {
        if (round > 1000) throw new Error("settle tabs: events still pending after 1000 rounds");
        for (const tab of tabs) tab.receive();
      }
    },
    stored: () => text,
    tabs,
  };
}

const lines = (items: readonly { uid: string; quantity: number }[]) =>
  Object.fromEntries(items.map(({ uid, quantity }) => [uid, quantity]));

const names = ["a", "b", "c"].map((name) => freeItem(name));
const anItem = fc.constantFrom(...names);
const aUid = anItem.map(({ uid }) => uid);
const anAddition = fc.record({
  kind: fc.constant("add" as const),
  item: anItem,
  quantity: fc.integer({ min: 1, max: 9 }),
});
const aChange: fc.Arbitrary<Change> = fc.oneof(
  anAddition,
  fc.record({ kind: fc.constant("quantity" as const), uid: aUid, quantity: fc.integer({ min: -2, max: 9 }) }),
  fc.record({ kind: fc.constant("note" as const), uid: aUid, note: fc.constantFrom("", "urgent") }),
  fc.record({ kind: fc.constant("remove" as const), uids: fc.uniqueArray(aUid, { minLength: 1 }) }),
);
const aTab = fc.nat({ max: 1 });

/** model applies a change to a simple model of the cart: quantities by uid. */
function model(cart: Record<string, number>, change: Change): void {
  if (change.kind === "add") cart[change.item.uid] = (cart[change.item.uid] ?? 0) + change.quantity;
  if (change.kind === "quantity" && change.uid in cart) cart[change.uid] = change.quantity;
  if (change.kind === "remove") for (const uid of change.uids) delete cart[uid];
  for (const [uid, quantity] of Object.entries(cart)) if (quantity <= 0) delete cart[uid];
}

describe("two tabs", () => {
  test("agree with the model when their changes are sequential", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(aTab, aChange, fc.nat({ max: 9000 }))), (steps) => {
        const { open, settle, pass, stored } = browser();
        const tabs = [open(), open()];
        const cart: Record<string, number> = {};
        for (const [at, change, time] of steps) {
          tabs[at]?.change(change);
          model(cart, change);
          settle();
          pass(time);
          for (const { items } of tabs) expect(lines(items)).toEqual(cart);
          expect(stored() === null).toBe(Object.keys(cart).length === 0);
        }
      }),
    );
  });

  test("lose no concurrent additions", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.tuple(aTab, anAddition), aTab)), (steps) => {
        const { open, settle } = browser();
        const tabs = [open(), open()];
        const cart: Record<string, number> = {};
        for (const step of steps) {
          if (typeof step === "number") tabs[step]?.receive();
          else {
            tabs[step[0]]?.change(step[1]);
            model(cart, step[1]);
          }
        }
        settle();
        for (const { items } of tabs) expect(lines(items)).toEqual(cart);
      }),
    );
  });

  test("converge after any concurrent changes", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.tuple(aTab, aChange), aTab)), (steps) => {
        const { open, settle, stored } = browser();
        const tabs = [open(), open()];
        for (const step of steps) {
          if (typeof step === "number") tabs[step]?.receive();
          else tabs[step[0]]?.change(step[1]);
        }
        settle();
        const [one, other] = tabs.map(({ items }) => lines(items));
        expect(one).toEqual(other);
        expect(lines(parseStoredCart(stored() ?? "")?.items ?? [])).toEqual(one);
      }),
    );
  });

  test("keep concurrent changes to different lines", () => {
    const steps = fc.array(fc.oneof(aChange, fc.constant("receive" as const)));
    fc.assert(
      fc.property(steps, steps, fc.array(aTab), (one, other, order) => {
        const { open, settle } = browser();
        const tabs = [open(), open()];
        const cart: Record<string, number> = {};
        // The tabs change disjoint sets of lines.
        const withPrefix = (step: Change | "receive", prefix: string): Change | "receive" =>
          step === "receive" ? step : (JSON.parse(JSON.stringify(step).replaceAll("free:", prefix)) as Change);
        const todo = [one.map((step) => withPrefix(step, "one:")), other.map((step) => withPrefix(step, "other:"))];
        for (const at of [...order, ...one.map(() => 0), ...other.map(() => 1)]) {
          const step = todo[at]?.shift();
          if (step === "receive") tabs[at]?.receive();
          else if (step) {
            tabs[at]?.change(step);
            model(cart, step);
          }
        }
        settle();
        for (const { items } of tabs) expect(lines(items)).toEqual(cart);
      }),
    );
  });
});

test("a tab that emptied a cart does not apply its old changes to the next cart", () => {
  const { open, settle } = browser();
  const emptied = open();
  const [a, b] = names;
  if (!a || !b) throw new Error("no lines");
  emptied.change({ kind: "add", item: a, quantity: 1 });
  emptied.change({ kind: "remove", uids: [a.uid] });
  const later = open();
  later.change({ kind: "add", item: a, quantity: 3 });
  settle();
  expect(lines(emptied.items)).toEqual({ [a.uid]: 3 });
});

test("while storage is full, a tab merges other tabs' changes in memory and stores everything once it can", () => {
  const { open, settle, stored } = browser();
  const [one, other] = [open(), open()];
  const [a, b, c] = names;
  if (!a || !b || !c) throw new Error("no lines");
  one.change({ kind: "add", item: a, quantity: 1 });
  settle();
  one.setFull(true);
  one.change({ kind: "add", item: b, quantity: 2 });
  expect(one.persisted).toBe(false);
  other.change({ kind: "quantity", uid: a.uid, quantity: 5 });
  settle();
  expect(lines(one.items)).toEqual({ [a.uid]: 5, [b.uid]: 2 });
  expect(lines(other.items)).toEqual({ [a.uid]: 5 });
  one.setFull(false);
  one.change({ kind: "add", item: c, quantity: 3 });
  settle();
  expect(one.persisted).toBe(true);
  for (const { items } of [one, other]) expect(lines(items)).toEqual({ [a.uid]: 5, [b.uid]: 2, [c.uid]: 3 });
  expect(stored()).toContain(b.uid);
});

test("a hundred changes of one line within a second are applied once each", () => {
  const { open, settle } = browser();
  const [one, other] = [open(), open()];
  const [a] = names;
  if (!a) throw new Error("no line");
  for (let step = 0; step < 100; step += 1) {
    one.change({ kind: "add", item: a, quantity: 1 });
    if (step % 7 === 0) other.receive();
  }
  settle();
  other.change({ kind: "add", item: a, quantity: 1 });
  settle();
  for (const { items } of [one, other]) expect(lines(items)).toEqual({ [a.uid]: 101 });
});
