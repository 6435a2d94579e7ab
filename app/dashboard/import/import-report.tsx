// The report of an import or a check: counts, rows by outcome, and a CSV download.

import { useCallback, useEffect, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { dataOf } from '#app/backend/data-of.ts';
import { ColumnTable } from '#app/dashboard/layout/column-table.tsx';
import { offerFile } from '#app/features/csv/offer-file.ts';
import { writeCsv } from '#app/features/csv/write-csv.ts';
import { t } from '#app/language/messages.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Pagination } from '#app/ui/pagination.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { TableCell, TableRow } from '#app/ui/table.tsx';
import { toastSuccess } from '#app/ui/toast/toast-store.ts';
import type { Import } from '#contracts/overview.ts';
import { Panel, PanelError } from '../layout/page.tsx';
import {
  checkImport,
  type ImportProgress,
  type OnProgress,
  OUTCOMES,
  type Outcome,
  type ReportRow,
  readReport,
  runImport,
  wordRow,
} from './import-api.ts';
import { importKinds } from './import-kinds.ts';
import { ImportState } from './import-state.tsx';

const PAGE_SIZE = 50;

interface ImportReportProps {
  result: Import;
  onChange(result: Import): void;
  onStartAgain(): void;
}

export function ImportReport({ result, onChange, onStartAgain }: ImportReportProps) {
  const [running, setRunning] = useState<ImportProgress | null>(null);
  const [problem, setProblem] = useState('');
  const isDone = result.state === 'done';
  const act = async (work: (onProgress: OnProgress) => Promise<Import>) => {
    setProblem('');
    setRunning({ label: t('dashboard.import.starting'), share: null });
    try {
      const next = await work(setRunning);
      onChange(next);
      if (next.state === 'done') toastSuccess(t('dashboard.import.import_complete'), describeResult(next));
    } catch (reason) {
      setProblem(describeReason(reason));
    } finally {
      setRunning(null);
    }
  };
  const importAll = () =>
    act((onProgress) => runImport(result.id, { isFinal: true, rowCount: result.row_count }, onProgress));
  const skipRejected = () =>
    act(async (onProgress) => {
      const rows = (await readReport(result.id)).filter(({ outcome }) => outcome !== 'rejected');
      return checkImport({ kind: result.kind, fileName: result.file_name, rows }, onProgress);
    });
  const download = async () => {
    const fields = importKinds[result.kind].fields;
    const rows = await readReport(result.id);
    offerFile(
      `import-report-${result.id.slice(0, 8)}.csv`,
      writeCsv([
        ['line', 'outcome', 'reason', ...fields.map(({ name }) => name)],
        ...rows.map(({ line, outcome, message, data }) => [
          line,
          outcome,
          message,
          ...fields.map(({ name }) => data[name] ?? ''),
        ]),
      ]),
    );
  };
  return (
    <Panel
      title={isDone ? t('dashboard.import.imported') : t('dashboard.import.check_result')}
      aside={`${importKinds[result.kind].label()}, ${result.file_name || t('dashboard.import.unnamed_file')}`}
    >
      <dl className="pulse import-counts">
        {OUTCOMES.map((outcome) => (
          <div
            key={outcome}
            data-hot={outcome === 'rejected' && result.rejected_count > 0 ? true : undefined}
          >
            <dt>{t(`dashboard.import.outcome_${outcome}`)}</dt>
            <dd>{result[`${outcome}_count`]}</dd>
          </div>
        ))}
      </dl>
      <p role="status">{describeResult(result)}</p>
      <ImportState running={running} problem={problem} />
      <div className="owner-end import-actions">
        {!isDone && result.rejected_count === 0 && (
          <Button variant="primary" busy={running !== null} onClick={() => void importAll()}>
            {t('dashboard.import.import_all_rows', { rowCount: result.row_count })}
          </Button>
        )}
        {!isDone && result.rejected_count > 0 && result.rejected_count < result.row_count && (
          <Button variant="secondary" busy={running !== null} onClick={() => void skipRejected()}>
            {t('dashboard.import.skip_rejected_rows', { rejectedCount: result.rejected_count })}
          </Button>
        )}
        <Button variant="tertiary" onClick={() => void download()}>
          {t('dashboard.import.download_report')}
        </Button>
        <Button variant="link" onClick={onStartAgain}>
          {isDone ? t('dashboard.import.import_another_file') : t('dashboard.import.choose_another_file')}
        </Button>
      </div>
      <ReportRows key={`${result.id} ${result.state}`} result={result} />
    </Panel>
  );
}

function describeResult({ state, rejected_count, row_count, created_count, changed_count }: Import): string {
  if (state === 'done')
    return t('dashboard.import.import_result', {
      createdCount: created_count,
      changedCount: changed_count,
    });
  if (rejected_count === 0)
    return created_count + changed_count === 0
      ? t('dashboard.import.everything_in_the_file_already_exists')
      : t('dashboard.import.all_rows_are_valid');
  if (rejected_count === row_count) return t('dashboard.import.no_row_is_valid');
  return t('dashboard.import.some_rows_are_not_valid');
}

const tones: Record<Outcome, 'danger' | 'positive' | 'default' | 'quiet'> = {
  rejected: 'danger',
  created: 'positive',
  changed: 'default',
  matched: 'quiet',
};

function ReportRows({ result }: { result: Import }) {
  const [filter, setFilter] = useState<Outcome | null>(result.rejected_count > 0 ? 'rejected' : null);
  const [page, setPage] = useState(1);
  const [rows, setRows] = useState<ReportRow[] | null>(null);
  const [problem, setProblem] = useState('');
  const load = useCallback(async () => {
    const client = await backend();
    let query = client
      .from('import_rows')
      .select('line,data,outcome,message,reason')
      .eq('import_id', result.id)
      .order('line')
      .range((page - 1) * PAGE_SIZE, page * PAGE_SIZE - 1);
    if (filter) query = query.eq('outcome', filter);
    const data = await dataOf(query);
    return data.map(wordRow);
  }, [result.id, page, filter]);
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
  const total = filter ? result[`${filter}_count`] : result.row_count;
  const pageCount = Math.ceil(total / PAGE_SIZE);
  if (problem) {
    const retry = () => {
      setProblem('');
      void load().then(setRows, (reason) => setProblem(describeReason(reason)));
    };
    return <PanelError message={problem} onTryAgain={retry} />;
  }
  return (
    <>
      <nav className="dash-filter" aria-label={t('dashboard.import.outcome')}>
        <ul>
          {[null, ...OUTCOMES].map((one) => (
            <li key={one ?? 'all'}>
              <button
                type="button"
                aria-current={one === filter ? 'true' : undefined}
                onClick={() => {
                  setFilter(one);
                  setPage(1);
                }}
              >
                {t(`dashboard.import.outcome_${one ?? 'all'}`)}
              </button>
            </li>
          ))}
        </ul>
      </nav>
      {!rows ? (
        <Skeleton className="dash-skeleton" />
      ) : rows.length === 0 ? (
        <EmptyState
          title={
            filter
              ? t('dashboard.import.no_rows_of_outcome', { outcome: filter })
              : t('dashboard.import.no_rows')
          }
        />
      ) : (
        <ColumnTable
          label={t('dashboard.import.rows_of_the_file')}
          columns={[
            { end: t('dashboard.import.line') },
            t('dashboard.import.row'),
            t('dashboard.import.result'),
          ]}
        >
          {rows.map(({ line, data, outcome, message: reason }) => (
            <TableRow key={line}>
              <TableCell align="end" className="dash-quiet">
                {line}
              </TableCell>
              <TableCell>{summaryOf(data)}</TableCell>
              <TableCell>
                {outcome && <Badge tone={tones[outcome]}>{t(`dashboard.import.outcome_${outcome}`)}</Badge>}{' '}
                <span className="dash-quiet">{reason}</span>
              </TableCell>
            </TableRow>
          ))}
        </ColumnTable>
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

function summaryOf(data: Record<string, string>): string {
  return Object.values(data)
    .filter((value) => value !== '')
    .slice(0, 5)
    .join(', ');
}
