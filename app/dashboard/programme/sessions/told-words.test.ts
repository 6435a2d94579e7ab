import { expect, it } from 'vitest';
import { toldWords } from './told-words.ts';

it.each([
  [[], 0, 'Nobody has booked, so nobody is told.'],
  [['Ana'], 1, 'One letter goes out, to Ana.'],
  [['Ana', 'Teo'], 2, '2 letters go out, to Ana and Teo.'],
  [['Ana', 'Ben', 'Cem', 'Dov', 'Eva'], 9, '9 letters go out, to Ana, Ben, Cem, Dov and 5 more.'],
])('%j of %i: %s', (names, orders, words) => {
  expect(toldWords({ names, orders, places: orders })).toBe(words);
});
