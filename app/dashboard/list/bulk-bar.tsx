// What can be done with the selected rows, and which of them failed. Failed rows stay selected, so that trying again does
// only those.

import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { t } from '#app/language/messages.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { confirm, describeReason } from '#app/ui/confirm/confirm-store.ts';
import { Menu, MenuContent, MenuItem, MenuTrigger } from '#app/ui/menu.tsx';
import { toastSuccess } from '#app/ui/toast/toast-store.ts';
import { runBatch } from './run-batch.ts';
import type { Selection } from './use-selection.ts';

export interface BulkAction<Row> {
  id: string;
  label: string;
  /** The rows it is meant for; it leaves the others alone. */
  accepts?(row: Row): boolean;
  /** Does it to one row; rejects with the reason. The key is the same when the same row is tried again. */
  run(row: Row, key: string): Promise<unknown>;
  /** "3 payments recorded" */
  done(count: number): string;
  /** Asked first; without it the action runs at once. */
  question?(rows: readonly Row[]): BulkQuestion;
}

interface BulkQuestion {
  title: string;
  content?: string;
  type?: 'default' | 'destructive';
  /** The label of the action by default. */
  confirmText?: string;
}

interface BulkMenu<Row> {
  id: string;
  label: string;
  choices: readonly BulkAction<Row>[];
}

/** Only reads the rows: a file to save. */
interface BulkExport<Row> {
  id: string;
  label: string;
  take(rows: readonly Row[]): void;
}

export interface Bulk<Row> {
  /** Names a row in the label of its checkbox and in the report. */
  nameOf(row: Row): string;
  /** Beside the number of selected rows: "€48.00 due". */
  summary?(rows: readonly Row[]): string | null;
  actions: readonly (BulkAction<Row> | BulkMenu<Row> | BulkExport<Row>)[];
}

interface Failure {
  id: string;
  name: string;
  reason: string;
}

interface BulkBarProps<Row> {
  bulk: Bulk<Row>;
  selection: Selection;
  rows: readonly Row[];
  rowId(row: Row): string;
}

export function BulkBar<Row>({ bulk, selection, rows, rowId }: BulkBarProps<Row>) {
  const { revalidate } = useRevalidator();
  const [progress, setProgress] = useState<{ finished: number; total: number } | null>(null);
  const [failures, setFailures] = useState<{ title: string; rows: Failure[] } | null>(null);
  const [keys] = useState(() => new Map<string, string>());
  const current = rows.filter((row) => selection.has(rowId(row)));
  // A frame late, so that the checkbox is painted before the bar appears or changes.
  const selected = rows.filter((row) => selection.wasPainted(rowId(row)));

  const keyOf = (action: string, id: string) => {
    const name = `${action} ${id}`;
    const key = keys.get(name) ?? crypto.randomUUID();
    keys.set(name, key);
    return key;
  };
  const run = async (action: BulkAction<Row>, wanted: readonly Row[]) => {
    setFailures(null);
    setProgress({ finished: 0, total: wanted.length });
    const { done, failed } = await runBatch(wanted, (row) => action.run(row, keyOf(action.id, rowId(row))), {
      onProgress: (finished) => setProgress({ finished, total: wanted.length }),
    });
    for (const row of done) keys.delete(`${action.id} ${rowId(row)}`);
    setProgress(null);
    selection.set(failed.map(({ row }) => rowId(row)));
    if (failed.length === 0) toastSuccess(action.done(done.length));
    else
      setFailures({
        title: t('dashboard.list.some_failed', {
          action: action.label,
          done: done.length,
          total: wanted.length,
        }),
        rows: failed.map(({ row, reason }) => ({
          id: rowId(row),
          name: bulk.nameOf(row),
          reason: describeReason(reason),
        })),
      });
    await revalidate();
  };
  const start = async (action: BulkAction<Row>) => {
    const wanted = current.filter((row) => action.accepts?.(row) ?? true);
    const question = action.question?.(wanted);
    if (question && !(await confirm({ confirmText: action.label, ...question }))) return;
    await run(action, wanted);
  };
  const isPossible = (action: BulkAction<Row>) => selected.some((row) => action.accepts?.(row) ?? true);

  if (selected.length === 0 && !failures && !progress) return null;
  return (
    <section className="list-bulk" aria-label={t('dashboard.list.selected_rows')}>
      {failures && (
        <div className="list-failures" role="alert">
          <p>
            <b>{failures.title}</b>
          </p>
          <ul>
            {failures.rows.map(({ id, name, reason }) => (
              <li key={id}>
                <b>{name}</b> {reason}
              </li>
            ))}
          </ul>
          <LinkButton onClick={() => setFailures(null)}>{t('dashboard.list.close_report')}</LinkButton>
        </div>
      )}
      {(selected.length > 0 || progress) && (
        <div className="list-bulk-line">
          <b className="list-bulk-count" role="status">
            {progress
              ? t('dashboard.list.progress', progress)
              : [t('dashboard.list.selected_count', { count: selected.length }), bulk.summary?.(selected)]
                  .filter(Boolean)
                  .join(', ')}
          </b>
          {bulk.actions.map((action) =>
            'choices' in action ? (
              <Menu key={action.id}>
                <MenuTrigger>
                  <LinkButton disabled={progress !== null || !action.choices.some(isPossible)}>
                    {action.label}
                  </LinkButton>
                </MenuTrigger>
                <MenuContent side="top">
                  {action.choices.map((choice) => (
                    <MenuItem key={choice.id} onSelect={() => void start(choice)}>
                      {choice.label}
                    </MenuItem>
                  ))}
                </MenuContent>
              </Menu>
            ) : (
              <LinkButton
                key={action.id}
                disabled={progress !== null || ('run' in action && !isPossible(action))}
                onClick={() => ('take' in action ? action.take(current) : void start(action))}
              >
                {action.label}
              </LinkButton>
            ),
          )}
          <LinkButton
            className="list-bulk-end"
            disabled={progress !== null}
            onClick={() => selection.set([])}
          >
            {t('dashboard.list.clear_selection')}
          </LinkButton>
        </div>
      )}
    </section>
  );
}
