import fc from 'fast-check';
import { expect, it } from 'vitest';
import { diffSequences } from './diff-words.ts';

const words = (text: string) => text.split(' ').filter(Boolean);
const said = (before: string, after: string) =>
  diffSequences(words(before), words(after)).map(({ state, words: run }) => `${state}: ${run.join(' ')}`);

it('reports what is the same, deleted and new', () => {
  expect(said('the tide has not answered yet', 'the tide has answered at last')).toEqual([
    'same: the tide has',
    'gone: not',
    'same: answered',
    'gone: yet',
    'new: at last',
  ]);
  expect(said('', 'new words')).toEqual(['new: new words']);
  expect(said('same words', 'same words')).toEqual(['same: same words']);
});

it('contains both texts completely', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const runs = diffSequences(before, after);
      const without = (state: string) => runs.flatMap((run) => (run.state === state ? [] : run.words));
      expect(without('new')).toEqual(before);
      expect(without('gone')).toEqual(after);
    }),
    { numRuns: 200 },
  );
});

it('reports texts that are too long to compare as different at once', () => {
  const before = Array.from({ length: 3000 }, (_, i) => `a${i}`);
  const after = Array.from({ length: 3000 }, (_, i) => `b${i}`);
  expect(diffSequences(before, after).map(({ state }) => state)).toEqual(['gone', 'new']);
});
