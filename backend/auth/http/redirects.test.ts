import { describe, expect, it } from 'vitest';
import { AuthError } from '../errors.ts';
import { globToRegExp } from './redirect-patterns.ts';
import { allowedRedirect, errorRedirect, resolveRedirect } from './redirects.ts';

const settings = (siteUrl: string, redirectUrls: string[] = []) => ({ siteUrl, redirectUrls });

describe('allowed redirects', () => {
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
    expect(allowedRedirect(settings(site), target) !== undefined).toBe(isAllowed);
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
    ['https://app.example', 'https://app.example/', true],
    ['https://app.example**', 'https://app.example/deep?x=1', true],
    ['https://app.example**', 'https://app.example.evil.com/', false],
    ['https://APP.example:443/**', 'https://app.example/', true],
    ['https://bücher.example/**', 'https://xn--bcher-kva.example/', true],
    ['https://bücher.example/**', 'https://bücher.example/', true],
    ['{http,https}://localhost:*/**', 'http://localhost:8080/', true],
    ['exp://192.168.*.*:*/**', 'exp://192.168.1.5:8081/--/in', true],
    ['http://[::1]:3000/**', 'http://[::1]:3000/', true],
    ['https://**.onda.example/**', 'https://a.b.onda.example/', true],
  ])('the list entry %s opens %s: %s', (pattern, target, isAllowed) => {
    const is = settings('https://onda.example', [pattern]);
    expect(allowedRedirect(is, target) !== undefined).toBe(isAllowed);
  });

  it('uses the first allowed candidate, else the site', () => {
    const is = settings('https://onda.example');
    expect(resolveRedirect(is, ['https://evil.com', null, 'https://onda.example/in'])).toBe(
      'https://onda.example/in',
    );
    expect(resolveRedirect(is, ['https://evil.com', null])).toBe('https://onda.example');
  });

  // Each of these matches some reading of the text; none leads to a listed host.
  it.each([
    'https://evil%2Ecom?.onda.studio/',
    'https://evil%2ecom#.onda.studio/',
    'https://evil.com?.onda.studio/',
    'https://evil.com\\.onda.studio/',
    'https://evil.com/.onda.studio/',
    'https://evil.com;.onda.studio/',
    'https://evil。com?.onda.studio/',
    'https://evil．com/.onda.studio/x',
    'https://evil.com\t/.onda.studio/',
    'https://ev\til.com?.onda.studio/',
    'https://evil.com\n?.onda.studio/',
    'https://onda.studio@evil.com/',
    'https://app.onda.studio@evil.com/',
    'https://app.onda.studio:443@evil.com/',
    'https://app.onda.studio%40evil.com/',
    'https://app.onda.studio.evil.com/',
    'https://app.onda.studio.',
    'https://app.onda.studio./',
    'https://app.onda.studio:8443/',
    'https://app-onda.studio/',
    'https://аpp.onda.studio.evil.com/',
    'https://xn--onda-studio.com/',
    'http://app.onda.studio/',
    'https:app.evil.com?.onda.studio/',
    'https:///evil.com/.onda.studio/',
    '//app.onda.studio/',
    '/\\app.onda.studio/',
    'javascript://app.onda.studio/%0aalert(1)',
    'data://app.onda.studio/,x',
    'vbscript://app.onda.studio/',
    'blob:https://app.onda.studio/x',
    'file://app.onda.studio/',
    'view-source:https://app.onda.studio/',
    'https://2130706433/?.onda.studio/',
    'https://0x7f000001/?.onda.studio/',
    'https://0177.0.0.1/?.onda.studio/',
    'https://[::ffff:127.0.0.1]/?.onda.studio/',
  ])('no entry opens %j', (target) => {
    const is = settings('https://onda.studio', ['https://*.onda.studio/**', 'studio://callback']);
    expect(allowedRedirect(is, target)).toBeUndefined();
  });

  it.each([
    ['https://app。onda。studio/in', 'https://app.onda.studio/in'],
    ['https://APP.onda.studio:443/in', 'https://app.onda.studio/in'],
    ['https://app%2eonda.studio/in', 'https://app.onda.studio/in'],
    ['https://app.onda.studio\\@evil.com', 'https://app.onda.studio/@evil.com'],
    ['ht\ttps://app.onda.studio/\nin', 'https://app.onda.studio/in'],
    ['https://onda.studio', 'https://onda.studio'],
    ['https://onda.studio/?a=1', 'https://onda.studio/?a=1'],
    ['https://onda.studio?a=1', 'https://onda.studio/?a=1'],
    ['https://onda.studio/a/../b', 'https://onda.studio/b'],
  ])('redirects to the parsed URL: %j is %s', (target, address) => {
    const is = settings('https://onda.studio', ['https://*.onda.studio/**']);
    expect(allowedRedirect(is, target)).toBe(address);
  });

  it('normalises numeric addresses', () => {
    const is = settings('http://127.0.0.1:3000');
    for (const figures of ['2130706433', '0x7f000001', '0177.0.0.1', '127.1'])
      expect(allowedRedirect(is, `http://${figures}:3000/in`)).toBe('http://127.0.0.1:3000/in');
    expect(allowedRedirect(is, 'http://3232235521:3000/')).toBeUndefined();
  });

  it('takes special characters of a pattern literally', () => {
    expect(globToRegExp('https://a.example/(x)+$').test('https://a.example/(x)+$')).toBe(true);
  });
});

describe('an error in the redirect', () => {
  it('drops the query of the target and adds the OAuth error', () => {
    const error = new AuthError(422, 'identity_already_exists', 'Identity is already linked');
    expect(errorRedirect('https://onda.example/in?secret=1', error, { isPkce: true })).toBe(
      'https://onda.example/in?error=access_denied&error_code=identity_already_exists&error_description=Identity+is+already+linked' +
        '#error=access_denied&error_code=identity_already_exists&error_description=Identity+is+already+linked&sb=',
    );
  });
});
