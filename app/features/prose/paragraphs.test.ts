import { describe, expect, it } from 'vitest';
import { paragraphsOf } from './paragraphs.ts';

describe('paragraphs', () => {
  it('begin after an empty line, however it was typed', () => {
    expect(paragraphsOf('One.\n\nTwo.\r\n  \r\nThree.')).toEqual(['One.', 'Two.', 'Three.']);
  });

  it('do not end at a single line break', () => {
    expect(paragraphsOf('One\nline.')).toEqual(['One line.']);
  });

  it('are none where nothing is written', () => {
    expect(paragraphsOf(' \n\n ')).toEqual([]);
  });
});
