// A form of the booking pages: sent by the browser without scripts, or in place, once, with the bot check where needed.
// Errors are shown at their fields in both cases, and the focus moves to the first one.
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { data, useActionData, useFetcher } from 'react-router';
import { newId } from '#app/api/new-id.ts';
import { BotCheckError } from '#app/bot-check/bot-check-error.ts';
import { getFormToken } from '#app/bot-check/bot-token.ts';
import {
  type ApiError,
  errorOfFailure,
  NO_NETWORK,
  NOT_HUMAN,
  shortMessage,
} from '#app/features/booking/api-error.ts';

export interface BookingResult {
  error: ApiError;
  values: Record<string, string>;
}

const RETRYABLE = [NOT_HUMAN, NO_NETWORK];
const WITH_PROBLEM = '[aria-invalid="true"], [data-invalid] :is(input, select)';

interface BookingFormOptions {
  /** Whether this form, as it is filled in, needs the bot check. */
  needsBotCheck?: boolean | ((filled: FormData) => boolean);
  /** Names what the form asks for, where something else asks for the same. */
  key?: () => string;
}

export function useBookingForm({ needsBotCheck = false, key: givenKey }: BookingFormOptions = {}) {
  const fetcher = useFetcher<BookingResult>();
  const sent = useActionData() as BookingResult | undefined;
  const form = useRef<HTMLFormElement>(null);
  const isSending = useRef(false);
  const [isChecking, setChecking] = useState(false);
  const [checkError, setCheckError] = useState<ApiError>();
  const submitter = useRef<HTMLElement>(null);
  // One key per visit: a double click, or the same form sent again after a lost answer, holds once.
  const key = useRef('');

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending.current || fetcher.state !== 'idle') return;
    isSending.current = true;
    submitter.current = (event.nativeEvent as SubmitEvent).submitter;
    const filled = new FormData(event.currentTarget, submitter.current);
    setCheckError(undefined);
    try {
      if (typeof needsBotCheck === 'function' ? needsBotCheck(filled) : needsBotCheck) {
        key.current ||= newId();
        filled.set('key', givenKey?.() ?? `${key.current}-${filled.get('places')}`);
        // On a slow connection the check takes a while: the button shows it from the first press.
        setChecking(true);
        filled.set('bot_token', await getFormToken());
      }
      await fetcher.submit(filled, { method: 'post' });
    } catch (reason) {
      if (!(reason instanceof BotCheckError)) throw reason;
      setCheckError({ reason: NOT_HUMAN, message: reason.message });
    } finally {
      isSending.current = false;
      setChecking(false);
    }
  };

  const retry = () => {
    const by = submitter.current;
    form.current?.requestSubmit(by?.isConnected ? by : null);
  };

  const result = fetcher.data ?? sent;
  const error = checkError ?? result?.error;
  useEffect(() => {
    if (!error) return;
    const first = form.current?.querySelector<HTMLElement>(WITH_PROBLEM);
    (first ?? form.current?.querySelector<HTMLElement>('[role="alert"]'))?.focus();
  }, [error]);
  return {
    Form: fetcher.Form,
    /** For the form itself and its onSubmit. */
    form,
    submit,
    isBusy: isChecking || fetcher.state !== 'idle',
    error,
    /** The message above the fields, if any. */
    alert: error && shortMessage(error),
    /** Sends the form again, where that may help. */
    onRetry: error && RETRYABLE.includes(error.reason) ? retry : undefined,
    problemOf: (field: string): string | undefined => error?.fields?.[field],
    values: result?.values ?? {},
  };
}

/**
 * For a route's clientAction: a form that could not be sent shows an error in place instead of replacing the page and
 * its input.
 */
export async function stayOnPage(serverAction: () => Promise<unknown>): Promise<unknown> {
  try {
    return await serverAction();
  } catch (reason) {
    const error = errorOfFailure(reason);
    if (!error) throw reason;
    // As a failed answer: the page's data is not loaded again, which would fail as well.
    return data({ error, values: {} }, { status: error.reason === NO_NETWORK ? 503 : 413 });
  }
}
