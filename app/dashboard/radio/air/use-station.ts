import { useEffect, useState } from 'react';
import type { NowPlaying } from '#contracts/radio.ts';

/** What the station sends this moment: at the desk not delayed by what somebody's player has buffered. */
export function useStation(): NowPlaying | null {
  const [air, setAir] = useState<NowPlaying | null>(null);
  useEffect(() => {
    const source = new EventSource('/api/radio/events');
    source.addEventListener('now-playing', ({ data }) => setAir(JSON.parse(data) as NowPlaying));
    return () => source.close();
  }, []);
  return air;
}
