// The devices where this person is signed in, the current one first.

import { type CSSProperties, useCallback, useEffect, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { RowAction } from '#app/dashboard/forms/row-action.tsx';
import { RowText } from '#app/dashboard/layout/row-text.tsx';
import { describeAuthError } from '#app/features/sign-in/describe-auth-error.ts';
import { questionText, t } from '#app/language/messages.ts';
import { since } from '#app/language/since.ts';
import { expectSignOut } from '#app/shell/session/session-store.ts';
import { useSessionNews } from '#app/shell/session/use-session.ts';
import { Button } from '#app/ui/button.tsx';
import { confirm } from '#app/ui/confirm/confirm-store.ts';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { toastError, toastSuccess } from '#app/ui/toast/toast-store.ts';
import { Panel, PanelError } from '../layout/page.tsx';
import { ownApi } from '../own-api.ts';
import { useStudio } from '../use-studio.ts';

interface OpenSession {
  id: string;
  browser: string | null;
  system: string | null;
  ip: string | null;
  created_at: string;
  last_used_at: string;
  is_current: boolean;
}

export function SessionsPanel({ now }: { now: Date }) {
  const { studio } = useStudio();
  const news = useSessionNews();
  const [sessions, setSessions] = useState<OpenSession[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const load = useCallback(async () => {
    try {
      const answer = await ownApi<{ sessions: OpenSession[] }>('/account/sessions');
      setSessions(answer.sessions);
      setProblem(null);
    } catch (reason) {
      setProblem(describeAuthError(reason).message);
    }
  }, []);

  // Session changes in any tab change this list.
  const number = news?.event === 'SIGNED_OUT' ? 0 : news?.number;
  useEffect(() => {
    if (number !== 0) void load();
  }, [load, number]);

  const end = async (session: OpenSession) => {
    try {
      await ownApi(`/account/sessions/${session.id}`, { method: 'DELETE' });
      toastSuccess(t('dashboard.security.device_signed_out', { device: deviceName(session) }));
    } catch (reason) {
      toastError(t('dashboard.security.device_not_signed_out'), describeAuthError(reason).message);
    }
    await load();
  };
  const endOthers = () =>
    confirm({
      ...questionText('dashboard.security.sign_out_other_devices'),
      onConfirm: async () => {
        const { auth } = await backend();
        expectSignOut(true);
        const { error } = await auth.signOut({ scope: 'others' });
        expectSignOut(false);
        if (error) throw error;
        await load();
      },
    });

  return (
    <Panel title={t('dashboard.security.devices')}>
      {problem && <PanelError message={problem} onTryAgain={() => void load()} />}
      {!sessions && !problem && <Skeleton className="dash-skeleton" />}
      {sessions && (
        <ul className="dash-list sessions">
          {sessions.map((session, index) => (
            <li
              key={session.id}
              data-current={session.is_current || undefined}
              style={{ '--near': `${Math.max(76, 118 - index * 12)}%` } as CSSProperties}
            >
              <RowText title={deviceName(session)}>
                {session.is_current
                  ? t('dashboard.security.this_device')
                  : t('dashboard.security.last_used_when', {
                      when: since(new Date(session.last_used_at), now, studio.zone),
                    })}
                {session.ip && `, ${session.ip}`}
              </RowText>
              {!session.is_current && (
                <RowAction
                  label={t('dashboard.security.sign_out')}
                  name={t('dashboard.security.sign_out_device', { device: deviceName(session) })}
                  onClick={() => end(session)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {sessions && sessions.length > 1 && (
        <div className="panel-foot">
          <Button variant="tertiary" size="sm" onClick={endOthers}>
            {t('dashboard.security.sign_out_everywhere_else')}
          </Button>
        </div>
      )}
    </Panel>
  );
}

function deviceName({ browser: name, system }: OpenSession): string {
  const browser = name === 'A program' ? t('dashboard.security.a_program') : name;
  if (browser && system) return t('dashboard.security.browser_on_system', { browser, system });
  return browser ?? system ?? t('dashboard.security.unknown_device');
}
