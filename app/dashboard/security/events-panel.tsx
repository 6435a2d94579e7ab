// Recent security events of this account.

import { useCallback, useEffect, useRef, useState } from 'react';
import { RowText } from '#app/dashboard/layout/row-text.tsx';
import { describeAuthError } from '#app/features/sign-in/describe-auth-error.ts';
import { t } from '#app/language/messages.ts';
import { since } from '#app/language/since.ts';
import { useSessionNews } from '#app/shell/session/use-session.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { Panel, PanelError } from '../layout/page.tsx';
import { ownApi } from '../own-api.ts';
import { useStudio } from '../use-studio.ts';
import { type AccountEvent, formatEvent, isWarning } from './format-event.ts';

const SHOWN_FIRST = 6;

export function EventsPanel({ now, version }: { now: Date; version: string }) {
  const { studio } = useStudio();
  const news = useSessionNews();
  const [events, setEvents] = useState<AccountEvent[] | null>(null);
  const [isWhole, setWhole] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  // Reload after navigation and session changes.
  const moment = news?.event === 'SIGNED_OUT' ? null : `${version} ${news?.number ?? 0}`;
  const readAt = useRef<string | null>(null);

  const load = useCallback(
    () =>
      ownApi<{ events: AccountEvent[] }>('/account/events').then(
        (answer) => {
          setEvents(answer.events);
          setProblem(null);
        },
        (reason) => setProblem(describeAuthError(reason).message),
      ),
    [],
  );
  useEffect(() => {
    if (moment === null || moment === readAt.current) return;
    readAt.current = moment;
    void load();
  }, [moment, load]);

  return (
    <Panel title={t('dashboard.security.recent_activity')}>
      {problem && <PanelError message={problem} onTryAgain={() => void load()} />}
      {!events && !problem && <Skeleton className="dash-skeleton" />}
      {events?.length === 0 && <p className="dash-quiet">{t('dashboard.security.no_activity_yet')}</p>}
      {events && events.length > 0 && (
        <>
          <ol className="dash-list events">
            {(isWhole ? events : events.slice(0, SHOWN_FIRST)).map((event) => (
              <li key={event.id} data-warning={isWarning(event) || undefined}>
                <RowText title={formatEvent(event)}>
                  {formatOrigin(event, since(new Date(event.at), now, studio.zone))}
                </RowText>
              </li>
            ))}
          </ol>
          {!isWhole && events.length > SHOWN_FIRST && (
            <LinkButton onClick={() => setWhole(true)}>
              {t('dashboard.security.show_older_activity')}
            </LinkButton>
          )}
          <p className="dash-quiet events-help">
            {t('dashboard.security.was_something_here_not_you_change')}
          </p>
        </>
      )}
    </Panel>
  );
}

/** When it happened, and from where. */
function formatOrigin({ is_own, ip }: AccountEvent, when: string): string {
  if (!is_own) return t('dashboard.security.event_by_the_studio', { when });
  return ip ? `${when}, ${ip}` : when;
}
