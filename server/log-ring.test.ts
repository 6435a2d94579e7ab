import { describe, expect, it } from 'vitest';
import { createLogRing } from './log-ring.ts';

const line = (level: number, msg: string, more = {}) =>
  `${JSON.stringify({ level, time: '2026-11-15T10:00:00.000Z', ...more, msg })}\n`;

describe('the last lines of the log', () => {
  it('come newest first; warnings outlive a flood of requests', () => {
    const ring = createLogRing();
    ring.add(line(40, 'the disk is nearly full', { leftMb: 12 }));
    for (let index = 0; index < 2000; index += 1) ring.add(line(30, `request ${index}`));
    expect(ring.read({ onlyWarnings: false, limit: 2 }).map(({ message }) => message)).toEqual([
      'request 1999',
      'request 1998',
    ]);
    expect(ring.read({ onlyWarnings: false, limit: 9999 })).toHaveLength(500);
    expect(ring.read({ onlyWarnings: true, limit: 10 })).toEqual([
      {
        at: '2026-11-15T10:00:00.000Z',
        level: 'warn',
        message: 'the disk is nearly full',
        more: '{"leftMb":12}',
      },
    ]);
  });

  it('show no secret, though the line that was added had one', () => {
    const ring = createLogRing();
    ring.add(line(30, 'GET /setup?token=abcdefgh12345678', { url: '/offer/abcdefgh12345678' }));
    expect(JSON.stringify(ring.read({ onlyWarnings: false, limit: 1 }))).not.toContain('abcdefgh12345678');
  });
});
