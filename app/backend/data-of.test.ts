import { expect, it } from 'vitest';
import { dataOf } from './data-of.ts';

it('returns the data of a request', async () => {
  expect(await dataOf(Promise.resolve({ data: [1], error: null }))).toEqual([1]);
});

it('rejects with the error of a request', async () => {
  const error = new Error('no connection');
  await expect(dataOf(Promise.resolve({ data: null, error }))).rejects.toBe(error);
});
