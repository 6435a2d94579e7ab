// A register in the hand: marks go onto the phone at the tap and to the studio when there is a way, again and again
// until they are there. What others mark meanwhile comes in by realtime.

import { useCallback, useEffect, useRef, useState } from 'react';
import { subscribeToChanges } from '../../realtime/subscribe-to-changes.ts';
import { addMark, addNote, dropSent, type Waiting, waitingOnPhone } from '../offline/phone-store.ts';
import { phoneOwner, readOrCached } from '../offline/read-or-cached.ts';
import { registerKey, syncRegister } from '../offline/sync-register.ts';
import type { Mark, Register } from './register.ts';

/** Taps come in bursts: one sending for several of them. */
const GATHER_MS = 400;
const AGAIN_MS = 10_000;
const NOTHING: Waiting = { marks: [], notes: [] };

export type Sending = 'idle' | 'sending' | 'waiting' | 'refused';

export interface LiveRegister {
  register: Register;
  waiting: Waiting;
  sending: Sending;
  /** Why the studio took something not. */
  refusal: string;
  mark(booking: string, mark: Mark): Promise<void>;
  note(body: string): Promise<void>;
  refresh(): void;
  /** Gives up what was refused. */
  forgetWaiting(): Promise<void>;
}

export function useRegister(session: string, initial: Register): LiveRegister {
  const [register, setRegister] = useState(initial);
  const [waiting, setWaiting] = useState(NOTHING);
  const [sending, setSending] = useState<Sending>('idle');
  const [refusal, setRefusal] = useState('');
  const [user] = useState(phoneOwner);
  const latest = useRef(register);
  const lastTap = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // What is older must not cover what is newer, in whatever order answers come in.
  const show = useCallback((next: Register) => {
    if (next.as_of < latest.current.as_of) return;
    latest.current = next;
    setRegister(next);
  }, []);
  useEffect(() => show(initial), [initial, show]);

  const send = useCallback(async () => {
    setSending((before) => (before === 'refused' ? before : 'sending'));
    const outcome = await syncRegister(user, session).catch(() => ({ state: 'waiting' }) as const);
    if (outcome.state === 'sent') show(outcome.register);
    setWaiting(await waitingOnPhone(user, session));
    setRefusal(outcome.state === 'refused' ? outcome.words : '');
    setSending(outcome.state === 'sent' || outcome.state === 'nothing' ? 'idle' : outcome.state);
  }, [user, session, show]);

  const sendSoon = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void send(), GATHER_MS);
  }, [send]);

  const refresh = useCallback(() => {
    readOrCached<Register>(registerKey(session), { name: 'register_of', args: { session_id: session } }).then(
      ({ value, isFresh }) => isFresh && show(value),
      // The session went to somebody else, or the network is gone: what is on the screen stays.
      () => {},
    );
  }, [session, show]);

  useEffect(() => {
    void waitingOnPhone(user, session).then((found) => {
      setWaiting(found);
      if (found.marks.length + found.notes.length > 0) void send();
    });
    const comeBack = () => {
      void send();
      refresh();
    };
    const look = () => document.visibilityState === 'visible' && comeBack();
    addEventListener('online', comeBack);
    document.addEventListener('visibilitychange', look);
    return () => {
      removeEventListener('online', comeBack);
      document.removeEventListener('visibilitychange', look);
      clearTimeout(timer.current);
    };
  }, [user, session, send, refresh]);

  const hasWaiting = waiting.marks.length + waiting.notes.length > 0;
  useEffect(() => {
    if (!hasWaiting || sending === 'refused') return;
    const again = setInterval(() => void send(), AGAIN_MS);
    return () => clearInterval(again);
  }, [hasWaiting, sending, send]);

  useOthersMarks(session, refresh);

  return {
    register,
    waiting,
    sending,
    refusal,
    refresh,
    async mark(booking, mark) {
      const person = latest.current.people.find(({ booking_id }) => booking_id === booking);
      // No two marks of one phone share a moment: the moment is how the studio knows a mark again.
      lastTap.current = Math.max(Date.now(), lastTap.current + 1);
      const marked_at = new Date(lastTap.current).toISOString();
      const tapped = { user, session, booking, mark, marked_at, seen: person?.version ?? null };
      // On the screen at the tap; the phone's own memory takes a moment.
      setWaiting(({ marks, notes }) => ({
        marks: [...marks.filter((one) => one.booking !== booking), tapped],
        notes,
      }));
      try {
        await addMark(tapped);
      } finally {
        setWaiting(await waitingOnPhone(user, session).catch(() => NOTHING));
      }
      sendSoon();
    },
    async note(body) {
      await addNote({ id: newId(), user, session, body, written_at: new Date().toISOString() });
      setWaiting(await waitingOnPhone(user, session));
      sendSoon();
    },
    async forgetWaiting() {
      await dropSent(await waitingOnPhone(user, session));
      setWaiting(NOTHING);
      setRefusal('');
      setSending('idle');
      refresh();
    },
  };
}

/** A uuid where the browser has no maker of them: pages without https. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, index) =>
    (index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte)
      .toString(16)
      .padStart(2, '0'),
  ).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
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
