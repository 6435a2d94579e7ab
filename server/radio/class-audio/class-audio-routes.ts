// For those who listen to an online class: whether it can be heard now, with an address that is good for a minute, and
// the sound itself. The secret link of a booking is in the body: addresses are logged.
import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import * as v from 'valibot';
import { createConnectionLimit } from '#backend/limits/connection-limit.ts';
import type { RateLimit, RateLimiter } from '#backend/limits/rate-limiter.ts';
import type { ClassAudioView } from '#contracts/class-audio.ts';
import { STATION } from '#radio/audio/station-format.ts';
import { accountErrors } from '../../accounts/staff-rules.ts';
import type { Visit, VisitorClients } from '../../accounts/visitor-client.ts';
import { ApiError, apiErrors } from '../../http-kit/api-error.ts';
import { readBody, text } from '../../http-kit/read-body.ts';
import { requireSameOrigin } from '../../http-kit/same-origin.ts';
import { uuidOf, withCookies } from '../station-guard.ts';
import { type ClassAccess, holderKey } from './class-access.ts';
import type { ClassRooms } from './class-rooms.ts';
import { type ClassHolder, makeClassToken, readClassToken } from './class-token.ts';
import { classWindow } from './class-window.ts';

export interface ClassAudioRoutesOptions {
  classAudio: { access: ClassAccess; rooms: ClassRooms };
  clients: VisitorClients | undefined;
  secret: string;
  siteUrl: string;
  limiter: RateLimiter;
  clientIp: (request: Request) => string;
  /** Ends the connection of someone who no longer reads. */
  hangUp?: (request: Request) => void;
}

const STREAM_PATH = '/api/radio/class-audio/stream';
// By the right that is used: the pages of one booking ask every five seconds. Others in the same network count apart.
const ASKING = { name: 'radio: class audio', max: 300, perS: 60 };
// Asked after a token or a link was wrong: a right one passes, however many wrong ones came from its network.
const WRONG_TOKENS = { name: 'radio: wrong class tokens', max: 60, perS: 60, byAddress: true };
const WITHOUT_PLACE = { name: 'radio: class audio without a place', max: 600, perS: 60, byAddress: true };
const PAGE_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const errors = {
  noClass: () =>
    new ApiError(404, 'no_class_audio', 'This date has no audio: it is not online, or it was cancelled.'),
  noPlace: () =>
    new ApiError(403, 'no_place', 'Only people with a confirmed place in this class can listen to it.'),
  token: () =>
    new ApiError(403, 'class_audio_token', 'This address is no longer valid. Reload the page to listen.'),
  closed: () => new ApiError(403, 'class_audio_closed', 'The audio of this class is closed.'),
  listening: () =>
    new ApiError(
      429,
      'place_is_listening',
      'This booking is already listening on as many devices as it may.',
      {
        headers: { 'retry-after': '20' },
      },
    ),
  full: () =>
    new ApiError(503, 'class_audio_full', 'Too many people are listening. Try again in a moment.', {
      headers: { 'retry-after': '20' },
    }),
};

