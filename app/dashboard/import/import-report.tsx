// What became, or would become, of every row: counted, listed by outcome, page by page, and as a file to take along.
import { useCallback, useEffect, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { offerFile } from '#app/features/csv/offer-file.ts';
import { writeCsv } from '#app/features/csv/write-csv.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Pagination } from '#app/ui/pagination.tsx';
import { Progress } from '#app/ui/progress.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#app/ui/table.tsx';
import { toast } from '#app/ui/toast/toast-store.ts';
import { Panel, PanelError } from '../layout/page.tsx';
import {
  type Import,
  type OnProgress,
  OUTCOMES,
  type Outcome,
  type ReportRow,
  readReport,
  runImport,
  tryImport,
} from './import-api.ts';
import { importKinds } from './import-kinds.ts';

const PAGE_SIZE = 50;

interface ImportReportProps {
  tried: Import;
  onTried(tried: Import): void;
  onStartAgain(): void;
}

export function ImportReport({ tried, onTried, onStartAgain }: ImportReportProps) {
  const [running, setRunning] = useState<{ words: string; share: number | null } | null>(null);
  const [problem, setProblem] = useState('');
  const isDone = tried.state === 'done';
  const act = async (work: (onProgress: OnProgress) => Promise<Import>) => {
    setProblem('');
    setRunning({ words: 'One moment.', share: null });
    try {
      const next = await work(setRunning);
      onTried(next);
      if (next.state === 'done')
        toast({ variant: 'success', title: 'Imported', description: sentenceOf(next) });
    } catch (reason) {
      setProblem(describeReason(reason));
    } finally {
      setRunning(null);
    }
  };
  const takeAll = () =>
    act((onProgress) => runImport(tried.id, { keep: true, rowCount: tried.row_count }, onProgress));
  const leaveOut = () =>
    act(async (onProgress) => {
      const rows = (await readReport(tried.id)).filter(({ outcome }) => outcome !== 'refused');
      return tryImport({ kind: tried.kind, fileName: tried.file_name, rows }, onProgress);
    });
  const download = async () => {
    const fields = importKinds[tried.kind].fields;
    const rows = await readReport(tried.id);
    offerFile(
      `import-report-${tried.id.slice(0, 8)}.csv`,
      writeCsv([
        ['line', 'outcome', 'reason', ...fields.map(({ name }) => name)],
        ...rows.map(({ line, outcome, words, data }) => [
          line,
          outcome,
          words,
          ...fields.map(({ name }) => data[name] ?? ''),
        ]),
      ]),
    );
  };
  return (
    <Panel
      title={isDone ? 'Imported' : 'What would happen'}
      aside={`${importKinds[tried.kind].label}, ${tried.file_name || 'without a name'}`}
    >
      <dl className="pulse import-counts">
        {OUTCOMES.map((outcome) => (
          <div key={outcome} data-hot={outcome === 'refused' && tried.refused_count > 0 ? true : undefined}>
            <dt>{outcome}</dt>
            <dd>{tried[`${outcome}_count`]}</dd>
          </div>
        ))}
      </dl>
      <p role="status">{sentenceOf(tried)}</p>
      {running && (
        <div className="import-progress">
          <Progress label="Import" value={running.share} max={1} />
          <p>{running.words}</p>
        </div>
      )}
      {problem && (
        <p className="owner-failed" role="alert">
          {problem}
        </p>
      )}
      <div className="owner-end import-actions">
        {!isDone && tried.refused_count === 0 && (
          <Button variant="primary" busy={running !== null} onClick={() => void takeAll()}>
            Import {tried.row_count === 1 ? 'the row' : `all ${tried.row_count} rows`}
          </Button>
        )}
        {!isDone && tried.refused_count > 0 && tried.refused_count < tried.row_count && (
          <Button variant="secondary" busy={running !== null} onClick={() => void leaveOut()}>
            Leave the refused {tried.refused_count === 1 ? 'row' : `${tried.refused_count} rows`} out
          </Button>
        )}
        <Button variant="tertiary" onClick={() => void download()}>
          Download the report
        </Button>
        <Button variant="link" onClick={onStartAgain}>
          {isDone ? 'Import something else' : 'Another file'}
        </Button>
      </div>
      <ReportRows key={`${tried.id} ${tried.state}`} tried={tried} />
    </Panel>
  );
}

function sentenceOf({ state, refused_count, row_count, created_count, changed_count }: Import): string {
  if (state === 'done') return `${created_count} new, ${changed_count} changed, the rest was there already.`;
  if (refused_count === 0)
    return created_count + changed_count === 0
      ? 'Everything in the file is there already: importing it changes nothing.'
      : 'Every row fits. Nothing is imported yet.';
  if (refused_count === row_count)
    return 'No row fits, so nothing is imported. The reasons stand beside them.';
  return 'Some rows do not fit, so nothing is imported. Mend the file and bring it again, or leave them out.';
}

const tones: Record<Outcome, 'danger' | 'positive' | 'default' | 'quiet'> = {
  refused: 'danger',
  created: 'positive',
  changed: 'default',
  matched: 'quiet',
};

function ReportRows({ tried }: { tried: Import }) {
  const [wanted, setWanted] = useState<Outcome | null>(tried.refused_count > 0 ? 'refused' : null);
  const [page, setPage] = useState(1);
  const [rows, setRows] = useState<ReportRow[] | null>(null);
  const [problem, setProblem] = useState('');
  const load = useCallback(async () => {
    const client = await backend();
    let asked = client
      .from('import_rows')
      .select('line,data,outcome,words')
      .eq('import_id', tried.id)
      .order('line')
      .range((page - 1) * PAGE_SIZE, page * PAGE_SIZE - 1);
    if (wanted) asked = asked.eq('outcome', wanted);
    const { data, error } = await asked.overrideTypes<ReportRow[], { merge: false }>();
    if (error) throw error;
    return data;
  }, [tried.id, page, wanted]);
  useEffect(() => {
    let isCurrent = true;
    load().then(
      (found) => isCurrent && setRows(found),
      (reason) => isCurrent && setProblem(describeReason(reason)),
    );
    return () => {
      isCurrent = false;
    };
  }, [load]);
  const total = wanted ? tried[`${wanted}_count`] : tried.row_count;
  const pageCount = Math.ceil(total / PAGE_SIZE);
  if (problem) {
    const again = () => {
      setProblem('');
      void load().then(setRows, (reason) => setProblem(describeReason(reason)));
    };
    return <PanelError words={problem} onTryAgain={again} />;
  }
  return (
    <>
      <nav className="dash-filter" aria-label="Outcome">
        <ul>
          {[null, ...OUTCOMES].map((one) => (
            <li key={one ?? 'all'}>
              <button
                type="button"
                aria-current={one === wanted ? 'true' : undefined}
                onClick={() => {
                  setWanted(one);
                  setPage(1);
                }}
              >
                {one ?? 'all'}
              </button>
            </li>
          ))}
        </ul>
      </nav>
      {!rows ? (
        <Skeleton className="dash-skeleton" />
      ) : rows.length === 0 ? (
        <EmptyState title={`No row was ${wanted ?? 'read'}.`} />
      ) : (
        <Table label="Rows of the file">
          <TableHead>
            <tr>
              <TableHeader align="end">Line</TableHeader>
              <TableHeader>Row</TableHeader>
              <TableHeader>What happens</TableHeader>
            </tr>
          </TableHead>
          <TableBody>
            {rows.map(({ line, data, outcome, words }) => (
              <TableRow key={line}>
                <TableCell align="end" className="dash-quiet">
                  {line}
                </TableCell>
                <TableCell>{shown(data)}</TableCell>
                <TableCell>
                  <Badge tone={tones[outcome]}>{outcome}</Badge> <span className="dash-quiet">{words}</span>
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
      <Pagination
        page={page}
        pageCount={pageCount}
        hrefFor={(to) => `#page-${to}`}
        link={({ href, ...props }) => (
          <a
            href={href}
            {...props}
            onClick={(event) => {
              event.preventDefault();
              setPage(Number(href.replace('#page-', '')));
            }}
          >
            {props.children}
          </a>
        )}
      />
    </>
  );
}

function shown(data: Record<string, string>): string {
  return Object.values(data)
    .filter((value) => value !== '')
    .slice(0, 5)
    .join(', ');
}
