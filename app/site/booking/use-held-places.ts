// Holds places while someone fills in the form: from the first thing they type, and anew when they change the number.
// The address then names the hold, so that it survives a reload.
import { useCallback, useEffect, useRef, useState } from 'react';
import { useFetcher, useLocation } from 'react-router';
import { newId } from '#app/api/new-id.ts';
import { getFormToken, prepareToken, whenChecked } from '#app/bot-check/bot-token.ts';
import type { HoldView } from '#contracts/booking.ts';

const SETTLE_MS = 600;

interface HeldPlaces {
  hold: HoldView | null;
  isOver: boolean;
  /** The form is being sent, which holds the places as well. Returns the key of this hold: it holds once. */
  send: () => string;
  /** Something was typed, or another number of places was chosen. */
  touch: (places?: number) => void;
  end: () => void;
}

export function useHeldPlaces(given: HoldView | null, { isOff }: { isOff: boolean }): HeldPlaces {
  const fetcher = useFetcher<{ hold?: HoldView }>();
  const { submit } = fetcher;
  // Without it, a request during the change of pages would go to the next one.
  const { pathname, search } = useLocation();
  const hold = given ?? fetcher.data?.hold ?? null;
  const [overToken, setOverToken] = useState('');
  const wanted = useRef(1);
  const turn = useRef({ base: '', number: 0 });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const held = useRef(hold);
  held.current = hold;
  const isAsking = useRef(false);
  /** The number changed while an answer was outstanding. A second request would end the first, whose places stayed held. */
  const isOutdated = useRef(false);
  const isSent = useRef(false);

  const key = useCallback(() => {
    turn.current.base ||= newId();
    return `${turn.current.base}-${wanted.current}-${turn.current.number}`;
  }, []);
  const ask = useCallback(async () => {
    isAsking.current = true;
    isOutdated.current = false;
    try {
      // Not taken before it is needed: a form that is sent in the meantime takes it instead of waiting for another check.
      prepareToken();
      await whenChecked();
      if (isSent.current) return;
      const botToken = await getFormToken();
      if (isSent.current) return;
      await submit(
        {
          intent: 'hold',
          places: String(wanted.current),
          key: key(),
          bot_token: botToken,
          hold: held.current?.hold_token ?? '',
        },
        { method: 'post', action: pathname + search },
      );
    } catch {
      // Sending the form holds the places as well, and shows what is wrong.
    } finally {
      isAsking.current = false;
    }
  }, [submit, pathname, search, key]);
  const send = useCallback(() => {
    isSent.current = true;
    clearTimeout(timer.current);
    return key();
  }, [key]);
  const touch = useCallback(
    (places?: number) => {
      if (given || isOff) return;
      isSent.current = false;
      if (places !== undefined && places !== wanted.current) {
        wanted.current = places;
        turn.current.number++;
      }
      const isRight = held.current?.places === wanted.current;
      if (isRight || (places === undefined && held.current)) return;
      clearTimeout(timer.current);
      if (isAsking.current) isOutdated.current = true;
      else timer.current = setTimeout(() => void ask(), SETTLE_MS);
    },
    [given, isOff, ask],
  );
  const isIdle = fetcher.state === 'idle';
  useEffect(() => {
    if (!isIdle || !isOutdated.current) return;
    isOutdated.current = false;
    if (!isSent.current && held.current?.places !== wanted.current)
      timer.current = setTimeout(() => void ask(), SETTLE_MS);
  }, [isIdle, ask]);
  useEffect(() => {
    isSent.current = false;
    return () => {
      isSent.current = true;
      clearTimeout(timer.current);
    };
  }, []);

  const token = hold?.hold_token ?? '';
  useEffect(() => {
    if (!given && token) history.replaceState(history.state, '', `${location.pathname}?hold=${token}`);
  }, [given, token]);
  const end = useCallback(() => setOverToken(token), [token]);
  return { hold, isOver: token !== '' && (overToken === token || hold?.state !== 'live'), send, touch, end };
}
