import { authorizeContent } from "../../content/client";
import { sessionToken } from "./client";
import { readSession } from "./session";

interface AccountOptions {
  /** A public token, used without a session. Never the server's own static token. */
  publicToken?: string;
  /** Whether an expired access token is refreshed on demand. */
  autoRefresh?: boolean;
}

/**
 * Restores the tab's session and adds a token to content requests: the session's
 * if it is valid, else the public one, else none. Entry point for a login screen.
 */
export function startAccount({ publicToken, autoRefresh = true }: AccountOptions = {}): void {
  readSession();
  authorizeContent(async () => (await sessionToken(autoRefresh)) ?? publicToken ?? null);
}
