export interface EntryState {
  entry: string;
  /** An entry that Back removes to close an overlay; it shows the same address as the one before. */
  overlay?: true;
}

export function entryState(): EntryState | null {
  const state: unknown = window.history.state;
  return typeof state === "object" && state !== null && "entry" in state ? (state as EntryState) : null;
}

export function newEntry(): string {
  return Math.random().toString(36).slice(2);
}
