// One room with a clock of its own, over a real connection whose reader stopped.
import { connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { RadioService } from '../start-radio.ts';
import { prepareServer } from '../testing/serve-radio.ts';
import { createClassRoom } from './class-room.ts';

const HOLDER = { kind: 'order', id: 'an order' } as const;

it('disconnects who reads nothing, though the end of the sound would wait behind what they did not read', async () => {
  let nowMs = 0;
  const room = createClassRoom({ id: 'a class', startsMs: 0, endsMs: 1 }, () => nowMs);
  const left: boolean[] = [];
  const { options, url, serve } = await prepareServer();
  const server = await serve({
    claim: () => undefined,
    async fetch(request: Request) {
      const listener = room.listen(HOLDER, {
        places: 1,
        page: 'a page',
        onLeave(isAbandoned) {
          left.push(isAbandoned);
          if (isAbandoned) options.hangUp(request);
        },
      });
      return typeof listener === 'string' ? new Response(listener) : new Response(listener.body);
    },
  } as unknown as RadioService);
  const socket = connect(options.port, '127.0.0.1', () =>
    socket.write(`GET / HTTP/1.1\r\nHost: ${new URL(url).host}\r\n\r\n`),
  );
  socket.pause();
  await expect.poll(() => room.isEmpty).toBe(false);
  for (let second = 0; left.length === 0 && second < 5000; second++) {
    nowMs += 1000;
    room.tick();
    await turn();
  }
  expect(left).toEqual([true]);
  expect(room.isEmpty).toBe(true);
  await expect.poll(server.connections).toBe(0);
  socket.destroy();
  await server.cut();
});
