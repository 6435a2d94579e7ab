// One statement at a time: read by default, explained on request, written only when that is switched on.
import { type FormEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { Field } from '#app/ui/field.tsx';
import { Textarea } from '#app/ui/textarea.tsx';
import type { StatementResult } from '#contracts/data-window.ts';
import { guardPage } from '../../guard.server.ts';
import type { Route } from './+types/sql-page.ts';
import { DataGate, DataHeader, DataLoading, dataMeta } from './data-header.tsx';
import { type DataProblem, dataLoader, loadData } from './load-data.ts';
import { ResultTable } from './result-table.tsx';
import { RoleChoice, roleOf } from './role-choice.tsx';

export const loader = guardPage('owner');
export const clientLoader = dataLoader<object>('tables');
export const meta = dataMeta;
export const HydrateFallback = DataLoading;

type Explain = 'no' | 'plan' | 'analyze';

export default function SqlPage({ loaderData }: Route.ComponentProps) {
  const [query] = useSearchParams();
  const [statement, setStatement] = useState('');
  const [isWriting, setWriting] = useState(false);
  const [result, setResult] = useState<StatementResult | null>(null);
  const [error, setError] = useState('');
  const [problem, setProblem] = useState<DataProblem | null>(loaderData.problem);
  const running = useRef<AbortController>(null);
  const [isBusy, setBusy] = useState(false);
  const role = roleOf(query);
  const run = async (explain: Explain) => {
    const stop = new AbortController();
    running.current = stop;
    setBusy(true);
    setError('');
    setResult(null);
    try {
      const mode = isWriting && explain === 'no' ? 'write' : 'read';
      const loaded = await loadData<StatementResult>('sql', { statement, role, mode, explain }, stop.signal);
      setProblem(loaded.problem);
      setResult(loaded.answer);
    } catch (reason) {
      setError(stop.signal.aborted ? t('dashboard.data.stopped') : describeReason(reason));
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run('no');
  };
  return (
    <>
      <DataHeader />
      {problem && <DataGate problem={problem} onDone={() => setProblem(null)} />}
      {problem?.code !== 'second_factor_required' && (
        <form className="data-sql" onSubmit={submit}>
          <fieldset className="list-filters">
            <legend className="sr-only">{t('dashboard.data.look_as')}</legend>
            <RoleChoice role={role} />
          </fieldset>
          <Field
            label={t('dashboard.data.statement')}
            hint={t('dashboard.data.limits_of_a_statement')}
            error={error}
          >
            <Textarea
              className="data-statement"
              dir="ltr"
              rows={8}
              spellCheck={false}
              autoCapitalize="off"
              value={statement}
              onChange={(event) => setStatement(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
                event.preventDefault();
                void run('no');
              }}
            />
          </Field>
          <Checkbox
            label={t('dashboard.data.allow_changes')}
            hint={t('dashboard.data.rows_of_public_only')}
            checked={isWriting}
            onChange={(event) => setWriting(event.target.checked)}
          />
          <div className="data-actions">
            <Button type="submit" variant={isWriting ? 'destructive' : 'primary'} busy={isBusy}>
              {isWriting ? t('dashboard.data.run_with_changes') : t('dashboard.data.run')}
            </Button>
            <Button variant="secondary" onClick={() => void run('plan')} disabled={isBusy}>
              {t('dashboard.data.explain')}
            </Button>
            <Button variant="tertiary" onClick={() => void run('analyze')} disabled={isBusy}>
              {t('dashboard.data.explain_and_run')}
            </Button>
            {isBusy && (
              <Button variant="text" onClick={() => running.current?.abort()}>
                {t('dashboard.data.stop')}
              </Button>
            )}
          </div>
        </form>
      )}
      {result && <Result result={result} />}
    </>
  );
}

function Result({ result }: { result: StatementResult }) {
  const { columns, rows, isCut, count, ms } = result;
  const isPlan = columns.length === 1 && columns[0]?.name === 'QUERY PLAN';
  const summary =
    columns.length === 0
      ? t('dashboard.data.changed_rows', { count: count ?? 0, ms })
      : t('dashboard.data.found_rows', { count: rows.length, ms });
  return (
    <section aria-label={t('dashboard.data.result')}>
      <p role="status" className="dash-quiet">
        {summary} {isCut && t('dashboard.data.only_the_first_rows')}
      </p>
      {isPlan ? (
        <pre className="data-plan" dir="ltr">
          {rows.map(([line]) => line).join('\n')}
        </pre>
      ) : (
        columns.length > 0 && <ResultTable label={t('dashboard.data.result')} columns={columns} rows={rows} />
      )}
    </section>
  );
}
