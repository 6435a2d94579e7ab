import { describe, expect, it } from 'vitest';
import { AuthError } from '../errors.ts';
import { errorRedirect, globToRegExp, isRedirectAllowed, resolveRedirect } from './redirects.ts';

const settings = (siteUrl: string, redirectUrls: string[] = []) => ({ siteUrl, redirectUrls });

describe('where people may be sent', () => {
  it.each([
    ['http://localhost:3000', 'http://localhost:3000/welcome?x=1#y', true],
    ['http://localhost:3000', 'http://localhost:8080/', true],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:9/', true],
    ['http://localhost:3000', 'http://127.0.0.1:3000/', false],
    ['http://localhost:3000', 'https://localhost:3000/', false],
    ['https://onda.example', 'https://onda.example/deep/page', true],
    ['https://onda.example', 'https://onda.example:8443/', false],
    ['https://onda.example', 'http://onda.example/', false],
    ['https://onda.example', 'https://sub.onda.example/', false],
    ['https://onda.example', 'https://onda.example.evil.com/', false],
    ['https://onda.example', 'https://onda.example@evil.com/', false],
    ['https://onda.example', '//evil.com/', false],
    ['https://onda.example', '/relative', false],
    ['https://onda.example', 'javascript:alert(1)', false],
    ['https://onda.example', '', false],
  ])('from %s to %s: %s', (site, target, isAllowed) => {
    expect(isRedirectAllowed(settings(site), target)).toBe(isAllowed);
  });

  it.each([
    ['https://*.onda.example/**', 'https://app.onda.example/a/b', true],
    ['https://*.onda.example/**', 'https://a.b.onda.example/', false],
    ['https://app.example/*', 'https://app.example/one', true],
    ['https://app.example/*', 'https://app.example/one/two', false],
    ['https://app.example/{one,two}', 'https://app.example/two', true],
    ['https://app.example/{one,two}', 'https://app.example/three', false],
    ['https://app.example/page-?', 'https://app.example/page-1', true],
    ['studio://callback', 'studio://callback', true],
    ['studio://callback', 'studio://callback#token', true],
    ['https://app.example/a.b', 'https://app.example/axb', false],
    ['**', 'javascript:alert(1)', false],
    ['https://app.example/{open', 'https://app.example/open', false],
  ])('the list entry %s opens %s: %s', (pattern, target, isAllowed) => {
    expect(isRedirectAllowed(settings('https://onda.example', [pattern]), target)).toBe(isAllowed);
  });

  it('takes the first allowed wish, else the site', () => {
    const is = settings('https://onda.example');
    expect(resolveRedirect(is, ['https://evil.com', null, 'https://onda.example/in'])).toBe(
      'https://onda.example/in',
    );
    expect(resolveRedirect(is, ['https://evil.com', null])).toBe('https://onda.example');
  });

  it('takes special characters of a pattern literally', () => {
    expect(globToRegExp('https://a.example/(x)+$').test('https://a.example/(x)+$')).toBe(true);
  });
});

describe('a refusal in the address', () => {
  it('drops the query of the target and names the error in the words of OAuth', () => {
    const error = new AuthError(422, 'identity_already_exists', 'Identity is already linked');
    expect(errorRedirect('https://onda.example/in?secret=1', error, { isPkce: true })).toBe(
      'https://onda.example/in?error=access_denied&error_code=identity_already_exists&error_description=Identity+is+already+linked' +
        '#error=access_denied&error_code=identity_already_exists&error_description=Identity+is+already+linked&sb=',
    );
  });
});
