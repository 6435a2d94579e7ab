// The origin of uploads (STORAGE_URL) as browsers see it, recognised by the Host header only.
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';
import { createHttpServer, type HttpServer } from './http-server.ts';
import { createStorageOrigin } from './storage-origin.ts';

describe('[STORAGE_URL] requests for uploads', () => {
  let studio: StudioApp;
  const page = '<script>alert(document.cookie)</script>';
  beforeAll(async () => {
    studio = await startStudioApp({ STORAGE_URL: 'https://files.test' });
    const { storage } = studio.clients.elevated ?? studio.newClient();
    await storage.createBucket('open', { public: true });
    await storage.createBucket('closed', { public: false });
    for (const bucket of ['open', 'closed']) {
      await storage.from(bucket).upload('a.html', page, { contentType: 'text/html' });
      await storage.from(bucket).upload('a.pdf', '%PDF-1.4', { contentType: 'application/pdf' });
    }
  });
  afterAll(() => studio?.close());

  const ask = (url: string, init: RequestInit = {}) => studio.fetch(new Request(url, init));

  it('are sent on from the site, with their query', async () => {
    const path = '/storage/v1/object/public/open/a%20b.png?download=x%0d%0a';
    const answer = await ask(`http://studio.test${path}`);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `https://files.test${path}`]);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    for (const other of ['object/sign/open/a.png?token=x', 'render/image/public/open/a.png?width=9'])
      expect((await ask(`http://studio.test/storage/v1/${other}`)).status).toBe(302);
  });

  it('are answered on the site when they have rights in a header, or change something', async () => {
    const headers = { authorization: `Bearer ${studio.secrets.serviceRoleKey}` };
    const read = await ask('http://studio.test/storage/v1/object/closed/a.html', { headers });
    expect([read.status, await read.text(), read.headers.get('content-disposition')]).toEqual([
      200,
      page,
      'attachment',
    ]);
    const list = await ask('http://studio.test/storage/v1/object/sign/closed/a.html', {
      method: 'POST',
      headers,
      body: '{"expiresIn":60}',
    });
    expect(list.status).toBe(200);
  });

  it('are answered on their own origin, still without scripts', async () => {
    const answer = await ask('https://files.test/storage/v1/object/public/open/a.html');
    expect(await answer.text()).toBe(page);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-disposition': 'attachment',
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    });
    const pdf = await ask('http://FILES.test.:8443/storage/v1/object/public/open/a.pdf');
    expect([pdf.headers.get('content-disposition'), pdf.headers.get('content-security-policy')]).toEqual([
      null,
      null,
    ]);
    const client = studio.clients.elevated?.storage.from('closed');
    const { data } = (await client?.createSignedUrl('a.html', 60)) ?? {};
    const signed = await ask((data?.signedUrl ?? '').replace('http://studio.test', 'https://files.test'));
    expect(await signed.text()).toBe(page);
  });

  it.each([
    ['GET', '/'],
    ['GET', '/healthz'],
    ['GET', '/api/me'],
    ['GET', '/auth/v1/settings'],
    ['GET', '/rest/v1/studio'],
    ['POST', '/functions/v1/calendar'],
    ['GET', '/realtime/v1/websocket'],
    ['GET', '/storage/v1/bucket'],
    ['GET', '/storage/v1/object/closed/a.html'],
    ['GET', '/storage/v1/object/authenticated/closed/a.html'],
    ['GET', '/storage/v1/object/info/public/open/a.html'],
    ['POST', '/storage/v1/object/open/b.html'],
    ['PUT', '/storage/v1/object/upload/sign/open/b.html'],
    ['DELETE', '/storage/v1/object/public/open/a.html'],
    ['GET', '/storage/v1/object/public/../../../'],
  ])('nothing else lives there: %s %s', async (method, path) => {
    const answer = await ask(`https://files.test${path}`, {
      method,
      headers: {
        authorization: `Bearer ${studio.secrets.serviceRoleKey}`,
        apikey: studio.secrets.serviceRoleKey,
        cookie: 'sb-session-auth-token=x',
      },
    });
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([404, null]);
    expect(await answer.json()).toMatchObject({ code: 'not_found' });
  });

  it('bring no rights along: what a key would open is as closed as without it', async () => {
    const answer = await ask('https://files.test/storage/v1/object/public/closed/a.html', {
      headers: { authorization: `Bearer ${studio.secrets.serviceRoleKey}` },
    });
    expect(await answer.json()).toMatchObject({ code: 'NoSuchBucket' });
  });
});

describe('[STORAGE_URL] the fast path', () => {
  let server: HttpServer;
  let port: number;
  const origin = createStorageOrigin('http://files.test');
  const variant = {
    headers: ['content-type', 'text/plain', 'content-length', '6'],
    body: Buffer.from('a page'),
  };
  const ready = { etag: '"a"', variants: { br: variant, gzip: variant, identity: variant } };
  beforeAll(async () => {
    server = createHttpServer({
      findReady: ({ headers }) => (origin.mayBeStorageHost(headers) ? undefined : ready),
      claim: (head) =>
        head.startsWith('GET /stream')
          ? (socket) => void socket.end('HTTP/1.1 200 OK\r\n\r\nstream')
          : undefined,
      isReserved: origin.mayBeStorageHead,
      handle: (_request, response) => void response.end('handled'),
    });
    port = await server.listen(0, '127.0.0.1');
  });
  afterAll(() => server.close());

  const send = (path: string, ...headers: string[]) =>
    new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      let text = '';
      socket.on('data', (bytes) => {
        text += bytes;
        socket.destroy();
      });
      socket.on('close', () => resolve(text));
      socket.write(`GET ${path} HTTP/1.1\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n`);
    });

  it.each([
    ['a cached page or file', '/', /a page$/],
    ['the stream', '/stream', /stream$/],
  ])('%s is never found on the origin of uploads', async (_what, path, found) => {
    expect(await send(path, 'Host: studio.test')).toMatch(found);
    for (const headers of [
      ['hOsT: FILES.test:80'],
      ['Host: inside', 'X-Forwarded-Host: files.test'],
      ['Host: inside', 'Forwarded: for=192.0.2.1;host=files.test'],
      // Neither in one chunk nor plain: Node parses this head.
      ['Host: files.test', 'TE: trailers'],
    ])
      expect(await send(path, ...headers)).toMatch(/handled/);
  });
});
