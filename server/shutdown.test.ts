import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createShutdown } from './shutdown.ts';

function watch({
  starting = Promise.resolve(),
  limitMs = 5000,
}: {
  starting?: Promise<void>;
  limitMs?: number;
} = {}) {
  const events: string[] = [];
  const shutdown = createShutdown({
    starting: () => starting,
    limitMs,
    exit: (code) => void events.push(`exit ${code}`),
    report: (message) => void events.push(message),
  });
  const part = (name: string, close: () => Promise<void> = async () => {}) => ({
    close: async () => {
      await close();
      events.push(`closed ${name}`);
    },
    abandon: () => void events.push(`abandoned ${name}`),
  });
  return { events, shutdown, part };
}

describe('createShutdown', () => {
  it('closes what was opened last first, then ends, once', async () => {
    const { events, shutdown, part } = watch();
    shutdown.opened(part('database'));
    shutdown.opened(part('app'));
    shutdown.end(0);
    shutdown.end(0);
    await sleep(20);
    expect(events).toEqual(['closed app', 'closed database', 'exit 0']);
  });

  it('waits for a start that is going on, so that nothing is opened behind its back', async () => {
    let finish = () => {};
    const starting = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const { events, shutdown, part } = watch({ starting });
    shutdown.end(0);
    await sleep(20);
    expect(events).toEqual([]);
    shutdown.opened(part('database'));
    finish();
    await sleep(20);
    expect(events).toEqual(['closed database', 'exit 0']);
  });

  it('says at once that the end begins, also to what is opened later', async () => {
    const { events, shutdown, part } = watch();
    const expectClose = () => void events.push('expects it');
    shutdown.opened({ ...part('database'), expectClose });
    shutdown.opened(part('app', () => sleep(5)));
    shutdown.end(0);
    expect(events).toEqual(['expects it']);
    shutdown.opened({ ...part('late'), expectClose });
    expect(events).toEqual(['expects it', 'expects it']);
    await sleep(40);
    expect(events.slice(2)).toEqual(['closed late', 'closed app', 'closed database', 'exit 0']);
  });

  it('closes the rest when one part fails to close, and ends with 1', async () => {
    const { events, shutdown, part } = watch();
    shutdown.opened(part('database'));
    shutdown.opened(part('app', () => Promise.reject(new Error('stuck door'))));
    shutdown.end(0);
    await sleep(20);
    expect(events).toEqual(['stuck door', 'closed database', 'exit 1']);
  });

  it('keeps the code of a failure that happens while it is closing', async () => {
    const { events, shutdown } = watch();
    shutdown.end(0);
    shutdown.end(1);
    await sleep(20);
    expect(events).toEqual(['exit 1']);
  });

  it('gives up on what does not close in time', async () => {
    const { events, shutdown, part } = watch({ limitMs: 30 });
    shutdown.opened(part('database', () => new Promise(() => undefined)));
    shutdown.end(0);
    await sleep(80);
    expect(events).toEqual([
      'Not everything closed within 0.03 s; stopping anyway.',
      'abandoned database',
      'exit 1',
    ]);
  });
});
