import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createMessageFiles } from '../language/message-files.ts';
import { sendMessages } from './send-messages.ts';

const messages = {
  'site.home': { hello: 'Hello' },
  'dashboard.today': { now: 'Now' },
  'email.booking': { subject: 'Booked' },
};
const get = (path: string, encoding = '') =>
  new Request(`http://studio.test${path}`, { headers: { 'accept-encoding': encoding } });

test('each part of the product has its file, cached for ever, compressed for who takes it', async () => {
  const files = createMessageFiles();
  const { site, dashboard } = files.write('pt', messages);
  const answer = await sendMessages(files, get(site, 'br'));
  expect(answer?.headers.get('cache-control')).toContain('immutable');
  const text = brotliDecompressSync(Buffer.from((await answer?.arrayBuffer()) ?? new ArrayBuffer()));
  expect(JSON.parse(text.toString())).toEqual({ 'site.home': { hello: 'Hello' } });
  expect(await (await sendMessages(files, get(dashboard)))?.json()).toEqual({
    'dashboard.today': { now: 'Now' },
  });
});

test('a page from before an update gets the file of today, which is not cached under the old address', async () => {
  const files = createMessageFiles();
  const { site: before } = files.write('pt', messages);
  files.write('pt', { 'site.home': { hello: 'Olá' } });
  const answer = await sendMessages(files, get(before));
  expect(answer?.headers.get('cache-control')).toBe('no-store');
  expect(await answer?.json()).toEqual({ 'site.home': { hello: 'Olá' } });
  expect(await sendMessages(files, get('/messages/xx-site-abc.json'))).toBeUndefined();
  expect(await sendMessages(files, get('/messages/pt-email-abc.json'))).toBeUndefined();
});
