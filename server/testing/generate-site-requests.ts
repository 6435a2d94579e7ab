// Requests to pages, their forms and the product API that no browser would send, and some that one would: from a seed,
// so that a fault found once can be found again. Leaves out what never ends (streams) and what takes minutes (backups).
import {
  bare,
  createOddText,
  createPick,
  createRandom,
  encode,
  headerText,
} from '#backend/testing/odd-text.ts';
import { readApiAddresses } from './api-addresses.ts';

export interface SiteRequest {
  service: 'page' | 'data' | 'form' | 'api';
  method: string;
  /** Path and query, encoded as it leaves. */
  target: string;
  headers: Record<string, string>;
  body: string | undefined;
}

export interface SiteFuzzOptions {
  /** A Cookie header of the owner; without it requests are anonymous. */
  ownerCookie?: string;
  /** Ids of rows that are there, so that not everything ends at "not found". */
  ids?: string[];
}

const PAGES =
  `/ /about /book/:id /booking/:id /offer/:id /classes /classes/:id /contact /events /events/:id /journal /journal/:id
/newsletter /newsletter/:id /passes /search /people /people/:id /policies/:id /kit /radio /radio/shows/:id /timetable /visit /works
/works/:id /preview/:id /:id /:id/:id /setup /sign-in /sign-up /recover /new-password /confirm /oauth/consent /auth/callback /offline
/dashboard /dashboard/bookings /dashboard/bookings/:id /dashboard/profile /dashboard/security /dashboard/your-data /dashboard/orders
/dashboard/orders/new /dashboard/orders/:id /dashboard/waiting-lists /dashboard/waiting-lists/:id /dashboard/receipts/:id /dashboard/reports
/dashboard/teach /dashboard/teach/:id /dashboard/households /dashboard/households/:id /dashboard/households/:id/merge
/dashboard/passes /dashboard/payments /dashboard/payments/passes /dashboard/payments/vouchers /dashboard/payments/vouchers/:id
/dashboard/people /dashboard/import /dashboard/system /dashboard/system/backups /dashboard/system/jobs /dashboard/system/logs
/dashboard/system/audit /dashboard/settings /dashboard/settings/mail /dashboard/content /dashboard/content/:id/:id /dashboard/media
/dashboard/media/:id /dashboard/messages/inbox /dashboard/messages/inbox/:id /dashboard/messages/newsletter
/dashboard/messages/newsletter/:id /dashboard/messages/outbox /dashboard/messages/outbox/:id /dashboard/calendar
/dashboard/offerings /dashboard/offerings/:id /dashboard/sessions /dashboard/sessions/:id /dashboard/terms /dashboard/radio
/dashboard/radio/library /dashboard/radio/recordings /dashboard/radio/figures /dashboard/radio/figures/history /dashboard/:id
/dashboard/payments.csv /booking/:id/calendar.ics /calendar/:id /covers/:id/:id/:id /journal.rss /manifest.webmanifest /robots.txt
/search/suggest /sitemap.xml /assets/:id /healthz /status-json.xsl /radio/covers/:id /radio/episodes/:id /radio/podcast.xml`.split(
    /\s+/,
  );
const FORMS =
  '/contact /newsletter /newsletter/:id /passes /book/:id /booking/:id /offer/:id /dashboard/bookings / /search /sign-in'.split(
    ' ',
  );
// Streams never end, exports and backups take minutes, and new keys sign every caller out.
const LEFT_OUT = /\/events$|control-room|stream$|\/api\/studio\/(export|backups$|keys\/rotate)/;
const ENDPOINTS = readApiAddresses().filter(({ path }) => !LEFT_OUT.test(path));
const PARAMETERS =
  `search next from teacher state day before show room level who to range q kind hold discipline code class age
after with week view type token_hash token session sent redirect_to pay paid page offering method days card by authorization_id
asked area sort order limit at back on _routes index v slot show date language lang color preload`.split(
    /\s+/,
  );
