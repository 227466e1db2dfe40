import type { ReactNode } from "react";

// The engine in the server has engine/kept.ts in this module's place.

/** What is the same on many pages: the server renders it once. It stands between elements, without pictures that are loaded first. */
export function Kept({ children }: { name: string; children: ReactNode }): ReactNode {
  return children;
}

/** What in it depends on the address all the same. It stands between elements, without ids of React's. */
export function Live({ children }: { children: ReactNode }): ReactNode {
  return children;
}

/** Says what the kept parts of the next rendering are made of, besides what is live in them. */
export function keepUnder(_key: string): void {}
