import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { acceptedEncoding, compressBytes, isWorthCompressing } from './compress.ts';

describe('compression', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1.0, *;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.5', 'br'],
    ['identity', 'identity'],
    ['brotli', 'identity'],
    ['', 'identity'],
    [undefined, 'identity'],
  ])('answers "%s" in %s', (header, expected) => {
    expect(acceptedEncoding(header)).toBe(expected);
  });

  it('returns what went in', async () => {
    const bytes = Buffer.from('onda '.repeat(500));
    expect(brotliDecompressSync(await compressBytes(bytes, 'br', 4))).toEqual(bytes);
    expect(gunzipSync(await compressBytes(bytes, 'gzip', 4))).toEqual(bytes);
  });

  it('leaves alone what is small or compressed already', () => {
    expect(isWorthCompressing('text/html; charset=utf-8', 5000)).toBe(true);
    expect(isWorthCompressing('text/html', 100)).toBe(false);
    expect(isWorthCompressing('image/png', 5000)).toBe(false);
    expect(isWorthCompressing('image/svg+xml', 5000)).toBe(true);
  });
});
