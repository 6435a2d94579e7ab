// A message of realtime and uploads of 30 MB, as a client of the backend sends them through the proxy.
import { randomBytes } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import { mintToken } from '#server/testing/mint-key.ts';

export interface Service {
  url: string;
  jwtSecret: string;
}

const BUCKET = 'guide';
const TOTAL_BYTES = 30e6;
/** What supabase-js and tus clients send at once. */
const CHUNK_BYTES = 6 * 2 ** 20;

const keyOf = ({ jwtSecret }: Service, role: string) =>
  mintToken({ iss: 'onda', role, exp: Math.floor(Date.now() / 1000) + 3600 }, jwtSecret);

/** Answers the seconds from sending to receiving; joining the channel is not counted. */
export async function measureRealtime(service: Service): Promise<number> {
  const client = createClient(service.url, keyOf(service, 'anon'));
  const channel = client.channel('guide', { config: { broadcast: { self: true } } });
  try {
    const received = new Promise<void>((resolve) => {
      channel.on('broadcast', { event: 'there' }, () => resolve());
    });
    await new Promise<void>((resolve, reject) => {
      channel.subscribe((status, error) => {
        if (status === 'SUBSCRIBED') resolve();
        else reject(error ?? new Error(`The channel is ${status}.`));
      });
    });
    const beganMs = performance.now();
    await channel.send({ type: 'broadcast', event: 'there', payload: {} });
    await received;
    return (performance.now() - beganMs) / 1000;
  } finally {
    await client.removeAllChannels();
  }
}

export async function uploadInOneRequest(service: Service): Promise<undefined> {
  await send(service, 'POST', '/bucket', json({ id: BUCKET, name: BUCKET, public: true }));
  const body = randomBytes(TOTAL_BYTES);
  const headers = { 'content-type': 'application/octet-stream' };
  await send(service, 'POST', `/object/${BUCKET}/whole.bin`, { headers, body });
  await compare(service, 'whole.bin', body);
  return undefined;
}

export async function uploadInChunks(service: Service): Promise<undefined> {
  const whole = randomBytes(TOTAL_BYTES);
  const word = (text: string) => Buffer.from(text).toString('base64');
  const created = await send(service, 'POST', '/upload/resumable', {
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': String(TOTAL_BYTES),
      'upload-metadata': `bucketName ${word(BUCKET)},objectName ${word('chunks.bin')}`,
    },
  });
  const location = new URL(created.headers.get('location') ?? '', service.url);
  // Behind a proxy the address must be the site's, or the next chunk goes elsewhere.
  if (location.origin !== service.url) throw new Error(`The upload continues at ${location.origin}.`);
  for (let offset = 0; offset < TOTAL_BYTES; offset += CHUNK_BYTES) {
    await send(service, 'PATCH', location.pathname.replace('/storage/v1', ''), {
      headers: {
        'tus-resumable': '1.0.0',
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
      },
      body: whole.subarray(offset, offset + CHUNK_BYTES),
    });
  }
  await compare(service, 'chunks.bin', whole);
  return undefined;
}

async function compare(service: Service, name: string, expected: Buffer): Promise<void> {
  const answer = await send(service, 'GET', `/object/public/${BUCKET}/${name}`);
  if (!Buffer.from(await answer.arrayBuffer()).equals(expected))
    throw new Error(`${name} came back with other bytes.`);
}

function json(value: object): RequestInit {
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}

async function send(service: Service, method: string, path: string, init: RequestInit = {}) {
  const response = await fetch(`${service.url}/storage/v1${path}`, {
    ...init,
    method,
    headers: { ...init.headers, authorization: `Bearer ${keyOf(service, 'service_role')}` },
  });
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}.`);
  return response;
}
