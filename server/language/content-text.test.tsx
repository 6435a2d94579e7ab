import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { creditOf } from '#app/features/media/with-picture.ts';
import { commaSeparated, contentText } from '#app/language/content-text.ts';
import { langOf, localized } from '#app/language/in-language.ts';
import { rich } from '#app/language/messages.ts';
import { phoneLine } from '#app/site/layout/phone-line.ts';
import { inLanguage } from './current-language.ts';

const inPortuguese = <Value,>(write: () => Value) =>
  inLanguage('pt', write, { base: '/pt', codes: ['en', 'pt'] });
const row = (translations: Record<string, Record<string, string>>) =>
  inPortuguese(() => localized({ title: 'Clay', room: 'Kiln', translations }));
const html = (node: React.ReactNode) => renderToStaticMarkup(<p>{node}</p>);

test('a text that is not translated names its language, also in the middle of a sentence', () => {
  inPortuguese(() => {
    const [half, none] = [row({ pt: { title: 'Barro' } }), row({})];
    expect(html(contentText(half, 'title'))).toBe('<p>Barro</p>');
    expect(html(contentText(none, 'title', (text) => text.toUpperCase()))).toBe(
      '<p><span lang="en" dir="ltr">CLAY</span></p>',
    );
    const sentence = (title: ReturnType<typeof contentText>) =>
      html(rich('shared.shell.next_at_title', { at: '18:00', title, b: (text) => <b>{text}</b> }));
    expect(sentence(contentText(none, 'title'))).toMatch(
      /18:00.*<span lang="en" dir="ltr">Clay<\/span>|<span lang="en" dir="ltr">Clay<\/span>.*18:00/,
    );
    expect(sentence(contentText(none, 'title'))).toContain('<b>');
    expect(sentence('Barro')).not.toContain('lang=');
  });
});

test('texts are separated by commas; empty ones are left out', () => {
  inPortuguese(() => {
    const none = row({});
    expect(commaSeparated(['Barro', '', null, 'Forno'])).toBe('Barro, Forno');
    expect(inLanguage('ar', () => commaSeparated(['طين', 'فرن']))).toBe('طين، فرن');
    expect(html(commaSeparated(['Barro', contentText(none, 'room'), contentText(undefined, 'room')]))).toBe(
      '<p>Barro, <span lang="en" dir="ltr">Kiln</span></p>',
    );
    const studio = { phone: '+00 22', phone_hours: 'Tue to Sat', untranslated: ['phone_hours'] };
    expect(html(phoneLine(studio))).toBe('<p>+00\u00a022, <span lang="en" dir="ltr">Tue to Sat</span></p>');
  });
});

test('answers of a question and the credit of a picture name their language where they are not translated', () => {
  inPortuguese(() => {
    const question = (translations: Record<string, Record<string, unknown>>) =>
      localized({
        choices: ['Vegan', 'None'],
        translations: translations as Record<string, Record<string, string>>,
      });
    expect(langOf(question({}), 'choices')?.lang).toBe('en');
    expect(langOf(question({ pt: { choices: ['Vegana', 'Nenhuma'] } }), 'choices')).toBeUndefined();
    const media = { alt: 'The quay', credit: 'Ana, after dark', translations: { pt: { alt: 'O cais' } } };
    expect(langOf(creditOf(localized(media) as never), 'credit')?.lang).toBe('en');
  });
});
