import { create } from "zustand";
import { readStored, removeStored, writeStored } from "../../browser/storage";
import { sessionKeys } from "../../lazy-constants";

/** The reply to a login or a refresh. */
export interface Tokens {
  access_token: string;
  refresh_token: string | null;
  /** The lifetime of the access token, in ms. */
  expires: number;
}

interface Session {
  accessToken: string | null;
  /** The time from which the access token is not sent, in ms since 1970. */
  expiresAt: number;
  refreshToken: string | null;
  begin: (tokens: Tokens) => void;
  forgetRefreshToken: () => void;
  end: () => void;
}

/** How long before its expiry the access token is last sent, in ms: requests take time. */
const expiryMargin = 5000;

const signedOut = { accessToken: null, expiresAt: 0, refreshToken: null };

/**
 * The session. The access token is in memory only. The refresh token is stored
 * per tab: it can be used once, so two tabs with the same token would sign each
 * other out.
 */
export const useSession = create<Session>()((set) => {
  const keep = (token: string | null) => {
    if (token === null) removeStored(sessionKeys.refreshToken, "sessionStorage");
    else writeStored(sessionKeys.refreshToken, token, "sessionStorage");
    return { refreshToken: token };
  };
  return {
    ...signedOut,
    begin: ({ access_token, refresh_token, expires }) =>
      set({ accessToken: access_token, expiresAt: Date.now() + expires - expiryMargin, ...keep(refresh_token) }),
    forgetRefreshToken: () => set(keep(null)),
    end: () => set({ ...signedOut, ...keep(null) }),
  };
});

/** Reads the refresh token that the tab has stored; called once in the browser. */
export function readSession(): void {
  useSession.setState({ ...signedOut, refreshToken: readStored(sessionKeys.refreshToken, "sessionStorage") });
}

/** Returns the access token; null if it has expired. */
export function validToken(): string | null {
  const { accessToken, expiresAt } = useSession.getState();
  return Date.now() < expiresAt ? accessToken : null;
}
