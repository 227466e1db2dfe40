import { create } from "zustand";
import { breakpoints, cookies } from "../constants";
import { writeCookie } from "./cookie";

export type Breakpoint = keyof typeof breakpoints.product;

/** The current breakpoint; the fallback until one has matched. */
export const useViewport = create<{ breakpoint: Breakpoint }>()(() => ({ breakpoint: breakpoints.fallback }));

/** Returns the widest breakpoint whose query matches, else the fallback. */
export function matchedBreakpoint(matches: (query: string) => boolean): Breakpoint {
  let matched: Breakpoint = breakpoints.fallback;
  let widest = 0;
  for (const [name, width] of entries()) {
    if (width <= widest || !matches(minWidth(width))) continue;
    matched = name;
    widest = width;
  }
  return matched;
}

/** Updates the store and the cookie when the window's breakpoint changes; returns the function that stops it. */
export function followViewport(): () => void {
  const { name, maxAge } = cookies.viewport;
  const follow = () => {
    const breakpoint = matchedBreakpoint((query) => window.matchMedia(query).matches);
    useViewport.setState({ breakpoint });
    writeCookie(name, breakpoint, maxAge, "Strict; Secure");
  };
  const queries = entries().map(([, width]) => window.matchMedia(minWidth(width)));
  follow();
  for (const query of queries) query.addEventListener("change", follow);
  return () => {
    for (const query of queries) query.removeEventListener("change", follow);
  };
}

function entries(): [Breakpoint, number][] {
  return Object.entries(breakpoints.product) as [Breakpoint, number][];
}

function minWidth(width: number): string {
  return `(min-width: ${width}px)`;
}
