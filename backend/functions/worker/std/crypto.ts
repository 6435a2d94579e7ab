// Cryptography, as the standard library's crypto modules give it: the platform's own, and comparison in constant time.
import { timingSafeEqual as isEqual } from 'node:crypto';

export const crypto = globalThis.crypto;

export function timingSafeEqual(left: Uint8Array, right: Uint8Array): boolean {
  return left.byteLength === right.byteLength && isEqual(left, right);
}
