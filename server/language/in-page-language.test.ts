import { afterEach, expect, test } from 'vitest';
import { busyResponse, unavailable } from '../http/unavailable.ts';
import { inLanguage } from './current-language.ts';
import { setPageLanguages } from './in-page-language.ts';
import { pageUrl } from './page-url.ts';

const site = { siteUrl: 'https://harbour.example', defaultLanguage: 'en' };
const ask = (path: string) => unavailable(new Request(`https://harbour.example${path}`)).text();

afterEach(() => setPageLanguages(() => ['en']));

test('a link has the language in front of its path, unless it is the studio’s default', () => {
  expect(pageUrl(site, '/classes')).toBe('https://harbour.example/classes');
  expect(inLanguage('pt', () => pageUrl(site, '/classes'))).toBe('https://harbour.example/pt/classes');
  expect(inLanguage('pt', () => pageUrl(site, '/'))).toBe('https://harbour.example/pt');
  const portuguese = { ...site, defaultLanguage: 'pt' };
  expect(inLanguage('pt', () => pageUrl(portuguese, '/classes'))).toBe('https://harbour.example/classes');
  expect(pageUrl(portuguese, '/classes')).toBe('https://harbour.example/en/classes');
});

test('a page without the site is in the language of its address, otherwise in the studio’s default', async () => {
  expect(await ask('/pt/classes')).toContain('<html lang="en" dir="ltr">');
  setPageLanguages(() => ['pt', 'en', 'ar']);
  expect(await ask('/classes')).toMatch(/<html lang="pt" dir="ltr">.*Voltamos dentro de momentos/s);
  expect(await ask('/en/classes')).toMatch(/<html lang="en" dir="ltr">.*We’ll be back in a moment/s);
  expect(await ask('/ar')).toContain('<html lang="ar" dir="rtl">');
  expect(await ask('/de/classes')).toContain('<html lang="pt"');
  const busy = busyResponse(new Request('https://harbour.example/pt?a=1'));
  expect(await busy.text()).toMatch(/dentro de \d segundos/);
});
