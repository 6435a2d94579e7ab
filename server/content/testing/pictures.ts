// Pictures as the tests of content need them: a real file in the bucket and its row, added as staff add them.
import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import sharp from 'sharp';
import { expect } from 'vitest';

export interface TestPicture {
  id: string;
  path: string;
}

const jpeg = sharp({ create: { width: 60, height: 40, channels: 3, background: '#336699' } })
  .jpeg()
  .toBuffer();

export function newPath(id: string): string {
  return `${id}/${randomUUID().replaceAll('-', '')}.jpg`;
}

export async function sendFile(client: SupabaseClient, path: string) {
  return client.storage.from('media').upload(path, await jpeg, { contentType: 'image/jpeg' });
}

export function rowOf(id: string, path: string) {
  return { id, path, file_name: 'loom.jpg', size_bytes: 900, width: 60, height: 40, colour: '#336699' };
}

export async function addPicture(
  client: SupabaseClient,
  text: { alt: string; credit: string } = { alt: 'A loom', credit: 'Ana Sol' },
): Promise<TestPicture> {
  const id = randomUUID();
  const path = newPath(id);
  expect((await sendFile(client, path)).error).toBeNull();
  const { error } = await client.from('media').insert({ ...rowOf(id, path), ...text });
  expect(error).toBeNull();
  return { id, path };
}
