// What a stranger uploads never runs as a page or a program of this host, whatever they say about its type.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StorageHost, startStorageHost } from './testing/storage-host.ts';

let host: StorageHost;
beforeAll(async () => {
  host = await startStorageHost({ isStorageOrigin: ({ url }) => url.startsWith('http://files.test/') });
  await host.service.storage.createBucket('open', { public: true });
  await host.service.storage.createBucket('pictures', { public: true, allowedMimeTypes: ['image/*'] });
});
afterAll(() => host.close());

const page = '<script>alert(document.cookie)</script>';
const encoded = (text: string) => Buffer.from(text).toString('base64');
let counter = 0;
const newName = () => `object-${++counter}`;

/** How an object is served at its public address. */
async function shown(name: string, { bucket = 'open', query = '', headers = {} } = {}) {
  const answer = await host.ask(`GET /object/public/${bucket}/${name}${query}`, { headers });
  await answer.body?.cancel();
  const header = (key: string) => answer.headers.get(key);
  return {
    status: answer.status,
    type: header('content-type'),
    disposition: header('content-disposition'),
    policy: header('content-security-policy'),
    sniffing: header('x-content-type-options'),
  };
}

const isInert = (answer: Awaited<ReturnType<typeof shown>>) => {
  expect(answer.policy).toMatch(/default-src 'none'.*; sandbox$/);
  expect(answer.sniffing).toBe('nosniff');
};

/** Rows as older versions, restored backups or other programs left them. */
async function writeType(name: string, type: unknown, more: object = {}) {
  await host.service.storage.from('open').upload(name, page, { contentType: 'text/plain' });
  await host.sql`update storage.objects set metadata = metadata || ${host.sql.json({ mimetype: type as string, ...more })}
    where bucket_id = 'open' and name = ${name}`;
}

const malformed = [
  'text/html,image/png',
  'image/png, text/html',
  'text/html;,',
  'text/html;charset=utf-8, text/plain',
  ',text/html',
  'text/html/plain',
  'text',
  'image/*',
  '*/*',
  'text /html',
  'text/html\tx',
];

describe('types on the way in', () => {
  const form = (type: string, where: 'field' | 'part') => {
    const field = `--b\r\nContent-Disposition: form-data; name="contentType"\r\n\r\n${type}\r\n`;
    return `${where === 'field' ? field : ''}--b\r\nContent-Disposition: form-data; name=""; filename="a"\r\nContent-Type: ${where === 'part' ? type : 'text/plain'}\r\n\r\n${page}\r\n--b--\r\n`;
  };
  const formType = 'multipart/form-data; boundary=b';
  const ways: [string, (type: string, name: string) => Promise<Response>][] = [
    [
      'upload',
      (type, name) =>
        host.ask(`POST /object/open/${name}`, { body: page, headers: { 'content-type': type } }),
    ],
    [
      'update',
      (type, name) => host.ask(`PUT /object/open/${name}`, { body: page, headers: { 'content-type': type } }),
    ],
    [
      'a form with a field',
      (type, name) =>
        host.ask(`POST /object/open/${name}`, {
          body: form(type, 'field'),
          headers: { 'content-type': formType },
        }),
    ],
    [
      'a form with a typed part',
      (type, name) =>
        host.ask(`POST /object/open/${name}`, {
          body: form(type, 'part'),
          headers: { 'content-type': formType },
        }),
    ],
    [
      'a signed upload',
      async (type, name) => {
        const { data } = await host.service.storage.from('open').createSignedUploadUrl(name);
        return host.ask(`PUT /object/upload/sign/open/${name}?token=${data?.token}`, {
          body: page,
          headers: { 'content-type': type },
        });
      },
    ],
    [
      'a resumable upload',
      (type, name) =>
        host.ask('POST /upload/resumable', {
          body: page,
          headers: {
            'tus-resumable': '1.0.0',
            'upload-length': String(page.length),
            'content-type': 'application/offset+octet-stream',
            'upload-metadata': `bucketName ${encoded('open')},objectName ${encoded(name)},contentType ${encoded(type)}`,
          },
        }),
    ],
    [
      'a copy with a type of its own',
      async (type, name) => {
        await host.service.storage.from('open').upload('source', page, { upsert: true });
        return host.ask('POST /object/copy', {
          body: JSON.stringify({
            bucketId: 'open',
            sourceKey: 'source',
            destinationKey: name,
            copyMetadata: false,
            metadata: { mimetype: type },
          }),
        });
      },
    ],
  ];

  test.each(ways)('%s rejects a type that is none', async (_way, send) => {
    for (const type of malformed) {
      const name = newName();
      const answer = await send(type, name);
      expect([type, answer.status]).toEqual([type, expect.toSatisfy((status: number) => status >= 400)]);
      // Resumable uploads say it in a sentence, the others in JSON.
      expect(await answer.text()).toContain('is not supported');
      expect((await shown(name)).status).toBe(400);
    }
  });

  test.each(ways)('%s stores a type in one form', async (_way, send) => {
    const name = newName();
    expect((await send('  Text/HTML ; Charset="utf-8"; x=1', name)).status).toBeLessThan(300);
    expect((await host.service.storage.from('open').info(name)).data).toMatchObject({
      contentType: 'text/html;charset=utf-8',
    });
  });

  test('a bucket for pictures compares the parsed type', async () => {
    const send = (type: string, name = newName()) =>
      host.ask(`POST /object/pictures/${name}`, { body: page, headers: { 'content-type': type } });
    expect((await send('IMAGE/PNG')).status).toBe(200);
    for (const type of ['image/png,text/html', 'text/html;image/png', 'image/', 'image/*'])
      expect(await (await send(type)).json()).toMatchObject({ code: 'InvalidMimeType' });
    const name = newName();
    await writeType(name, 'image/png, text/html');
    const moved = await host.ask('POST /object/move', {
      body: JSON.stringify({
        bucketId: 'open',
        sourceKey: name,
        destinationBucket: 'pictures',
        destinationKey: name,
      }),
    });
    expect(await moved.json()).toMatchObject({ code: 'InvalidMimeType' });
  });
});