const FIELDS =
  `intent name email booking places phone method day words what week voucher_code to teacher studio_name present
pass_code message level discipline born_on amount age accepts_policy bot_token key id note track_id track_ids banned roles password
token zone page_path body guest_name answer participants
rows schema table statement columns filters url events values date start_at ends_at track slot_id text`.split(
    /\s+/,
  );

export function createSiteRequestGenerator(seed: number, options: SiteFuzzOptions = {}): () => SiteRequest {
  const { ownerCookie, ids = [] } = options;
  const owner: Record<string, string> = ownerCookie ? { cookie: ownerCookie } : {};
  const random = createRandom(seed);
  const pick = createPick(random);
  const odd = createOddText(random, pick);
  const some = <T>(max: number, make: () => T): T[] =>
    Array.from({ length: Math.floor(random() * (max + 1)) }, make);

  const value = (): string =>
    pick(
      () =>
        pick(
          ...['9999-99-99', '2026-02-30', '2026-13-45', '0000-00-00', '2026-11-16', '+275760-09-13'],
          ...['-1', '0', '1', '2', '25:61', '2026-W60', 'infinity', 'Mars/Olympus', '1 lightyear', 'a.1'],
        ),
      () =>
        pick('1e999', 'NaN', 'Infinity', '99999999999999999999', '2147483648', '-0', '0x10', '1,2', 'true'),
      () =>
        pick(
          'all',
          'asc',
          'open',
          'cancel',
          'hold',
          'book',
          'wait',
          'move',
          'save',
          'remove',
          'month',
          'dance',
        ),
      () => pick('[]', '{}', '[null]', '["a",1]', '{"a":{"b":[]}}', 'eyJhIjoxfQ', '%', '*', '"', "'"),
      () => pick('', ...ids, '00000000-0000-0000-0000-000000000000'),
      odd,
    )();
  const segment = () =>
    pick(
      () => encode(value()),
      () => encode(value()),
      () => bare(odd()).replaceAll(/[/?#\\]/g, '%'),
    )();
  const fill = (path: string) => path.replaceAll(':id', segment);
  const query = () => {
    const pairs = some(4, () =>
      random() < 0.1 ? bare(odd()) : `${pick(...PARAMETERS, encode(odd()))}=${encode(value())}`,
    );
    return pairs.length > 0 ? `?${pairs.join('&')}` : '';
  };

  /** Reads like a session and is none. */
  const session = () =>
    JSON.stringify({
      access_token: pick('x', 'a.b.c', 'e30.e30.e30', value()),
      refresh_token: value(),
      expires_at: pick<unknown>(0, 9_999_999_999, 'x', null),
      user: pick<unknown>(null, {}, { id: value() }),
    });

  function cookie(): Record<string, string> {
    const garbage = () => headerText(odd()).replaceAll(/[;,\s"\\]/g, '.');
    return pick<() => Record<string, string>>(
      () => ({}),
      () => ({}),
      () => owner,
      () => owner,
      () => ({ cookie: `sb-onda-auth-token=${pick('base64-', '')}${garbage()}` }),
      () => ({ cookie: `sb-onda-auth-token.0=base64-${garbage()}; sb-onda-auth-token.1=${garbage()}` }),
      () => ({ cookie: `passkey-token=${garbage()}` }),
      () => ({ cookie: `sb-onda-auth-token=base64-${Buffer.from(session()).toString('base64url')}` }),
      () => ({ cookie: headerText(odd()) || 'a' }),
      () => ({ authorization: `Bearer ${garbage() || 'x'}` }),
    )();
  }

  function headers(): Record<string, string> {
    return {
      ...cookie(),
      ...pick<Record<string, string>>(
        {},
        {},
        { 'sec-fetch-site': 'same-origin' },
        { 'sec-fetch-site': 'same-origin' },
        { 'sec-fetch-site': 'same-origin' },
        { origin: headerText(odd()) || 'null' },
        { accept: headerText(odd()) || '*' },
        { 'accept-encoding': headerText(odd()) || 'br;q=x' },
        { 'accept-language': headerText(value()) || 'pt;q=x, *' },
        { 'x-forwarded-host': headerText(value()) || 'a.1', 'x-forwarded-proto': headerText(odd()) || 'x' },
        { 'if-modified-since': headerText(value()) || 'x' },
        { prefer: headerText(value()) || 'x', 'x-client-info': headerText(odd()) || 'x' },
        { 'if-none-match': headerText(odd()) || '*' },
        { range: pick('bytes=0-', 'bytes=9-1', 'bytes=-0', 'x', 'bytes=0-1,3-4') },
        { 'user-agent': headerText(odd()) || 'x' },
        { referer: headerText(odd()) || 'x' },
        { 'x-request-id': headerText(odd()) || 'x' },
        { 'content-encoding': pick('gzip', 'identity', 'x') },
      ),
    };
  }

  const method = (usual: string) =>
    random() < 0.85
      ? usual
      : pick('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND');
  const jsonValue = (): unknown =>
    pick<() => unknown>(
      value,
      value,
      value,
      () => random() * 1e10,
      () => null,
      () => true,
      () => some(3, value),
      () => ({
        toString: 1,
        [value()]: value(),
      }),
    )();
  const json = () =>
    pick(
      () => JSON.stringify(Object.fromEntries(some(6, () => [pick(...FIELDS, odd()), jsonValue()]))),
      () =>
        pick('', '{', '[]', 'null', '"x"', '{"a":"\\u0000"}', '{"name":"\\ud800"}', '['.repeat(500), odd()),
    )();
  const form = () => some(6, () => `${pick(...FIELDS)}=${encode(value())}`).join('&');
  const multipart = () =>
    `${some(4, () => `--b\r\ncontent-disposition: form-data; name="${pick(...FIELDS)}"${pick('', '; filename="a"')}\r\n\r\n${value().toWellFormed()}\r\n`).join('')}--b${pick('--', '')}`;

  function page(): SiteRequest {
    return {
      service: 'page',
      method: method('GET'),
      target: fill(pick(...PAGES)) + query(),
      headers: headers(),
      body: undefined,
    };
  }

  function data(): SiteRequest {
    const target = `${fill(pick(...PAGES)).replace(/\/$/, '/_')}.data${query()}`;
    return { service: 'data', method: method('GET'), target, headers: headers(), body: undefined };
  }

  function posted(): SiteRequest {
    const [type, body] = pick(
      () => ['application/x-www-form-urlencoded', form()],
      () => ['application/x-www-form-urlencoded', form()],
      () => ['multipart/form-data; boundary=b', multipart()],
      () => [
        pick('multipart/form-data', 'text/plain', 'application/json', headerText(odd()) || 'x'),
        pick(form(), multipart(), odd()),
      ],
    )() as [string, string];
    const target = fill(pick(...FORMS)) + pick('', '', '.data') + query();
    return {
      service: 'form',
      method: method('POST'),
      target,
      headers: { ...headers(), 'content-type': type },
      body,
    };
  }

  function api(): SiteRequest {
    const { method: usual, path } =
      random() < 0.05 ? { method: 'GET', path: pick('/api/:id', '/api/:id/:id') } : pick(...ENDPOINTS);
    return {
      service: 'api',
      method: method(usual),
      target: fill(path) + query(),
      headers: {
        ...headers(),
        'content-type': pick('application/json', 'application/json', 'text/plain', headerText(odd()) || 'x'),
      },
      body: json(),
    };
  }

  return () => {
    const made = pick(page, page, data, posted, posted, api, api)();
    return ['GET', 'HEAD', 'OPTIONS', 'TRACE'].includes(made.method) ? { ...made, body: undefined } : made;
  };
}
