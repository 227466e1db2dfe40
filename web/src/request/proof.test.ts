import { expect, test } from "vitest";
import { findNonce } from "./proof";

async function browserDigest(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

test.each([0, 5, 40, 62, 63, 64, 100, 200])(
  "a proof holds for a token of %i characters, and is the first",
  async (length) => {
    const token = "t".repeat(length);
    const nonce = Number(findNonce(token, 8));
    for (let number = 0; number <= nonce; number += 1) {
      const valid = (await browserDigest(`${token}.${number}`)).startsWith("00");
      expect(valid, `${number}`).toBe(number === nonce);
    }
  },
);
