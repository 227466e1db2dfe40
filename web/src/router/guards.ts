import type { Location } from "./match-route";
import { type Route, routes } from "./routes";

/** Decides whether an address may be opened; it rejects by throwing, and the error screen is shown. */
export type Guard = (to: Location) => void | Promise<void>;

type Guards = Readonly<Record<string, Guard>>;

/**
 * The guards that a route may name. They run in the browser, before a
 * navigation: what the server sends is the same for every visitor.
 */
const guards: Guards = {};

/** Returns the guard of a name; throws if the name is unknown. */
export function guardOf(name: string, known: Guards = guards): Guard {
  const guard = Object.hasOwn(known, name) ? known[name] : undefined;
  if (!guard) throw new Error(`Unknown route middleware: ${name}`);
  return guard;
}

/** Resolves if the address may be opened: its route names no guard, or the guard accepts it; rejects otherwise. */
export async function passGuard(to: Location, table: readonly Route[] = routes, known: Guards = guards): Promise<void> {
  const guard = table.find(({ name }) => name === to.route)?.guard;
  if (guard !== undefined) await guardOf(guard, known)(to);
}
