// Forms as they arrive: cut at any byte, with any content, whole or broken.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundaryOf, readParts } from './multipart.ts';

async function* cut(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function readAll(bytes: Buffer, boundary: string, size: number) {
  const found: { name: string; filename: string | undefined; type: string | undefined; body: string }[] = [];
  for await (const { name, filename, contentType, body } of readParts(cut(bytes, size), boundary)) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of body) chunks.push(chunk);
    found.push({ name, filename, type: contentType, body: Buffer.concat(chunks).toString('latin1') });
  }
  return found;
}

test('a form is read the same however it is cut', async () => {
  const form = new FormData();
  form.append('cacheControl', '3600');
  form.append('', new Blob(['--\r\n--bound', Uint8Array.of(0, 255, 13, 10)], { type: 'audio/wav' }), 'á.wav');
  form.append('after', '');
  const request = new Request('http://x', { method: 'POST', body: form });
  const boundary = boundaryOf(request.headers.get('content-type') ?? '');
  const bytes = Buffer.from(await request.arrayBuffer());
  const whole = await readAll(bytes, boundary, bytes.length);
  expect(whole).toEqual([
    { name: 'cacheControl', filename: undefined, type: undefined, body: '3600' },
    { name: '', filename: 'á.wav', type: 'audio/wav', body: '--\r\n--bound\u0000\u00ff\r\n' },
    { name: 'after', filename: undefined, type: undefined, body: '' },
  ]);
  for (const size of [1, 2, 3, 7, 64]) expect(await readAll(bytes, boundary, size)).toEqual(whole);
});

test('any body is read or rejected, never hung on', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 400 }),
      fc.integer({ min: 1, max: 50 }),
      async (junk, size) => {
        const text = Buffer.concat([Buffer.from('--b\r\nx: y\r\n\r\n'), junk, Buffer.from('\r\n--b')]);
        await readAll(text, 'b', size).catch((error: unknown) => {
          expect(error).toMatchObject({ code: 'InvalidRequest' });
        });
      },
    ),
    { numRuns: 300 },
  );
});

test('a form without boundary or end is rejected', async () => {
  expect(() => boundaryOf('multipart/form-data')).toThrow('boundary');
  await expect(readAll(Buffer.from('--b\r\nname: x\r\n\r\nhalf'), 'b', 5)).rejects.toThrow('ends too early');
  await expect(readAll(Buffer.from(`--b\r\n${'x'.repeat(20_000)}`), 'b', 5000)).rejects.toThrow(
    'too long a head',
  );
});
