import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { cookies } from "../constants";
import { parseConsent, useConsent } from "./cookie-consent";

const written: string[] = [];

beforeEach(() => {
  written.length = 0;
  let jar = "";
  vi.spyOn(document, "cookie", "set").mockImplementation((cookie) => {
    written.push(cookie);
    const [pair = ""] = cookie.split(";");
    jar = cookie.includes("Max-Age=0") ? "" : pair;
  });
  vi.spyOn(document, "cookie", "get").mockImplementation(() => jar);
});

afterEach(() => {
  vi.restoreAllMocks();
  delete document.documentElement.dataset.consentHours;
  useConsent.setState(useConsent.getInitialState());
});

test("consent is read from its cookie; anything else is undecided", () => {
  expect(parseConsent("a=b; cookie_consent=accepted")).toBe("accepted");
  expect(parseConsent("cookie_consent=declined; viewport=desktop")).toBe("declined");
  for (const cookie of [
    "",
    "cookie_consent=",
    "cookie_consent=maybe",
    "xcookie_consent=accepted",
    "a=cookie_consent=accepted",
  ]) {
    expect(parseConsent(cookie), cookie).toBe("undecided");
  }
});

test("consent starts undecided, and the banner is visible once the cookie is read", () => {
  expect(useConsent.getState()).toMatchObject({ consent: "undecided", visible: false });
  useConsent.getState().read();
  expect(useConsent.getState()).toMatchObject({ consent: "undecided", visible: true });
});

test("accept and decline decide and hide the banner, reset goes back and clears the cookie", () => {
  const { accept, decline, reset, read } = useConsent.getState();
  accept();
  expect(useConsent.getState()).toMatchObject({ consent: "accepted", visible: false });
  decline();
  expect(useConsent.getState()).toMatchObject({ consent: "declined", visible: false });
  reset();
  expect(useConsent.getState()).toMatchObject({ consent: "undecided", visible: true });
  read();
  expect(useConsent.getState().consent).toBe("undecided");
  const seconds = cookies.consent.maxAge;
  expect(written).toEqual([
    `cookie_consent=accepted; Path=/; Max-Age=${seconds}; SameSite=Lax`,
    `cookie_consent=declined; Path=/; Max-Age=${seconds}; SameSite=Lax`,
    "cookie_consent=; Path=/; Max-Age=0; SameSite=Lax",
  ]);
});

test("the server's configuration sets the lifetime of a decision", () => {
  document.documentElement.dataset.consentHours = "8760";
  useConsent.getState().accept();
  expect(written).toEqual([expect.stringContaining(`Max-Age=${365 * 24 * 3600};`)]);
});
