import { authorizeContent } from "../../content/client";
import { sessionToken } from "./client";
import { readSession } from "./session";

interface AccountOptions {
  /** A token that may be public, for who is not signed in. The server's own static token never comes here. */
  publicToken?: string;
  /** Whether an expired access token is refreshed when it is needed. */
  autoRefresh?: boolean;
}

/**
 * Takes over the tab's session and lets content be asked for in its name: with
 * the session's token if it is valid, else the public one, else none. The way
 * in for a screen that signs people in.
 */
export function startAccount({ publicToken, autoRefresh = true }: AccountOptions = {}): void {
  readSession();
  authorizeContent(async () => (await sessionToken(autoRefresh)) ?? publicToken ?? null);
}
