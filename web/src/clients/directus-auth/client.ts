import { ContentError, contentPrefix, exchange } from "../../content/client";
import { type Tokens, useSession, validToken } from "./session";

// The authentication calls of the content system (specification, point 7).
// Failures reject with a ContentError with status, message and data.

/** A user, with the fields that the caller's role may read. */
export interface User {
  id: string;
  email?: string;
  first_name?: string | null;
  last_name?: string | null;
  [field: string]: unknown;
}

const loginFailed = "Login failed, please check your credentials.";

/** Signs in; a reply without an access token is a failed login. */
export async function login(email: string, password: string): Promise<void> {
  let reply: unknown;
  try {
    reply = await post("/auth/login", { email, password });
  } catch (error) {
    // Only a 401 concerns the credentials; rate limits and unreachable servers keep their own error.
    if (!(error instanceof ContentError) || error.status !== 401) throw error;
    throw new ContentError(loginFailed, error.status, error.data, error);
  }
  if (!isTokens(reply)) throw new ContentError(loginFailed, undefined, reply);
  useSession.getState().begin(reply);
}

let refreshing: Promise<string | null> | null = null;

/**
 * Exchanges the refresh token for new tokens and returns the access token. A
 * failure discards the refresh token and returns null. Concurrent calls share one
 * exchange, since a refresh token can be used once.
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
  // A login or logout during the exchange takes precedence.
  const now = useSession.getState();
  if (now.refreshToken !== refreshToken) return validToken();
  if (isTokens(reply)) now.begin(reply);
  else now.forgetRefreshToken();
  return validToken();
}

/** Ends the session in the browser, then on the server; rejects if the server cannot be reached. */
export async function logout(): Promise<void> {
  const { refreshToken, end } = useSession.getState();
  end();
  if (refreshToken !== null) await post("/auth/logout", { refresh_token: refreshToken, mode: "json" });
}

/** Returns the session's access token, refreshed if it has expired and `autoRefresh` is set; null without one. */
export async function sessionToken(autoRefresh = true): Promise<string | null> {
  return validToken() ?? (autoRefresh ? refresh() : null);
}

/** Reads the signed-in user; `params` such as { fields: "id,email" }. */
export async function readMe(params: Record<string, string> = {}): Promise<User> {
  const query = new URLSearchParams(params).toString();
  return (await send("GET", `/users/me${query ? `?${query}` : ""}`)) as User;
}

/** Creates a user; requires an administrator's session. */
export async function createUser(user: Omit<User, "id"> & { password?: string }): Promise<User> {
  return (await send("POST", "/users", user)) as User;
}

/** Requests a password reset e-mail. The reply does not reveal whether the user exists. */
export async function requestPasswordReset(email: string, page?: string): Promise<void> {
  await post("/auth/password/request", { email, ...(page ? { reset_url: page } : {}) });
}

export async function resetPassword(token: string, password: string): Promise<void> {
  await post("/auth/password/reset", { token, password });
}

/** Invites users by e-mail; `role` is an id. Requires an administrator's session. */
export async function inviteUser(email: string | string[], role: string, page?: string): Promise<void> {
  await send("POST", "/users/invite", { email, role, ...(page ? { invite_url: page } : {}) });
}

export async function acceptInvitation(token: string, password: string): Promise<void> {
  await post("/users/invite/accept", { token, password });
}

/** Returns the address that starts a provider's login and redirects to `redirect` after it. */
export function providerLogin(provider: string, redirect: string): string {
  return `${contentPrefix}/auth/login/${encodeURIComponent(provider)}?redirect=${encodeURIComponent(redirect)}`;
}

/** Sends a request without an access token. */
function post(path: string, body: object): Promise<unknown> {
  return request("POST", path, null, body);
}

/** Sends a request with the session's access token. */
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
