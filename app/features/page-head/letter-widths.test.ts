import { describe, expect, it } from 'vitest';
import { hasSeparateLetters, isShortTitle, longestWordEm, TITLE_WAVE, waveLetters } from './letter-widths.ts';

describe('a title on a wave', () => {
  it('opens wide and swings between its two widths', () => {
    const letters = waveLetters('Breath and bowed metal').flat();
    expect(letters[0]).toMatchObject({ letter: 'B', width: 150 });
    const widths = letters.map((each) => each.width);
    expect(Math.min(...widths)).toBeGreaterThanOrEqual(TITLE_WAVE.narrowest);
    expect(Math.max(...widths)).toBeLessThanOrEqual(TITLE_WAVE.widest);
    expect(Math.min(...widths)).toBeLessThan(80);
  });

  it('does not split words and continues the wave through the spaces', () => {
    const words = waveLetters('  Nobody   leads ');
    expect(words.map((word) => word.map((each) => each.letter).join(''))).toEqual(['Nobody', 'leads']);
    expect(words[1]?.[0]?.position).toBe(9);
  });

  it('takes letters with accents as one letter', () => {
    expect(waveLetters('Inês')[0]?.map((each) => each.letter)).toEqual(['I', 'n', 'ê', 's']);
  });

  it('leaves titles of more than six words alone', () => {
    expect(isShortTitle('Voice, room, microphone')).toBe(true);
    expect(isShortTitle('one two three four five six')).toBe(true);
    expect(isShortTitle('What the boatyard taught us about reverb')).toBe(false);
  });

  it('leaves letters together that join or carry signs', () => {
    expect(hasSeparateLetters('Encadernação, 2 noites – «Übung»')).toBe(true);
    expect(hasSeparateLetters('Ночь')).toBe(true);
    expect(hasSeparateLetters('الحصص')).toBe(false);
    expect(hasSeparateLetters('हिन्दी')).toBe(false);
  });

  it('finds the longest word by how wide it is set, not by counting letters', () => {
    const narrow = longestWordEm([[{ letter: 'm', position: 0, width: 74 }]]);
    const wide = longestWordEm([[{ letter: 'm', position: 0, width: 150 }]]);
    expect(wide).toBeGreaterThan(narrow * 2);
    expect(longestWordEm(waveLetters('Illicit'))).toBeLessThan(longestWordEm(waveLetters('Mammoth')));
    expect(longestWordEm([])).toBe(0);
  });
});
