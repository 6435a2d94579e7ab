// An import in the database: uploaded in batches, checked, then run as a whole.

import { backend } from '#app/backend/backend.ts';
import { dataOf } from '#app/backend/data-of.ts';
import { errorText } from '#app/language/error-text.ts';
import { t } from '#app/language/messages.ts';
import type { Import } from '#contracts/overview.ts';
import type { ImportKind, ImportRow } from './import-kinds.ts';

export const OUTCOMES = ['rejected', 'created', 'changed', 'matched'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface ReportRow {
  line: number;
  data: Record<string, string>;
  /** Null until the row was checked. */
  outcome: Outcome | null;
  message: string;
}

const BATCH = 500;
const PAGE = 1000;
const POLL_MS = 400;

export interface ImportProgress {
  label: string;
  /** Between 0 and 1; null while unknown. */
  share: number | null;
}
export type OnProgress = (progress: ImportProgress) => void;

/** Uploads the rows and checks them; nothing is imported yet. */
export async function checkImport(
  given: { kind: ImportKind; fileName: string; rows: ImportRow[] },
  onProgress: OnProgress,
): Promise<Import> {
  const client = await backend();
  const started = await client.rpc('create_import', {
    kind: given.kind,
    file_name: given.fileName.slice(0, 200),
  });
  if (started.error) throw started.error;
  const id = started.data;
  for (let at = 0; at < given.rows.length; at += BATCH) {
    onProgress({ label: t('dashboard.import.uploading_rows'), share: at / given.rows.length });
    await dataOf(
      client.rpc('add_import_rows', {
        import: id,
        rows: given.rows.slice(at, at + BATCH).map(({ line, data }) => ({ line, data })),
      }),
    );
  }
  return runImport(id, { isFinal: false, rowCount: given.rows.length }, onProgress);
}

export async function runImport(
  id: string,
  { isFinal, rowCount }: { isFinal: boolean; rowCount: number },
  onProgress: OnProgress,
): Promise<Import> {
  const client = await backend();
  const label = isFinal ? t('dashboard.import.importing_all_rows') : t('dashboard.import.checking_all_rows');
  onProgress({ label, share: null });
  const timer = setInterval(async () => {
    const { data } = await client.rpc('import_progress');
    if (typeof data === 'number' && rowCount > 0) onProgress({ label, share: data / rowCount });
  }, POLL_MS);
  try {
    const data = await dataOf(client.rpc('run_import', { import: id, is_final: isFinal }));
    return data;
  } finally {
    clearInterval(timer);
  }
}

/** All rows of the report, in the order of the file. */
export async function readReport(id: string): Promise<ReportRow[]> {
  const client = await backend();
  const rows: ReportRow[] = [];
  for (let last = 0; ; ) {
    const data = await dataOf(
      client
        .from('import_rows')
        .select('line,data,outcome,message,reason')
        .eq('import_id', id)
        .gt('line', last)
        .order('line')
        .limit(PAGE),
    );
    rows.push(...data.map(wordRow));
    if (data.length < PAGE) return rows;
    last = data.at(-1)?.line ?? last;
  }
}

/** The message of a row in the language of the page. */
export function wordRow<Row extends { message: string; reason: unknown }>(row: Row): Row {
  return { ...row, message: errorText(row.reason) ?? row.message };
}
