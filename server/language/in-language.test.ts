import { describe, expect, it } from 'vitest';
import { firstSlug, langOf, localized } from '#app/language/in-language.ts';
import { inLanguage } from './current-language.ts';

const offering = {
  slug: 'sound',
  title: 'Sound',
  summary: 'Listening first.',
  bring: '',
  price_cents: 100,
  teacher: { slug: 'ana', name: 'Ana', line: 'Voice', translations: { pt: { line: 'Voz' } } },
  sessions: [{ room: { name: 'library', translations: {} } }],
  translations: { pt: { title: 'Som', slug: 'som' }, de: { title: 'Klang' } },
};
const site = { base: '/pt', codes: ['en', 'pt'] };
const inPortuguese = <Value>(write: () => Value) => inLanguage('pt', write, site);

describe('localized', () => {
  it('puts the texts of the page’s language in place, in every row below', () => {
    const shown = inPortuguese(() => localized(offering));
    expect(shown).toMatchObject({ title: 'Som', slug: 'som', teacher: { line: 'Voz' }, price_cents: 100 });
    expect(JSON.stringify(shown)).not.toContain('translations');
    expect(firstSlug(shown)).toBe('sound');
  });

  it('falls back to the first language and names it on the element', () => {
    const shown = inPortuguese(() => localized(offering));
    expect(shown.summary).toBe('Listening first.');
    inPortuguese(() => {
      expect(langOf(shown, 'summary')).toEqual({ lang: 'en', dir: 'ltr' });
      expect(langOf(shown.sessions[0]?.room, 'name')).toEqual({ lang: 'en', dir: 'ltr' });
      expect(langOf(shown, 'title')).toBeUndefined();
      expect(langOf(shown, 'bring')).toBeUndefined();
    });
  });

  it('leaves the first language as it is, without marks', () => {
    const shown = inLanguage('en', () => localized(offering), { base: '', codes: ['en', 'pt'] });
    expect(shown).toMatchObject({ title: 'Sound', slug: 'sound' });
    expect(shown.untranslated).toBeUndefined();
  });

  it('shows translated choices and keeps the answers that are saved', () => {
    const question = {
      label: 'Cloth',
      choices: ['Grey', 'Red'],
      translations: { pt: { choices: ['Cinzento', 'Vermelho'] } },
    };
    expect(inPortuguese(() => localized(question))).toMatchObject({
      choices: ['Grey', 'Red'],
      choice_labels: ['Cinzento', 'Vermelho'],
    });
    const grown = { ...question, choices: ['Grey', 'Red', 'Green'] };
    expect(inPortuguese(() => localized(grown)).choice_labels).toEqual(grown.choices);
  });
});
