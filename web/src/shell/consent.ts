import { create } from "zustand";

/** The visitor's decision about cookies (specification, point 9). */
export type Consent = "accepted" | "declined" | "undecided";

const cookieName = "cookie_consent";

/** 36 hours, in seconds. */
const cookieAge = 36 * 3600;

interface ConsentState {
  /** null until the cookie was read. */
  consent: Consent | null;
  read: () => void;
  decide: (consent: "accepted" | "declined") => void;
  reset: () => void;
}

export const useConsent = create<ConsentState>()((set) => ({
  consent: null,
  read: () => set({ consent: parseConsent(document.cookie) }),
  decide: (consent) => {
    document.cookie = `${cookieName}=${consent}; Path=/; Max-Age=${cookieAge}; SameSite=Lax`;
    set({ consent });
  },
  reset: () => {
    document.cookie = `${cookieName}=; Path=/; Max-Age=0; SameSite=Lax`;
    set({ consent: "undecided" });
  },
}));

function parseConsent(cookies: string): Consent {
  const value = new RegExp(`(?:^|; )${cookieName}=(accepted|declined)(?:;|$)`).exec(cookies)?.[1];
  return value === "accepted" || value === "declined" ? value : "undecided";
}
