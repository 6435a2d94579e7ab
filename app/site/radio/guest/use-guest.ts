// A guest's microphone and visit, for the page.

import { useEffect, useRef, useState } from 'react';
import { listMicrophones, type Microphone } from '#app/features/radio-guests/microphones.ts';
import { t } from '#app/language/messages.ts';
import { radioPlayer } from '#app/shell/radio-player/player-store.ts';
import { guestKey } from './guest-link.ts';
import {
  canTakePart,
  describeMicrophoneError,
  type GuestMicrophone,
  openGuestMicrophone,
} from './guest-microphone.ts';
import { type GuestNews, type GuestVisit, joinShow } from './join-show.ts';

export interface Guest {
  microphone: GuestMicrophone | null;
  microphones: readonly Microphone[];
  news: GuestNews | null;
  problem: string | null;
  isIn: boolean;
  open(microphoneId?: string): Promise<void>;
  join(token: string, name: string): Promise<void>;
  leave(): void;
}

export function useGuest(): Guest {
  const [microphone, setMicrophone] = useState<GuestMicrophone | null>(null);
  const [microphones, setMicrophones] = useState<readonly Microphone[]>([]);
  const [news, setNews] = useState<GuestNews | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const visit = useRef<GuestVisit | null>(null);
  const isIn = news !== null && news.state !== 'ended';
  useEffect(
    () => () => {
      visit.current?.leave();
      microphone?.close();
    },
    [microphone],
  );
  return {
    microphone,
    microphones,
    news,
    problem,
    isIn,
    async open(microphoneId) {
      if (!canTakePart()) return setProblem(t('site.radio_guest.browser_cannot_take_part'));
      setProblem(null);
      try {
        // Avoid an echo: the guest hears the show from the host.
        radioPlayer.pause();
        setMicrophone(await openGuestMicrophone(microphoneId ?? null));
        setMicrophones(await listMicrophones());
      } catch (reason) {
        setProblem(describeMicrophoneError(reason));
      }
    },
    async join(token, name) {
      if (!microphone || isIn) return;
      radioPlayer.pause();
      setProblem(null);
      try {
        visit.current = await joinShow(microphone, { token, name, key: guestKey() }, setNews);
      } catch {
        setNews(null);
        setProblem(t('site.radio_guest.microphone_not_started'));
      }
    },
    leave: () => visit.current?.leave(),
  };
}
