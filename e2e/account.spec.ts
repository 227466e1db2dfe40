import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { authentication, createDirectus, isDirectusError, readMe as readMeOfSdk, rest } from "@directus/sdk";
import { expect, test } from "@playwright/test";
import {
  acceptInvitation,
  createUser,
  inviteUser,
  login,
  logout,
  readMe,
  refresh,
  requestPasswordReset,
  resetPassword,
  sessionToken,
} from "../web/src/clients/directus-auth/client";
import { useSession } from "../web/src/clients/directus-auth/session";
import { startAccount } from "../web/src/clients/directus-auth/start";
import { fetchContent } from "../web/src/content/client";
import type { Query } from "../web/src/content/query";
import { databaseFlags } from "./postgres";
import { binary, freshData, removeData, type Server, startServer } from "./server";

// Tests the authentication client against the running server; no page uses it yet.
// The client has one session per page, so these tests run serially.
test.describe.configure({ mode: "serial" });

const realFetch = globalThis.fetch;
const password = "a long password";
const pages = ["--reset-url", "https://www.example.com/reset", "--invite-url", "https://www.example.com/invite"];
let server: Server;

test.beforeAll(async () => {
  const data = freshData();
  const add = (email: string, role: string) =>
    execFileSync(
      binary,
      ["users", "add", "--email", email, "--role", role, "--password-stdin", "--data", data, ...databaseFlags(data)],
      { input: `${password}\n` },
    );
  add("boss@example.com", "administrator");
  add("ed@example.com", "editor");
  server = await startServer(data, ...pages);
  // A browser resolves URLs against the page's origin.
  globalThis.fetch = (address, init) =>
    realFetch(new URL(address instanceof Request ? address.url : address, server.url), init);
});

test.afterAll(async () => {
  globalThis.fetch = realFetch;
  await server.stop();
  removeData(server.data);
});

test.afterEach(() => useSession.getState().end());

/** Returns the token in the only mail to an address; each file is one mail. */
async function mailedToken(to: string): Promise<string> {
  const folder = join(server.data, "mail");
  const token = () => {
    if (!existsSync(folder)) return undefined;
    const mails = readdirSync(folder).filter((name) => name.endsWith(".eml"));
    const text = mails.map((name) => readFileSync(join(folder, name), "utf8")).find((mail) => mail.includes(`<${to}>`));
    // Quoted-printable breaks a long line with "=" and encodes "=" as "=3D".
    return /\?token=([\w.-]+)/.exec(text?.replaceAll("=\r\n", "").replaceAll("=3D", "=") ?? "")?.[1];
  };
  await expect.poll(token).toBeTruthy();
  return token() ?? "";
}

test("the client signs in, reads its user, refreshes its session and signs out", async () => {
  await login("ED@example.com", password);
  expect(await readMe({ fields: "email,status" })).toEqual({ email: "ed@example.com", status: "active" });
  const { refreshToken } = useSession.getState();
  useSession.setState({ expiresAt: 0 }); // the access token has expired
  expect(await sessionToken()).toBe(useSession.getState().accessToken);
  expect(useSession.getState().refreshToken).not.toBe(refreshToken);
  const last = useSession.getState().refreshToken;
  await logout();
  useSession.setState({ refreshToken: last });
  expect(await refresh()).toBeNull();
  expect(useSession.getState().refreshToken).toBeNull();
});

test("a wrong password gives the error text of the specification", async () => {
  await expect(login("ed@example.com", "wrong password")).rejects.toThrow(
    "Login failed, please check your credentials.",
  );
});

test("content is read with the session's permissions, and an invalid token reads nothing", async () => {
  const draft = "/items/products?filter[status][_neq]=published&limit=1&fields=id" as Query<unknown[]>;
  startAccount();
  await login("boss@example.com", password);
  await fetchContent("/items/products?limit=1&fields=id" as Query<unknown[]>);
  const role = await readMe({ fields: "role.name" });
  expect(role).toEqual({ role: { name: "Administrator" } });
  useSession.setState({ accessToken: "not.a.token" });
  await expect(fetchContent(draft)).rejects.toMatchObject({ status: 401 });
  useSession.getState().end();
  await expect(fetchContent(draft)).resolves.toBeInstanceOf(Array);
});

test("users are created and invited, and set passwords through mailed links", async () => {
  await login("boss@example.com", password);
  const created = await createUser({ email: "made@example.com", password });
  const editor = await readMe({ fields: "role" });
  await inviteUser("guest@example.com", String(editor.role));
  await logout();
  await acceptInvitation(await mailedToken("guest@example.com"), "the guest's password");
  await login("guest@example.com", "the guest's password");
  await requestPasswordReset("made@example.com");
  await resetPassword(await mailedToken("made@example.com"), "another password");
  await login("made@example.com", "another password");
  expect(await readMe()).toEqual({ id: created.id });
});

test("the official client signs in, refreshes its session, reads its user and signs out", async () => {
  const client = createDirectus(`${server.url}/api/content`).with(authentication("json")).with(rest());
  await client.login({ email: "ed@example.com", password });
  expect(await client.request(readMeOfSdk({ fields: ["email"] }))).toEqual({ email: "ed@example.com" });
  const previous = await client.getToken();
  const refreshed = await client.refresh();
  expect(refreshed.refresh_token).toHaveLength(64);
  expect(await client.getToken()).toBe(refreshed.access_token);
  expect(typeof previous).toBe("string");
  await client.logout();
  const refused = await client.login({ email: "ed@example.com", password: "wrong" }).catch((e: unknown) => e);
  expect(isDirectusError(refused) && refused.errors[0]?.extensions.code).toBe("INVALID_CREDENTIALS");
});
