import { afterEach, expect, test, vi } from 'vitest';
import { publicPath } from '#contracts/public-address.ts';
import { sendPageView } from './send-page-view.ts';

const TOKEN = '0f3a9c1b2d4e5f60718293a4b5c6d7e8f9';
afterEach(() => vi.unstubAllGlobals());

test('sends Google no secret of this or the previous address', () => {
  const page: { dataLayer?: IArguments[]; location: object } = {
    location: { origin: 'https://studio.example', href: `https://studio.example/booking/${TOKEN}?paid=1` },
  };
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', {
    referrer: `https://studio.example/offer/${TOKEN}?x=1`,
    createElement: () => ({}),
    head: { append: () => undefined },
  });
  sendPageView('G-1', publicPath(`/booking/${TOKEN}`));
  const calls = page.dataLayer?.map((call) => [...call]) ?? [];
  expect(JSON.stringify(calls)).not.toContain(TOKEN);
  const address = {
    page_location: 'https://studio.example/booking/:token',
    page_referrer: 'https://studio.example/offer/:token?[hidden]',
  };
  expect(calls.slice(2)).toEqual([
    ['set', address],
    ['event', 'page_view', { page_path: '/booking/:token', ...address }],
  ]);
});
