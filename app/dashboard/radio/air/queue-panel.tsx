// What staff put before everything else. The order is theirs; pieces leave the list as they go on air.
import { type FormEvent, useEffect, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Select } from '#app/ui/select.tsx';
import { Panel } from '../../frame/room.tsx';
import { ownApi } from '../../own-api.ts';
import { lengthWords } from '../length-words.ts';
import { reportFailure } from '../report.ts';

export interface QueueTrack {
  id: string;
  title: string;
  artist: string;
  duration_ms: number;
}

interface Queue {
  track_ids: string[];
}

export function QueuePanel({ tracks, airId }: { tracks: QueueTrack[]; airId: string | undefined }) {
  const [ids, setIds] = useState<string[]>([]);
  useEffect(() => {
    let isGone = false;
    // Every change of what is on air may have taken the first one.
    if (airId === undefined) return;
    ownApi<Queue>('/radio/queue')
      .then(({ track_ids }) => !isGone && setIds(track_ids))
      .catch(() => {});
    return () => {
      isGone = true;
    };
  }, [airId]);
  const send = (wanted: string[]) =>
    ownApi<Queue>('/radio/queue', { method: 'PUT', body: { track_ids: wanted } })
      .then(({ track_ids }) => setIds(track_ids))
      .catch(reportFailure);
  const add = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const id = String(new FormData(event.currentTarget).get('track') ?? '');
    if (id) void send([...ids, id]);
  };
  const byId = new Map(tracks.map((track) => [track.id, track]));
  return (
    <Panel title="Queue" aside="Plays before everything else, in this order.">
      <ol className="dash-list">
        {numbered(ids).map(({ id, key, index }) => {
          const track = byId.get(id);
          const title = track?.title ?? 'A piece';
          return (
            <li key={key}>
              <span>
                <b>{title}</b>
                <span className="dash-quiet">
                  {track?.artist} {track && lengthWords(track.duration_ms)}
                </span>
              </span>
              <span className="dash-row-actions">
                {index > 0 && (
                  <Button
                    variant="link"
                    size="sm"
                    aria-label={`Play ${title} first`}
                    onClick={() => send([id, ...ids.filter((_, at) => at !== index)])}
                  >
                    First
                  </Button>
                )}
                <Button
                  variant="link"
                  size="sm"
                  aria-label={`Take ${title} out of the queue`}
                  onClick={() => send(ids.filter((_, at) => at !== index))}
                >
                  Remove
                </Button>
              </span>
            </li>
          );
        })}
        {ids.length === 0 && <li>Nothing is queued. The playlists of this hour play.</li>}
      </ol>
      {tracks.length > 0 && (
        <form className="rename panel-foot" onSubmit={add}>
          <Field label="Piece">
            <Select name="track">
              {tracks.map((track) => (
                <option key={track.id} value={track.id}>
                  {track.title}
                  {track.artist && `, ${track.artist}`}
                </option>
              ))}
            </Select>
          </Field>
          <Button variant="tertiary" type="submit">
            Add to the queue
          </Button>
        </form>
      )}
    </Panel>
  );
}

/** The same piece may be queued twice: the second one needs a name of its own. */
function numbered(ids: string[]): { id: string; key: string; index: number }[] {
  const counts = new Map<string, number>();
  return ids.map((id, index) => {
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    return { id, key: `${id} ${count}`, index };
  });
}
