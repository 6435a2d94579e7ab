// The music of the hour that a class curates: its members and its teacher choose the tracks and their order.

import { data, useRevalidator } from 'react-router';
import { dataOf } from '#app/backend/data-of.ts';
import { contentText } from '#app/language/content-text.ts';
import { localized } from '#app/language/in-language.ts';
import { rich, t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import { Link } from '#app/ui/link.tsx';
import { dashboardMeta } from '../../dashboard-meta.ts';
import { requirePerson } from '../../guard.server.ts';
import { PageHeader } from '../../layout/page.tsx';
import { PlaylistTracks } from '../playlists/playlist-tracks.tsx';
import type { Route } from './+types/class-hour-page.ts';
import { formatHour } from './class-hour.ts';

export async function loader({ request, context, params }: Route.LoaderArgs) {
  await requirePerson({ request, context });
  const { backend } = context.get(siteContext);
  const hours = await dataOf(backend.rpc('my_class_hours'));
  const hour = localized(hours).find(({ playlist_id }) => playlist_id === params.playlist);
  if (!hour) throw data(null, { status: 404 });
  return hour;
}

export const meta = dashboardMeta(() => t('dashboard.class_hours.page_title'));

export default function ClassHourPage({ loaderData: hour }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  return (
    <>
      <p className="dash-back">
        <Link to="/dashboard/bookings">{t('dashboard.common.bookings')}</Link>
      </p>
      <PageHeader title={t('dashboard.class_hours.our_hour')}>
        {rich('dashboard.class_hours.music_of_class', {
          title: contentText(hour, 'title'),
          when: formatHour(hour),
        })}{' '}
        {t('dashboard.class_hours.plays_in_this_order')}
      </PageHeader>
      <div className="dash-stack dash-reading">
        <PlaylistTracks
          playlist={{
            id: hour.playlist_id,
            kind: 'rotation',
            play_order: 'in_order',
            trackCount: hour.track_count,
          }}
          isCurated
          onChange={() => void revalidate()}
        />
      </div>
    </>
  );
}