describe('what is stored already', () => {
  test.each([
    ...malformed,
    '\ttext/html',
    'text/html\r\nset-cookie: a=b',
    'multipart/x-mixed-replace; boundary=b',
    'message/rfc822',
    '',
    7,
    null,
  ])('%j is answered as bytes to save', async (type) => {
    const name = newName();
    await writeType(name, type);
    const answer = await shown(name);
    expect(answer).toMatchObject({
      status: 200,
      type: 'application/octet-stream',
      disposition: 'attachment',
    });
    isInert(answer);
    const { data } = await host.service.storage.from('open').info(name);
    expect(data?.contentType).toBe('application/octet-stream');
    const listed = await host.service.storage.from('open').list('', { search: name });
    expect(listed.data?.[0]?.metadata?.mimetype).toBe('application/octet-stream');
  });

  test('broken parameters of the type do not break the answer', async () => {
    const name = newName();
    await writeType(name, 'text/plain', {
      cacheControl: 'x\r\ny: z',
      contentEncoding: 'evil\r\n',
      lastModified: 'never',
      eTag: 'a\nb',
    });
    const answer = await host.ask(`GET /object/public/open/${name}`);
    expect([
      answer.status,
      answer.headers.get('cache-control'),
      answer.headers.get('content-encoding'),
    ]).toEqual([200, 'no-cache', null]);
    expect((await host.service.storage.from('open').info(name)).error).toBeNull();
  });

  test.each([
    'text/html',
    'TEXT/HTML',
    'text/html;charset=iso-2022-jp',
    'image/svg+xml',
    'application/xhtml+xml',
    'application/xml',
    'text/xml',
    'text/xsl',
    'application/xslt+xml',
    'application/mathml+xml',
    'application/rss+xml',
    'application/pdf',
    'text/css',
    'application/json',
    'image/x-unheard-of',
  ])('%s is saved, never shown on the origin of the site', async (type) => {
    const name = newName();
    await writeType(name, type);
    const answer = await shown(name);
    expect(answer).toMatchObject({ disposition: 'attachment', type: type.toLowerCase() });
    isInert(answer);
    expect(await shown(name, { query: '?download=a.html' })).toMatchObject({
      disposition: "attachment; filename=a.html; filename*=UTF-8''a.html;",
    });
  });

  test.each(['text/javascript', 'application/x-javascript', 'TEXT/ECMAScript', 'text/javascript1.5'])(
    '%s is text to every browser, with or without fetch metadata',
    async (type) => {
      const name = newName();
      await writeType(name, type);
      const answer = await shown(name);
      expect(answer).toMatchObject({ type: 'text/plain;charset=utf-8', disposition: 'attachment' });
      isInert(answer);
    },
  );

  test.each(['image/png', 'image/avif', 'audio/mpeg', 'audio/webm;codecs=opus', 'video/mp4', 'text/plain'])(
    '%s is shown, in a sandbox',
    async (type) => {
      const name = newName();
      await writeType(name, type);
      const answer = await shown(name);
      expect(answer).toMatchObject({ disposition: null, type });
      isInert(answer);
      expect(await shown(name, { query: '?download' })).toMatchObject({ disposition: 'attachment' });
    },
  );

  test('a signed link, a condition and a part of the bytes are no way around', async () => {
    const name = newName();
    await writeType(name, 'text/html,');
    const { data } = await host.service.storage.from('open').createSignedUrl(name, 60);
    const etag = (await fetch(data?.signedUrl ?? '')).headers.get('etag') ?? '';
    for (const headers of [{ range: 'bytes=0-3' }, { 'if-none-match': etag }] as Record<string, string>[]) {
      const answer = await fetch(data?.signedUrl ?? '', { headers });
      expect(answer.headers.get('content-security-policy')).toContain('sandbox');
      expect(answer.headers.get('content-disposition')).toBe('attachment');
    }
  });

  test('a PDF is shown only on the origin of uploads', async () => {
    const name = newName();
    await writeType(name, 'application/pdf');
    const ask = (origin: string) =>
      host.storage.handle(
        new Request(`${origin}/storage/v1/object/public/open/${name}`),
        `/object/public/open/${name}`,
        '',
        () => Promise.reject(new Error('nobody is asked')),
      );
    const own = await ask('http://files.test');
    expect([own.headers.get('content-disposition'), own.headers.get('content-security-policy')]).toEqual([
      null,
      null,
    ]);
    const other = await ask('http://studio.test');
    expect(other.headers.get('content-disposition')).toBe('attachment');
    await Promise.all([own.body?.cancel(), other.body?.cancel()]);
  });

  test('a page here loads no upload as a style sheet', async () => {
    const name = newName();
    await writeType(name, 'text/css');
    const as = (site: string) =>
      shown(name, { headers: { 'sec-fetch-dest': 'style', 'sec-fetch-site': site } });
    expect((await as('same-origin')).status).toBe(400);
    expect((await as('cross-site')).status).toBe(200);
  });
});
