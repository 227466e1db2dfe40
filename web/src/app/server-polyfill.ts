// The server's JavaScript engine has no URLSearchParams; this is the part of it that rendering needs.
// Synchronous rendering by React needs no other platform API.

export class SearchParams {
  readonly #pairs: readonly (readonly [name: string, value: string])[];

  constructor(init: string | Readonly<Record<string, string>> = "") {
    this.#pairs = typeof init === "string" ? parse(init) : Object.entries(init);
  }

  get(name: string): string | null {
    return this.#pairs.find(([key]) => key === name)?.[1] ?? null;
  }

  [Symbol.iterator]() {
    return this.#pairs.values();
  }

  toString(): string {
    return this.#pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join("&");
  }
}

function parse(query: string): [string, string][] {
  return query
    .replace(/^\?/, "")
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const [name = "", ...value] = pair.split("=");
      return [decode(name), decode(value.join("="))];
    });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replace(/\+/g, " "));
  } catch {
    return text;
  }
}

/** Encodes as application/x-www-form-urlencoded (URL Standard, section 5.2), as browsers do. */
function encode(text: string): string {
  return encodeURIComponent(text)
    .replace(/%20/g, "+")
    .replace(/[!'()~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

globalThis.URLSearchParams ??= SearchParams as unknown as typeof URLSearchParams;
