// A studio whose pages reach the API under another origin (API_BASE_URL): a program of its own, reached as localhost by
// visitors and as 127.0.0.1 on another port by their pages. To a browser these are two sites: no cookie travels.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { findFreePort } from '#backend/find-free-port.ts';
import { cleanUp, startProgram } from '../start/program.ts';
import { makeUsedDataDir } from '../start/used-folder.ts';
import { expect, ready, slot, test } from './visitor.ts';

const SETUP_TOKEN = 'set-up-token-elsewhere';
let forward: Server;
const sockets = new Set<Socket>();

/** Passes every connection on to the program, as a proxy under another name does. */
async function listenFor(portOf: () => number): Promise<number> {
  forward = createServer((incoming) => {
    const outgoing = connect(portOf(), '127.0.0.1');
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket);
      socket.on('error', () => {
        incoming.destroy();
        outgoing.destroy();
      });
      socket.on('close', () => sockets.delete(socket));
    }
    incoming.pipe(outgoing).pipe(incoming);
  }).listen(0, '127.0.0.1');
  await once(forward, 'listening');
  return (forward.address() as AddressInfo).port;
}

test.afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  forward?.close();
  await cleanUp();
});

test('an owner sets up, writes, listens and works through an API on another origin', async ({
  page,
  complaints,
}) => {
  const port = await findFreePort();
  const api = `http://127.0.0.1:${await listenFor(() => port)}`;
  const site = `http://localhost:${port}`;
  const program = startProgram({
    DATA_DIR: await makeUsedDataDir('studio'),
    PORT: String(port),
    SITE_URL: site,
    API_BASE_URL: api,
    SETUP_TOKEN,
  });
  await program.url();
  const asked: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (/^\/(api|cloudflare)\//.test(url.pathname)) asked.push(url.origin + url.pathname);
  });

  await page.goto(`${site}/setup?token=${SETUP_TOKEN}`);
  await ready(page);
  await page.getByLabel('Your name').fill('Marta Reis');
  await page.getByLabel('Email').fill('marta@onda.example');
  await page.getByLabel('Password').fill('four words in a row');
  await page.getByRole('button', { name: 'Set up the studio' }).click();
  await page.waitForURL('**/dashboard');
  await page.goto(`${site}/dashboard/security`);
  await expect(page.locator('.sessions')).toContainText('this device');

  await page.goto(`${site}/contact`);
  await ready(page);
  await page.getByLabel('Name').fill('Clara');
  await page.getByLabel('Email').fill('clara@post.example');
  await page.getByLabel('Message').fill('Is the loom free?');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(slot(page, 'toast')).toContainText('Message sent');

  // What is on air comes as events; going live opens a socket with the token of the signed-in person.
  const events = page.waitForRequest(`${api}/api/radio/events`);
  await page.goto(`${site}/radio`);
  await ready(page);
  await events;
  await page.goto(`${site}/dashboard/radio`);
  await ready(page);
  const opened = page.waitForEvent('websocket', (socket) => socket.url().endsWith('/api/radio/live'));
  await page.getByRole('button', { name: 'Turn on microphone' }).click();
  await page.getByRole('button', { name: 'Go live', exact: true }).click();
  const socket = await opened;
  expect(socket.url()).toBe(`${api.replace('http', 'ws')}/api/radio/live`);
  await expect(slot(page, 'live-broadcast')).toHaveAttribute('data-state', 'on-air');
  await page.getByRole('button', { name: 'End show' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End show' }).click();

  expect(new Set(asked.map((address) => new URL(address).origin))).toEqual(new Set([api]));
  for (const path of ['/api/setup', '/api/contact', '/cloudflare/verify-turnstile', '/api/account/sessions'])
    expect(asked).toContain(api + path);

  // Another site's page gets nothing, with cookies or without; its browser complains of that.
  expect(complaints).toEqual([]);
  await page.goto(`http://127.0.0.1:${port}/`);
  const stolen = await page.evaluate(
    (address) => fetch(address, { credentials: 'include' }).then(() => 'answered', String),
    `${api}/api/account/sessions`,
  );
  expect(stolen).not.toBe('answered');
  expect(complaints.join()).toContain('blocked by CORS policy');
  await page.close();
  complaints.length = 0;
  program.child.kill('SIGTERM');
  await program.exit;
});
