// Checks that only the browser can do: whether websockets work, and whether its clock agrees with the server's.

import { useEffect, useState } from 'react';
import { backendSettings } from '#app/backend/backend.ts';
import type { Check } from './check-text.ts';

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
        code: 'websocket_off',
        message: 'cannot connect',
        advice: 'Configure the proxy to forward the Upgrade and Connection headers, see deploy/nginx.conf.',
      });
    const timer = setTimeout(fail, WAIT_MS);
    socket.onopen = () => {
      clearTimeout(timer);
      setCheck({ name: 'websocket', state: 'ok', code: 'websocket', message: 'connected' });
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
      code: differenceMs > 0 ? 'own_clock_ahead' : 'own_clock_behind',
      values: { minutes },
      message: 'of the server differs from yours',
      advice: 'Synchronise the server’s clock (timedatectl set-ntp true).',
    },
  ];
}
