import { useEffect, useState } from 'react';
import { apiUrl } from '#app/backend/backend.ts';
import type { NowPlaying } from '#contracts/radio.ts';

const ASK_AGAIN_MS = 5000;

interface Station {
  air: NowPlaying | null;
  /** It was asked and does not answer; it is asked again. */
  isAway: boolean;
}

/** What the station sends this moment: at the desk not delayed by what somebody's player has buffered. */
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
        // The browser itself comes back after a broken line, but never after a refusal.
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
