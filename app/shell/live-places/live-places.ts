// Reloads a visible page when places are taken or freed: its loader lists the pools as `livePools`. The client is
// loaded long after the page is ready; without it the page is as current as when it was opened. Renders nothing.
import { useEffect, useRef } from 'react';
import { useFetchers, useMatches, useNavigation, useRevalidator } from 'react-router';
import { backend } from '#app/backend/backend.ts';
import { onSubscribed } from '#app/backend/on-subscribed.ts';
import { whenChecked } from '#app/bot-check/bot-token.ts';
import { whenSettled } from '#app/ui/when-settled.ts';

const UNTOUCHED_MS = 8000;
const SIGNS_OF_LIFE = ['pointermove', 'scroll', 'keydown', 'touchstart'] as const;
/** Above this number the page subscribes to all pools and reloads a little too often. */
const MAX_FILTERED = 90;
// A unique name for every page: while a channel is being closed, the client returns the old one for the same name.
let visits = 0;

export function LivePlaces(): null {
  const { revalidate } = useRevalidator();
  const key = usePoolsOnPage();
  const isBusy = useBusyRef();
  useEffect(() => {
    if (key === '') return;
    let isGone = false;
    let leave = () => {};
    let pending: ReturnType<typeof setTimeout> | undefined;
    const scheduleRefresh = () => {
      // Many places may change at once: reload once for all of them.
      pending ??= setTimeout(() => {
        pending = undefined;
        // Our own booking triggers this too; a reload before its form is answered would lose the answer.
        if (isBusy.current) return scheduleRefresh();
        if (document.visibilityState === 'visible') void revalidate();
      }, 250);
    };
    const subscribe = async () => {
      await whenChecked();
      const client = await backend();
      if (isGone) return;
      const isFew = key.split(',').length <= MAX_FILTERED;
      const channel = client.channel(`places:${++visits}`).on(
        'postgres_changes',
        {
          event: 'UPDATE',
          schema: 'public',
          table: 'capacity_pools',
          ...(isFew && { filter: `id=in.(${key})` }),
        },
        scheduleRefresh,
      );
      // Changes made while the connection was down were not received.
      onSubscribed(channel, (isAgain) => isAgain && scheduleRefresh());
      channel.subscribe();
      leave = () => void client.removeChannel(channel);
    };
    // Subscribe on the first interaction, so that a page no one uses fetches nothing more.
    const begin = () => {
      stopWaiting();
      whenSettled(() => void subscribe().catch(() => {}));
    };
    const timer = setTimeout(begin, UNTOUCHED_MS);
    const stopWaiting = () => {
      clearTimeout(timer);
      for (const sign of SIGNS_OF_LIFE) removeEventListener(sign, begin);
    };
    for (const sign of SIGNS_OF_LIFE) addEventListener(sign, begin, { passive: true });
    return () => {
      isGone = true;
      stopWaiting();
      clearTimeout(pending);
      leave();
    };
  }, [key, revalidate, isBusy]);
  return null;
}

/** Whether a form is being sent or a page is loading. */
function useBusyRef() {
  const isUnderway = useNavigation().state !== 'idle';
  const isSending = useFetchers().some(({ state }) => state !== 'idle');
  const isBusy = useRef(false);
  useEffect(() => {
    isBusy.current = isUnderway || isSending;
  }, [isUnderway, isSending]);
  return isBusy;
}

function usePoolsOnPage(): string {
  const loaded = useMatches().at(-1)?.loaderData as { livePools?: unknown } | null | undefined;
  const pools = Array.isArray(loaded?.livePools) ? (loaded.livePools as string[]) : [];
  return [...new Set(pools)].sort().join(',');
}
