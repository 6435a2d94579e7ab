import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { patchDriver } from './patch-postgres.mjs';

const FILE = new URL('../node_modules/postgres/src/connection.js', import.meta.url);
const installed = readFileSync(FILE, 'utf8');

describe('the patch of the database driver', () => {
  it('changes a patched driver no further, whichever version of the program patched it', () => {
    const patched = patchDriver(installed, 'connection.js');
    expect(patchDriver(patched, 'connection.js')).toBe(patched);
    const earlier = patched.replace('patched by onda', 'mended by onda');
    expect(patchDriver(earlier, 'connection.js')).toBe(patched);
  });

  it('says so when the driver is another one', () => {
    expect(() => patchDriver('export default {}', 'connection.js')).toThrow('has the driver been updated?');
  });
});
