import { data, UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router';
import { describe, expect, it } from 'vitest';
import { errorKind, isTemporary } from './error-kind.ts';

const answered = (status: number) => new ErrorResponse(status, '', null);

describe('why a room does not stand', () => {
  it.each([
    ['a refusal of the server', answered(403), 'forbidden'],
    ['a refusal of a loader in the browser', data(null, { status: 403 }), 'forbidden'],
    ['a refusal of the product API', { code: 'not_owner', message: 'Only the owner.' }, 'forbidden'],
    ['an address that leads nowhere', answered(404), 'missing'],
    ['a request that reached nobody', new TypeError('Failed to fetch'), 'unreached'],
    ['the same in another browser', new TypeError('Load failed'), 'unreached'],
    ['a query that reached nobody', { message: 'TypeError: Failed to fetch', code: '' }, 'unreached'],
    ['too many requests', answered(429), 'crowded'],
    ['a server in trouble', answered(502), 'fault'],
    ['a room that fell over', new Error('Unexpected Server Error'), 'fault'],
    ['nothing at all', undefined, 'fault'],
  ])('is known for %s', (_name, error, cause) => expect(errorKind(error)).toBe(cause));

  it('passes where nobody answered or something fell over', () => {
    for (const error of [answered(500), answered(503), new TypeError('Failed to fetch'), { code: '57P01' }])
      expect(isTemporary(error)).toBe(true);
  });

  it('stays where somebody was refused, sent elsewhere or signed out', () => {
    for (const error of [
      answered(403),
      data(null, { status: 404 }),
      { code: 'not_signed_in', message: 'Please sign in first.' },
      new Response(null, { status: 302, headers: { location: '/sign-in' } }),
    ])
      expect(isTemporary(error)).toBe(false);
  });
});
