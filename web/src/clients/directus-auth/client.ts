import { ContentError, contentPrefix, exchange } from "../../content/client";
import { type Tokens, useSession, validToken } from "./session";

// The calls of the specification's point 7, "Content-system authentication".
// Failures are ContentErrors with status, message and data.

/** A user as far as the caller's role may see it. */
export interface User {
  id: string;
  email?: string;
  first_name?: string | null;
  last_name?: string | null;
  [field: string]: unknown;
}

const loginFailed = "Login failed, please check your credentials.";

/** Signs in; whatever the reply is, one without an access token is a failed login. */
export async function login(email: string, password: string): Promise<void> {
  let reply: unknown;
  try {
    reply = await post("/auth/login", { email, password });
  } catch (error) {
    // What is no answer to the credentials is told as it is: too many attempts, a server that is down.
    if (!(error instanceof ContentError) || error.status !== 401) throw error;
    throw new ContentError(loginFailed, error.status, error.data, error);
  }
  if (!isTokens(reply)) throw new ContentError(loginFailed, undefined, reply);
  useSession.getState().begin(reply);
}

let refreshing: Promise<string | null> | null = null;

/**
 * Exchanges the refresh token for new tokens and returns the access token.
 * After a failure there is no refresh token, and null is returned. Refreshes
 * under way are shared: a refresh token is good for one.
 */
export function refresh(): Promise<string | null> {
  refreshing ??= exchangeTokens().finally(() => {
    refreshing = null;
  });
  return refreshing;
}

async function exchangeTokens(): Promise<string | null> {
  const { refreshToken } = useSession.getState();
  if (refreshToken === null) return null;
  const reply = await post("/auth/refresh", { refresh_token: refreshToken, mode: "json" }).catch(() => null);
  // Whoever signed in or out meanwhile decided otherwise.
  const now = useSession.getState();
  if (now.refreshToken !== refreshToken) return validToken();
  if (isTokens(reply)) now.begin(reply);
  else now.forgetRefreshToken();
  return validToken();
}

/** Signs out, here in any case and at the server if it can be reached. */
export async function logout(): Promise<void> {
  const { refreshToken, end } = useSession.getState();
  end();
  if (refreshToken !== null) await post("/auth/logout", { refresh_token: refreshToken, mode: "json" });
}

/** The session's access token, refreshed if it has expired; null for nobody. */
export async function sessionToken(autoRefresh = true): Promise<string | null> {
  return validToken() ?? (autoRefresh ? refresh() : null);
}

/** Who is signed in; params such as { fields: "id,email" }. */
export async function readMe(params: Record<string, string> = {}): Promise<User> {
  const query = new URLSearchParams(params).toString();
  return (await send("GET", `/users/me${query ? `?${query}` : ""}`)) as User;
}

/** Makes a user, as an administrator. */
export async function createUser(user: Omit<User, "id"> & { password?: string }): Promise<User> {
  return (await send("POST", "/users", user)) as User;
}

/** Has a link for a new password mailed. The reply does not tell whether there is such a user. */
export async function requestPasswordReset(email: string, page?: string): Promise<void> {
  await post("/auth/password/request", { email, ...(page ? { reset_url: page } : {}) });
}

export async function resetPassword(token: string, password: string): Promise<void> {
  await post("/auth/password/reset", { token, password });
}

/** Invites by mail, as an administrator; role is an id. */
export async function inviteUser(email: string | string[], role: string, page?: string): Promise<void> {
  await send("POST", "/users/invite", { email, role, ...(page ? { invite_url: page } : {}) });
}

export async function acceptInvitation(token: string, password: string): Promise<void> {
  await post("/users/invite/accept", { token, password });
}

/** The address that begins a provider's sign-in and in the end leads to `redirect`. */
export function providerLogin(provider: string, redirect: string): string {
  return `${contentPrefix}/auth/login/${encodeURIComponent(provider)}?redirect=${encodeURIComponent(redirect)}`;
}

/** A call of nobody in particular. */
function post(path: string, body: object): Promise<unknown> {
  return request("POST", path, null, body);
}

/** A call of whoever is signed in. */
async function send(method: string, path: string, body?: object): Promise<unknown> {
  return request(method, path, await sessionToken(), body);
}

function request(method: string, path: string, token: string | null, body?: object): Promise<unknown> {
  const headers: Record<string, string> = { Accept: "application/json" };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body) headers["Content-Type"] = "application/json";
  return exchange(contentPrefix + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
}

function isTokens(reply: unknown): reply is Tokens {
  return (
    typeof reply === "object" &&
    reply !== null &&
    "access_token" in reply &&
    typeof reply.access_token === "string" &&
    reply.access_token !== "" &&
    "expires" in reply &&
    typeof reply.expires === "number"
  );
}
