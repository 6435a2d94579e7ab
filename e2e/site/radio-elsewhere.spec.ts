// A studio whose player plays another station's stream (RADIO_STREAM_URL): a program of its own, and a small station of the
// test's own on another port.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cleanUp, startProgram } from '../start/program.ts';
import { makeUsedDataDir } from '../start/used-folder.ts';
import { expect, ready, slot, test } from './visitor.ts';

const BYTES_A_SECOND = 16_000;
let elsewhere: Server;
let joins = 0;

test.beforeAll(async ({ request }) => {
  // Some seconds of the tested studio's own sound, round and round.
  const sound = await (await request.get('/radio/live.mp3?preload=1')).body();
  elsewhere = createServer((asked, response) => {
    joins++;
    response.writeHead(200, { 'content-type': 'audio/mpeg', 'access-control-allow-origin': '*' });
    response.write(sound);
    let at = 0;
    const timer = setInterval(() => {
      response.write(sound.subarray(at, at + BYTES_A_SECOND));
      at = (at + BYTES_A_SECOND) % sound.length;
    }, 1000);
    asked.on('close', () => clearInterval(timer));
  }).listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
});
test.afterAll(async () => {
  elsewhere.closeAllConnections();
  elsewhere.close();
  await cleanUp();
});

test('an external stream is played, without titles', async ({ page }) => {
  const stream = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/their.mp3`;
  const program = startProgram({
    DATA_DIR: await makeUsedDataDir('studio'),
    RADIO_STREAM_URL: stream,
  });
  const url = await program.url();
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(api\/radio|radio\/live)/.test(pathname)) asked.push(pathname);
  });
  await page.goto(`${url}/radio`);
  await ready(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const name of ['Now playing', 'Request a song', 'Chat with the studio'])
    await expect(page.getByRole('region', { name })).toHaveCount(0);

  await page.getByRole('button', { name: 'Play radio' }).click();
  await expect(slot(page, 'radio-player')).toHaveAttribute('data-state', 'playing');
  await expect
    .poll(() => slot(page, 'radio-audio').evaluate((audio: HTMLAudioElement) => audio.currentTime))
    .toBeGreaterThan(0.5);
  expect(joins).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'What is on the radio' }).click();
  await expect(page.getByText('This stream does not say what is playing.')).toBeVisible();
  expect(asked).toEqual([]);
  expect((await page.request.get(`${url}/api/radio/now-playing`)).status()).toBe(404);
  // A page that is still open would ask a program that is gone.
  await page.goto('about:blank');
  program.child.kill('SIGTERM');
  await program.exit;
});
