// SHA-256 (FIPS 180-4). crypto.subtle.digest is asynchronous; for many short
// texts the promises cost more than the digest.

/** Words is the state of a digest: eight 32-bit words. */
export type Words = Uint32Array<ArrayBuffer>;

/** Block size in bytes. */
export const blockSize = 64;

const primes = firstPrimes(64);
const roundWords = Uint32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));
const start = Uint32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

/** startWords returns the initial state. */
export function startWords(): Words {
  return new Uint32Array(start);
}

const schedule = new Uint32Array(64);

/** compressBlock updates the state with one block. */
export function compressBlock(state: Words, block: Uint8Array): void {
  for (let i = 0; i < 16; i += 1) {
    const at = 4 * i;
    schedule[i] =
      (byte(block, at) << 24) | (byte(block, at + 1) << 16) | (byte(block, at + 2) << 8) | byte(block, at + 3);
  }
  for (let i = 16; i < 64; i += 1) {
    const former = word(schedule, i - 15);
    const recent = word(schedule, i - 2);
    const s0 = turn(former, 7) ^ turn(former, 18) ^ (former >>> 3);
    const s1 = turn(recent, 17) ^ turn(recent, 19) ^ (recent >>> 10);
    schedule[i] = word(schedule, i - 16) + s0 + word(schedule, i - 7) + s1;
  }
  let a = word(state, 0);
  let b = word(state, 1);
  let c = word(state, 2);
  let d = word(state, 3);
  let e = word(state, 4);
  let f = word(state, 5);
  let g = word(state, 6);
  let h = word(state, 7);
  for (let i = 0; i < 64; i += 1) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const first = (h + s1 + ((e & f) ^ (~e & g)) + word(roundWords, i) + word(schedule, i)) | 0;
    const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  const after = [a, b, c, d, e, f, g, h];
  for (let i = 0; i < 8; i += 1) state[i] = word(state, i) + (after[i] ?? 0);
}

/** lastBlocks pads the end of a text of `length` bytes: `rest`, a one bit, zeros, the length in bits. */
export function lastBlocks(rest: Uint8Array, length: number): Uint8Array {
  const blocks = new Uint8Array(Math.ceil((rest.length + 9) / blockSize) * blockSize);
  blocks.set(rest);
  blocks[rest.length] = 0x80;
  new DataView(blocks.buffer).setBigUint64(blocks.length - 8, BigInt(length) * 8n);
  return blocks;
}

function turn(value: number, by: number): number {
  return (value >>> by) | (value << (32 - by));
}

// The indices above are always in range; the fallbacks satisfy noUncheckedIndexedAccess.
function word(words: Uint32Array, at: number): number {
  return words[at] ?? 0;
}

function byte(bytes: Uint8Array, at: number): number {
  return bytes[at] ?? 0;
}

/** fraction returns the first 32 bits of the fractional part. */
function fraction(value: number): number {
  return Math.floor((value - Math.floor(value)) * 2 ** 32);
}

function firstPrimes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n += 1) {
    if (found.every((prime) => n % prime !== 0)) found.push(n);
  }
  return found;
}
