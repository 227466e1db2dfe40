import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchVersion } from "./new-version";

const interval = 5 * 60_000;

let requested: string[];
let replies: Record<string, unknown>;
let stop: () => void;
const found = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  found.mockClear();
  requested = [];
  replies = { "/builds/latest.json": { id: "own" } };
  vi.stubGlobal("fetch", (address: string) => {
    requested.push(address);
    const reply = replies[address.split("?")[0] ?? ""];
    return Promise.resolve(reply ? Response.json(reply) : new Response("", { status: 404 }));
  });
  stop = watchVersion("own", interval, found);
});

afterEach(() => {
  stop();
  setHidden(false);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function setHidden(hidden: boolean): void {
  vi.spyOn(document, "hidden", "get").mockReturnValue(hidden);
  document.dispatchEvent(new Event("visibilitychange"));
}

test("the latest build is requested every five minutes with a new address; the same build changes nothing", async () => {
  await vi.advanceTimersByTimeAsync(interval - 1);
  expect(requested).toEqual([]);
  await vi.advanceTimersByTimeAsync(1 + interval);
  expect(requested).toHaveLength(2);
  for (const address of requested) expect(address).toMatch(/^\/builds\/latest\.json\?\d{13}$/);
  expect(found).not.toHaveBeenCalled();
});

test("a newer build counts once its route rules can be read, and ends the checks", async () => {
  replies = { "/builds/latest.json": { id: "next" } };
  await vi.advanceTimersByTimeAsync(interval);
  expect(requested).toEqual([expect.stringContaining("latest"), "/builds/meta/next.json"]);
  expect(found).not.toHaveBeenCalled();
  replies["/builds/meta/next.json"] = { id: "next", matcher: {} };
  await vi.advanceTimersByTimeAsync(interval);
  expect(found).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(10 * interval);
  expect(requested).toHaveLength(4);
});

test("a server without an answer changes nothing, and is checked again", async () => {
  vi.stubGlobal("fetch", (address: string) => {
    requested.push(address);
    return Promise.reject(new TypeError("network"));
  });
  await vi.advanceTimersByTimeAsync(2 * interval);
  expect(requested).toHaveLength(2);
  expect(found).not.toHaveBeenCalled();
});

test("a hidden page does not check, and checks once when it is shown again", async () => {
  setHidden(true);
  await vi.advanceTimersByTimeAsync(3 * interval);
  setHidden(true);
  expect(requested).toEqual([]);
  setHidden(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(requested).toHaveLength(1);
  setHidden(false);
  await vi.advanceTimersByTimeAsync(interval - 1);
  expect(requested).toHaveLength(1);
});
