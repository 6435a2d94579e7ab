import { expect, test } from 'vitest';
import { preferredLanguage } from './language-choice.ts';

test('the first of the visitor’s languages that the studio has is proposed, unless the page is in it', () => {
  const studio = ['en', 'pt', 'ar'].map((code) => ({ code }));
  const propose = (wanted: string[], current: string) => preferredLanguage(wanted, studio, current)?.code;
  expect(propose(['pt-BR', 'en'], 'en')).toBe('pt');
  expect(propose(['fr', 'ar-EG'], 'en')).toBe('ar');
  expect(propose(['en-US', 'pt'], 'en')).toBeUndefined();
  expect(propose(['en-US', 'pt'], 'pt')).toBe('en');
  expect(propose(['fr', 'zh-Hant'], 'en')).toBeUndefined();
  expect(propose([], 'en')).toBeUndefined();
});
