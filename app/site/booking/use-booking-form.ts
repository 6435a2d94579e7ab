// A form of the booking pages: sent by the browser itself without scripts, and with them in place, once, with the human
// check where it is asked for. What was refused, however it was sent, is handed back.
import { type FormEvent, useRef } from 'react';
import { data, useActionData, useFetcher } from 'react-router';
import { noNetwork, type Refusal } from '#app/features/booking/refusal.ts';
import { takeBotToken } from '#app/shell/bot-check/bot-token.ts';

export interface BookingResult {
  error: Refusal;
  values: Record<string, string>;
}

export function useBookingForm({ asksHuman = false } = {}) {
  const fetcher = useFetcher<BookingResult>();
  const sent = useActionData() as BookingResult | undefined;
  const isSending = useRef(false);
  // One key for one visit: a double click, or the same form sent again after a lost answer, holds once.
  const key = useRef('');

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending.current || fetcher.state !== 'idle') return;
    isSending.current = true;
    const { submitter } = event.nativeEvent as SubmitEvent;
    const form = new FormData(event.currentTarget, submitter);
    try {
      if (asksHuman) {
        key.current ||= randomKey();
        form.set('key', `${key.current}-${form.get('places')}`);
        form.set('bot_token', await takeBotToken());
      }
      await fetcher.submit(form, { method: 'post' });
    } finally {
      isSending.current = false;
    }
  };

  const result = fetcher.data ?? sent;
  return {
    Form: fetcher.Form,
    submit,
    isBusy: fetcher.state !== 'idle',
    error: result?.error,
    values: result?.values ?? {},
  };
}

function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** For a route's clientAction: a lost network is told in place instead of replacing the page and what was typed. */
export async function keepPage(serverAction: () => Promise<unknown>): Promise<unknown> {
  try {
    return await serverAction();
  } catch (reason) {
    // As a failed answer: what the page shows is not asked for again, which would fail as well.
    if (reason instanceof TypeError) return data({ error: noNetwork, values: {} }, { status: 503 });
    throw reason;
  }
}
