// Checks that only the browser can do: whether websockets work, and whether its clock agrees with the server's.

import { useEffect, useState } from 'react';
import { backendSettings } from '#app/backend/backend.ts';
import { t } from '#app/language/messages.ts';

export interface Check {
  name: string;
  state: 'ok' | 'warn' | 'bad';
  message: string;
  advice?: string;
}

const WAIT_MS = 8000;
const CLOCK_TOLERANCE_MS = 60_000;

/** Undefined while the check is running. */
export function useWebSocketCheck(): Check | undefined {
  const [check, setCheck] = useState<Check>();
  useEffect(() => {
    const { backendUrl, anonKey } = backendSettings();
    const address = (backendUrl || location.origin).replace(/^http/, 'ws');
    const socket = new WebSocket(`${address}/realtime/v1/websocket?apikey=${anonKey}&vsn=1.0.0`);
    const fail = () =>
      setCheck({
        name: 'websocket',
        state: 'bad',
        message: t('dashboard.system.cannot_connect'),
        advice: t('dashboard.system.configure_the_proxy_to_forward_the'),
      });
    const timer = setTimeout(fail, WAIT_MS);
    socket.onopen = () => {
      clearTimeout(timer);
      setCheck({ name: 'websocket', state: 'ok', message: 'connected' });
      socket.close();
    };
    socket.onerror = () => {
      clearTimeout(timer);
      fail();
    };
    return () => {
      clearTimeout(timer);
      socket.onopen = null;
      socket.onerror = null;
      socket.close();
    };
  }, []);
  return check;
}

/** Reported only if the clocks differ. */
export function checkOwnClock(serverNow: string, ownNowMs: number): Check[] {
  const differenceMs = Date.parse(serverNow) - ownNowMs;
  if (Math.abs(differenceMs) <= CLOCK_TOLERANCE_MS) return [];
  const minutes = Math.round(Math.abs(differenceMs) / 60_000);
  return [
    {
      name: 'clock',
      state: 'warn',
      message: `of the server is ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} ${differenceMs > 0 ? 'ahead of' : 'behind'} yours`,
      advice: t('dashboard.system.synchronise_the_servers_clock'),
    },
  ];
}
