// When an alarm is sent: once when a problem has lasted two minutes, once when it has been resolved for two minutes,
// and not in between. Pure: the stored state and the measurement in, the new state and what to send out.
import type { Check } from '../health/checks.ts';

export interface StoredAlarm {
  name: string;
  beganAtMs: number;
  /** Undefined while it may still pass by itself. */
  notifiedAtMs?: number | undefined;
  /** Since when it looks right again. */
  okSinceMs?: number | undefined;
  message: string;
  advice?: string | undefined;
}

export interface AlarmStep {
  /** What to store; undefined: nothing any more. */
  alarm: StoredAlarm | undefined;
  notice?: 'began' | 'over';
}

const FLAP_MS = 120_000;

export function nextAlarm(known: StoredAlarm | undefined, check: Check, nowMs: number): AlarmStep {
  if (check.state === 'ok') return known ? calm(known, check, nowMs) : { alarm: undefined };
  const { name, message, advice } = check;
  const alarm: StoredAlarm = {
    name,
    beganAtMs: known?.beganAtMs ?? nowMs,
    notifiedAtMs: known?.notifiedAtMs,
    message,
    advice,
  };
  if (alarm.notifiedAtMs !== undefined || nowMs - alarm.beganAtMs < FLAP_MS) return { alarm };
  return { alarm: { ...alarm, notifiedAtMs: nowMs }, notice: 'began' };
}

function calm(known: StoredAlarm, { message }: Check, nowMs: number): AlarmStep {
  if (known.notifiedAtMs === undefined) return { alarm: undefined };
  const okSinceMs = known.okSinceMs ?? nowMs;
  if (nowMs - okSinceMs >= FLAP_MS) return { alarm: undefined, notice: 'over' };
  return { alarm: { ...known, message, okSinceMs } };
}
