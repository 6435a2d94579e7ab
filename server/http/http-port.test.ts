import { request, type Server } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHttpPort, listenOn } from './http-port.ts';

let server: Server;
let port: number;
let waiting: string | undefined;

beforeAll(async () => {
  server = createHttpPort({
    siteUrl: 'https://studio.example:8443',
    otherOrigins: ['https://files.example'],
    challengeOf: async (token) => (token === 'known' ? 'known.thumbprint' : undefined),
    waitingFor: () => waiting,
  });
  port = await listenOn(server, 0, '127.0.0.1');
});
afterAll(() => void server.close());

function ask(path: string, { host = 'studio.example', method = 'GET' } = {}) {
  return new Promise<{ status?: number; location?: string; text: string }>((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, method, headers: { host } }, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode, location: response.headers.location, text });
    });
    asked.on('error', reject).end();
  });
}

it('redirects to the same address under https, and never to a host of someone else', async () => {
  const site = 'https://studio.example:8443';
  expect(await ask('/book/1?a=b')).toMatchObject({ status: 308, location: `${site}/book/1?a=b` });
  expect(await ask('/form', { method: 'POST' })).toMatchObject({ status: 308, location: `${site}/form` });
  expect(await ask('/a', { host: 'FILES.example:80' })).toMatchObject({
    location: 'https://files.example/a',
  });
  expect(await ask('/a', { host: 'evil.example' })).toMatchObject({ location: `${site}/a` });
  expect(await ask('//evil.example/a')).toMatchObject({ location: `${site}//evil.example/a` });
  expect(await ask('http://evil.example/a')).toMatchObject({ location: `${site}/` });
});

it('answers the question of the certificate authority, and says what the site waits for', async () => {
  expect(await ask('/.well-known/acme-challenge/known')).toMatchObject({
    status: 200,
    text: 'known.thumbprint',
  });
  expect(await ask('/.well-known/acme-challenge/unknown')).toMatchObject({ status: 404 });
  waiting = 'It waits for its certificate.';
  expect(await ask('/')).toMatchObject({ status: 503, text: expect.stringContaining(waiting) });
  expect(await ask('/.well-known/acme-challenge/known')).toMatchObject({ status: 200 });
  waiting = undefined;
});
