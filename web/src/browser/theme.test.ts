import { afterEach, describe, expect, test, vi } from "vitest";
import { storageKeys } from "../constants";
import { applyTheme, followTheme, forceMode, forcePageTheme, resolveTheme, saveMode, useColourMode } from "./theme";

const theme = () => document.documentElement.dataset.theme;

afterEach(() => {
  applyTheme();
  forceMode(null);
  localStorage.clear();
  vi.restoreAllMocks();
});

describe("resolveTheme", () => {
  const page = { menuOpen: false, page: null, dark: false };

  test("light and dark apply as chosen; system follows the device", () => {
    expect(resolveTheme("light", { ...page, dark: true })).toBe("light");
    expect(resolveTheme("dark", page)).toBe("dark");
    expect(resolveTheme("system", page)).toBe("light");
    expect(resolveTheme("system", { ...page, dark: true })).toBe("dark");
  });

  test("a page's own theme overrides the preference, the open mobile menu overrides both", () => {
    expect(resolveTheme("light", { ...page, page: "dark" })).toBe("dark");
    expect(resolveTheme("dark", { ...page, page: "red" })).toBe("red");
    expect(resolveTheme("dark", { ...page, page: "light", menuOpen: true })).toBe("red");
  });
});

test("a forced mode overrides the preference until it is reset", () => {
  saveMode("light");
  forceMode("dark");
  expect(theme()).toBe("dark");
  saveMode("light");
  expect(theme()).toBe("dark");
  forceMode(null);
  expect(theme()).toBe("light");
});

test("forcing the mode system logs a warning and resets the forced mode", () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  saveMode("light");
  forceMode("dark");
  forceMode("system");
  expect(theme()).toBe("light");
  expect(warn).toHaveBeenCalledOnce();
});

test("closing the mobile menu restores the theme from the page's own flag", () => {
  saveMode("light");
  applyTheme(true);
  expect(theme()).toBe("red");
  applyTheme();
  expect(theme()).toBe("light");
  forcePageTheme("red");
  applyTheme(true);
  applyTheme();
  expect(theme()).toBe("red");
});

test("the menu stays red when the preference changes while it is open", () => {
  applyTheme(true);
  saveMode("dark");
  expect(theme()).toBe("red");
});

test("the preference is stored under its key, and a change by another tab is applied", () => {
  const end = followTheme();
  saveMode("dark");
  expect(localStorage.getItem(storageKeys.colourMode)).toBe("dark");
  localStorage.setItem(storageKeys.colourMode, "light");
  window.dispatchEvent(new StorageEvent("storage", { key: storageKeys.colourMode }));
  expect(theme()).toBe("light");
  expect(useColourMode.getState().mode).toBe("light");
  localStorage.setItem(storageKeys.colourMode, "nonsense");
  window.dispatchEvent(new StorageEvent("storage", { key: storageKeys.colourMode }));
  expect(useColourMode.getState().mode).toBe("system");
  end();
});
