import { serviceKey } from './service-key.ts';
import { expect, test } from './visitor.ts';

test('a page opens the realtime socket of its own origin and receives messages on it', async ({ page }) => {
  await page.goto('/about');
  const received = await page.evaluate(
    (key) =>
      new Promise<string[]>((resolve, reject) => {
        const events: string[] = [];
        const origin = location.origin.replace(/^http/, 'ws');
        const socket = new WebSocket(`${origin}/realtime/v1/websocket?vsn=2.0.0&apikey=${key}`);
        const say = (event: string, payload: object) =>
          socket.send(JSON.stringify(['1', event, 'realtime:lobby', event, payload]));
        socket.onerror = () => reject(new Error('the socket did not open'));
        socket.onopen = () => say('phx_join', { config: { broadcast: { self: true } } });
        socket.onmessage = ({ data }) => {
          const [, , , event, payload] = JSON.parse(data);
          events.push(event);
          if (event === 'phx_reply') say('broadcast', { type: 'broadcast', event: 'wave', payload: {} });
          if (event !== 'broadcast') return;
          events.push(payload.event);
          socket.close();
          resolve(events);
        };
      }),
    serviceKey(),
  );
  expect(received).toEqual(['phx_reply', 'broadcast', 'wave']);
});
