import { expect, it } from 'vitest';
import { chaptersText, parseChapters } from './chapters.ts';

it('reads chapters back as it writes them, in order of time', () => {
  const text = '0:00 Hello\n12:30 Ana Moura - Maré\n1:02:03 The end';
  const { chapters } = parseChapters(text);
  expect(chapters).toEqual([
    { start_ms: 0, title: 'Hello' },
    { start_ms: 750_000, title: 'Ana Moura - Maré' },
    { start_ms: 3_723_000, title: 'The end' },
  ]);
  expect(chaptersText(chapters)).toBe(text);
  expect(parseChapters('5:00 b\n\n 1:00 a ').chapters.map(({ title }) => title)).toEqual(['a', 'b']);
});

it.each(['Hello', '12:30', '1:75 No such second'])('names a line that is no chapter: %s', (line) => {
  expect(parseChapters(`0:00 Hello\n${line}`)).toEqual({ chapters: [], wrong: line });
});
