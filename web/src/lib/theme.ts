import { readStored, writeStored } from "./storage";

export type ColourMode = "system" | "light" | "dark";

/** The key of the preference in local storage; the boot script reads it as well. */
const modeKey = "color-mode";

export function savedMode(): ColourMode {
  const saved = readStored(modeKey);
  return saved === "light" || saved === "dark" ? saved : "system";
}

export function saveMode(mode: ColourMode): void {
  writeStored(modeKey, mode);
  applyTheme();
}

/** Gives a page a theme of its own, which beats the visitor's preference; null takes it back. */
export function forcePageTheme(theme: "red" | null): void {
  if (theme) document.documentElement.dataset.pageTheme = theme;
  else delete document.documentElement.dataset.pageTheme;
  applyTheme();
}

/** Sets the theme anew: red while the mobile menu is open, else the page's own, else the preference. */
export function applyTheme(menuOpen = false): void {
  const root = document.documentElement;
  const mode = savedMode();
  const device = window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  root.dataset.colorMode = mode;
  root.dataset.theme = menuOpen ? "red" : (root.dataset.pageTheme ?? (mode === "system" ? device : mode));
}

/** Follows the device while the preference is system; returns what ends it. */
export function followDevice(): () => void {
  const query = window.matchMedia("(prefers-color-scheme: dark)");
  const change = () => applyTheme();
  query.addEventListener("change", change);
  return () => query.removeEventListener("change", change);
}
