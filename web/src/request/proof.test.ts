import { expect, test } from "vitest";
import { findNonce } from "./proof";
import { blockSize, compressBlock, lastBlocks, startWords } from "./sha256";

function digest(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const state = startWords();
  const blocks = lastBlocks(bytes, bytes.length);
  for (let at = 0; at < blocks.length; at += blockSize) compressBlock(state, blocks.subarray(at, at + blockSize));
  return Array.from(state, (word) => word.toString(16).padStart(8, "0")).join("");
}

async function browserDigest(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

test("the digest equals the browser's for every length up to four blocks", async () => {
  for (let length = 0; length <= 4 * blockSize; length += 1) {
    const text = Array.from({ length }, (_, i) => String.fromCharCode(33 + ((i * 7 + length) % 90))).join("");
    expect(digest(text), `${length} bytes`).toBe(await browserDigest(text));
  }
});

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
