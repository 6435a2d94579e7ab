// The tracks of one playlist, a hundred at a time, and a search to add more.

import { useCallback, useEffect, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { RowAction } from '#app/dashboard/forms/row-action.tsx';
import { RowText } from '#app/dashboard/layout/row-text.tsx';
import { formatLength } from '#app/language/format-length.ts';
import { joinItems } from '#app/language/list.ts';
import { t } from '#app/language/messages.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { toastSuccess } from '#app/ui/toast/toast-store.ts';
import { reportFailure } from '../../forms/report-failure.ts';
import { Panel } from '../../layout/page.tsx';
import { type FoundTrack, TrackFinder } from '../track-finder.tsx';
import type { Playlist } from './playlist.ts';

interface PlaylistTrack {
  track_id: string;
  position: number;
  track: { title: string; artist: string; duration_ms: number } | null;
}

const AT_A_TIME = 100;

interface PlaylistTracksProps {
  playlist: Pick<Playlist, 'id' | 'kind' | 'play_order' | 'trackCount'>;
  /** A class chooses the tracks. */
  isCurated: boolean;
  onChange(): void;
}

export function PlaylistTracks({ playlist, isCurated, onChange }: PlaylistTracksProps) {
  const { id, play_order, trackCount: total } = playlist;
  const [limit, setLimit] = useState(AT_A_TIME);
  const { tracks, readAgain: reload } = usePlaylistTracks(id, limit);
  const kind = playlist.kind === 'jingles' ? 'jingle' : 'music';
  const change = async (
    work: (client: Awaited<ReturnType<typeof backend>>) => PromiseLike<{ error: unknown }>,
  ) => {
    const { error } = await work(await backend());
    if (!reportFailure(error)) return;
    await reload();
    onChange();
  };
  const add = ({ id: track_id }: FoundTrack) =>
    change(async (client) => {
      const last = await client
        .from('radio_playlist_tracks')
        .select('position')
        .eq('playlist_id', id)
        .order('position', { ascending: false })
        .limit(1)
        .maybeSingle();
      if (last.error) return last;
      // A track that is already in keeps its position.
      return client
        .from('radio_playlist_tracks')
        .upsert(
          { playlist_id: id, track_id, position: (last.data?.position ?? -1) + 1 },
          { onConflict: 'playlist_id,track_id', ignoreDuplicates: true },
        );
    });
  const addAll = () =>
    change(async (client) => {
      const { data, error } = await client.rpc('fill_playlist', { of_playlist: id });
      if (!error) toastSuccess(t('dashboard.radio.tracks_added', { count: Number(data) }));
      return { error };
    });
  const remove = (trackId: string) =>
    change((client) =>
      client.from('radio_playlist_tracks').delete().eq('playlist_id', id).eq('track_id', trackId),
    );
  const raise = (index: number) =>
    change((client) => {
      const ids = (tracks ?? []).map(({ track_id }) => track_id);
      ids.splice(index - 1, 0, ...ids.splice(index, 1));
      if (isCurated) return client.rpc('order_class_hour', { of_playlist: id, tracks: ids });
      return client.from('radio_playlist_tracks').upsert(
        ids.map((track_id, position) => ({ playlist_id: id, track_id, position })),
        { onConflict: 'playlist_id,track_id' },
      );
    });
  return (
    <Panel
      title={t('dashboard.radio.tracks_title')}
      aside={tracks && tracks.length > 0 && formatTotal(tracks, total)}
    >
      {!tracks && <Skeleton className="dash-skeleton" />}
      {tracks && (
        <ol className="dash-list track-rows">
          {tracks.map(({ track_id, track }, index) => {
            const title = track?.title ?? t('dashboard.radio.a_track');
            return (
              <li key={track_id}>
                <RowText title={title}>{track?.artist}</RowText>
                <span className="track-length">{track && formatLength(track.duration_ms)}</span>
                <span className="dash-row-actions">
                  {index > 0 && play_order === 'in_order' && (
                    <LinkButton
                      aria-label={t('dashboard.radio.move_title_up', { title })}
                      onClick={() => void raise(index)}
                    >
                      <span aria-hidden="true">↑</span>
                    </LinkButton>
                  )}
                  <RowAction
                    label={t('dashboard.common.remove')}
                    name={t('dashboard.radio.remove_title', { title })}
                    onClick={() => void remove(track_id)}
                  />
                </span>
              </li>
            );
          })}
          {tracks.length === 0 && <li>{t('dashboard.radio.this_playlist_is_empty_and_does')}</li>}
        </ol>
      )}
      {tracks && total > tracks.length && (
        <p className="panel-foot">
          <Button variant="tertiary" size="sm" onClick={() => setLimit(limit + AT_A_TIME)}>
            {t('dashboard.radio.show_more_of_total', { total })}
          </Button>
        </p>
      )}
      <div className="panel-foot">
        <TrackFinder
          kind={kind}
          action={t('dashboard.radio.add')}
          onChoose={(track) => void add(track)}
          isChosen={(wanted) => tracks?.some(({ track_id }) => track_id === wanted) ?? false}
        />
        {!isCurated && (
          <Button variant="tertiary" size="sm" onClick={() => void addAll()}>
            {t('dashboard.radio.add_all_missing_tracks')}
          </Button>
        )}
      </div>
    </Panel>
  );
}

/** "4 tracks, 9:51"; without the length while some of them are not shown. */
function formatTotal(tracks: readonly PlaylistTrack[], total: number): string {
  const count = t('dashboard.radio.track_count', { count: Math.max(total, tracks.length) });
  if (total > tracks.length) return count;
  return joinItems([
    count,
    formatLength(tracks.reduce((sum, { track }) => sum + (track?.duration_ms ?? 0), 0)),
  ]);
}

function usePlaylistTracks(playlistId: string, limit: number) {
  const [tracks, setTracks] = useState<PlaylistTrack[] | null>(null);
  const reload = useCallback(async () => {
    const client = await backend();
    const { data, error } = await client
      .from('radio_playlist_tracks')
      .select('track_id,position,track:radio_tracks(title,artist,duration_ms)')
      .eq('playlist_id', playlistId)
      .order('position')
      .order('track_id')
      .limit(limit);
    if (reportFailure(error)) setTracks(data ?? []);
  }, [playlistId, limit]);
  useEffect(() => {
    void reload();
  }, [reload]);
  return { tracks, readAgain: reload };
}
