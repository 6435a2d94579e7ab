import { describe, expect, it } from 'vitest';
import { deleteAllCookies } from './delete-cookies.ts';
import { createJar } from './testing/cookie-jar.ts';

describe('deleting all cookies', () => {
  const place = { hostname: 'www.onda.example', pathname: '/classes/riso', cookieDomain: 'onda.example' };

  it('leaves none', () => {
    const jar = createJar();
    for (const name of ['sb-onda-auth-token.0', 'passkey-token', '_ga']) jar.cookie = `${name}=x; path=/`;
    deleteAllCookies(jar, place);
    expect(jar.cookie).toBe('');
  });

  it('names every domain and path that a cookie seen here may have been set for', () => {
    const jar = createJar();
    jar.cookie = 'old=x';
    deleteAllCookies(jar, place);
    const scopes = jar.written.slice(1).map((line) => line.replace('old=; max-age=0', ''));
    expect(scopes).toContain('; path=/');
    expect(scopes).toContain('; path=/; domain=onda.example');
    expect(scopes).toContain('; path=/classes; domain=www.onda.example');
    expect(scopes).toContain('; path=/classes/riso');
    expect(new Set(scopes).size).toBe(scopes.length);
  });

  it('takes only what is asked for, and says "secure" where a name demands it', () => {
    const jar = createJar();
    for (const name of ['theme', '__Host-old']) jar.cookie = `${name}=x; path=/`;
    deleteAllCookies(jar, place, (name) => name !== 'theme');
    expect(jar.cookie).toBe('theme=x');
    expect(jar.written.slice(2).every((line) => /^__Host-old=; max-age=0;.*; secure$/.test(line))).toBe(true);
  });
});
