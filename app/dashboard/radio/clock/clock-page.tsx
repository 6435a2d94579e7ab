// Hour clocks: what plays at which minute of the hour, for the station and for single shows.

import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import { Field } from '#app/ui/field.tsx';
import { Select } from '#app/ui/select.tsx';
import type { ClockItemRow } from '#contracts/radio-clock.ts';
import { dashboardMeta } from '../../dashboard-meta.ts';
import { requireRole } from '../../guard.server.ts';
import { PageHeader } from '../../layout/page.tsx';
import { useStudio } from '../../use-studio.ts';
import type { Route } from './+types/clock-page.ts';
import { draftOf, type SavedClock } from './clock-draft.ts';
import { ClockEditor } from './clock-editor.tsx';

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const { backend: client } = context.get(siteContext);
  const [clocks, shows, playlists] = await Promise.all([
    client
      .from('radio_clocks')
      .select(
        `id,show_id,artist_minutes,artist_tracks,title_minutes,title_tracks,album_minutes,album_tracks,
        radio_clock_items(id,kind,second,mode,count,track_id,playlist_id,max_late_min,hours,weekdays,radio_tracks(title))`,
      )
      .order('id'),
    client.from('shows').select('id,title').order('title'),
    client.from('radio_playlists').select('id,name').order('name'),
  ]);
  for (const { error } of [clocks, shows, playlists]) if (error) throw error;
  const rows = clocks.data ?? [];
  const titles: Record<string, string> = {};
  for (const { track_id, radio_tracks: track } of rows.flatMap((row) => row.radio_clock_items))
    if (track_id && track) titles[track_id] = track.title;
  return {
    clocks: rows.map(
      ({ id, show_id, radio_clock_items: items, ...separation }): SavedClock => ({
        id,
        show_id,
        separation,
        items: items.map(({ radio_tracks: _, ...item }) => item as ClockItemRow),
      }),
    ),
    shows: shows.data ?? [],
    playlists: playlists.data ?? [],
    titles,
  };
}

export const meta = dashboardMeta(() => t('dashboard.hour_clock.page_title'));

export default function ClockPage({ loaderData }: Route.ComponentProps) {
  const { clocks, shows, playlists, titles } = loaderData;
  const { studio } = useStudio();
  // In the address, so that leaving unsaved changes asks first.
  const [search, setSearch] = useSearchParams();
  const showId = search.get('show') ?? '';
  const show = shows.find(({ id }) => id === showId);
  const saved = useMemo(
    () => draftOf(clocks, show?.id ?? null, () => crypto.randomUUID()),
    [clocks, show?.id],
  );
  const hasClock = (id: string) => clocks.some((clock) => clock.show_id === id);
  return (
    <>
      <PageHeader title={t('dashboard.hour_clock.title')}>
        {t('dashboard.hour_clock.summary', { zone: studio.zone })}
      </PageHeader>
      {shows.length > 0 && (
        <Field label={t('dashboard.hour_clock.clock_of')} className="clock-choice">
          <Select
            value={show?.id ?? ''}
            onChange={({ currentTarget: { value } }) => setSearch(value ? { show: value } : {})}
            none={t('dashboard.hour_clock.station')}
            options={shows.map(({ id, title }) => [
              id,
              hasClock(id) ? t('dashboard.hour_clock.show_with_own_clock', { show: title }) : title,
            ])}
          />
        </Field>
      )}
      <ClockEditor
        key={showId}
        saved={saved}
        show={show?.title ?? null}
        isOwn={show !== undefined && hasClock(show.id)}
        playlists={playlists}
        titles={titles}
        zone={studio.zone}
      />
    </>
  );
}
