import { data, UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router';
import { describe, expect, it } from 'vitest';
import { errorKind, isTemporary } from './error-kind.ts';

const answered = (status: number) => new ErrorResponse(status, '', null);

describe('errorKind', () => {
  it.each([
    ['a 403 from the server', answered(403), 'forbidden'],
    ['a 403 from a loader in the browser', data(null, { status: 403 }), 'forbidden'],
    ['an error of the product API', { code: 'not_owner', message: 'Only the owner.' }, 'forbidden'],
    ['an unknown address', answered(404), 'missing'],
    ['a table that no longer exists', { code: 'table_not_found', message: 'It is gone.' }, 'missing'],
    ['a request that failed on the network', new TypeError('Failed to fetch'), 'unreached'],
    ['the same in another browser', new TypeError('Load failed'), 'unreached'],
    ['a query that failed on the network', { message: 'TypeError: Failed to fetch', code: '' }, 'unreached'],
    ['too many requests', answered(429), 'crowded'],
    ['a failing gateway', answered(502), 'fault'],
    ['a page that threw', new Error('Unexpected Server Error'), 'fault'],
    ['nothing at all', undefined, 'fault'],
  ])('recognises %s', (_name, error, kind) => expect(errorKind(error)).toBe(kind));

  it('is temporary when the network or the server failed', () => {
    for (const error of [answered(500), answered(503), new TypeError('Failed to fetch'), { code: '57P01' }])
      expect(isTemporary(error)).toBe(true);
  });

  it('is not temporary for missing access, redirects and ended sessions', () => {
    for (const error of [
      answered(403),
      data(null, { status: 404 }),
      { code: 'not_signed_in', message: 'Sign in first.' },
      new Response(null, { status: 302, headers: { location: '/sign-in' } }),
    ])
      expect(isTemporary(error)).toBe(false);
  });
});
