import { describe, expect, it } from 'vitest';
import { listNames, otherEditorNames } from './editor-names.ts';

const self = { window: 'w1', userId: 'u1' };

describe('other editors', () => {
  it('leaves this window out and names everyone once', () => {
    const teo = { userId: 'u2', name: 'Teo' };
    expect(otherEditorNames({ w1: [{ userId: 'u1', name: 'Ana' }], w2: [teo], w3: [teo] }, self)).toEqual([
      'Teo',
    ]);
  });

  it('names a second window of the same person', () => {
    expect(otherEditorNames({ w2: [{ userId: 'u1', name: 'Ana' }] }, self)).toEqual([
      'you, in another window',
    ]);
  });

  it.each([
    [['Ana'], 'Ana'],
    [['Ana', 'Teo'], 'Ana and Teo'],
    [['Ana', 'Teo', 'Zoë'], 'Ana, Teo and Zoë'],
    [['Ana', 'Teo', 'Zoë', 'Rui'], 'Ana, Teo and 2 more'],
  ])('%j reads as %s', (names, text) => {
    expect(listNames(names)).toBe(text);
  });
});
