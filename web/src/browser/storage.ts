// The browser's stores can be missing, full or forbidden; then nothing is
// remembered, and nothing else happens.

type Kind = "localStorage" | "sessionStorage";

export function readStored(key: string, kind: Kind = "localStorage"): string | null {
  try {
    return window[kind].getItem(key);
  } catch {
    return null;
  }
}

/** Tells whether the value was stored. */
export function writeStored(key: string, value: string, kind: Kind = "localStorage"): boolean {
  try {
    window[kind].setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** Tells whether the value is gone. */
export function removeStored(key: string, kind: Kind = "localStorage"): boolean {
  try {
    window[kind].removeItem(key);
    return true;
  } catch {
    return false;
  }
}
