// The register of one session on a teacher's phone: opens, marks and takes notes offline. The server renders only the
// layout; the browser loads the names itself and saves them on the phone until sign-out.

import { useEffect, useState } from 'react';
import { isRouteErrorResponse } from 'react-router';
import { backend } from '#app/backend/backend.ts';
import { weekdayAndDate } from '#app/language/format-day.ts';
import { clockTime, localDay } from '#app/language/format-time.ts';
import { fullStop } from '#app/language/full-stop.ts';
import { localPath } from '#app/language/language-path.ts';
import { t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';
import { toastError } from '#app/ui/toast/toast-store.ts';
import { dashboardMeta } from '../../dashboard-meta.ts';
import { guardPage } from '../../guard.server.ts';
import { PageHeader, PageLoading } from '../../layout/page.tsx';
import { PageError } from '../../layout/page-error.tsx';
import { useOnline } from '../../layout/use-online.ts';
import { cachePages, cacheWhenSettled } from '../offline/cache-pages.ts';
import { readOrCached } from '../offline/read-or-cached.ts';
import { registerKey } from '../offline/sync-register.ts';
import type { Route } from './+types/register-page.ts';
import { MarkList } from './mark-list.tsx';
import { MessagePanel } from './message-panel.tsx';
import { NotesPanel } from './notes-panel.tsx';
import { PrintSheet } from './print-sheet.tsx';
import { formatAttendance, type Mark, withWaiting } from './register.ts';
import { SendingLine } from './sending-line.tsx';
import { SubstitutePanel } from './substitute-panel.tsx';
import { useRegister } from './use-register.ts';

export const loader = guardPage('teacher', 'staff', 'owner');

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const { session } = params;
  return readOrCached(registerKey(session), {
    name: 'get_register',
    args: { session_id: session },
  });
}
clientLoader.hydrate = true as const;

export const meta = dashboardMeta(() => t('dashboard.teach.register_page_title'));

export function HydrateFallback() {
  return <PageLoading title={t('dashboard.teach.register')}>{t('dashboard.common.loading')}</PageLoading>;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 503) return <PageError error={error} />;
  return (
    <div className="dash-error">
      <h1>{t('dashboard.teach.this_register_is_not_available_offline')}</h1>
      <p>{t('dashboard.teach.youre_offline_and_this_register_is')}</p>
      <p>
        <a href={localPath('/dashboard/teach')}>{t('dashboard.teach.back_to_teaching')}</a>
      </p>
    </div>
  );
}

export default function RegisterPage({ loaderData, params }: Route.ComponentProps) {
  const live = useRegister(params.session, loaderData.value);
  const isCached = useCachedPage(params.session);
  const isOnline = useOnline();
  const { register, waiting } = live;
  const { title, room, zone, starts_at, ends_at, status, is_online } = register.session;
  const from = new Date(starts_at);
  const people = withWaiting(register, waiting.marks);
  const unmarked = people.filter(({ mark, is_coming }) => mark === null && is_coming);

  const mark = (booking: string, attendance: Mark) =>
    live
      .mark(booking, attendance)
      .catch(() =>
        toastError(
          t('dashboard.teach.mark_not_saved'),
          t('dashboard.teach.this_browser_cannot_save_data_leave'),
        ),
      );
  const markRest = async () => {
    for (const { booking_id } of unmarked) await mark(booking_id, 'present');
  };
  return (
    <div className="register-page">
      <p className="dash-back">
        <Link to="/dashboard/teach" reloadDocument={!isOnline}>
          {t('dashboard.teach.teaching')}
        </Link>
      </p>
      <PageHeader
        title={title}
        actions={
          <>
            {is_online && status === 'planned' && (
              <Button asChild variant="primary" size="sm">
                <Link to={`/dashboard/teach/${params.session}/audio`}>
                  {t('dashboard.teach.speak_to_the_class')}
                </Link>
              </Button>
            )}
            {unmarked.length > 1 && (
              <Button variant="secondary" size="sm" onClick={() => void markRest()}>
                {unmarked.length === people.length
                  ? t('dashboard.teach.mark_all_here')
                  : t('dashboard.teach.mark_the_rest_here')}
              </Button>
            )}
            <Button variant="tertiary" size="sm" onClick={() => print()}>
              {t('dashboard.common.print')}
            </Button>
          </>
        }
      >
        {t('dashboard.teach.session_line', {
          date: weekdayAndDate(localDay(from, zone)),
          from: clockTime(from, zone),
          to: clockTime(new Date(ends_at), zone),
          room: is_online ? t('dashboard.programme.online') : room,
        })}{' '}
        {status === 'cancelled' ? t('dashboard.teach.session_cancelled') : fullStop(formatAttendance(people))}
      </PageHeader>
      <SendingLine live={live} isCached={isCached} isOnline={isOnline} />
      <div className="dash-columns">
        <MarkList people={people} onMark={(booking, attendance) => void mark(booking, attendance)} />
        <div className="dash-stack">
          <NotesPanel live={live} />
          <MessagePanel register={register} />
          <SubstitutePanel register={register} onChange={live.refresh} />
        </div>
      </div>
      <PrintSheet register={register} people={people} />
    </div>
  );
}

/** Whether this page is cached and opens offline. */
function useCachedPage(session: string): boolean {
  const [isCached, setCached] = useState(false);
  useEffect(() => {
    const cache = async () => {
      // First: the client library must be cached too, because it sends the marks.
      await backend();
      return cachePages([`/dashboard/teach/${session}`], { isAll: false });
    };
    return cacheWhenSettled(cache, setCached);
  }, [session]);
  return isCached;
}