export function createClassAudioRoutes(options: ClassAudioRoutesOptions): Hono {
  const { clients, secret, siteUrl, limiter, clientIp, hangUp } = options;
  const { access, rooms } = options.classAudio;
  const asking = limiter.limit(ASKING);
  const wrongTokens = limiter.limit(WRONG_TOKENS);
  const wrongLinks = limiter.limit({ name: 'radio: wrong class links', max: 30, perS: 60, byAddress: true });
  const withoutPlace = limiter.limit(WITHOUT_PLACE);
  const connections = createConnectionLimit({ maxPerAddress: 100, maxInAll: 2000 });
  const app = new Hono();

  async function placesOf(sessionId: string, holder: ClassHolder): Promise<number> {
    return (await access.placesOf(sessionId, [holder])).get(holderKey(holder)) ?? 0;
  }

  /** By what right someone listens. Who has none learns nothing of the class. */
  async function findHolder(
    sessionId: string,
    { orderToken, visit, address }: { orderToken: string; visit: Visit | undefined; address: string },
  ): Promise<{ holder: ClassHolder; places: number }> {
    if (orderToken) {
      const order = await access.findOrder(orderToken);
      if (!order) admit(wrongLinks, address);
      const holder: ClassHolder | undefined = order ? { kind: 'order', id: order } : undefined;
      const places = holder ? await placesOf(sessionId, holder) : 0;
      if (!holder || places === 0) throw errors.noPlace();
      return { holder, places };
    }
    const { user } = (await visit?.visitor()) ?? { user: null };
    if (!user) throw accountErrors.signIn();
    for (const kind of ['account', 'speaker'] as const) {
      // Rights of staff hold only with their second factor.
      if (kind === 'speaker' && user.needsSecondFactor) break;
      const holder: ClassHolder = { kind, id: user.id };
      const places = await placesOf(sessionId, holder);
      if (places > 0) return { holder, places };
    }
    throw errors.noPlace();
  }

  app.post('/api/radio/class-audio', async ({ req }) => {
    const address = clientIp(req.raw);
    const visit = clients?.visit(req.raw);
    if (visit?.proof === 'cookie') requireSameOrigin(req.raw, siteUrl);
    const given = await readBody(req.raw, v.object({ session_id: text, order_token: text, page_id: text }));
    const sessionId = uuidOf(given.session_id, errors.noClass).toLowerCase();
    const asker = { orderToken: given.order_token, visit, address };
    const { holder, places } = await findHolder(sessionId, asker).catch((error: unknown) => {
      admit(withoutPlace, address);
      throw error;
    });
    admit(asking, holderKey(holder));
    const session = await access.findClass(sessionId);
    if (!session) throw errors.noClass();
    const nowMs = Date.now();
    const { state, opensMs, closesMs } = classWindow(session, nowMs);
    const page = PAGE_ID.test(given.page_id) ? given.page_id : randomUUID();
    const room = rooms.find(sessionId);
    const blocked = (state === 'open' && room?.whyBlocked(holder, { places, page })) || null;
    const token = makeClassToken(secret, { sessionId, holder, page }, nowMs);
    const view: ClassAudioView = {
      state,
      opens_at: new Date(opensMs).toISOString(),
      closes_at: new Date(closesMs).toISOString(),
      is_speaking: state === 'open' && (room?.isSpeaking ?? false),
      stream: state === 'open' ? `${STREAM_PATH}?token=${token}` : null,
      blocked,
    };
    const answer = Response.json(view, { headers: { 'cache-control': 'private, no-store' } });
    return visit ? withCookies(answer, visit) : answer;
  });

  app.get(STREAM_PATH, async ({ req }) => {
    const address = clientIp(req.raw);
    const pass = readClassToken(secret, req.query('token') ?? '', Date.now());
    if (!pass) {
      admit(wrongTokens, address);
      throw errors.token();
    }
    admit(asking, holderKey(pass.holder));
    const { sessionId, holder, page } = pass;
    const [session, places] = await Promise.all([access.findClass(sessionId), placesOf(sessionId, holder)]);
    if (!session) throw errors.noClass();
    if (places === 0) throw errors.noPlace();
    if (classWindow(session, Date.now()).state !== 'open') throw errors.closed();
    const headers = {
      'content-type': STATION.contentType,
      'cache-control': 'private, no-store',
      'accept-ranges': 'none',
      'x-content-type-options': 'nosniff',
      'x-accel-buffering': 'no',
      'referrer-policy': 'no-referrer',
    };
    // The body of a HEAD response is never read, so it would never end.
    if (req.method === 'HEAD' || req.raw.signal.aborted) return new Response(null, { headers });
    const leave = connections.enter(address);
    if (!leave) throw errors.full();
    const listener = rooms.open(session).listen(holder, {
      places,
      page,
      onLeave(isAbandoned) {
        leave();
        if (isAbandoned) hangUp?.(req.raw);
      },
    });
    if (typeof listener === 'string') {
      leave();
      throw listener === 'class_audio_full' ? errors.full() : errors.listening();
    }
    req.raw.signal.addEventListener('abort', listener.end, { once: true });
    return new Response(listener.body, { headers });
  });
  return app;
}

function admit(limit: RateLimit, key: string): void {
  const waitS = limit.take(key);
  if (waitS > 0) throw apiErrors.tooMany(waitS);
}
