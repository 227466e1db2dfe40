import { create } from "zustand";
import { storageKeys } from "../constants";
import { readStored, writeStored } from "./storage";

export type ColourMode = "system" | "light" | "dark";
export type Theme = "light" | "dark" | "red";

/** The visitor's preference; null until the browser's store was read. */
export const useColourMode = create<{ mode: ColourMode | null }>()(() => ({ mode: null }));

/** Red while the mobile menu is open, else the page's own theme, else what the visitor prefers. */
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

/** Forces a mode for this page, whatever the visitor prefers; null takes it back. */
export function forceMode(mode: ColourMode | null): void {
  if (mode === "system") console.warn('A page cannot force the colour mode "system".');
  setPageTheme(mode === "system" ? null : mode);
}

/** Makes this page red; null takes it back. */
export function forcePageTheme(theme: "red" | null): void {
  setPageTheme(theme);
}

let menuOpen = false;

/** Sets the theme anew when the mobile menu opened or closed: closing gives the page its own theme back. */
export function applyTheme(menu = false): void {
  menuOpen = menu;
  update();
}

/** Follows the device, and the preference saved in another tab; returns what ends it. */
export function followTheme(): () => void {
  const follow = () => {
    useColourMode.setState({ mode: savedMode() });
    update();
  };
  // A key of null: the other tab cleared the whole store.
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

// The page's theme stands on the root element, where the server writes it and
// the boot script finds it before the first paint.
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
  // The colours of the browser's own frame are written into the document by the server.
  const frame = document.querySelector<HTMLMetaElement>("meta[name=theme-color]");
  const colour = frame?.dataset[theme];
  if (frame && colour) frame.content = colour;
}
