import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { icons } from "../../lazy-constants";

type Client = typeof import("./icon-client");

// The server's replies and the clock are fakes.
let client: Client;
let requested: string[];
let answer: (address: string, signal: AbortSignal) => Promise<Response>;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  client = await import("./icon-client");
  requested = [];
  answer = (address) => Promise.resolve(Response.json(setOf(address)));
  vi.stubGlobal("fetch", (address: string, { signal }: { signal: AbortSignal }) => {
    requested.push(address);
    return answer(address, signal);
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The reply to an address: every icon exists, "ring" is an alias, "gone" is missing. */
function setOf(address: string) {
  const names = new URL(address, "http://a.example").searchParams.get("icons")?.split(",") ?? [];
  return {
    prefix: "parts",
    width: 24,
    height: 24,
    icons: Object.fromEntries(
      names
        .filter((name) => name !== "gone")
        .map((name) => (name === "ring" ? ["flange", { body: "<flange/>", left: 2 }] : [name, { body: `<${name}/>` }])),
    ),
    ...(names.includes("ring") ? { aliases: { ring: { parent: "disc" }, disc: { parent: "flange" } } } : {}),
  };
}

/** A reply that stays pending until the request is aborted. */
const noReply = (_: string, signal: AbortSignal) =>
  new Promise<Response>((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("given up"))));

/** Returns the state of a promise after all timers up to `time` ms have run. */
async function after<T>(time: number, promise: Promise<T>): Promise<T | Error | "open"> {
  let state: T | Error | "open" = "open";
  promise.then(
    (value) => {
      state = value;
    },
    (error: Error) => {
      state = error;
    },
  );
  await vi.advanceTimersByTimeAsync(time);
  return state;
}

test("icons that are loaded together are one request per set, and are fetched once", async () => {
  const both = Promise.all([client.loadIcon("parts:valve"), client.loadIcon("parts:tee"), client.loadIcon("other:x")]);
  expect(await after(0, both)).toMatchObject([{ viewBox: "0 0 24 24", body: "<valve/>" }, { body: "<tee/>" }, {}]);
  expect(requested).toEqual(["/api/icons/parts.json?icons=tee,valve", "/api/icons/other.json?icons=x"]);
  await after(0, client.loadIcon("parts:valve"));
  expect(requested).toHaveLength(2);
});

test("an alias resolves to its parent icon, with that icon's own dimensions", async () => {
  expect(await after(0, client.loadIcon("parts:ring"))).toEqual({ viewBox: "2 0 24 24", body: "<flange/>" });
});

test("a list of names that exceeds the longest address is split", async () => {
  const names = Array.from({ length: 60 }, (_, index) => `fitting-with-a-name-${index}`);
  const all = Promise.all(names.map((name) => client.loadIcon(`parts:${name}`)));
  expect(await after(0, all)).toHaveLength(60);
  expect(requested.length).toBeGreaterThan(2);
  expect(Math.max(...requested.map((address) => address.length))).toBeLessThanOrEqual(icons.maxUrl);
  const found = requested.flatMap((address) => address.split("icons=")[1]?.split(","));
  expect(new Set(found)).toEqual(new Set(names));
  expect(found).toHaveLength(names.length);
});

test("Icon load: a 404 aborts", async () => {
  answer = () => Promise.resolve(new Response("", { status: 404 }));
  expect(await after(0, client.loadIcon("parts:valve"))).toMatchObject({
    message: expect.stringContaining("not found"),
  });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(requested).toHaveLength(1);
});

test("Icon load: other statuses retry the next resource, at once", async () => {
  answer = (address) =>
    Promise.resolve(requested.length === 1 ? new Response("", { status: 503 }) : Response.json(setOf(address)));
  expect(await after(0, client.loadIcon("parts:valve"))).toMatchObject({ body: "<valve/>" });
  expect(requested).toHaveLength(2);
});

test("Icon load: when every resource has failed the load rejects, and the next load tries again", async () => {
  answer = () => Promise.resolve(new Response("", { status: 500 }));
  expect(await after(0, client.loadIcon("parts:valve"))).toMatchObject({
    message: expect.stringContaining("status 500"),
  });
  expect(requested).toHaveLength(2);
  answer = (address) => Promise.resolve(Response.json(setOf(address)));
  expect(await after(0, client.loadIcon("parts:valve"))).toMatchObject({ body: "<valve/>" });
});

test("after 750 ms without a reply the next resource is requested, and the first reply counts", async () => {
  answer = (address, signal) =>
    requested.length === 1 ? noReply(address, signal) : Promise.resolve(Response.json(setOf(address)));
  const icon = client.loadIcon("parts:valve");
  expect(await after(icons.rotate - 1, icon)).toBe("open");
  expect(requested).toHaveLength(1);
  expect(await after(1, icon)).toMatchObject({ body: "<valve/>" });
  expect(requested).toHaveLength(2);
});

test("a load times out 5 s after the last resource should have replied", async () => {
  answer = noReply;
  const icon = client.loadIcon("parts:valve");
  expect(await after(2 * icons.rotate + icons.timeout - 1, icon)).toBe("open");
  expect(await after(1, icon)).toEqual(new Error("load icons: no reply from the server"));
  expect(requested).toHaveLength(2);
});

test("an unknown icon name and an invalid one reject without failing other icons", async () => {
  const good = client.loadIcon("parts:valve");
  expect(await after(0, client.loadIcon("parts:gone"))).toEqual(new Error("load icon parts:gone: not in the set"));
  expect(await after(0, good)).toMatchObject({ body: "<valve/>" });
  for (const name of ["valve", "parts:", "parts:../x", "Parts:valve", "a:b:c"]) {
    expect(await after(0, client.loadIcon(name))).toEqual(new Error(`load icon "${name}": invalid name`));
  }
});
