import { icons } from "../../lazy-constants";

// Loads single icons from the server's icon sets in the Iconify JSON format. It is
// a separate chunk, loaded when content names an icon. Iconify's React component
// is ten times as large, for features that the site does not use.

/** The view box of an icon and the markup inside it, which is trusted: the icon sets are part of the build. */
export interface IconDrawing {
  viewBox: string;
  body: string;
}

interface Dimensions {
  left?: number;
  top?: number;
  width?: number;
  height?: number;
}

interface Reply extends Dimensions {
  icons: Record<string, Dimensions & { body: string }>;
  aliases?: Record<string, { parent: string }>;
}

interface Waiting {
  name: string;
  resolve: (drawing: IconDrawing) => void;
  reject: (error: unknown) => void;
}

/** The addresses that are requested in turn: there is one, which is tried twice. */
const resources = ["/api/icons", "/api/icons"];

const validName = /^([a-z0-9]+(?:-[a-z0-9]+)*):([a-z0-9]+(?:-[a-z0-9]+)*)$/;

const known = new Map<string, Promise<IconDrawing>>();
/** Icons to be requested together, by prefix. */
const waiting = new Map<string, Waiting[]>();

/** Loads an icon by its full name ("lucide:map-pin") once; after a failure the next call tries again. */
export function loadIcon(fullName: string): Promise<IconDrawing> {
  const running = known.get(fullName);
  if (running) return running;
  const [, prefix, name] = validName.exec(fullName) ?? [];
  if (!prefix || !name) return Promise.reject(new Error(`load icon "${fullName}": invalid name`));
  const icon = new Promise<IconDrawing>((resolve, reject) => {
    const others = waiting.get(prefix);
    if (others) others.push({ name, resolve, reject });
    else {
      waiting.set(prefix, [{ name, resolve, reject }]);
      setTimeout(() => requestIcons(prefix), 0);
    }
  });
  icon.catch(() => known.delete(fullName));
  known.set(fullName, icon);
  return icon;
}

/** Requests the waiting icons of a set, in as many requests as the limit on the address length requires. */
function requestIcons(prefix: string): void {
  // Sorted, so that the same icons always give the same address, which caches can answer.
  const all = (waiting.get(prefix) ?? []).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  waiting.delete(prefix);
  const address = (some: readonly Waiting[]) => `/${prefix}.json?icons=${some.map(({ name }) => name).join(",")}`;
  const longest = Math.max(...resources.map((resource) => resource.length));
  const parts: Waiting[][] = [];
  for (const one of all) {
    const last = parts.at(-1);
    if (last && longest + address([...last, one]).length <= icons.maxUrl) last.push(one);
    else parts.push([one]);
  }
  for (const part of parts) {
    ask(address(part)).then(
      (reply) => {
        for (const { name, resolve, reject } of part) {
          const drawing = drawingOf(reply, name);
          if (drawing) resolve(drawing);
          else reject(new Error(`load icon ${prefix}:${name}: not in the set`));
        }
      },
      (error: unknown) => {
        for (const { reject } of part) reject(error);
      },
    );
  }
}

/**
 * Requests one resource after the other: the next one after a failure, or without
 * a reply for icons.rotate ms. A 404 rejects at once, since all resources have the
 * same icon sets.
 */
function ask(address: string): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const cancel = new AbortController();
    const left = [...resources];
    let open = 0;
    let timer: ReturnType<typeof setTimeout>;
    const end = (settle: () => void) => {
      clearTimeout(timer);
      settle();
      cancel.abort();
    };
    const requestNext = () => {
      clearTimeout(timer);
      const resource = left.shift();
      if (resource === undefined) {
        timer = setTimeout(() => end(() => reject(new Error("load icons: no reply from the server"))), icons.timeout);
        return;
      }
      timer = setTimeout(requestNext, icons.rotate);
      open += 1;
      read(resource + address, cancel.signal).then(
        (reply) => end(() => resolve(reply)),
        (error: unknown) => {
          open -= 1;
          if (error instanceof SetNotFound || (open === 0 && left.length === 0)) end(() => reject(error));
          else if (open === 0) requestNext();
        },
      );
    };
    requestNext();
  });
}

/** The server does not have the icon set. */
class SetNotFound extends Error {}

async function read(address: string, signal: AbortSignal): Promise<Reply> {
  const response = await fetch(address, { signal });
  if (response.status === 404) throw new SetNotFound(`load ${address}: not found`);
  if (!response.ok) throw new Error(`load ${address}: status ${response.status}`);
  return (await response.json()) as Reply;
}

/** Returns an icon of a reply, an alias as its parent; undefined if the reply does not contain it. */
function drawingOf(reply: Reply, name: string): IconDrawing | undefined {
  let at: string | undefined = name;
  const seen = new Set<string>();
  while (at !== undefined && !reply.icons[at] && !seen.has(at)) {
    seen.add(at);
    at = reply.aliases?.[at]?.parent;
  }
  const icon = at === undefined ? undefined : reply.icons[at];
  if (!icon) return undefined;
  const { left = 0, top = 0, width = 16, height = 16 } = { ...reply, ...icon };
  return { viewBox: `${left} ${top} ${width} ${height}`, body: icon.body };
}
