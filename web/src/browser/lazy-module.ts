import { useSyncExternalStore } from "react";
import { reloadForChunk } from "./chunk-errors";
import { setUnavailable } from "./unavailable-flag";

/** A module that is loaded on demand by a dynamic import. */
export interface LazyModule<T> {
  /** Loads the module once; after a failure the next call tries again. */
  load: () => Promise<T>;
  /** Loads it ahead of use. Errors are swallowed here; load and loadOrNotify report them. */
  preload: () => void;
  /** Loads what the visitor waits for; a failure reloads the document or shows a notice. */
  loadOrNotify: () => Promise<T>;
  /** Returns the module; undefined until it is loaded. */
  get: () => T | undefined;
  /** The same as a hook: the component renders again when the module is loaded. */
  use: () => T | undefined;
}

export function lazyModule<T>(importModule: () => Promise<T>): LazyModule<T> {
  let module: T | undefined;
  let loading: Promise<T> | undefined;
  const listeners = new Set<() => void>();
  const load = () => {
    loading ??= importModule().then(
      (loaded) => {
        module = loaded;
        for (const listener of listeners) listener();
        return loaded;
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    load,
    preload: () => void load().catch(() => undefined),
    loadOrNotify: () => {
      setUnavailable(false);
      return load().catch(async (error: unknown) => {
        await reloadForChunk(error, new URL(window.location.href));
        setUnavailable(true);
        throw error;
      });
    },
    get: () => module,
    use: () =>
      useSyncExternalStore(
        subscribe,
        () => module,
        () => undefined,
      ),
  };
}
