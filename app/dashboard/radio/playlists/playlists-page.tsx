// Playlists: their tracks, how often they play, and when.

import { useRevalidator } from 'react-router';
import { t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import { Badge } from '#app/ui/badge.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { Select } from '#app/ui/select.tsx';
import type { StudioClient } from '#contracts/studio-client.ts';
import { dashboardMeta } from '../../dashboard-meta.ts';
import { requireRole } from '../../guard.server.ts';
import { PageHeader, Panel } from '../../layout/page.tsx';
import { AddForm } from '../add-form.tsx';
import { OpenList } from '../open-list.tsx';
import type { Route } from './+types/playlists-page.ts';
import type { Playlist, Titled } from './playlist.ts';
import { PlaylistForm } from './playlist-form.tsx';
import { PlaylistTracks } from './playlist-tracks.tsx';
import { SpotsPanel } from './spots-panel.tsx';

const MAX_CLASSES = 500;

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const { backend: client } = context.get(siteContext);
  const [playlists, sizes, shows, settings, classes] = await Promise.all([
    client
      .from('radio_playlists')
      .select(
        'id,name,kind,weight,play_order,transition,transition_seconds,show_id,from_time,to_time,weekdays,every,offering_id,is_enabled',
      )
      .order('name'),
    client.rpc('playlist_sizes'),
    client.from('shows').select('id,title').order('title'),
    client.from('radio_settings').select('spot_minutes').single(),
    client
      .from('offerings')
      .select('id,title')
      .is('archived_at', null)
      .neq('kind', 'event')
      .order('title')
      .limit(MAX_CLASSES),
  ]);
  for (const { error } of [playlists, sizes, shows, settings, classes]) if (error) throw error;
  const trackCounts = new Map(
    ((sizes.data ?? []) as { playlist_id: string; track_count: number }[]).map((size) => [
      size.playlist_id,
      size.track_count,
    ]),
  );
  return {
    playlists: (playlists.data ?? []).map(
      (list): Playlist => ({ ...list, trackCount: trackCounts.get(list.id) ?? 0 }),
    ),
    shows: shows.data ?? [],
    classes: classes.data ?? [],
    spotMinutes: settings.data?.spot_minutes ?? null,
  };
}

export const meta = dashboardMeta(() => t('dashboard.radio.playlists_page_title'));

export default function PlaylistsPage({ loaderData }: Route.ComponentProps) {
  const { playlists, shows, classes, spotMinutes } = loaderData;
  const { revalidate } = useRevalidator();
  const again = () => void revalidate();
  const add = async (entries: FormData, client: StudioClient) => {
    const kind = entries.get('kind') === 'jingles' ? 'jingles' : 'rotation';
    const { error } = await client.from('radio_playlists').insert({
      name: String(entries.get('name')).trim(),
      kind,
      every: kind === 'jingles' ? 4 : 0,
    });
    return error;
  };
  return (
    <>
      <PageHeader title={t('dashboard.radio.playlists')}>
        {t('dashboard.radio.playlists_a_higher_weight_plays_more', { count: playlists.length })}
      </PageHeader>
      <OpenList
        items={playlists}
        nameOf={({ name }) => name}
        about={(list) => aboutList(list, shows, classes)}
        mark={(list) => !list.is_enabled && <Badge tone="quiet">{t('dashboard.radio.playlist_off')}</Badge>}
        empty={
          <EmptyState level={2} title={t('dashboard.radio.no_playlists_yet')}>
            {t('dashboard.radio.without_playlists_the_station_plays')}
          </EmptyState>
        }
        add={
          <AddForm className="rename" submit={t('dashboard.radio.add_playlist')} add={add} onAdded={again}>
            <Field label={t('dashboard.radio.name_of_the_new_playlist')} required>
              <Input name="name" maxLength={120} autoComplete="off" />
            </Field>
            <Field label={t('dashboard.radio.type')}>
              <Select name="kind">
                <option value="rotation">{t('dashboard.radio.playlist_of_music')}</option>
                <option value="jingles">{t('dashboard.radio.playlist_of_jingles')}</option>
              </Select>
            </Field>
          </AddForm>
        }
      >
        {(open, close) => (
          <>
            <Panel title={open.name}>
              <PlaylistForm
                playlist={open}
                shows={shows}
                classes={classes}
                onChange={again}
                onDeleted={close}
              />
            </Panel>
            <PlaylistTracks playlist={open} isCurated={open.offering_id !== null} onChange={again} />
          </>
        )}
      </OpenList>
      <SpotsPanel minutes={spotMinutes} onChange={again} />
    </>
  );
}

function aboutList(list: Playlist, shows: Titled[], classes: Titled[]): string {
  const curator = classes.find(({ id }) => id === list.offering_id)?.title;
  const show = shows.find(({ id }) => id === list.show_id)?.title;
  const parts = [
    t('dashboard.radio.track_count', { count: list.trackCount }),
    list.kind === 'jingles'
      ? t('dashboard.radio.jingle_after_tracks', { count: list.every })
      : t('dashboard.radio.weight_of', { weight: list.weight }),
    show && t('dashboard.radio.for_show', { show }),
    curator && t('dashboard.class_hours.curated_by', { title: curator }),
    list.from_time && list.to_time && `${list.from_time.slice(0, 5)}–${list.to_time.slice(0, 5)}`,
  ];
  return parts.filter(Boolean).join(', ');
}
