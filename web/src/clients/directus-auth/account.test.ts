import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { authorizeContent, fetchContent } from "../../content/client";
import type { Query } from "../../content/query";
import { login, logout, providerLogin, readMe, refresh, sessionToken } from "./client";
import { useSession } from "./session";
import { startAccount } from "./start";

interface RecordedRequest {
  path: string;
  token: string | null;
  body: unknown;
}

let requests: RecordedRequest[] = [];

/** Replies by path; a path without a reply is unreachable. */
function serve(answers: Record<string, () => Response | Promise<Response>>): void {
  vi.stubGlobal("fetch", async (address: string, init: RequestInit = {}) => {
    const path = address.replace("/api/content", "");
    const body: unknown = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
    requests.push({ path, token: new Headers(init.headers).get("Authorization"), body });
    const answer = answers[path.split("?")[0] ?? ""];
    if (!answer) throw new TypeError("network");
    return answer();
  });
}

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const refused = (status: number) => json({ errors: [{ message: "no" }] }, status);
const tokens = (n: number) =>
  json({ data: { access_token: `access-${n}`, refresh_token: `refresh-${n}`, expires: 900_000 } });
const item = "/items/products" as Query<unknown>;
const items = { "/items/products": () => json({ data: [] }) };

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "error").mockImplementation(() => {});
  requests = [];
  sessionStorage.clear();
  useSession.getState().end();
});

afterEach(() => {
  authorizeContent(null);
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("a login stores the tokens, and later calls send the access token", async () => {
  serve({ "/auth/login": () => tokens(1), "/users/me": () => json({ data: { id: "7", email: "a@example.com" } }) });
  await login("a@example.com", "secret");
  expect(await readMe({ fields: "id,email" })).toEqual({ id: "7", email: "a@example.com" });
  expect(requests).toEqual([
    { path: "/auth/login", token: null, body: { email: "a@example.com", password: "secret" } },
    { path: "/users/me?fields=id%2Cemail", token: "Bearer access-1", body: undefined },
  ]);
});

test.each([
  ["a refusal", () => refused(401)],
  ["a reply without data", () => json({})],
  ["a reply without a token", () => json({ data: { expires: 900_000 } })],
  ["an empty token", () => json({ data: { access_token: "", expires: 900_000 } })],
])("Login returns no access token (%s): the credentials are to be checked", async (_, answer) => {
  serve({ "/auth/login": answer });
  await expect(login("a@example.com", "wrong")).rejects.toThrow("Login failed, please check your credentials.");
  expect(useSession.getState().accessToken).toBeNull();
});

test("a login that fails for another reason than the credentials rejects with that reason", async () => {
  serve({});
  await expect(login("a@example.com", "x")).rejects.toThrow("could not be reached");
  serve({ "/auth/login": () => refused(429) });
  await expect(login("a@example.com", "x")).rejects.toMatchObject({ status: 429, message: "no" });
});

test("an expired access token is refreshed on demand, once for concurrent callers", async () => {
  serve({ "/auth/login": () => tokens(1), "/auth/refresh": () => tokens(2) });
  await login("a@example.com", "secret");
  vi.advanceTimersByTime(900_000);
  expect(await Promise.all([sessionToken(), sessionToken(), refresh()])).toEqual(["access-2", "access-2", "access-2"]);
  expect(requests.slice(1)).toEqual([
    { path: "/auth/refresh", token: null, body: { refresh_token: "refresh-1", mode: "json" } },
  ]);
});

test.each([
  ["a refusal", () => refused(401)],
  ["no access token", () => json({ data: {} })],
  ["no answer", () => Promise.reject(new TypeError("network"))],
])("after a failed refresh (%s) there is no refresh token, and nothing more is tried", async (_, answer) => {
  serve({ "/auth/login": () => tokens(1), "/auth/refresh": answer });
  await login("a@example.com", "secret");
  vi.advanceTimersByTime(900_000);
  expect(await sessionToken()).toBeNull();
  expect(useSession.getState().refreshToken).toBeNull();
  expect(sessionStorage).toHaveLength(0);
  expect(await sessionToken()).toBeNull();
  expect(requests).toHaveLength(2);
});

test("a login during the refresh of an older session is kept", async () => {
  let answer: (r: Response) => void = () => {};
  serve({ "/auth/login": () => tokens(2), "/auth/refresh": () => new Promise<Response>((r) => (answer = r)) });
  useSession.getState().begin({ access_token: "old", refresh_token: "old", expires: 0 });
  const running = sessionToken();
  await login("b@example.com", "secret");
  answer(refused(401));
  expect(await running).toBe("access-2");
  expect(useSession.getState().refreshToken).toBe("refresh-2");
});

test("without automatic refresh an expired session has no access token", async () => {
  serve({ "/auth/login": () => tokens(1) });
  await login("a@example.com", "secret");
  vi.advanceTimersByTime(900_000);
  expect(await sessionToken(false)).toBeNull();
  expect(useSession.getState().refreshToken).toBe("refresh-1");
});

test("content requests send the session's token if it is valid, else the public one, else none", async () => {
  serve({ ...items, "/auth/login": () => tokens(1), "/auth/refresh": () => refused(401) });
  startAccount({ publicToken: "public" });
  await fetchContent(item);
  await login("a@example.com", "secret");
  await fetchContent(item);
  vi.advanceTimersByTime(900_000);
  await fetchContent(item);
  startAccount();
  await fetchContent(item);
  expect(requests.filter(({ path }) => path === item).map(({ token }) => token)).toEqual([
    "Bearer public",
    "Bearer access-1",
    "Bearer public",
    null,
  ]);
});

test("only requests to the content API send a token", async () => {
  serve({ ...items, "/api/catalogue": () => json({ data: [] }) });
  startAccount({ publicToken: "public" });
  await fetchContent("/catalogue?q=dn" as Query<unknown>);
  expect(requests.map(({ token }) => token)).toEqual([null]);
});

test("the refresh token survives a reload of the tab, the access token does not", async () => {
  serve({ ...items, "/auth/login": () => tokens(1), "/auth/refresh": () => tokens(2) });
  await login("a@example.com", "secret");
  const stored = Array.from({ length: sessionStorage.length }, (_, i) =>
    sessionStorage.getItem(sessionStorage.key(i) ?? ""),
  );
  expect(stored).toEqual(["refresh-1"]);
  expect(localStorage).toHaveLength(0);
  startAccount(); // as the next document does
  expect(useSession.getState().accessToken).toBeNull();
  await fetchContent(item);
  expect(requests.at(-1)?.token).toBe("Bearer access-2");
});

test("a logout ends the session in the browser even if the server is unreachable", async () => {
  serve({ "/auth/login": () => tokens(1) });
  await login("a@example.com", "secret");
  await expect(logout()).rejects.toThrow("could not be reached");
  expect(requests.at(-1)).toEqual({
    path: "/auth/logout",
    token: null,
    body: { refresh_token: "refresh-1", mode: "json" },
  });
  expect(useSession.getState()).toMatchObject({ accessToken: null, refreshToken: null });
  await logout(); // not signed in: no request
  expect(requests).toHaveLength(2);
});

test("a provider's login address contains the address to return to", () => {
  expect(providerLogin("the works", "/de/?a=1")).toBe("/api/content/auth/login/the%20works?redirect=%2Fde%2F%3Fa%3D1");
});
