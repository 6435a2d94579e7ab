import { expect, it } from 'vitest';
import { everybodyTold, isAnybodyTold, toldWords } from './told-words.ts';

const post = { sendsMail: true };
const nobody = { orders: 0, places: 0, names: [] };

it.each([
  [[], 0, 'Nobody has booked, so nobody is told.'],
  [['Ana'], 1, 'One letter goes out, to Ana.'],
  [['Ana', 'Teo'], 2, '2 letters go out, to Ana and Teo.'],
  [['Ana', 'Ben', 'Cem', 'Dov', 'Eva'], 9, '9 letters go out, to Ana, Ben, Cem, Dov and 5 more.'],
])('%j of %i: %s', (names, orders, words) => {
  expect(toldWords({ names, orders, places: orders }, post)).toBe(words);
});

it('promises no letter that cannot leave', () => {
  const told = { names: ['Ana'], orders: 1, places: 1 };
  expect(toldWords(told, { sendsMail: false })).toBe('One letter waits in the outbox then, to Ana.');
});

it('names who teaches no longer and who does now, and who has to be told by mouth', () => {
  const teo = { name: 'Teo', teaches: false, dates: 1, is_reached: true };
  const ana = { name: 'Ana', teaches: true, dates: 1, is_reached: true };
  expect(everybodyTold(nobody, [teo, ana], post)).toEqual([
    'Teo no longer teaches it, Ana does now. A mail goes to Teo and Ana.',
    'Nobody has booked.',
  ]);
  const [some, away] = [
    { ...teo, dates: 4 },
    { ...ana, dates: 4, is_reached: false },
  ];
  expect(everybodyTold({ orders: 1, places: 1, names: ['Mia'] }, [some, away], post)).toEqual([
    'Teo no longer teaches 4 dates, Ana does now. A mail goes to Teo. Ana has no account here: please tell them yourself.',
    'One letter goes out, to Mia.',
  ]);
  expect(everybodyTold(nobody, [ana], post)[0]).toMatch(/^Ana teaches it now\./);
  expect(everybodyTold(nobody, [], post)).toEqual(['Nobody has booked, so nobody is told.']);
  expect([isAnybodyTold(nobody, [teo]), isAnybodyTold(nobody, [away])]).toEqual([true, false]);
});
