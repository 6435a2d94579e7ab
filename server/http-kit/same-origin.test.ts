import { describe, expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { isForeignForm, isFromOurPages, requireSameOrigin } from './same-origin.ts';

const SITE = 'https://onda.example';
const API = 'https://api.onda.example';
type Said = { site?: string; origin?: string };

function ask({ site, origin }: Said, to = SITE, extra: Record<string, string> = {}) {
  const headers = new Headers(extra);
  if (site) headers.set('sec-fetch-site', site);
  if (origin) headers.set('origin', origin);
  return { url: `${to}/api/account/sessions`, headers };
}

describe('a request of a page of ours', () => {
  it.each<[Said, string?]>([
    [{ site: 'same-origin' }],
    [{ site: 'same-origin', origin: SITE }],
    // A page without a referrer sends its forms so.
    [{ site: 'same-origin', origin: 'null' }],
    [{ origin: SITE }],
    [{ site: 'same-site', origin: SITE }, API],
    [{ site: 'cross-site', origin: SITE }, 'https://api.other.example'],
    [{ origin: SITE }, API],
    [{ origin: 'http://192.168.1.7:3000' }, 'http://192.168.1.7:3000'],
  ])('is %j to %s', (said, to) => {
    expect(isFromOurPages(ask(said, to), SITE)).toBe(true);
  });
});

describe('a request of anybody else', () => {
  it.each<[Said, string?]>([
    [{}],
    [{ origin: 'null' }],
    [{ site: 'none' }],
    [{ site: 'same-site' }],
    [{ site: 'cross-site' }],
    [{ site: 'same-site', origin: 'https://evil.onda.example' }],
    [{ site: 'same-site', origin: 'https://evil.onda.example' }, API],
    [{ site: 'same-site', origin: API }, API],
    [{ site: 'cross-site', origin: SITE }],
    [{ site: 'cross-site', origin: 'null' }, API],
    [{ origin: 'https://onda.example.evil.example' }],
    [{ origin: 'https://evilonda.example' }],
    [{ origin: 'http://onda.example' }],
    [{ origin: 'https://onda.example:8443' }],
    [{ origin: 'https://onda.example/' }],
    [{ origin: 'https://ONDA.example.' }],
    [{ origin: 'http://api.onda.example' }, API],
    [{ origin: 'not an address' }],
  ])('is %j to %s', (said, to) => {
    expect(isFromOurPages(ask(said, to), SITE)).toBe(false);
  });
});

describe('a form sent with someone’s cookie', () => {
  const form = (said: Said, cookie: string, method = 'POST') => ({ ...ask(said, SITE, { cookie }), method });
  it('is foreign without any information about its origin', () => {
    expect(isForeignForm(form({}, 'sb-onda-auth-token=x'), SITE)).toBe(true);
    expect(isForeignForm(form({ origin: 'null' }, 'a=b; passkey-token=x'), SITE)).toBe(true);
    expect(isForeignForm(form({ site: 'same-site' }, 'sb-onda-auth-token.0=x', 'DELETE'), SITE)).toBe(true);
  });
  it('is not foreign from our pages, without a session, or when it only reads', () => {
    expect(isForeignForm(form({ site: 'same-origin' }, 'sb-onda-auth-token=x'), SITE)).toBe(false);
    expect(isForeignForm(form({}, 'theme=dark'), SITE)).toBe(false);
    expect(isForeignForm(form({ site: 'cross-site' }, 'sb-onda-auth-token=x', 'GET'), SITE)).toBe(false);
  });
});

const siteUrl = 'https://onda.studio';

function isTaken(headers: Record<string, string>, url = 'https://onda.studio/api/x'): boolean {
  const request = new Request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{}',
  });
  try {
    requireSameOrigin(request, siteUrl);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

describe('what a cookie vouches for', () => {
  it('is taken from our own pages, by whichever name they were asked for', () => {
    expect(isTaken({ 'sec-fetch-site': 'same-origin' })).toBe(true);
    expect(isTaken({ origin: 'https://onda.studio' })).toBe(true);
    expect(isTaken({ origin: 'http://localhost:3000' }, 'http://localhost:3000/api/x')).toBe(true);
  });

  it.each([
    'null',
    '',
    'https://evil.com',
    'https://onda.studio.evil.com',
    'https://onda.studio@evil.com',
    'https://evil.com\\@onda.studio',
    'https://evil%2ecom',
    'https://onda.studio.',
    'https://onda.studio:8443',
    'https://app.onda.studio',
    '//onda.studio',
    'javascript://onda.studio',
    'file:///onda.studio',
  ])('is not taken from %j', (origin) => {
    expect(isTaken({ origin })).toBe(false);
  });

  it('is not taken from a page that the browser calls another, whatever its origin says', () => {
    for (const site of ['cross-site', 'same-site', 'none'])
      expect(isTaken({ 'sec-fetch-site': site, origin: siteUrl })).toBe(false);
  });
});
