// What set-up proposes for the home page, in every language.
import { expect, test } from 'vitest';
import { draftLines, KINDS } from '#app/site/setup/opening-lines.tsx';
import { inLanguage } from './current-language.ts';
import { readLanguages } from './read-catalogues.ts';

test.each([...readLanguages().keys()])('drafts name kind and town and promise nothing, in %s', (code) => {
  const draft = (kind: string, town = '') => inLanguage(code, () => draftLines(kind, town));
  expect(draft('')).toEqual({ statement: '', lead: '' });
  expect(draft('other')).toEqual({ statement: '', lead: '' });
  for (const town of ['', 'Faro', 'none'])
    for (const kind of KINDS) {
      const { statement, lead } = draft(kind, town);
      if (town === '' && kind === 'other') continue;
      // No number: neither hours nor prices.
      for (const text of [statement, lead]) {
        expect(text).toMatch(/^\P{N}+\.$/u);
        expect(text).not.toMatch(/[{}]|\s[.,،]/);
        expect(text.includes(town)).toBe(true);
      }
      expect(statement.length).toBeLessThanOrEqual(200);
    }
  expect(new Set(KINDS.map((kind) => draft(kind, 'Faro').statement)).size).toBe(KINDS.length);
});
