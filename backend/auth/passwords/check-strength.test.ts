import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { findWeakness, requireStrongPassword } from './check-strength.ts';

const settings = { passwordMin: 8, passwordCharacters: [] };

describe('the strength of a password', () => {
  it('names the length alone when it is too short', () => {
    expect(findWeakness('123', settings)).toEqual({
      message: 'Password should be at least 8 characters.',
      reasons: ['length'],
    });
  });

  it.each([
    'password',
    'Password1!',
    'P@ssw0rd',
    'Sunshine2024!',
    'qwertyuiop',
    '1q2w3e4r5t',
    '12345678',
    '87654321',
    'letmein123',
    'monkeymonkey',
    '24.12.1999',
    'abcdefgh',
    'iloveyou',
    'asdf1234',
    'Football99',
    'dr4g0n2020',
  ])('%s is a common password', (password) => {
    expect(findWeakness(password, settings)?.reasons).toContain('pwned');
  });

  it.each([
    'correct-horse-battery-Staple',
    'wave.over.harbour',
    'Zk8#vq2LmP',
    'tallinn-teapot-41',
    'mydogatemyhomework',
  ])('%s is accepted', (password) => {
    expect(findWeakness(password, settings)).toBeUndefined();
  });

  it('accepts random passwords', () => {
    for (let round = 0; round < 500; round += 1) {
      expect(findWeakness(randomBytes(9).toString('base64url'), settings)).toBeUndefined();
    }
  });

  it.each([
    ['length', 'password123', undefined],
    ['length', 'aaaaaaaa', undefined],
    ['length', 'short', ['length']],
    ['off', 'a', undefined],
    ['off', '', ['length']],
  ] as const)('with the check "%s" judges "%s" by %s', (passwordCheck, password, reasons) => {
    expect(findWeakness(password, { ...settings, passwordCheck })?.reasons).toEqual(reasons);
  });

  it('asks for more different characters', () => {
    expect(findWeakness('xyxyxyxyyx', settings)?.reasons).toEqual(['characters']);
  });

  it('asks for one character of every required set', () => {
    const demanding = { passwordMin: 8, passwordCharacters: ['abcdefghijklmnopqrstuvwxyz', '0123456789'] };
    expect(findWeakness('harbourwavex', demanding)?.reasons).toEqual(['characters']);
    expect(findWeakness('harbour7wavex', demanding)).toBeUndefined();
  });

  it('rejects more than 72 characters with 400', () => {
    expect(() => requireStrongPassword('harbour-7 '.repeat(8), settings)).toThrowError(
      expect.objectContaining({ status: 400, code: 'validation_failed' }),
    );
  });
});
