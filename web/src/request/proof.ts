import { sha256 } from "@noble/hashes/sha2.js";

/**
 * findNonce returns the proof of work: the first number for which the SHA-256 digest
 * of "token.number" begins with `bits` zero bits, at most 32. It takes 2^bits
 * attempts on average. crypto.subtle.digest is asynchronous: for many short texts the
 * promises cost more than the digest.
 */
export function findNonce(token: string, bits: number): string {
  const encoder = new TextEncoder();
  const prefix = sha256.create().update(encoder.encode(`${token}.`));
  const whole = prefix.clone();
  const digest = new Uint8Array(32);
  const first = new DataView(digest.buffer, 0, 4);
  for (let number = 0; ; number += 1) {
    // A new clone for each attempt takes half as long again.
    prefix
      ._cloneInto(whole)
      .update(encoder.encode(String(number)))
      .digestInto(digest);
    if (Math.clz32(first.getUint32(0)) >= bits) return String(number);
  }
}
