// The ledger as a CSV file, streamed in batches under the row policies of the current user.

import { dataOf } from '#app/backend/data-of.ts';
import { CSV_MARK, csvLine } from '#app/features/csv/write-csv.ts';
import { currentLanguage } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import type { LedgerLine } from '#contracts/lists.ts';
import { requireRole } from '../guard.server.ts';
import type { Route } from './+types/ledger-csv.ts';
import { ledgerCells, ledgerHead, readLedgerFilter } from './ledger.ts';

const BATCH = 1000;

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const { backend, now, inLanguage } = context.get(siteContext);
  const filter = readLedgerFilter(new URL(request.url).searchParams);
  const { zone } = await dataOf(backend.from('studio').select('zone').single());
  const head = CSV_MARK + csvLine(ledgerHead());
  const { code } = currentLanguage();
  const write = (batch: LedgerLine[]) =>
    inLanguage(code, () => batch.map((line) => csvLine(ledgerCells(line, zone))).join(''));
  const read = async (last: LedgerLine | undefined): Promise<LedgerLine[]> => {
    const data = await dataOf(
      backend.rpc('list_ledger', {
        ...filter,
        ...(last && { before_at: last.at, before_id: last.id }),
        max_rows: BATCH,
      }),
    );
    return data ?? [];
  };
  // Read before the response starts, so that an error is an error and not half a file.
  let lines = await read(undefined);
  let hasStarted = false;
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      controller.enqueue(encoder.encode((hasStarted ? '' : head) + write(lines)));
      hasStarted = true;
      if (lines.length < BATCH) return controller.close();
      lines = await read(lines.at(-1));
    },
  });
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="payments-${now.toISOString().slice(0, 10)}.csv"`,
      'cache-control': 'private, no-store',
    },
  });
}
