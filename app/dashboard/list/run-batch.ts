// Does one thing to many rows, a few at a time. What fails does not stop the rest, and is reported row by row.

export interface BatchResult<Row> {
  done: Row[];
  failed: { row: Row; reason: unknown }[];
}

interface BatchOptions {
  onProgress?(finished: number): void;
}

/** Few enough that the studio's database and other people notice nothing. */
const AT_ONCE = 3;

export async function runBatch<Row>(
  rows: readonly Row[],
  run: (row: Row) => Promise<unknown>,
  { onProgress }: BatchOptions = {},
): Promise<BatchResult<Row>> {
  const outcomes: ({ reason: unknown } | null)[] = new Array(rows.length).fill(null);
  let next = 0;
  let finished = 0;
  const work = async () => {
    for (let index = next++; index < rows.length; index = next++) {
      try {
        await run(rows[index] as Row);
      } catch (reason) {
        outcomes[index] = { reason };
      }
      finished += 1;
      onProgress?.(finished);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, rows.length) }, work));
  const result: BatchResult<Row> = { done: [], failed: [] };
  for (const [index, row] of rows.entries()) {
    const outcome = outcomes[index];
    if (outcome) result.failed.push({ row, reason: outcome.reason });
    else result.done.push(row);
  }
  return result;
}
