// The queue as the station pushes it, with the titles of its tracks, and how staff change it.
import { useCallback, useEffect, useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { reportFailure } from '../../forms/report-failure.ts';
import { ownApi } from '../../own-api.ts';
import type { QueuedTrack } from './plan-up-next.ts';
import type { Received } from './use-control-room.ts';

export interface StationQueue {
  ids: string[];
  tracks: ReadonlyMap<string, QueuedTrack>;
  send(ids: string[]): Promise<boolean>;
  add(tracks: QueuedTrack[]): Promise<boolean>;
}

const NONE: string[] = [];
const MAX_QUEUED = 100;

export function useQueue(station: Received | null): StationQueue {
  // What was sent shows at once, until the station says what it made of it.
  const [sent, setSent] = useState<{ ids: string[]; to: Received | null } | null>(null);
  const ids = sent && sent.to === station ? sent.ids : (station?.queue ?? NONE);
  const { tracks, know } = useTracks(ids);
  const send = async (wanted: string[]) => {
    setSent({ ids: wanted, to: station });
    try {
      await ownApi('/radio/queue', { method: 'PUT', body: { track_ids: wanted } });
      return true;
    } catch (reason) {
      setSent(null);
      return reportFailure(reason);
    }
  };
  return {
    ids,
    tracks,
    send,
    add(added) {
      know(added);
      return send([...ids, ...added.map(({ id }) => id)].slice(0, MAX_QUEUED));
    },
  };
}

/** The titles of queued tracks, loaded when missing. */
function useTracks(ids: string[]) {
  const [tracks, setTracks] = useState<ReadonlyMap<string, QueuedTrack>>(new Map());
  const know = useCallback(
    (added: QueuedTrack[]) =>
      setTracks((before) => new Map([...before, ...added.map((track) => [track.id, track] as const)])),
    [],
  );
  const unknown = ids.filter((id) => !tracks.has(id)).join(',');
  useEffect(() => {
    if (unknown === '') return;
    let isCancelled = false;
    const load = async () => {
      const client = await backend();
      const { data } = await client
        .from('radio_tracks')
        .select('id,title,artist,duration_ms')
        .in('id', unknown.split(','));
      if (!isCancelled && data && data.length > 0) know(data);
    };
    load().catch(() => {});
    return () => {
      isCancelled = true;
    };
  }, [unknown, know]);
  return { tracks, know };
}
