import { storageKeys, timings } from "../constants";
import { loadDocument } from "./load-document";
import { readStored, writeStored } from "./storage";

// A part of the program that cannot be loaded: mostly, a newer build has taken
// its place since the page was loaded. The new document knows the new names.

/** The errors that Vite announced as failed loads. */
const failedLoads = new WeakSet<Error>();

/** When the page was last about to be left, in ms since 1970. */
let leaving = 0;

/** Learns of failed loads from Vite, and of pages that are left; returns what ends it. */
export function watchChunks(): () => void {
  const note = (event: VitePreloadErrorEvent) => failedLoads.add(event.payload);
  const leave = () => {
    leaving = Date.now();
  };
  window.addEventListener("vite:preloadError", note);
  window.addEventListener("beforeunload", leave);
  return () => {
    window.removeEventListener("vite:preloadError", note);
    window.removeEventListener("beforeunload", leave);
  };
}

/**
 * Loads the document of an address because a part of the program for it could
 * not be loaded. Returns where that is not the reason, and where it was tried a
 * moment ago: then the caller has to live with the error.
 */
export async function reloadForChunk(error: unknown, to: URL): Promise<void> {
  if (!(error instanceof Error) || !failedLoads.has(error)) return;
  // On the way to another document the browser breaks off what it loads for this one (Firefox).
  if (Date.now() - leaving < timings.chunkReload) await new Promise(() => {});
  // Without a connection the document would be lost as well.
  const reply = await fetch("/builds/latest.json", { cache: "no-store" }).catch(() => null);
  if (reply && mayReload(to.pathname)) await loadDocument(to);
}

/** Once per path within 10 s; never where the browser would not remember it. */
function mayReload(path: string): boolean {
  const now = Date.now();
  const recent = Object.entries(readReloads()).filter(([, time]) => now - time < timings.chunkReload && time <= now);
  if (recent.some(([reloaded]) => reloaded === path)) return false;
  writeStored(
    storageKeys.chunkReload,
    JSON.stringify({ ...Object.fromEntries(recent), [path]: now }),
    "sessionStorage",
  );
  return readReloads()[path] === now;
}

/** When which path was reloaded. */
function readReloads(): Record<string, number> {
  try {
    const reloads: unknown = JSON.parse(readStored(storageKeys.chunkReload, "sessionStorage") ?? "{}");
    return typeof reloads === "object" && reloads !== null ? (reloads as Record<string, number>) : {};
  } catch {
    return {};
  }
}
