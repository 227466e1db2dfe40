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

export function writeStored(key: string, value: string, kind: Kind = "localStorage"): void {
  try {
    window[kind].setItem(key, value);
  } catch {
    // See above.
  }
}

export function removeStored(key: string, kind: Kind = "localStorage"): void {
  try {
    window[kind].removeItem(key);
  } catch {
    // See above.
  }
}
