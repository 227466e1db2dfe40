import { create } from "zustand";
import { readStored, removeStored, writeStored } from "../../browser/storage";
import { storageKeys } from "../../constants";

/** What a sign-in and a refresh give. */
export interface Tokens {
  access_token: string;
  refresh_token: string | null;
  /** How long the access token is good, in ms. */
  expires: number;
}

interface Session {
  accessToken: string | null;
  /** When the access token stops being sent, in ms since 1970. */
  expiresAt: number;
  refreshToken: string | null;
  begin: (tokens: Tokens) => void;
  forgetRefreshToken: () => void;
  end: () => void;
}

/** Before a token's end by which it is not sent any more, in ms: a request takes its time. */
const margin = 5000;

const nobody = { accessToken: null, expiresAt: 0, refreshToken: null };

/**
 * Who is signed in. The access token is in memory only. The refresh token is
 * the tab's: two tabs with one token would sign each other out, since it is
 * good for one refresh.
 */
export const useSession = create<Session>()((set) => {
  const keep = (token: string | null) => {
    if (token === null) removeStored(storageKeys.refreshToken, "sessionStorage");
    else writeStored(storageKeys.refreshToken, token, "sessionStorage");
    return { refreshToken: token };
  };
  return {
    ...nobody,
    begin: ({ access_token, refresh_token, expires }) =>
      set({ accessToken: access_token, expiresAt: Date.now() + expires - margin, ...keep(refresh_token) }),
    forgetRefreshToken: () => set(keep(null)),
    end: () => set({ ...nobody, ...keep(null) }),
  };
});

/** Takes over what the tab has kept; called once in the browser. */
export function readSession(): void {
  useSession.setState({ ...nobody, refreshToken: readStored(storageKeys.refreshToken, "sessionStorage") });
}

/** The access token if it is still good. */
export function validToken(): string | null {
  const { accessToken, expiresAt } = useSession.getState();
  return Date.now() < expiresAt ? accessToken : null;
}
