import { describe, expect, test } from 'vitest';
import { publicAddress, publicPath } from './public-address.ts';

const TOKEN = '0f3a9c1b2d4e5f60718293a4b5c6d7e8f9';
const UUID = 'b1a7c9d2-0000-4000-8000-123456789abc';

describe('a path is written down without its secret', () => {
  test.each([
    [`/booking/${TOKEN}`, '/booking/:token'],
    [`/booking/${TOKEN}/`, '/booking/:token'],
    [`/booking/${TOKEN}.data`, '/booking/:token'],
    [`/booking/${TOKEN}/calendar.ics`, '/booking/:token/calendar.ics'],
    [`/booking/${TOKEN}/more/${TOKEN}`, '/booking/:token/*'],
    // However it is written: routes match all of these.
    [`/BOOKING/${TOKEN}`, '/booking/:token'],
    [`//booking//${TOKEN}`, '/booking/:token'],
    [`/b%6Foking/${TOKEN}`, '/booking/:token'],
    [`/booking%2F${TOKEN}`, '/booking/:token'],
    ['/booking/%E0%A4%A', '/booking/:token'],
    ['/booking/short', '/booking/:token'],
    ['/pt/booking/short', '/pt/booking/:token'],
    ['/pt/newsletter/short.data', '/pt/newsletter/:token'],
    [`/offer/${TOKEN}`, '/offer/:token'],
    [`/newsletter/${TOKEN}`, '/newsletter/:token'],
    [`/preview/${TOKEN}`, '/preview/:token'],
    [`/calendar/${TOKEN}.ics`, '/calendar/:token'],
    [`/api/payments/checkout/${TOKEN}`, '/api/payments/checkout/:token'],
    [`/api/newsletter/leave/${TOKEN}`, '/api/newsletter/leave/:token'],
    [`/auth/v1/oauth/authorizations/${UUID}/consent`, '/auth/v1/oauth/authorizations/:id/*'],
    [`/storage/v1/upload/resumable/${UUID}`, '/storage/v1/upload/resumable/:id'],
    [`/storage/v1/upload/resumable/sign/${UUID}`, '/storage/v1/upload/resumable/sign/:id'],
    // Cut, copied or typed wrongly: the token is good all the same.
    [`/bookings/${TOKEN}`, '/bookings/:token'],
    [`/${TOKEN}`, '/:token'],
  ])('%s -> %s', (path, written) => {
    expect(publicPath(path)).toBe(written);
  });

  test.each([
    '/',
    '/booking',
    '/newsletter',
    '/classes/morning-body',
    `/book/${UUID}`,
    `/dashboard/orders/${UUID}`,
    `/dashboard/messages/newsletter/${UUID}`,
    '/functions/v1/calendar/morning-body',
    '/rest/v1/rpc/booking_status',
    '/assets/entry.client-D7d8e9f0.js',
    '/caf%C3%A9',
  ])('%s stays as it is', (path) => {
    expect(publicPath(path)).toBe(path);
  });
});

describe('an address is written down without values', () => {
  test.each([
    [`https://studio.example/booking/${TOKEN}?paid=1`, 'https://studio.example/booking/:token?[hidden]'],
    [`/setup?token=${TOKEN}`, '/setup?[hidden]'],
    ['/auth/callback?code=abc#access_token=def', '/auth/callback?[hidden]'],
    ['/confirm#access_token=def', '/confirm?[hidden]'],
    ['wss://h/realtime/v1/websocket?apikey=abc&vsn=2.0.0', 'wss://h/realtime/v1/websocket?[hidden]'],
    [`/storage/v1/object/sign/b/p.png?token=${TOKEN}`, '/storage/v1/object/sign/b/p.png?[hidden]'],
    ['https://user:pass@studio.example/visit', 'https://studio.example/visit'],
    ['/classes?', '/classes'],
  ])('%s -> %s', (address, written) => {
    expect(publicAddress(address)).toBe(written);
  });
});
