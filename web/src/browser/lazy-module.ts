import { useSyncExternalStore } from "react";
import { reloadForChunk } from "./chunk-errors";
import { showUnavailable } from "./unavailable-flag";

/** A part of the program that comes when it is wanted. */
export interface Late<T> {
  /** Loads it, once; what could not be loaded is tried again the next time. */
  bring: () => Promise<T>;
  /** The visitor is about to want it; that it cannot be had is not told before they do. */
  expect: () => void;
  /** Loads what the visitor waits for: where it fails, a new document is loaded, or a notice says that it failed. */
  load: () => Promise<T>;
  /** What has arrived; undefined until then. */
  get: () => T | undefined;
  /** The same for a component, which is rendered again when it arrives. */
  use: () => T | undefined;
}

export function late<T>(fetchPart: () => Promise<T>): Late<T> {
  let part: T | undefined;
  let coming: Promise<T> | undefined;
  const listeners = new Set<() => void>();
  const bring = () => {
    coming ??= fetchPart().then(
      (arrived) => {
        part = arrived;
        for (const listener of listeners) listener();
        return arrived;
      },
      (error: unknown) => {
        coming = undefined;
        throw error;
      },
    );
    return coming;
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    bring,
    expect: () => void bring().catch(() => undefined),
    load: () => {
      showUnavailable(false);
      return bring().catch(async (error: unknown) => {
        await reloadForChunk(error, new URL(window.location.href));
        showUnavailable(true);
        throw error;
      });
    },
    get: () => part,
    use: () =>
      useSyncExternalStore(
        subscribe,
        () => part,
        () => undefined,
      ),
  };
}
