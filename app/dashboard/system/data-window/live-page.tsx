// Changes of a table as realtime sends them to the owner's own account, while the page is open.
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { backend } from '#app/backend/backend.ts';
import { currentLanguage, t } from '#app/language/messages.ts';
import { Badge } from '#app/ui/badge.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import type { TableSummary } from '#contracts/data-window.ts';
import { guardPage } from '../../guard.server.ts';
import { ChoiceFilter } from '../../list/filters.tsx';
import { useStudio } from '../../use-studio.ts';
import type { Route } from './+types/live-page.ts';
import { DataGate, DataHeader, DataLoading, dataMeta } from './data-header.tsx';
import { dataLoader } from './load-data.ts';

interface Change {
  id: number;
  at: string;
  type: string;
  row: string;
}

const MAX_CHANGES = 100;
const MAX_TEXT = 2000;

export const loader = guardPage('owner');
export const clientLoader = dataLoader<{ tables: TableSummary[] }>('tables');
export const meta = dataMeta;
export const HydrateFallback = DataLoading;

export default function LivePage({ loaderData: { answer, problem } }: Route.ComponentProps) {
  const [query] = useSearchParams();
  const table = query.get('table') ?? '';
  const { changes, state } = useChanges(table);
  const { zone } = useStudio().studio;
  const clock = new Intl.DateTimeFormat(currentLanguage().locale, { timeZone: zone, timeStyle: 'medium' });
  if (problem)
    return (
      <>
        <DataHeader />
        <DataGate problem={problem} />
      </>
    );
  const choices = answer.tables
    .filter(({ schema, kind }) => schema === 'public' && kind === 'table')
    .map(({ name }) => ({ value: name, label: name }));
  return (
    <>
      <DataHeader />
      <fieldset className="list-filters">
        <legend className="sr-only">{t('dashboard.list.filters')}</legend>
        <ChoiceFilter
          label={t('dashboard.data.table')}
          name="table"
          any={t('dashboard.data.choose')}
          choices={choices}
        />
        {table && (
          <Badge tone={state === 'SUBSCRIBED' ? 'positive' : 'quiet'}>
            {state === 'SUBSCRIBED' ? t('dashboard.data.listening') : t('dashboard.data.connecting')}
          </Badge>
        )}
      </fieldset>
      {changes.length === 0 ? (
        <EmptyState level={2} title={t('dashboard.data.no_changes_yet')}>
          {table
            ? t('dashboard.data.changes_of_table_appear_here', { table })
            : t('dashboard.data.changes_appear_here')}
        </EmptyState>
      ) : (
        <ol className="log-lines" aria-live="polite">
          {changes.map(({ id, at, type, row }) => (
            <li key={id}>
              <time dateTime={at}>{clock.format(new Date(at))}</time>
              <Badge tone="quiet" lang="en">
                {type}
              </Badge>
              <code className="log-message" dir="ltr">
                {row}
              </code>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

function useChanges(table: string): { changes: Change[]; state: string } {
  const [changes, setChanges] = useState<Change[]>([]);
  const [state, setState] = useState('');
  useEffect(() => {
    setChanges([]);
    setState('');
    if (table === '') return;
    let leave = () => {};
    let isOver = false;
    let id = 0;
    const join = async () => {
      const client = await backend();
      await client.realtime.setAuth();
      if (isOver) return;
      const channel = client.channel(`inspect:${Math.random().toString(36).slice(2)}`);
      channel.on('postgres_changes', { event: '*', schema: 'public', table }, (change) => {
        const row = JSON.stringify(change.eventType === 'DELETE' ? change.old : change.new).slice(
          0,
          MAX_TEXT,
        );
        id += 1;
        const next = { id, at: change.commit_timestamp, type: change.eventType, row };
        setChanges((before) => [next, ...before].slice(0, MAX_CHANGES));
      });
      channel.subscribe((status) => setState(status));
      leave = () => void client.removeChannel(channel);
    };
    join().catch(() => setState('CHANNEL_ERROR'));
    return () => {
      isOver = true;
      leave();
    };
  }, [table]);
  return { changes, state };
}
