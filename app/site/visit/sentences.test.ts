import { describe, expect, it } from 'vitest';
import { sentencesOf } from './sentences.ts';

describe('sentences', () => {
  it('end at a point before a capital letter, and nowhere else', () => {
    expect(sentencesOf('Step-free. Lift 1.10 m wide, ca. two people. Élan!')).toEqual([
      'Step-free.',
      'Lift 1.10 m wide, ca. two people.',
      'Élan!',
    ]);
  });

  it('are none in empty text', () => {
    expect(sentencesOf('  ')).toEqual([]);
  });
});
