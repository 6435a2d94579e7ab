// The state of a register: marks are saved on the phone at once and sent when possible, with retries. Marks by others
// arrive by realtime.

import { useCallback, useEffect, useRef, useState } from 'react';
import { newId } from '#app/api/new-id.ts';
import type { Register } from '#contracts/teaching.ts';
import { subscribeToChanges } from '../../realtime/subscribe-to-changes.ts';
import { addMark, addNote, dropSent, type Waiting, waitingOnPhone } from '../offline/phone-store.ts';
import { phoneOwner, readOrCached } from '../offline/read-or-cached.ts';
import { registerKey, syncRegister } from '../offline/sync-register.ts';
import { type Mark, replaceMarks, type WaitingMark } from './register.ts';

/** Groups quick taps into one request. */
const GATHER_MS = 400;
const AGAIN_MS = 10_000;
const NOTHING: Waiting = { marks: [], notes: [] };

type Sending = 'idle' | 'sending' | 'waiting' | 'rejected';

export interface LiveRegister {
  register: Register;
  waiting: Waiting;
  sending: Sending;
  /** Why the last changes were rejected. */
  rejection: string;
  mark(booking: string, mark: Mark): Promise<void>;
  note(body: string): Promise<void>;
  refresh(): void;
  /** Discards rejected changes. */
  forgetWaiting(): Promise<void>;
}

export function useRegister(session: string, initial: Register): LiveRegister {
  const [register, setRegister] = useState(initial);
  const [waiting, setWaiting] = useState(NOTHING);
  const [sending, setSending] = useState<Sending>('idle');
  const [rejection, setRejection] = useState('');
  const [user] = useState(phoneOwner);
  const latest = useRef(register);
  const lastTap = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Tapped, and not saved on the phone yet. */
  const unsaved = useRef<WaitingMark[]>([]);

  // Responses may arrive out of order: never replace newer data with older.
  const show = useCallback((next: Register) => {
    if (next.as_of < latest.current.as_of) return;
    latest.current = next;
    setRegister(next);
  }, []);
  useEffect(() => show(initial), [initial, show]);
  // What was read from the phone may be older than the last tap.
  const showSaved = useCallback(
    ({ marks, notes }: Waiting) => setWaiting({ marks: replaceMarks(marks, unsaved.current), notes }),
    [],
  );

  const send = useCallback(async () => {
    setSending((before) => (before === 'rejected' ? before : 'sending'));
    const outcome = await syncRegister(user, session).catch(() => ({ state: 'waiting' }) as const);
    if (outcome.state === 'sent') show(outcome.register);
    showSaved(await waitingOnPhone(user, session));
    setRejection(outcome.state === 'rejected' ? outcome.message : '');
    setSending(outcome.state === 'sent' || outcome.state === 'nothing' ? 'idle' : outcome.state);
  }, [user, session, show, showSaved]);

  const sendSoon = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void send(), GATHER_MS);
  }, [send]);

  const refresh = useCallback(() => {
    readOrCached(registerKey(session), {
      name: 'get_register',
      args: { session_id: session },
    }).then(
      ({ value, isFresh }) => isFresh && show(value),
      // Another teacher took over, or there is no network: keep what is shown.
      () => {},
    );
  }, [session, show]);

  useEffect(() => {
    void waitingOnPhone(user, session).then((found) => {
      showSaved(found);
      if (found.marks.length + found.notes.length > 0) void send();
    });
    const onVisible = () => {
      void send();
      refresh();
    };
    const look = () => document.visibilityState === 'visible' && onVisible();
    addEventListener('online', onVisible);
    document.addEventListener('visibilitychange', look);
    return () => {
      removeEventListener('online', onVisible);
      document.removeEventListener('visibilitychange', look);
      clearTimeout(timer.current);
    };
  }, [user, session, send, refresh, showSaved]);

  const hasWaiting = waiting.marks.length + waiting.notes.length > 0;
  useEffect(() => {
    if (!hasWaiting || sending === 'rejected') return;
    const again = setInterval(() => void send(), AGAIN_MS);
    return () => clearInterval(again);
  }, [hasWaiting, sending, send]);

  useOthersMarks(session, refresh);

  return {
    register,
    waiting,
    sending,
    rejection,
    refresh,
    async mark(booking, mark) {
      const person = latest.current.people.find(({ booking_id }) => booking_id === booking);
      // Timestamps must be unique per phone, because they identify a mark.
      lastTap.current = Math.max(Date.now(), lastTap.current + 1);
      const marked_at = new Date(lastTap.current).toISOString();
      const tapped = { user, session, booking, mark, marked_at, seen: person?.version ?? null };
      // Show it at once; saving on the phone takes a moment.
      unsaved.current = replaceMarks(unsaved.current, [tapped]);
      setWaiting(({ marks, notes }) => ({ marks: replaceMarks(marks, [tapped]), notes }));
      try {
        await addMark(tapped);
      } finally {
        const saved = await waitingOnPhone(user, session).catch(() => NOTHING);
        unsaved.current = unsaved.current.filter((one) => one !== tapped);
        showSaved(saved);
      }
      sendSoon();
    },
    async note(body) {
      await addNote({ id: newId(), user, session, body, written_at: new Date().toISOString() });
      showSaved(await waitingOnPhone(user, session));
      sendSoon();
    },
    async forgetWaiting() {
      await dropSent(await waitingOnPhone(user, session));
      setWaiting(NOTHING);
      setRejection('');
      setSending('idle');
      refresh();
    },
  };
}

function useOthersMarks(session: string, refresh: () => void): void {
  useEffect(
    () =>
      subscribeToChanges([{ table: 'attendance', filter: `session_id=eq.${session}` }], {
        onChange: refresh,
      }),
    [session, refresh],
  );
}
