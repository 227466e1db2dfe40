// Enough of URLSearchParams for the routes' own query parameters: the engine inside the server has none.

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

Object.assign(globalThis, { URLSearchParams: SearchParams });
