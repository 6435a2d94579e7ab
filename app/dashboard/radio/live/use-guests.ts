// Guests of the show, for the page: a line to them while the microphone is on. The end of the show ends it for them, too;
// a reload or another microphone does not.

import { useEffect, useRef, useState } from 'react';
import { type GuestLine, type LineNews, openGuestLine } from './guest-line.ts';
import type { Broadcaster } from './use-broadcast.ts';

const NOTHING: LineNews = { isConnected: false, guests: [], invitations: [], problem: null };

export interface Guests extends LineNews {
  line: GuestLine | null;
}

export function useGuests({ mixer, news }: Pick<Broadcaster, 'mixer' | 'news'>): Guests {
  const [line, setLine] = useState<GuestLine | null>(null);
  const [shown, setShown] = useState(NOTHING);
  const isOnShow = useRef(false);
  const state = news?.state;

  useEffect(() => {
    if (!mixer) return;
    const opened = openGuestLine(mixer, setShown);
    setLine(opened);
    return () => {
      if (isOnShow.current) opened.endShow();
      isOnShow.current = false;
      opened.close();
      setLine(null);
      setShown(NOTHING);
    };
  }, [mixer]);
  useEffect(() => {
    if (state === 'ended' && isOnShow.current) {
      isOnShow.current = false;
      line?.endShow();
    }
    // A show that was rejected has not begun.
    if (state === 'waiting' || state === 'on-air') isOnShow.current = true;
  }, [state, line]);
  return { ...shown, line };
}
