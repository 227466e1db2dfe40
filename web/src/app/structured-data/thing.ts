// Structured data in the vocabulary of schema.org, as JSON-LD.

type Value = string | number | Thing | readonly (string | Thing)[];

export interface Thing {
  "@type": string;
  "@id"?: string;
  readonly [property: string]: Value | undefined;
}

const escapes: Record<string, string> = {
  "<": "\\u003c",
  ">": "\\u003e",
  "&": "\\u0026",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
};

/** Returns JSON that is safe inside a script element: no text can end the element or begin a comment. */
export function inScript(data: unknown): string {
  return JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, (character) => escapes[character] ?? character);
}
