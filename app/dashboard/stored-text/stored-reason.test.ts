import { expect, it } from 'vitest';
import { formatReason } from './stored-reason.ts';

it('words the reasons that the database stores and leaves typed ones as they are', () => {
  expect(formatReason('late cancellation')).toBe('late cancellation');
  expect(formatReason('given: a prize')).toBe('given: a prize');
  expect(formatReason('too loud')).toBe('too loud');
  expect(formatReason('constructor')).toBe('constructor');
});
