// What functions printed since the program started, the newest first.
import { currentLanguage, t } from '#app/language/messages.ts';
import { Badge } from '#app/ui/badge.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { guardPage } from '../../guard.server.ts';
import { useStudio } from '../../use-studio.ts';
import type { Route } from './+types/functions-page.ts';
import { DataGate, DataHeader, DataLoading, dataMeta } from './data-header.tsx';
import { dataLoader } from './load-data.ts';

interface FunctionLine {
  at: string;
  level: 'debug' | 'info' | 'warn' | 'error';
  message: string;
  more: string;
}

const tones = { debug: 'quiet', info: 'quiet', warn: 'default', error: 'danger' } as const;

export const loader = guardPage('owner');
export const clientLoader = dataLoader<{ lines: FunctionLine[] }>('functions');
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
        <ol className="log-lines">
          {numbered(answer.lines).map(({ id, at, level, message, more }) => (
            <li key={id}>
              <time dateTime={at}>{at ? clock.format(new Date(at)) : ''}</time>
              <Badge tone={tones[level]} lang="en">
                {level}
              </Badge>
              <span className="log-message">
                <strong dir="ltr">{functionOf(more)}</strong> <span lang="en">{message}</span>
              </span>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

/** Lines may be alike, even in their time. */
function numbered(lines: readonly FunctionLine[]) {
  return lines.map((line, index) => ({ ...line, id: `${lines.length - index} ${line.at}` }));
}

function functionOf(more: string): string {
  return /"function":"([^"]{1,100})"/.exec(more)?.[1] ?? '';
}
