// Uploads by form: what a signed policy allows, and attacks by the holder of the form.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createS3Signer } from '../testing/s3-signer.ts';
import { publishableKey, type StorageHost, startStorageHost, tokenFor } from '../testing/storage-host.ts';

const keys = { accessKeyId: 'signer', secretAccessKey: 'of the studio' };
/** What a form may hold instead of the name. */
const FILENAME = '\u0024{filename}';
const signer = createS3Signer(keys);

let host: StorageHost;
beforeAll(async () => {
  host = await startStorageHost({
    s3Access: { serviceKey: keys, publicKeys: () => [publishableKey] },
  });
  expect((await host.service.storage.createBucket('drop')).error).toBeNull();
});
afterAll(() => host?.close());

const send = async (form: FormData, path = 'drop') => {
  const answer = await fetch(`${host.url}/storage/v1/s3/${path}`, { method: 'POST', body: form });
  const text = await answer.text();
  return { status: answer.status, code: /<Code>([^<]*)</.exec(text)?.[1], text, headers: answer.headers };
};
const etagOf = (text: string) => `"${createHash('md5').update(text).digest('hex')}"`;
const stored = async (name: string) => (await host.service.storage.from('drop').info(name)).data ?? undefined;

describe('a form', () => {
  it('stores the file as the policy says', async () => {
    const form = signer.form({
      bucket: 'drop',
      key: 'form/a.css',
      'content-type': 'text/css',
      'x-amz-meta-by': 'Ada',
      tagging: '<Tagging><TagSet><Tag><Key>kind</Key><Value>form</Value></Tag></TagSet></Tagging>',
    });
    const { status, headers } = await send(form);
    expect([status, headers.get('etag')]).toEqual([204, etagOf('form')]);
    expect(await stored('form/a.css')).toMatchObject({
      size: 4,
      contentType: 'text/css',
      metadata: { by: 'Ada' },
    });
  });

  it('takes the name of the file where the policy allows it, and its type from that name', async () => {
    const form = signer.form(
      { bucket: 'drop', success_action_status: '201' },
      {
        conditions: [['starts-with', '$key', 'mine/']],
        unnamed: { key: `mine/${FILENAME}` },
        file: new File(['form'], 'drawing.png', { type: 'text/html' }),
      },
    );
    const { status, text } = await send(form);
    expect([status, /<Key>([^<]*)</.exec(text)?.[1]]).toEqual([201, 'mine/drawing.png']);
    expect(await stored('mine/drawing.png')).toMatchObject({ contentType: 'image/png' });
  });

  it('of a user is under their row policies', async () => {
    const person = createS3Signer({
      accessKeyId: 'any',
      secretAccessKey: publishableKey,
      sessionToken: await tokenFor({ sub: '11111111-1111-4111-8111-111111111111' }),
    });
    expect(await send(person.form({ bucket: 'drop', key: 'theirs.txt' }))).toMatchObject({
      status: 403,
      code: 'AccessDenied',
    });
  });
});

describe('the holder of a form cannot', () => {
  const fields = { bucket: 'drop', key: 'attack.png' };
  const prefixed = { conditions: [['starts-with', '$key', 'mine/']] };
  it.each<[string, () => FormData, number, string]>([
    [
      'add a type',
      () => signer.form(fields, { unnamed: { 'content-type': 'text/html' } }),
      403,
      'AccessDenied',
    ],
    [
      'add metadata',
      () => signer.form(fields, { unnamed: { 'x-amz-meta-role': 'admin' } }),
      403,
      'AccessDenied',
    ],
    ['add tags', () => signer.form(fields, { unnamed: { tagging: '<Tagging/>' } }), 403, 'AccessDenied'],
    ['add rights', () => signer.form(fields, { unnamed: { acl: 'public-read' } }), 403, 'AccessDenied'],
    [
      'add a status',
      () => signer.form(fields, { unnamed: { success_action_status: '201' } }),
      403,
      'AccessDenied',
    ],
    [
      'leave the folder',
      () => signer.form({ bucket: 'drop' }, { ...prefixed, unnamed: { key: 'others/a.png' } }),
      403,
      'AccessDenied',
    ],
    [
      'leave the folder by the name of the file',
      () =>
        signer.form(
          { bucket: 'drop' },
          { ...prefixed, unnamed: { key: FILENAME }, file: new File(['x'], 'mine/../../a.png') },
        ),
      403,
      'AccessDenied',
    ],
    [
      'leave the folder by dots',
      () => signer.form({ bucket: 'drop' }, { ...prefixed, unnamed: { key: 'mine/../a.png' } }),
      400,
      'InvalidArgument',
    ],
    [
      'send more bytes',
      () => signer.form(fields, { conditions: [['content-length-range', 0, 3]] }),
      400,
      'EntityTooLarge',
    ],
    [
      'send fewer bytes',
      () => signer.form(fields, { conditions: [['content-length-range', 5, 9]] }),
      400,
      'EntityTooSmall',
    ],
    [
      'use it later',
      () => signer.form(fields, { expiration: new Date(Date.now() - 1000).toISOString() }),
      403,
      'AccessDenied',
    ],
    ['use one without an end', () => signer.form(fields, { expiration: '' }), 400, 'InvalidPolicyDocument'],
    [
      'change the policy',
      () => {
        const form = signer.form(fields);
        const text = Buffer.from(String(form.get('policy')), 'base64').toString();
        const changed = Buffer.from(text.replace('attack', 'mended')).toString('base64');
        form.set('policy', changed);
        return form;
      },
      403,
      'SignatureDoesNotMatch',
    ],
    [
      'leave the signature out',
      () => {
        const form = signer.form(fields);
        form.delete('x-amz-signature');
        return form;
      },
      403,
      'AccessDenied',
    ],
    [
      'send a field twice',
      () => {
        const form = signer.form(fields);
        const file = form.get('file') as File;
        form.delete('file');
        form.append('KEY', 'other.png');
        form.append('file', file);
        return form;
      },
      400,
      'InvalidArgument',
    ],
    [
      'send no file',
      () => {
        const form = signer.form(fields);
        form.delete('file');
        return form;
      },
      400,
      'InvalidArgument',
    ],
  ])('%s', async (_name, form, status, code) => {
    expect(await send(form())).toMatchObject({ status, code });
    expect(await stored('attack.png')).toBeUndefined();
  });

  it('send it to another bucket', async () => {
    await host.service.storage.createBucket('other');
    expect(await send(signer.form(fields), 'other')).toMatchObject({ status: 403, code: 'AccessDenied' });
  });

  it('make another request of it', async () => {
    expect((await send(signer.form(fields), 'drop?delete')).status).toBe(204);
    expect(await send(signer.form(fields), 'drop/a.png?uploads')).toMatchObject({
      status: 403,
      code: 'AccessDenied',
    });
    expect(await send(new FormData(), 'drop')).toMatchObject({ status: 400 });
  });
});
