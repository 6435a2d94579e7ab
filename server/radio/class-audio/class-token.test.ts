import { describe, expect, it } from 'vitest';
import { CLASS_TOKEN_MS, type ClassPass, makeClassToken, readClassToken } from './class-token.ts';
import { classWindow } from './class-window.ts';

const SECRET = 'a secret of the test';
const NOW = Date.parse('2027-03-01T18:00:00Z');
const pass: ClassPass = {
  sessionId: '00000000-0000-4000-8000-000000000001',
  holder: { kind: 'order', id: '00000000-0000-4000-8000-000000000002' },
  page: '00000000-0000-4000-8000-000000000004',
};

describe('a token for the audio of a class', () => {
  it('names its session and its holder for a minute', () => {
    const token = makeClassToken(SECRET, pass, NOW);
    expect(readClassToken(SECRET, token, NOW)).toEqual(pass);
    expect(readClassToken(SECRET, token, NOW + CLASS_TOKEN_MS)).toEqual(pass);
    expect(readClassToken(SECRET, token, NOW + CLASS_TOKEN_MS + 1)).toBeUndefined();
  });

  it('is worth nothing when any part of it is changed, or with another secret', () => {
    const token = makeClassToken(SECRET, pass, NOW);
    const changed = [
      token.replace('000000000001', '000000000003'),
      token.replace('000000000002', '000000000003'),
      token.replace('000000000004', '000000000003'),
      token.replace('.order.', '.account.'),
      token.replace('.order.', '.speaker.'),
      token.replace(String(NOW + CLASS_TOKEN_MS), String(NOW + CLASS_TOKEN_MS - 1)),
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      `${token}A`,
      token.toUpperCase(),
      '',
      'null',
    ];
    for (const wrong of changed) expect(readClassToken(SECRET, wrong, NOW), wrong).toBeUndefined();
    expect(readClassToken('another secret', token, NOW)).toBeUndefined();
  });

  it('cannot be made for later', () => {
    const token = makeClassToken(SECRET, pass, NOW + 3_600_000);
    expect(readClassToken(SECRET, token, NOW)).toBeUndefined();
  });
});

describe('the audio of a class', () => {
  const session = {
    startsMs: Date.parse('2027-03-01T19:00:00Z'),
    endsMs: Date.parse('2027-03-01T20:30:00Z'),
  };
  it.each([
    ['2027-03-01T18:44:59.999Z', 'early'],
    ['2027-03-01T18:45:00Z', 'open'],
    ['2027-03-01T20:44:59.999Z', 'open'],
    ['2027-03-01T20:45:00Z', 'over'],
  ])('at %s is %s', (at, state) => {
    const { opensMs, closesMs, ...rest } = classWindow(session, Date.parse(at));
    expect(rest.state).toBe(state);
    expect(new Date(opensMs).toISOString()).toBe('2027-03-01T18:45:00.000Z');
    expect(new Date(closesMs).toISOString()).toBe('2027-03-01T20:45:00.000Z');
  });
});
