import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { afterEach, expect, it } from 'vitest';
import { cleanUp, startProgram, waitUntil } from './program.ts';
import { makeUsedDataDir } from './used-folder.ts';

afterEach(cleanUp);

it('an upload whose server is killed half-way leaves nothing visible, and goes on after the next start', async () => {
  const dataDir = await makeUsedDataDir('backend');
  const start = async () => {
    const program = startProgram(
      { DATA_DIR: dataDir, LOG_LEVEL: 'error' },
      { parameters: ['server/main.ts', '--backend'] },
    );
    const url = await program.url();
    const { serviceRoleKey } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'));
    const client = createClient(url, serviceRoleKey, { auth: { persistSession: false } });
    return {
      program,
      url,
      tapes: client.storage.from('tapes'),
      client,
      headers: { authorization: `Bearer ${serviceRoleKey}`, 'tus-resumable': '1.0.0' },
    };
  };
  const bytes = randomBytes(8_000_000);
  const first = await start();
  await first.client.storage.createBucket('tapes', { public: false });
  const word = (text: string) => Buffer.from(text).toString('base64');
  const created = await fetch(`${first.url}/storage/v1/upload/resumable`, {
    method: 'POST',
    headers: {
      ...first.headers,
      'upload-length': String(bytes.length),
      'upload-metadata': `bucketName ${word('tapes')},objectName ${word('long.wav')}`,
    },
  });
  const location = created.headers.get('location') ?? '';
  expect(location).toMatch(/^\/storage\/v1\/upload\/resumable\/[0-9a-f-]{36}$/);

  // Half of it arrives, then the server dies without a word; a plain upload dies with it.
  const resumable = sendHalf(`${first.url}${location}`, 'PATCH', bytes, {
    ...first.headers,
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
  });
  const plain = sendHalf(`${first.url}/storage/v1/object/tapes/plain.wav`, 'POST', bytes, first.headers);
  await Promise.all([resumable.sent, plain.sent]);
  const file = join(dataDir, 'storage', 'resumable', `${location.split('/').at(-1)}.bytes`);
  await waitUntil('the bytes are on the disk', () => readFileSync(file).length >= 2_000_000);
  first.program.child.kill('SIGKILL');
  await first.program.exit;

  const second = await start();
  expect((await second.tapes.list()).data).toEqual([]);
  const asked = await fetch(`${second.url}${location}`, { method: 'HEAD', headers: second.headers });
  const offset = Number(asked.headers.get('upload-offset'));
  expect(offset).toBeGreaterThanOrEqual(2_000_000);
  expect(offset).toBeLessThanOrEqual(4_000_000);
  const rest = await fetch(`${second.url}${location}`, {
    method: 'PATCH',
    headers: {
      ...second.headers,
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    },
    body: bytes.subarray(offset),
  });
  expect(rest.status).toBe(204);
  const { data } = await second.tapes.download('long.wav');
  const digest = (content: Uint8Array) => createHmac('sha256', 'x').update(content).digest('hex');
  expect(digest(new Uint8Array((await data?.arrayBuffer()) ?? new ArrayBuffer()))).toBe(digest(bytes));
  expect((await second.tapes.list()).data?.map(({ name }) => name)).toEqual(['long.wav']);
  second.program.child.kill('SIGTERM');
  await second.program.exit;
});

function sendHalf(url: string, method: string, bytes: Buffer, headers: Record<string, string>) {
  const outgoing = request(url, { method, headers: { ...headers, 'content-length': bytes.length } });
  outgoing.on('error', () => undefined);
  const sent = new Promise<void>((resolve) =>
    outgoing.write(bytes.subarray(0, bytes.length / 2), () => resolve()),
  );
  return { sent };
}
