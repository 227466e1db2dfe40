import { type FirstPage, resolvePage } from "../router/resolve-page";

/**
 * Kinds of React's errors. "recovered": the server's HTML could not be hydrated and
 * was rendered again; "caught": an error screen shows; "uncaught": nothing shows.
 */
export type ErrorKind = "recovered" | "caught" | "uncaught";

const reported = new Set<ErrorKind>();

/**
 * Reports an error to the server (internal/server/browser_errors.go), each kind once
 * per document: the route, the build and the position in the code of the component
 * that failed. It names neither the address nor the error's text, which may contain
 * what the visitor has typed.
 */
export function reportError(kind: ErrorKind, first: FirstPage, componentStack: string | null | undefined): void {
  if (reported.has(kind)) return;
  reported.add(kind);
  const { pathname, search } = window.location;
  const { route } = resolvePage(first, { pathname, search, language: undefined });
  const position = /\/static\/([\w-]+\.js:\d+:\d+)/.exec(componentStack ?? "")?.[1];
  const { build } = document.documentElement.dataset;
  navigator.sendBeacon("/api/browser-errors", JSON.stringify({ kind, route, build, position }));
}
