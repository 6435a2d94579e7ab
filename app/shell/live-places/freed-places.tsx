// Announces in the radio bar that a place became free today. The station pushes it to listeners; other visitors get it
// with the pages they open.

import { useEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useLocation, useRouteLoaderData } from 'react-router';
import { apiUrl } from '#app/backend/backend.ts';
import { contentText } from '#app/language/content-text.ts';
import { clockTime, dayName } from '#app/language/format-time.ts';
import { localized } from '#app/language/in-language.ts';
import { rich } from '#app/language/messages.ts';
import { Link } from '#app/ui/link.tsx';
import {
  freedPlaces,
  type ReceivedPlaces,
  setFreedPlaces,
  subscribeToFreedPlaces,
} from './freed-places-store.ts';

const ASK_AGAIN_MS = 60_000;
const NONE: ReceivedPlaces = [];
let askedMs = Number.NEGATIVE_INFINITY;

export function FreedPlaces({ streamUrl }: { streamUrl: string | null }) {
  const { pathname } = useLocation();
  const zone = (useRouteLoaderData('root') as { studio: { zone: string } } | undefined)?.studio.zone;
  const places = useSyncExternalStore(subscribeToFreedPlaces, freedPlaces, () => NONE);
  const nowMs = useClockUntil(places);
  const isOwnStation = streamUrl?.startsWith('/') ?? false;
  const isSite = !pathname.includes('/dashboard');
  useEffect(() => {
    if (!isOwnStation || !isSite || !pathname || Date.now() - askedMs < ASK_AGAIN_MS) return;
    askedMs = Date.now();
    fetch(apiUrl('/radio/places'))
      .then((answer) => (answer.ok ? (answer.json() as Promise<ReceivedPlaces>) : NONE))
      .then(setFreedPlaces)
      .catch(() => {});
  }, [isOwnStation, isSite, pathname]);

  const first = places.find(({ startsAt }) => Date.parse(startsAt) > nowMs);
  const bar = first && document.getElementById('radio-places');
  if (!bar || !zone || !isSite || pathname.endsWith(`/book/${first.sessionId}`)) return null;
  const startsAt = new Date(first.startsAt);
  return createPortal(
    <Link to={`/book/${first.sessionId}`} data-slot="freed-places">
      {rich('shared.shell.places_became_free', {
        count: first.places,
        title: contentText(localized(first), 'title'),
        day: dayName(startsAt, new Date(nowMs), zone),
        time: clockTime(startsAt, zone),
        b: (text) => <b>{text}</b>,
      })}
    </Link>,
    bar,
  );
}

/** Now, and again when the next of them begins. */
function useClockUntil(places: ReceivedPlaces): number {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    setNowMs(Date.now());
    const [next] = places.map(({ startsAt }) => Date.parse(startsAt)).filter((at) => at > Date.now());
    if (next === undefined) return;
    const timer = setTimeout(() => setNowMs(Date.now()), next - Date.now() + 1000);
    return () => clearTimeout(timer);
  }, [places]);
  return nowMs;
}
