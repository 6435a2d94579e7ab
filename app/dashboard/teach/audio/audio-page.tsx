// Where the teacher of an online class, or staff, speak to it from the browser.

import { data } from 'react-router';
import { weekdayAndDate } from '#app/language/format-day.ts';
import { clockTime, localDay } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { dashboardMeta } from '../../dashboard-meta.ts';
import { requireRole } from '../../guard.server.ts';
import { Panel, ReadingPage } from '../../layout/page.tsx';
import { idOf } from '../../pagination/read-query.ts';
import type { Route } from './+types/audio-page.ts';
import { ClassMicrophone } from './class-microphone.tsx';

export async function loader({ request, context, params }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'teacher', 'staff', 'owner');
  const { backend } = context.get(siteContext);
  const id = idOf(params.session);
  if (!id) throw data(null, { status: 404 });
  const { data: register, error, status } = await backend.rpc('get_register', { session_id: id });
  if (error && (status === 404 || status === 403)) throw data(null, { status });
  if (error) throw error;
  return { session: register.session };
}

export const meta = dashboardMeta(() => t('dashboard.teach.audio_page_title'));

export default function AudioPage({ loaderData }: Route.ComponentProps) {
  const { id, title, zone, starts_at, ends_at, room, is_online, status } = loaderData.session;
  const from = new Date(starts_at);
  return (
    <ReadingPage
      back={[`/dashboard/teach/${id}`, t('dashboard.teach.register')]}
      title={title}
      lead={t('dashboard.teach.session_line', {
        date: weekdayAndDate(localDay(from, zone)),
        from: clockTime(from, zone),
        to: clockTime(new Date(ends_at), zone),
        room: is_online ? t('dashboard.programme.online') : room,
      })}
    >
      <Panel title={t('dashboard.teach.speak_to_the_class')}>
        {is_online && status === 'planned' ? (
          <>
            <p className="dash-quiet">{t('dashboard.teach.audio_opens_before_the_class')}</p>
            <ClassMicrophone key={id} sessionId={id} />
          </>
        ) : (
          <EmptyState level={3} title={t('dashboard.teach.this_date_is_not_online')}>
            {t('dashboard.teach.mark_it_as_online_in_the_session')}
          </EmptyState>
        )}
      </Panel>
    </ReadingPage>
  );
}
