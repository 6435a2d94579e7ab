import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBusKey, createMessageJoiner, cutMessage } from './chunks.ts';

const key = createBusKey('a secret of the studio');

test('whatever is cut is joined again, in notifications of at most 8000 bytes', () => {
  const message = fc.record({
    body: fc.string({ unit: 'binary', maxLength: 50 }),
    times: fc.constantFrom(1, 200, 2_000),
  });
  fc.assert(
    fc.property(message, ({ body, times }) => {
      const message = { text: body.repeat(times) };
      const parts = cutMessage(key, 'node', 1, message);
      const join = createMessageJoiner(key);
      const joined = parts.map((part) => join(part));
      expect(parts.every((part) => Buffer.byteLength(part) < 8_000)).toBe(true);
      expect(joined.slice(0, -1).every((one) => one === undefined)).toBe(true);
      expect(joined.at(-1)).toEqual({ node: 'node', message });
    }),
    { numRuns: 50 },
  );
});

test('a message whose beginning was missed is skipped; the next one is received', () => {
  const join = createMessageJoiner(key);
  const [, ...late] = cutMessage(key, 'a', 1, { text: 'x'.repeat(20_000) });
  expect(late.map(join)).toEqual([undefined, undefined]);
  expect(join(cutMessage(key, 'a', 2, 'next')[0] ?? '')).toEqual({ node: 'a', message: 'next' });
});

test('what is not from us is no message', () => {
  const join = createMessageJoiner(key);
  const [own = ''] = cutMessage(key, 'a', 1, 'x');
  const [foreign = ''] = cutMessage(createBusKey('another secret'), 'a', 1, 'x');
  const changed = own.replace('/a/1/', '/b/1/');
  for (const text of ['', 'hello', ':', '/', 'a/1/0/1:"x"', '/a/1/0/1:"x"', foreign, changed, `${own} `])
    expect(join(text), text).toBeUndefined();
  expect(join(own)).toEqual({ node: 'a', message: 'x' });
});
