import { afterAll, beforeAll, expect, it } from 'vitest';
import { t } from '#app/language/messages.ts';
import { ask, signUp, type TestPerson } from '../accounts/testing/people.ts';
import { inLanguage } from '../language/current-language.ts';
import type { LanguageCoverage, MessageText } from '../language/overrides.ts';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';

const KEY = 'shared.dates.minutes_ago';
let studio: StudioApp;
let owner: TestPerson;
beforeAll(async () => {
  studio = await startStudioApp();
  owner = await signUp(studio, 'owner');
});
afterAll(() => studio?.close());

const save = (sentence: string | null, language = 'pt') =>
  ask(studio, 'PUT /api/studio/messages', { as: owner, body: { language, key: KEY, sentence } });
const read = () => inLanguage('pt', () => t(KEY, { count: 5 }));

it('the product’s sentences are for owners alone', async () => {
  expect((await ask(studio, 'GET /api/studio/messages')).status).toBe(401);
  const staff = await signUp(studio, 'staff');
  expect((await ask(studio, 'GET /api/studio/messages', { as: staff })).status).toBe(403);
  const body = { language: 'pt', key: KEY, sentence: 'x' };
  expect((await ask(studio, 'PUT /api/studio/messages', { as: staff, body })).status).toBe(403);
});

it('the owner sees how complete a language is, and every sentence that visitors read', async () => {
  const { json } = await ask(studio, 'GET /api/studio/messages?language=pt', { as: owner });
  const { languages, messages } = json as { languages: LanguageCoverage[]; messages: MessageText[] };
  expect(languages.find(({ code }) => code === 'en')).toMatchObject({ name: 'English' });
  for (const { messages: all, translated } of languages) expect(translated).toBeLessThanOrEqual(all);
  expect(messages.find(({ key }) => key === KEY)).toMatchObject({
    english: '{count, plural, one {# minute ago} other {# minutes ago}}',
    override: null,
  });
  expect(messages.some(({ key }) => key.startsWith('dashboard.'))).toBe(false);
});

it('a sentence of the owner takes the place of the product’s, and can be taken back', async () => {
  const before = read();
  expect((await save('{count, plural, one {há um minuto} other {há uns # minutos}}')).status).toBe(200);
  await studio.overrides.load();
  expect(read()).toBe('há uns 5 minutos');
  expect((await save(null)).status).toBe(200);
  await studio.overrides.load();
  expect(read()).toBe(before);
});

it('a sentence that could not be written is rejected with the reason, and changes nothing', async () => {
  const before = read();
  const lost = await save('há {tempo}');
  expect(lost).toMatchObject({ status: 422, json: { code: 'bad_sentence' } });
  expect((lost.json as { message: string }).message).toContain('tempo');
  expect((await save('{count, plural, one {#')).status).toBe(422);
  expect((await save('x', 'tlh')).status).toBe(422);
  await studio.overrides.load();
  expect(read()).toBe(before);
});
