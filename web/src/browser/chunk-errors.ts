import { storageKeys, timings } from "../constants";
import { loadDocument } from "./load-document";
import { readStored, writeStored } from "./storage";

// A chunk usually fails to load because a newer build has replaced it since the
// document was loaded. The new document names the new chunks.

/** The errors that Vite has reported as failed chunk loads. */
const failedLoads = new WeakSet<Error>();

/** Time of the last beforeunload event, in ms since 1970. */
let leaving = 0;

/** Records failed chunk loads and the unloading of the page; returns the function that stops it. */
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
 * Loads the document of an address if `error` is a failed chunk load. Resolves
 * only if it is not, if the server cannot be reached, or if the path was reloaded
 * less than 10 s ago: then the caller has to handle the error.
 */
export async function reloadForChunk(error: unknown, to: URL): Promise<void> {
  if (!(error instanceof Error) || !failedLoads.has(error)) return;
  // Firefox aborts the page's requests when it navigates to another document.
  if (Date.now() - leaving < timings.chunkReload) await new Promise(() => {});
  // Without a connection the document would fail to load as well.
  const reply = await fetch("/builds/latest.json", { cache: "no-store" }).catch(() => null);
  if (reply && mayReload(to.pathname)) await loadDocument(to);
}

/** Reports whether a path may be reloaded: once within 10 s, and never if that cannot be stored. */
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

/** Returns the time of the last reload by path, in ms since 1970. */
function readReloads(): Record<string, number> {
  try {
    const reloads: unknown = JSON.parse(readStored(storageKeys.chunkReload, "sessionStorage") ?? "{}");
    return typeof reloads === "object" && reloads !== null ? (reloads as Record<string, number>) : {};
  } catch {
    return {};
  }
}
