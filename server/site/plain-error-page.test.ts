import { afterEach, expect, it } from 'vitest';
import { ApiError } from '../http-kit/api-error.ts';
import { setPageLanguages } from '../language/in-page-language.ts';
import { plainErrorPage } from './plain-error-page.ts';

afterEach(() => setPageLanguages(() => ['en']));

it('an error page of last resort is in the language of its address', async () => {
  setPageLanguages(() => ['en', 'de']);
  const error = new ApiError(404, 'not_found', 'Page <b>not</b> found.');
  const german = plainErrorPage(error, '/de/kurse');
  expect(german.status).toBe(404);
  const html = await german.text();
  expect(html).toMatch(/<html lang="de" dir="ltr">.*<title>Etwas ist schiefgegangen<\/title>/);
  expect(html).not.toContain('<b>');
  expect(await plainErrorPage(error, '/classes').text()).toContain('<title>Something went wrong</title>');
});
