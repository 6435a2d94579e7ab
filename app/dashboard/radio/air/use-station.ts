import { useEffect, useState } from 'react';
import { apiUrl } from '#app/backend/backend.ts';
import type { NowPlaying } from '#contracts/radio.ts';

const ASK_AGAIN_MS = 5000;

interface Station {
  air: NowPlaying | null;
  /** The station does not respond; the request is retried. */
  isAway: boolean;
}

/** What the station plays now, without the delay of a listener's buffer. */
export function useStation(): NowPlaying | null {
  return useStationState().air;
}

export function useStationState(): Station {
  const [station, setStation] = useState<Station>({ air: null, isAway: false });
  useEffect(() => {
    let source: EventSource;
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const listen = () => {
      source = new EventSource(apiUrl('/radio/events'));
      source.addEventListener('now-playing', ({ data }) =>
        setStation({ air: JSON.parse(data) as NowPlaying, isAway: false }),
      );
      source.addEventListener('error', () => {
        setStation({ air: null, isAway: true });
        // The browser reconnects after a lost connection, but not after an error response.
        if (source.readyState === EventSource.CLOSED) waiting = setTimeout(listen, ASK_AGAIN_MS);
      });
    };
    listen();
    return () => {
      clearTimeout(waiting);
      source.close();
    };
  }, []);
  return station;
}
