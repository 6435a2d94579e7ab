import { describe, expect, it } from 'vitest';
import { nextPath, nextPathOfAddress, withNext } from './next-path.ts';

describe('where people go after signing in', () => {
  it.each(['/dashboard/people?page=2', '/classes/riso#dates', '/'])('back to %s', (path) => {
    expect(nextPath(path)).toBe(path);
  });

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\/evil.example',
    'javascript:alert(1)',
    'dashboard',
    '/\tx',
    '/a\n//evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/%2e//evil.example',
    '/a/..//evil.example',
    '/./\\evil.example',
    '/.//evil.example/sign-in',
    'https:/evil.example',
    'https:evil.example',
    ' //evil.example',
    '／／evil.example',
    'data:text/html,x',
    '/sign-in?next=/sign-in',
    '/auth/callback',
    '',
    null,
  ])('never to %j', (requested) => {
    expect(nextPath(requested)).toBe('/dashboard');
  });

  it('takes the path of a mailed address on our own origin only', () => {
    const origin = 'https://onda.example';
    expect(nextPathOfAddress('https://onda.example/new-password', origin)).toBe('/new-password');
    expect(nextPathOfAddress('https://evil.example/new-password', origin)).toBe('/dashboard');
    expect(nextPathOfAddress('/dashboard/security', origin)).toBe('/dashboard/security');
    expect(nextPathOfAddress('nonsense', origin)).toBe('/dashboard');
    for (const address of [
      'https://onda.example@evil.example/x',
      'https://onda.example.evil.example/x',
      'https://onda.example:8443/x',
      'http://onda.example/x',
      'https://onda.example.//evil.example',
      'https://onda.example//evil.example',
      'https://onda.example/.//evil.example',
      '//evil.example/x',
      'javascript:alert(1)',
    ])
      expect([address, nextPathOfAddress(address, origin)]).toEqual([address, '/dashboard']);
  });

  it('is passed between the account pages', () => {
    expect(withNext('/sign-up', '/book/7?x=1')).toBe('/sign-up?next=%2Fbook%2F7%3Fx%3D1');
    expect(withNext('/sign-up', 'https://evil.example')).toBe('/sign-up');
  });
});
