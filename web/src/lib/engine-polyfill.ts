// What React and its companions expect of an environment and the engine inside
// the server lacks. Rendering is synchronous: timers and messages never fire.

type Timer = (callback: () => void) => number;

const nothing = () => undefined;
const target = globalThis as Record<string, unknown>;

function provide(name: string, value: unknown): void {
  if (target[name] === undefined) target[name] = value;
}

provide("self", globalThis);
provide("console", { log: nothing, info: nothing, warn: nothing, error: nothing, debug: nothing });
provide("queueMicrotask", (callback: () => void) => void Promise.resolve().then(callback));
provide("setTimeout", (() => 0) satisfies Timer);
provide("setInterval", (() => 0) satisfies Timer);
provide("clearTimeout", nothing);
provide("clearInterval", nothing);
provide("performance", { now: () => 0 });

provide(
  "MessageChannel",
  class {
    port1 = { onmessage: null, close: nothing };
    port2 = { postMessage: nothing, close: nothing };
  },
);

provide(
  "AbortController",
  class {
    signal = { aborted: false, addEventListener: nothing, removeEventListener: nothing };
    abort = nothing;
  },
);

provide(
  "TextEncoder",
  class {
    encode(text: string): Uint8Array {
      const utf8 = unescape(encodeURIComponent(text));
      return Uint8Array.from(utf8, (character) => character.charCodeAt(0));
    }
  },
);

/** Enough of URLSearchParams for the routes' own query parameters. */
class SearchParams {
  private readonly pairs: [string, string][];

  constructor(init: string | Record<string, string> = "") {
    this.pairs =
      typeof init === "string"
        ? init
            .replace(/^\?/, "")
            .split("&")
            .filter((pair) => pair !== "")
            .map((pair): [string, string] => {
              const [name = "", value = ""] = pair.split("=");
              return [decode(name), decode(value)];
            })
        : Object.entries(init);
  }

  get(name: string): string | null {
    return this.pairs.find(([key]) => key === name)?.[1] ?? null;
  }

  has(name: string): boolean {
    return this.get(name) !== null;
  }

  toString(): string {
    return this.pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join("&");
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replace(/\+/g, " "));
  } catch {
    return text;
  }
}

provide("URLSearchParams", SearchParams);
