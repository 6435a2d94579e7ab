// A CSV file that is sent as it is read: a year of rows is never in memory.
import { Readable } from 'node:stream';
import { CSV_MARK, type CsvCell, csvLine } from '#app/features/csv/write-csv.ts';

export function csvResponse(
  fileName: string,
  columns: readonly string[],
  /** In batches, as a cursor reads them. */
  rows: AsyncIterable<readonly (readonly CsvCell[])[]>,
): Response {
  const lines = async function* () {
    yield CSV_MARK + csvLine(columns);
    for await (const batch of rows) yield batch.map((row) => csvLine(row)).join('');
  };
  const bytes = Readable.from(lines(), { objectMode: false });
  return new Response(Readable.toWeb(bytes) as ReadableStream<Uint8Array>, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${fileName}"`,
    },
  });
}
