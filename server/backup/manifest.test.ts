// What a backup says of itself decides whether this program can restore it.
import { describe, expect, it } from 'vitest';
import type { OpenZip } from '../archive/open-zip.ts';
import { MANIFEST, newManifest, readManifest } from './manifest.ts';

function zipWith(applied: string[]): OpenZip {
  const manifest = newManifest({
    made_at: '2026-11-01T03:00:00Z',
    program: '0.1.0',
    migrations: { 'supabase_migrations.schema_migrations': applied },
    tables: [],
    sequences: [],
    objects: [],
    missing: [],
    radio: [],
  });
  const item = { name: MANIFEST, method: 0, crc: 0, packedBytes: 0, sizeBytes: 0, offset: 0 };
  return {
    items: new Map([[MANIFEST, item]]),
    readText: async () => JSON.stringify(manifest),
    read: async function* () {},
    close: async () => undefined,
  };
}

describe('a backup of another version', () => {
  it('of an earlier version is rejected with what to do', async () => {
    await expect(readManifest(zipWith(['20261101090000', '20261118000000']))).rejects.toThrow(
      'made by an earlier version of onda (0.1.0, 2026-11-01)',
    );
  });

  it('from a newer program is rejected and names the unknown migration', async () => {
    await expect(readManifest(zipWith(['20261101000000', '29991231000000']))).rejects.toThrow(
      'created by a newer version of onda (it has 29991231000000 of supabase_migrations.schema_migrations)',
    );
  });
});
