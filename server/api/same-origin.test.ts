import { describe, expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { requireSameOrigin } from './same-origin.ts';

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
