import { expect, it } from 'vitest';
import { runBatch } from './run-batch.ts';

it('does every row, three at a time, and reports failures in the order of the list', async () => {
  let running = 0;
  let peak = 0;
  const progress: number[] = [];
  const result = await runBatch(
    [1, 2, 3, 4, 5, 6, 7],
    async (row) => {
      running += 1;
      peak = Math.max(peak, running);
      await new Promise((resolve) => setTimeout(resolve, 8 - row));
      running -= 1;
      if (row % 3 === 0) throw new Error(`no ${row}`);
    },
    { onProgress: (finished) => progress.push(finished) },
  );
  expect(peak).toBe(3);
  expect(result.done).toEqual([1, 2, 4, 5, 7]);
  expect(result.failed.map(({ row, reason }) => [row, (reason as Error).message])).toEqual([
    [3, 'no 3'],
    [6, 'no 6'],
  ]);
  expect(progress).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

it('does nothing with no rows', async () => {
  expect(await runBatch([], () => Promise.reject(new Error('never')))).toEqual({ done: [], failed: [] });
});
