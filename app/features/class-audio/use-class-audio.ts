// Listens to an online class: asks whether it can be heard, connects when the listener wants to, and again after a lost
// connection. The address of the sound is good for a minute, so it is asked for again each time.

import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { type ApiError, api } from '#app/api/api.ts';
import { newId } from '#app/api/new-id.ts';
import { apiUrl } from '#app/backend/backend.ts';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { isLost, type Progress } from '#app/ui/judge-progress.ts';
import type { ClassAudioView } from '#contracts/class-audio.ts';

type Listening = 'off' | 'connecting' | 'playing' | 'reconnecting';

export interface ClassAudioState {
  audio: RefObject<HTMLAudioElement | null>;
  view: ClassAudioView | null;
  /** Why nothing can be heard. */
  problem: string | null;
  listening: Listening;
  listen(): void;
  stop(): void;
}

const LOOK_MS = 5000;
const WATCH_MS = 2000;
const EARLY_LOOK_MS = 60_000;
const RETRY_MS = [1000, 2000, 4000, 8000];
/** The place was cancelled, or the date is no longer online: asking again does not help. */
const FINAL = ['no_place', 'no_class_audio'];

export function useClassAudio(sessionId: string, orderToken?: string): ClassAudioState {
  const audio = useRef<HTMLAudioElement | null>(null);
  const [view, setView] = useState<ClassAudioView | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [listening, setListening] = useState<Listening>('off');
  const { revalidate } = useRevalidator();
  const isWanted = useRef(false);
  const isFinal = useRef(false);
  // The same after a lost connection: the server then ends the old one.
  const pageId = useRef('');

  const stop = useCallback(() => {
    isWanted.current = false;
    setListening('off');
    audio.current?.pause();
    audio.current?.removeAttribute('src');
  }, []);

  const look = useCallback(async (): Promise<ClassAudioView | null> => {
    pageId.current ||= newId();
    try {
      const found = await api<ClassAudioView>('/radio/class-audio', {
        method: 'POST',
        body: {
          session_id: sessionId,
          page_id: pageId.current,
          ...(orderToken && { order_token: orderToken }),
        },
      });
      setView(found);
      setProblem(null);
      return found;
    } catch (reason) {
      setProblem(describeReason(reason));
      if (FINAL.includes((reason as Partial<ApiError>).code ?? '')) {
        isFinal.current = true;
        setView(null);
        stop();
        // The page may still show the place.
        void revalidate();
      }
      return null;
    }
  }, [sessionId, orderToken, stop, revalidate]);

  const connect = useCallback(
    (found: ClassAudioView | null) => {
      const { current: element } = audio;
      if (!element || !found?.stream) return;
      element.src = apiUrl(found.stream.replace(/^\/api/, ''));
      element.play().catch((reason: unknown) => {
        // The browser wants another press.
        if (reason instanceof DOMException && reason.name === 'NotAllowedError') stop();
      });
    },
    [stop],
  );

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const step = async () => {
      const found = await look();
      if (isOver || isFinal.current || found?.state === 'over') return;
      const untilOpen = found?.state === 'early' ? Date.parse(found.opens_at) - Date.now() : 0;
      timer = setTimeout(step, Math.min(EARLY_LOOK_MS, Math.max(LOOK_MS, untilOpen)));
    };
    void step();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [look]);

  useEffect(() => {
    const { current: element } = audio;
    if (!element) return;
    let attempt = 0;
    let retry: ReturnType<typeof setTimeout> | undefined;
    const onPlaying = () => {
      attempt = 0;
      setListening('playing');
    };
    const onLost = () => {
      if (!isWanted.current) return;
      setListening('reconnecting');
      clearTimeout(retry);
      retry = setTimeout(
        async () => {
          const found = await look();
          if (!isWanted.current) return;
          if (found?.state === 'over') stop();
          else if (found) connect(found);
          else onLost();
        },
        RETRY_MS[Math.min(attempt++, RETRY_MS.length - 1)],
      );
    };
    // Browsers send no event for a connection that died with its network.
    let joined: (Progress & { src: string }) | undefined;
    let moved: Progress | undefined;
    const watch = setInterval(() => {
      const now = { wallMs: Date.now(), playedMs: element.currentTime * 1000, src: element.src };
      if (!isWanted.current || element.paused || joined?.src !== now.src) joined = moved = now;
      else if (moved && isLost(now, moved, joined)) {
        joined = moved = undefined;
        onLost();
      } else if (!moved || now.playedMs > moved.playedMs) moved = now;
    }, WATCH_MS);
    const events = { playing: onPlaying, ended: onLost, error: onLost };
    for (const [name, handle] of Object.entries(events)) element.addEventListener(name, handle);
    return () => {
      clearTimeout(retry);
      clearInterval(watch);
      for (const [name, handle] of Object.entries(events)) element.removeEventListener(name, handle);
      stop();
    };
  }, [connect, look, stop]);

  return {
    audio,
    view,
    problem,
    listening,
    listen() {
      isWanted.current = true;
      setListening('connecting');
      connect(view);
    },
    stop,
  };
}
