import { create } from "zustand";
import { storageKeys } from "../constants";
import { readStored, writeStored } from "./storage";

export type ColourMode = "system" | "light" | "dark";
export type Theme = "light" | "dark" | "red";

/** The visitor's preference; null until local storage is read. */
export const useColourMode = create<{ mode: ColourMode | null }>()(() => ({ mode: null }));

/** Returns red while the mobile menu is open, else the page's own theme, else the visitor's preference. */
export function resolveTheme(
  mode: ColourMode,
  { menuOpen, page, dark }: { menuOpen: boolean; page: Theme | null; dark: boolean },
): Theme {
  if (menuOpen) return "red";
  if (page) return page;
  if (mode !== "system") return mode;
  return dark ? "dark" : "light";
}

export function saveMode(mode: ColourMode): void {
  writeStored(storageKeys.colourMode, mode);
  useColourMode.setState({ mode });
  update();
}

/** Forces a mode for this page over the visitor's preference; null resets it. */
export function forceMode(mode: ColourMode | null): void {
  if (mode === "system") console.warn('A page cannot force the colour mode "system".');
  setPageTheme(mode === "system" ? null : mode);
}

/** Sets the red theme for this page; null resets it. */
export function forcePageTheme(theme: "red" | null): void {
  setPageTheme(theme);
}

let menuOpen = false;

/** Applies the theme; `menu`: the mobile menu is open. Closing the menu restores the page's theme. */
export function applyTheme(menu = false): void {
  menuOpen = menu;
  update();
}

/** Applies changes of the device's preference and of the one stored by another tab; returns the function that stops it. */
export function followTheme(): () => void {
  const follow = () => {
    useColourMode.setState({ mode: savedMode() });
    update();
  };
  // The key is null if the other tab has cleared local storage.
  const stored = ({ key }: StorageEvent) => {
    if (key === storageKeys.colourMode || key === null) follow();
  };
  const device = darkDevice();
  follow();
  device.addEventListener("change", follow);
  window.addEventListener("storage", stored);
  return () => {
    device.removeEventListener("change", follow);
    window.removeEventListener("storage", stored);
  };
}

function savedMode(): ColourMode {
  const saved = readStored(storageKeys.colourMode);
  return saved === "light" || saved === "dark" ? saved : "system";
}

function darkDevice(): MediaQueryList {
  return window.matchMedia("(prefers-color-scheme: dark)");
}

// The page's theme is an attribute of the root element: the server writes it, and
// the boot script reads it before the first paint.
function setPageTheme(theme: Theme | null): void {
  if (theme) document.documentElement.dataset.pageTheme = theme;
  else delete document.documentElement.dataset.pageTheme;
  update();
}

function update(): void {
  const root = document.documentElement;
  const page = root.dataset.pageTheme as Theme | undefined;
  const theme = resolveTheme(savedMode(), { menuOpen, page: page ?? null, dark: darkDevice().matches });
  root.dataset.theme = theme;
  // The server writes the values of theme-color by theme into the element's data attributes.
  const meta = document.querySelector<HTMLMetaElement>("meta[name=theme-color]");
  const colour = meta?.dataset[theme];
  if (meta && colour) meta.content = colour;
}
