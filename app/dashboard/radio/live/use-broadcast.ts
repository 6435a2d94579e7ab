// Going live from this browser, for the whole page: the card shows it, the panel sets it up. Leaving asks first while live.

import { useCallback, useEffect, useRef, useState } from 'react';
import { listMicrophones, type Microphone } from '#app/features/radio-guests/microphones.ts';
import { t } from '#app/language/messages.ts';
import { radioPlayer } from '#app/shell/radio-player/player-store.ts';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { useUnsavedGuard } from '../../forms/use-unsaved-guard.ts';
import {
  type Broadcast,
  type BroadcastNews,
  type BroadcastOptions,
  canBroadcast,
  startBroadcast,
} from './broadcast.ts';
import { type Mixer, openMixer } from './mixer.ts';

export interface Broadcaster {
  mixer: Mixer | null;
  microphones: readonly Microphone[];
  news: BroadcastNews | null;
  problem: string | null;
  hasTab: boolean;
  isMuted: boolean;
  /** Connected to the station, or on the way. */
  isLive: boolean;
  /** Turns the microphone on, or changes to another one before the show. */
  open(microphoneId?: string): Promise<void>;
  close(): void;
  goLive(): void;
  end(): void;
  addTab(): Promise<void>;
  setMuted(isMuted: boolean): void;
  setTitle(title: string): void;
}

const offAirQuestion = () => ({
  title: t('dashboard.radio.end_the_show_and_leave'),
  content: t('dashboard.radio.leaving_ends_your_show'),
  confirmText: t('dashboard.radio.end_show_and_leave'),
  cancelText: t('dashboard.radio.stay_live'),
});

/** Where it goes and how leaving is asked about, if it is not the station's own programme. */
export interface OtherAudience extends BroadcastOptions {
  question: typeof offAirQuestion;
}

export function useBroadcast(onEnded: () => void, audience?: OtherAudience): Broadcaster {
  const [mixer, setMixer] = useState<Mixer | null>(null);
  const [microphones, setMicrophones] = useState<readonly Microphone[]>([]);
  const [news, setNews] = useState<BroadcastNews | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [hasTab, setTab] = useState(false);
  const [isMuted, setMuted] = useState(false);
  const broadcast = useRef<Broadcast | null>(null);
  const isLive = news !== null && news.state !== 'ended';

  useEffect(
    () => () => {
      broadcast.current?.end();
      mixer?.close();
    },
    [mixer],
  );
  useUnsavedGuard(isLive, audience?.question ?? offAirQuestion);
  const end = useCallback(() => broadcast.current?.end(), []);

  return {
    mixer,
    microphones,
    news,
    problem,
    hasTab,
    isMuted,
    isLive,
    async open(microphoneId) {
      if (!canBroadcast()) return setProblem(describeMicrophone(null));
      setProblem(null);
      try {
        setMixer(await openMixer(microphoneId ?? null));
        setTab(false);
        setMuted(false);
        setMicrophones(await listMicrophones());
      } catch (reason) {
        setProblem(describeMicrophone(reason));
      }
    },
    close() {
      setMixer(null);
      setTab(false);
    },
    goLive() {
      if (!mixer) return;
      // Avoid feedback: stop the player, or the microphone would record the show itself.
      radioPlayer.pause();
      broadcast.current = startBroadcast(
        mixer.stream,
        (update) => {
          setNews(update);
          if (update.state === 'ended') onEnded();
        },
        audience,
      );
    },
    end,
    async addTab() {
      if (!mixer) return;
      setProblem(null);
      try {
        await mixer.addTab();
        setTab(true);
      } catch (reason) {
        setProblem(describeReason(reason));
      }
    },
    setMuted(wanted) {
      mixer?.setMuted(wanted);
      setMuted(wanted);
    },
    setTitle: (title) => broadcast.current?.setTitle(title),
  };
}

function describeMicrophone(reason: unknown): string {
  if (!canBroadcast()) return t('dashboard.radio.this_browser_cannot_send_audio_use');
  const name = reason instanceof DOMException ? reason.name : '';
  if (name === 'NotAllowedError') return t('dashboard.radio.microphone_access_was_denied_allow_it');
  if (name === 'NotFoundError') return t('dashboard.radio.no_microphone_found_connect_one_and');
  return describeReason(reason);
}
