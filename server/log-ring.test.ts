import { describe, expect, it } from 'vitest';
import { createLogRing, strikeSecrets } from './log-ring.ts';

const line = (level: number, msg: string, more = {}) =>
  `${JSON.stringify({ level, time: '2026-11-15T10:00:00.000Z', ...more, msg })}\n`;

describe('the last lines of the log', () => {
  it('come newest first; warnings outlive a flood of requests', () => {
    const ring = createLogRing();
    ring.add(line(40, 'the disk is nearly full', { leftMb: 12 }));
    for (let index = 0; index < 2000; index += 1) ring.add(line(30, `request ${index}`));
    expect(ring.read({ onlyWarnings: false, most: 2 }).map(({ message }) => message)).toEqual([
      'request 1999',
      'request 1998',
    ]);
    expect(ring.read({ onlyWarnings: false, most: 9999 })).toHaveLength(500);
    expect(ring.read({ onlyWarnings: true, most: 10 })).toEqual([
      {
        at: '2026-11-15T10:00:00.000Z',
        level: 'warn',
        message: 'the disk is nearly full',
        more: '{"leftMb":12}',
      },
    ]);
  });

  it.each([
    'postgres://onda:hunter22@db.example/onda',
    'authorization: Bearer abcdefgh12345678',
    'eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.c2lnbmF0dXJl hunter22'.replace(' hunter22', ''),
    '{"password":"hunter22","token":"abcdefgh12345678"}',
    'GET /setup?token=abcdefgh12345678&x=1',
    'sb_secret_abcdefgh12345678',
    'sk_live_abcdefgh12345678',
  ])('%s shows no secret', (text) => {
    expect(strikeSecrets(text)).not.toMatch(/hunter22|abcdefgh12345678|eyJhbG/);
  });
});
