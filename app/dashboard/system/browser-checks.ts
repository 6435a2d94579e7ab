// What only the browser can check: whether websockets get through, and whether its clock and the server's agree.
import { useEffect, useState } from 'react';
import { backendSettings } from '#app/backend/backend.ts';

export interface Check {
  name: string;
  state: 'ok' | 'warn' | 'bad';
  message: string;
  advice?: string;
}

const WAIT_MS = 8000;
const CLOCK_TOLERANCE_MS = 60_000;

/** Undefined while it is being tried. */
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
        message: 'does not get through',
        advice: 'Let the proxy pass the headers Upgrade and Connection on, see deploy/nginx.conf.',
      });
    const timer = setTimeout(fail, WAIT_MS);
    socket.onopen = () => {
      clearTimeout(timer);
      setCheck({ name: 'websocket', state: 'ok', message: 'gets through' });
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

/** Only where the two differ: phones and laptops are set by the network, servers sometimes by nobody. */
export function checkOwnClock(serverNow: string, ownNowMs: number): Check[] {
  const differenceMs = Date.parse(serverNow) - ownNowMs;
  if (Math.abs(differenceMs) <= CLOCK_TOLERANCE_MS) return [];
  const minutes = Math.round(Math.abs(differenceMs) / 60_000);
  return [
    {
      name: 'clock',
      state: 'warn',
      message: `of the server is ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} ${differenceMs > 0 ? 'ahead of' : 'behind'} yours`,
      advice: 'Set the server’s clock by a time server (timedatectl set-ntp true).',
    },
  ];
}
