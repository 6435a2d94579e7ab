// PBKDF2 with SHA-256 for the puzzle, in plain JavaScript: browsers offer no Web Crypto on pages over plain http from
// another machine, which a studio in its own network may have. Several times slower.
import type { ChallengeParameters } from 'altcha-lib/types';

// Arrays of 32-bit words; everything within one block, so nothing is allocated while the rounds go on.
type Words = Int32Array;

const K = Int32Array.from(primes(64), (prime) => fractionOf(Math.cbrt(prime)));
const START = Int32Array.from(primes(8), (prime) => fractionOf(Math.sqrt(prime)));
const BLOCK_BYTES = 64;
const HASH_WORDS = 8;
const schedule = new Int32Array(64);

/** One block of output: the puzzle's keys are no longer than a hash. */
export async function deriveKey(
  { cost, keyLength = 32 }: Pick<ChallengeParameters, 'cost' | 'keyLength'>,
  salt: Uint8Array,
  password: Uint8Array,
): Promise<{ derivedKey: Uint8Array }> {
  const key = new Uint8Array(BLOCK_BYTES);
  key.set(password.length > BLOCK_BYTES ? bytesOf(hash(START, password, 0)) : password);
  const inner = compress(START, wordsOf(key.map((byte) => byte ^ 0x36)), new Int32Array(HASH_WORDS));
  const outer = compress(START, wordsOf(key.map((byte) => byte ^ 0x5c)), new Int32Array(HASH_WORDS));
  // The last hash, padded to a block that follows the block of the key.
  const block = new Int32Array(16);
  block[HASH_WORDS] = 0x80000000;
  block[15] = (BLOCK_BYTES + 32) * 8;

  block.set(hash(inner, Uint8Array.of(...salt, 0, 0, 0, 1), BLOCK_BYTES));
  compress(outer, block, block);
  const result = block.slice(0, HASH_WORDS);
  for (let turn = 1; turn < cost; turn++) {
    compress(inner, block, block);
    compress(outer, block, block);
    for (let index = 0; index < HASH_WORDS; index++) result[index] = at(result, index) ^ at(block, index);
  }
  return { derivedKey: bytesOf(result).slice(0, keyLength) };
}

function hash(state: Words, message: Uint8Array, bytesBefore: number): Words {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / BLOCK_BYTES) * BLOCK_BYTES);
  padded.set(message);
  padded[message.length] = 0x80;
  new DataView(padded.buffer).setUint32(padded.length - 4, (bytesBefore + message.length) * 8);
  const result = state.slice();
  for (let start = 0; start < padded.length; start += BLOCK_BYTES)
    compress(result, wordsOf(padded.subarray(start, start + BLOCK_BYTES)), result);
  return result;
}

/** Writes the state after this block into the first words of `into`, which may be the block itself. */
function compress(state: Words, block: Words, into: Words): Words {
  for (let index = 0; index < 16; index++) schedule[index] = at(block, index);
  for (let index = 16; index < 64; index++) {
    const near = at(schedule, index - 2);
    const far = at(schedule, index - 15);
    const nearSum = rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10);
    const farSum = rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3);
    schedule[index] = (nearSum + at(schedule, index - 7) + farSum + at(schedule, index - 16)) | 0;
  }
  let a = at(state, 0);
  let b = at(state, 1);
  let c = at(state, 2);
  let d = at(state, 3);
  let e = at(state, 4);
  let f = at(state, 5);
  let g = at(state, 6);
  let h = at(state, 7);
  for (let index = 0; index < 64; index++) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const one =
      (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + at(K, index) + at(schedule, index)) | 0;
    const two = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  into[0] = a + at(state, 0);
  into[1] = b + at(state, 1);
  into[2] = c + at(state, 2);
  into[3] = d + at(state, 3);
  into[4] = e + at(state, 4);
  into[5] = f + at(state, 5);
  into[6] = g + at(state, 6);
  into[7] = h + at(state, 7);
  return into;
}

function at(words: Words, index: number): number {
  return words[index] as number;
}

function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function wordsOf(bytes: Uint8Array): Words {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Int32Array.from({ length: bytes.length / 4 }, (_, index) => view.getInt32(index * 4));
}

function bytesOf(words: Words): Uint8Array {
  const bytes = new Uint8Array(words.length * 4);
  const view = new DataView(bytes.buffer);
  for (const [index, word] of words.entries()) view.setInt32(index * 4, word);
  return bytes;
}

function primes(count: number): number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate++) {
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate);
  }
  return found;
}

function fractionOf(root: number): number {
  return Math.floor((root % 1) * 2 ** 32);
}
