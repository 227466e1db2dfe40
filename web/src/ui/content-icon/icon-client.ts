import { icons } from "../../constants";

// Loads single icons of the sets that the server carries, in Iconify's form. It
// is a chunk of its own, fetched once content names an icon. Iconify's component
// for React is ten times its size, for features that nothing here uses.

/** What an icon is drawn from: its view box and the markup inside, which comes with the program. */
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

/** Where icons are asked for, one after the other. There is one place, which is asked a second time. */
const resources = ["/api/icons", "/api/icons"];

const validName = /^([a-z0-9]+(?:-[a-z0-9]+)*):([a-z0-9]+(?:-[a-z0-9]+)*)$/;

const known = new Map<string, Promise<IconDrawing>>();
/** Icons that are asked for together, by prefix. */
const waiting = new Map<string, Waiting[]>();

/** Loads an icon by its full name ("lucide:map-pin"), once; a failed one may be tried again. */
export function loadIcon(fullName: string): Promise<IconDrawing> {
  const running = known.get(fullName);
  if (running) return running;
  const [, prefix, name] = validName.exec(fullName) ?? [];
  if (!prefix || !name) return Promise.reject(new Error(`"${fullName}" is no name of an icon`));
  const icon = new Promise<IconDrawing>((resolve, reject) => {
    const others = waiting.get(prefix);
    if (others) others.push({ name, resolve, reject });
    else {
      waiting.set(prefix, [{ name, resolve, reject }]);
      setTimeout(() => askFor(prefix), 0);
    }
  });
  icon.catch(() => known.delete(fullName));
  known.set(fullName, icon);
  return icon;
}

/** Asks for everything that waits for a set, in as many requests as the length of an address demands. */
function askFor(prefix: string): void {
  // In the same order whoever asked first, so that the same address is asked for again.
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
          else reject(new Error(`there is no icon ${prefix}:${name}`));
        }
      },
      (error: unknown) => {
        for (const { reject } of part) reject(error);
      },
    );
  }
}

/**
 * Asks one resource after the other: the next one after a failure, or when there
 * is no reply for a while. A 404 ends it, since no other resource will know more.
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
    const askNext = () => {
      clearTimeout(timer);
      const resource = left.shift();
      if (resource === undefined) {
        timer = setTimeout(() => end(() => reject(new Error("the server does not answer"))), icons.timeout);
        return;
      }
      timer = setTimeout(askNext, icons.rotate);
      open += 1;
      read(resource + address, cancel.signal).then(
        (reply) => end(() => resolve(reply)),
        (error: unknown) => {
          open -= 1;
          if (error instanceof NotThere || (open === 0 && left.length === 0)) end(() => reject(error));
          else if (open === 0) askNext();
        },
      );
    };
    askNext();
  });
}

/** The set is unknown. */
class NotThere extends Error {}

async function read(address: string, signal: AbortSignal): Promise<Reply> {
  const response = await fetch(address, { signal });
  if (response.status === 404) throw new NotThere(`there is nothing at ${address}`);
  if (!response.ok) throw new Error(`${address} answered with status ${response.status}`);
  return (await response.json()) as Reply;
}

/** An icon of a reply; an alias stands for its parent. */
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
