// An import as the database has it: filled in pieces, tried, taken. All of it by supabase-js, as the owner.
import { backend } from '#app/backend/backend.ts';
import type { ImportKind, ImportRow } from './import-kinds.ts';

export interface Import {
  id: string;
  kind: ImportKind;
  file_name: string;
  state: 'filling' | 'checked' | 'done';
  row_count: number;
  created_count: number;
  changed_count: number;
  matched_count: number;
  refused_count: number;
  made_at: string;
  done_at: string | null;
}

export const OUTCOMES = ['refused', 'created', 'changed', 'matched'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface ReportRow {
  line: number;
  data: Record<string, string>;
  outcome: Outcome;
  words: string;
}

const PIECE = 500;
const PAGE = 1000;
const LOOK_MS = 400;

export type OnProgress = (progress: { words: string; share: number | null }) => void;

/** Brings the rows to the database and tries them; nothing is kept yet. */
export async function tryImport(
  given: { kind: ImportKind; fileName: string; rows: ImportRow[] },
  onProgress: OnProgress,
): Promise<Import> {
  const client = await backend();
  const begun = await client.rpc('begin_import', {
    kind: given.kind,
    file_name: given.fileName.slice(0, 200),
  });
  if (begun.error) throw begun.error;
  const id = begun.data as string;
  for (let at = 0; at < given.rows.length; at += PIECE) {
    onProgress({ words: 'The rows are on their way.', share: at / given.rows.length });
    const { error } = await client.rpc('add_import_rows', {
      import: id,
      rows: given.rows.slice(at, at + PIECE).map(({ line, data }) => ({ line, data })),
    });
    if (error) throw error;
  }
  return runImport(id, { keep: false, rowCount: given.rows.length }, onProgress);
}

export async function runImport(
  id: string,
  { keep, rowCount }: { keep: boolean; rowCount: number },
  onProgress: OnProgress,
): Promise<Import> {
  const client = await backend();
  const words = keep ? 'Every row is taken, or none.' : 'Every row is tried.';
  onProgress({ words, share: null });
  const looking = setInterval(async () => {
    const { data } = await client.rpc('import_progress');
    if (typeof data === 'number' && rowCount > 0) onProgress({ words, share: data / rowCount });
  }, LOOK_MS);
  try {
    const { data, error } = await client.rpc('run_import', { import: id, keep });
    if (error) throw error;
    return data as unknown as Import;
  } finally {
    clearInterval(looking);
  }
}

/** Every row of the report, however long, in the order of the file. */
export async function readReport(id: string): Promise<ReportRow[]> {
  const client = await backend();
  const rows: ReportRow[] = [];
  for (let last = 0; ; ) {
    const { data, error } = await client
      .from('import_rows')
      .select('line,data,outcome,words')
      .eq('import_id', id)
      .gt('line', last)
      .order('line')
      .limit(PAGE)
      .overrideTypes<ReportRow[], { merge: false }>();
    if (error) throw error;
    rows.push(...data);
    if (data.length < PAGE) return rows;
    last = data.at(-1)?.line ?? last;
  }
}
