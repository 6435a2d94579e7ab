import type { FormEvent } from 'react';
import { backend } from '#app/backend/backend.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Select } from '#app/ui/select.tsx';
import { Panel } from '../../frame/room.tsx';
import { reportFailure } from '../report.ts';
import type { Playlist } from './playlists-page.tsx';

export interface ListedTrack {
  id: string;
  title: string;
  artist: string;
  kind: 'music' | 'jingle';
}

interface PlaylistTracksProps {
  playlist: Playlist;
  tracks: ListedTrack[];
  onChange(): void;
}

export function PlaylistTracks({ playlist, tracks, onChange }: PlaylistTracksProps) {
  const byId = new Map(tracks.map((track) => [track.id, track]));
  const listed = playlist.tracks.toSorted((a, b) => a.position - b.position);
  const wanted = playlist.kind === 'jingles' ? 'jingle' : 'music';
  const free = tracks.filter(
    ({ id, kind }) => kind === wanted && !listed.some(({ track_id }) => track_id === id),
  );
  const put = async (ids: string[]) => {
    const client = await backend();
    const { error } = await client.from('radio_playlist_tracks').upsert(
      ids.map((track_id, position) => ({ playlist_id: playlist.id, track_id, position })),
      { onConflict: 'playlist_id,track_id' },
    );
    if (reportFailure(error)) onChange();
  };
  const add = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const id = String(new FormData(event.currentTarget).get('track') ?? '');
    const ids = listed.map(({ track_id }) => track_id);
    if (id) void put(id === 'all' ? [...ids, ...free.map((track) => track.id)] : [...ids, id]);
  };
  const remove = async (trackId: string) => {
    const client = await backend();
    const { error } = await client
      .from('radio_playlist_tracks')
      .delete()
      .eq('playlist_id', playlist.id)
      .eq('track_id', trackId);
    if (reportFailure(error)) onChange();
  };
  const raise = (index: number) => {
    const ids = listed.map(({ track_id }) => track_id);
    ids.splice(index - 1, 0, ...ids.splice(index, 1));
    void put(ids);
  };
  return (
    <Panel title="Pieces in it">
      <ol className="dash-list">
        {listed.map(({ track_id: id }, index) => {
          const title = byId.get(id)?.title ?? 'A piece';
          return (
            <li key={id}>
              <span>
                <b>{title}</b>
                <span className="dash-quiet">{byId.get(id)?.artist}</span>
              </span>
              <span className="dash-row-actions">
                {index > 0 && playlist.play_order === 'in_order' && (
                  <Button
                    variant="link"
                    size="sm"
                    aria-label={`Move ${title} up`}
                    onClick={() => raise(index)}
                  >
                    Up
                  </Button>
                )}
                <Button variant="link" size="sm" aria-label={`Take ${title} out`} onClick={() => remove(id)}>
                  Take out
                </Button>
              </span>
            </li>
          );
        })}
        {listed.length === 0 && <li>The list is empty and is passed over.</li>}
      </ol>
      {free.length > 0 && (
        <form className="rename panel-foot" onSubmit={add}>
          <Field label="Piece">
            <Select name="track">
              {free.map(({ id, title, artist }) => (
                <option key={id} value={id}>
                  {title}
                  {artist && `, ${artist}`}
                </option>
              ))}
              <option value="all">everything that is not in it</option>
            </Select>
          </Field>
          <Button variant="tertiary" type="submit">
            Put in
          </Button>
        </form>
      )}
    </Panel>
  );
}
