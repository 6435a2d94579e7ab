// Chooses a playlist whose tracks are added to the queue.

import { useEffect, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { RowAction } from '#app/dashboard/forms/row-action.tsx';
import { t } from '#app/language/messages.ts';
import { reportFailure } from '../../forms/report-failure.ts';
import type { QueuedTrack } from './plan-up-next.ts';

interface Playlist {
  id: string;
  name: string;
  play_order: string;
}

const MAX_PLAYLISTS = 100;
const MAX_TRACKS = 100;

export function FillFromPlaylist({ onChoose }: { onChoose(tracks: QueuedTrack[]): void }) {
  const [playlists, setPlaylists] = useState<Playlist[] | null>(null);
  useEffect(() => {
    const load = async () => {
      const client = await backend();
      const { data, error } = await client
        .from('radio_playlists')
        .select('id,name,play_order')
        .eq('kind', 'rotation')
        .order('name')
        .limit(MAX_PLAYLISTS);
      if (reportFailure(error)) setPlaylists(data ?? []);
    };
    load().catch(reportFailure);
  }, []);
  const choose = async (playlist: Playlist) => {
    const client = await backend();
    const { data, error } = await client
      .from('radio_playlist_tracks')
      .select('track:radio_tracks(id,title,artist,duration_ms)')
      .eq('playlist_id', playlist.id)
      .order('position')
      .order('track_id')
      .limit(MAX_TRACKS);
    if (!reportFailure(error)) return;
    const tracks = (data ?? []).flatMap(({ track }) => track ?? []);
    onChoose(playlist.play_order === 'shuffle' ? shuffled(tracks) : tracks);
  };
  return (
    <>
      <p className="dash-quiet">{t('dashboard.radio.tracks_until_the_show_ends_are_added')}</p>
      <ul className="dash-list" aria-busy={playlists === null || undefined}>
        {playlists?.length === 0 && <li>{t('dashboard.radio.no_playlists_yet')}</li>}
        {playlists?.map((playlist) => (
          <li key={playlist.id}>
            <b>{playlist.name}</b>
            <RowAction
              label={t('dashboard.radio.add_to_the_queue')}
              name={t('dashboard.radio.choose_track', {
                action: t('dashboard.radio.add_to_the_queue'),
                title: playlist.name,
              })}
              onClick={() => void choose(playlist)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

function shuffled<Item>(items: Item[]): Item[] {
  const mixed = [...items];
  for (let last = mixed.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1));
    [mixed[last], mixed[other]] = [mixed[other] as Item, mixed[last] as Item];
  }
  return mixed;
}
