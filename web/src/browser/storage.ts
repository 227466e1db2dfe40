// Web storage can be missing, full or blocked; then reads return null, writes are
// dropped, and no error is thrown.

type Kind = "localStorage" | "sessionStorage";

export function readStored(key: string, kind: Kind = "localStorage"): string | null {
  try {
    return window[kind].getItem(key);
  } catch {
    return null;
  }
}

/** Stores a value; reports whether that succeeded. */
export function writeStored(key: string, value: string, kind: Kind = "localStorage"): boolean {
  try {
    window[kind].setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** Removes a value; reports whether that succeeded. */
export function removeStored(key: string, kind: Kind = "localStorage"): boolean {
  try {
    window[kind].removeItem(key);
    return true;
  } catch {
    return false;
  }
}
