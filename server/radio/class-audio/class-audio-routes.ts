// For those who listen to an online class: whether it can be heard now, with an address that is good for a minute, and
// the sound itself. The secret link of a booking is in the body: addresses are logged.
import { Hono } from 'hono';
import * as v from 'valibot';
import { createConnectionLimit } from '#backend/limits/connection-limit.ts';
import type { RateLimiter } from '#backend/limits/rate-limiter.ts';
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
}

const STREAM_PATH = '/api/radio/class-audio/stream';
const MAX_IN_CLASS = 500;

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
  const { clients, secret, siteUrl, limiter, clientIp } = options;
  const { access, rooms } = options.classAudio;
  const asking = limiter.limit({ name: 'radio: class audio', max: 600, perS: 60, byAddress: true });
  const wrongLinks = limiter.limit({ name: 'radio: wrong class links', max: 30, perS: 60, byAddress: true });
  const connections = createConnectionLimit({ maxPerAddress: 100, maxInAll: 2000 });
  const app = new Hono();

  async function placesOf(sessionId: string, holder: ClassHolder): Promise<number> {
    return (await access.placesOf(sessionId, [holder])).get(holderKey(holder)) ?? 0;
  }

  /** By what right someone listens. Who has none learns nothing of the class. */
  async function findHolder(
    sessionId: string,
    { orderToken, visit, address }: { orderToken: string; visit: Visit | undefined; address: string },
  ): Promise<ClassHolder> {
    if (orderToken) {
      const order = await access.findOrder(orderToken);
      if (!order) wrongLinks.count(address);
      const holder: ClassHolder | undefined = order ? { kind: 'order', id: order } : undefined;
      if (!holder || (await placesOf(sessionId, holder)) === 0) throw errors.noPlace();
      return holder;
    }
    const { user } = (await visit?.visitor()) ?? { user: null };
    if (!user) throw accountErrors.signIn();
    for (const kind of ['account', 'speaker'] as const) {
      // Rights of staff hold only with their second factor.
      if (kind === 'speaker' && user.needsSecondFactor) break;
      if ((await placesOf(sessionId, { kind, id: user.id })) > 0) return { kind, id: user.id };
    }
    throw errors.noPlace();
  }

  app.post('/api/radio/class-audio', async ({ req }) => {
    const address = clientIp(req.raw);
    const waitS = asking.take(address) || wrongLinks.check(address);
    if (waitS > 0) throw apiErrors.tooMany(waitS);
    const visit = clients?.visit(req.raw);
    if (visit?.proof === 'cookie') requireSameOrigin(req.raw, siteUrl);
    const given = await readBody(req.raw, v.object({ session_id: text, order_token: text }));
    const sessionId = uuidOf(given.session_id, errors.noClass).toLowerCase();
    const holder = await findHolder(sessionId, { orderToken: given.order_token, visit, address });
    const session = await access.findClass(sessionId);
    if (!session) throw errors.noClass();
    const nowMs = Date.now();
    const { state, opensMs, closesMs } = classWindow(session, nowMs);
    const token = makeClassToken(secret, { sessionId, holder }, nowMs);
    const view: ClassAudioView = {
      state,
      opens_at: new Date(opensMs).toISOString(),
      closes_at: new Date(closesMs).toISOString(),
      is_speaking: state === 'open' && (rooms.find(sessionId)?.isSpeaking ?? false),
      stream: state === 'open' ? `${STREAM_PATH}?token=${token}` : null,
    };
    const answer = Response.json(view, { headers: { 'cache-control': 'private, no-store' } });
    return visit ? withCookies(answer, visit) : answer;
  });

  app.get(STREAM_PATH, async ({ req }) => {
    const address = clientIp(req.raw);
    const waitS = asking.take(address);
    if (waitS > 0) throw apiErrors.tooMany(waitS);
    const pass = readClassToken(secret, req.query('token') ?? '', Date.now());
    if (!pass) throw errors.token();
    const { sessionId, holder } = pass;
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
    const room = leave && rooms.open(session);
    if (!leave || !room || room.size >= MAX_IN_CLASS) {
      leave?.();
      throw errors.full();
    }
    const listener = room.listen(holder, places, leave);
    if (!listener) {
      leave();
      throw errors.listening();
    }
    req.raw.signal.addEventListener('abort', listener.end, { once: true });
    return new Response(listener.body, { headers });
  });
  return app;
}
