import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMessageJoiner, cutMessage } from './chunks.ts';

test('whatever is cut is joined again, in notifications of at most 8000 bytes', () => {
  const message = fc.record({
    body: fc.string({ unit: 'binary', maxLength: 50 }),
    times: fc.constantFrom(1, 200, 2_000),
  });
  fc.assert(
    fc.property(message, ({ body, times }) => {
      const message = { text: body.repeat(times) };
      const parts = cutMessage('node', 1, message);
      const join = createMessageJoiner();
      const joined = parts.map((part) => join(part));
      expect(parts.every((part) => Buffer.byteLength(part) < 8_000)).toBe(true);
      expect(joined.slice(0, -1).every((one) => one === undefined)).toBe(true);
      expect(joined.at(-1)).toEqual({ node: 'node', message });
    }),
    { numRuns: 50 },
  );
});

test('a message whose beginning was missed is skipped; the next one is received', () => {
  const join = createMessageJoiner();
  const [, ...late] = cutMessage('a', 1, { text: 'x'.repeat(20_000) });
  expect(late.map(join)).toEqual([undefined, undefined]);
  expect(join(cutMessage('a', 2, 'next')[0] ?? '')).toEqual({ node: 'a', message: 'next' });
});

test('what is not from us is no message', () => {
  const join = createMessageJoiner();
  for (const text of ['', 'hello', ':', 'a/1/0/2:x']) expect(join(text)).toBeUndefined();
});
