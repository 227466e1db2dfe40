import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fetchContent } from "./client";

let logged: unknown[][] = [];

beforeEach(() => {
  logged = [];
  vi.spyOn(console, "error").mockImplementation((...args: unknown[]) => void logged.push(args));
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Replies to one request after the other; the last reply repeats. */
function answer(...replies: (Response | Error)[]) {
  const fetch = vi.fn(async () => {
    const reply = replies.length > 1 ? replies.shift() : replies[0];
    if (reply instanceof Error || !reply) throw reply ?? new Error("no answer");
    return reply.clone();
  });
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

test("asks under the same-origin prefix and unwraps data", async () => {
  const fetch = answer(json({ data: [{ id: 1 }] }));
  expect(await fetchContent("/items/products?limit=1")).toEqual([{ id: 1 }]);
  expect(fetch).toHaveBeenCalledWith("/api/content/items/products?limit=1", expect.anything());
});

test("identical requests in flight are shared", async () => {
  const fetch = answer(json({ data: 7 }));
  expect(await Promise.all([fetchContent("/items/a"), fetchContent("/items/a"), fetchContent("/items/b")])).toEqual([
    7, 7, 7,
  ]);
  expect(fetch).toHaveBeenCalledTimes(2);
  await fetchContent("/items/a");
  expect(fetch).toHaveBeenCalledTimes(3);
});

test.each([408, 409, 425, 429, 500, 502, 503, 504])("Fetch retry: a status %d is tried once more", async (status) => {
  const fetch = answer(json({ errors: [{ message: "busy" }] }, status), json({ data: "there" }));
  expect(await fetchContent(`/items/retry-${status}`)).toBe("there");
  expect(fetch).toHaveBeenCalledTimes(2);
});

test("a request to an unreachable server is retried once, then rejects", async () => {
  const fetch = answer(new TypeError("network"));
  await expect(fetchContent("/items/offline")).rejects.toThrow("could not be reached");
  expect(fetch).toHaveBeenCalledTimes(2);
});

test.each([400, 403, 404])(
  "Request error: a status %d is logged once and rethrown with status, message and data",
  async (status) => {
    const body = { errors: [{ message: "not for you", extensions: { code: "FORBIDDEN" } }] };
    const fetch = answer(json(body, status));
    await expect(fetchContent(`/items/final-${status}`)).rejects.toMatchObject({
      status,
      message: "not for you",
      data: body,
    });
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(logged).toEqual([
      [`Request error: /items/final-${status}`, expect.objectContaining({ status, data: body })],
    ]);
  },
);

test("HTML reply instead of JSON: the error names the address and the token as what to check", async () => {
  answer(new Response("<!doctype html><p>Login</p>"));
  await expect(fetchContent("/items/html")).rejects.toThrow(/HTML.*API address and the token/);
});
