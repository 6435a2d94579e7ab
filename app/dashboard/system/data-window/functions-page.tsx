// What functions printed since the program started, the newest first.
import { currentLanguage, t } from '#app/language/messages.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { guardPage } from '../../guard.server.ts';
import { useStudio } from '../../use-studio.ts';
import { type LogLine, LogLines } from '../log-lines.tsx';
import type { Route } from './+types/functions-page.ts';
import { DataGate, DataHeader, DataLoading, dataMeta } from './data-header.tsx';
import { dataLoader } from './load-data.ts';

export const loader = guardPage('owner');
export const clientLoader = dataLoader<{ lines: LogLine[] }>('functions');
export const meta = dataMeta;
export const HydrateFallback = DataLoading;

export default function FunctionsPage({ loaderData: { answer, problem } }: Route.ComponentProps) {
  const { zone } = useStudio().studio;
  const clock = new Intl.DateTimeFormat(currentLanguage().locale, {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return (
    <>
      <DataHeader />
      {problem ? (
        <DataGate problem={problem} />
      ) : answer.lines.length === 0 ? (
        <EmptyState level={2} title={t('dashboard.data.no_lines')}>
          {t('dashboard.data.lines_of_functions_appear_here')}
        </EmptyState>
      ) : (
        <LogLines lines={answer.lines} clock={clock}>
          {({ message, more }) => (
            <>
              <strong dir="ltr">{functionOf(more)}</strong> <span lang="en">{message}</span>
            </>
          )}
        </LogLines>
      )}
    </>
  );
}

function functionOf(more: string): string {
  return /"function":"([^"]{1,100})"/.exec(more)?.[1] ?? '';
}
