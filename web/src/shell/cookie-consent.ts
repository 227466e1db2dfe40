import { create } from "zustand";
import { writeCookie } from "../browser/cookie";
import { cookies } from "../constants";

/** The visitor's decision about cookies (specification, points 3 and 4). */
type Consent = "accepted" | "declined" | "undecided";

interface ConsentState {
  consent: Consent;
  /** Whether the banner may show: not before the cookie is read. The overlay stack holds whether the policy is open. */
  visible: boolean;
  /** Whether the visitor has reopened the banner. */
  recalled: boolean;
  read: () => void;
  accept: () => void;
  decline: () => void;
  reset: () => void;
}

export const useConsent = create<ConsentState>()((set) => {
  const settle = (consent: Consent) => {
    const visible = consent === "undecided";
    set({ consent, visible });
    // Shows the banner; app/boot.ts sets it before the first paint.
    document.documentElement.toggleAttribute("data-undecided", visible);
  };
  const decide = (consent: "accepted" | "declined") => {
    writeCookie(cookies.consent.name, consent, maxAge());
    settle(consent);
    set({ recalled: false });
  };
  return {
    consent: "undecided",
    visible: false,
    recalled: false,
    read: () => settle(parseConsent(document.cookie)),
    accept: () => decide("accepted"),
    decline: () => decide("declined"),
    reset: () => {
      writeCookie(cookies.consent.name, "", 0);
      settle("undecided");
      set({ recalled: true });
    },
  };
});

export function parseConsent(cookie: string): Consent {
  for (const pair of cookie.split("; ")) {
    const value = pair.startsWith(`${cookies.consent.name}=`) ? pair.slice(cookies.consent.name.length + 1) : "";
    if (value === "accepted" || value === "declined") return value;
  }
  return "undecided";
}

/** Returns the lifetime of a decision in seconds, from the document's configuration if it has one. */
function maxAge(): number {
  const hours = Number(document.documentElement.dataset.consentHours);
  return hours > 0 ? hours * 3600 : cookies.consent.maxAge;
}
