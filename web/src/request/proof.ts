import { blockSize, compressBlock, lastBlocks, startWords } from "./sha256";

/**
 * findNonce returns the proof of work: the first number for which the SHA-256 digest
 * of "token.number" begins with `bits` zero bits, at most 32. It takes 2^bits
 * attempts on average.
 */
export function findNonce(token: string, bits: number): string {
  const prefix = new TextEncoder().encode(`${token}.`);
  const whole = Math.floor(prefix.length / blockSize) * blockSize;
  const prefixState = startWords();
  for (let at = 0; at < whole; at += blockSize) compressBlock(prefixState, prefix.subarray(at, at + blockSize));
  const rest = prefix.subarray(whole);
  const state = startWords();
  for (let number = 0; ; number += 1) {
    const digits = String(number);
    const tail = new Uint8Array(rest.length + digits.length);
    tail.set(rest);
    for (let i = 0; i < digits.length; i += 1) tail[rest.length + i] = digits.charCodeAt(i);
    state.set(prefixState);
    const blocks = lastBlocks(tail, prefix.length + digits.length);
    for (let at = 0; at < blocks.length; at += blockSize) compressBlock(state, blocks.subarray(at, at + blockSize));
    if (Math.clz32(state[0] ?? 1) >= bits) return digits;
  }
}
