// Broadcasts over HTTP: a list of messages, or one message with topic and event in the path.
import { readWithin } from '#backend/gateway/read-within.ts';
import { retentionOf } from './channel/broadcasts.ts';
import type { ChannelParts } from './channel/channel-parts.ts';
import { type Bearer, identifyBearer } from './channel/token.ts';
import { errors, RealtimeError } from './errors.ts';
import type { UserBroadcast } from './socket/frames.ts';
import { createPace } from './socket/pace.ts';

interface Message {
  topic: string;
  isPrivate: boolean;
  broadcast: UserBroadcast;
  retentionS?: number;
}

const maxMessages = 1_000;
const tooLarge = () => new RealtimeError('PayloadTooLarge', 'The message is too large', { status: 413 });
const accepted = () => new Response(null, { status: 202 });
const one = /^\/api\/broadcast\/([^/]+)\/events\/([^/]+)$/;

/** `path` is what follows /realtime/v1. */
export function createRealtimeRoutes(parts: ChannelParts) {
  // By caller: a flooding caller must wait, the others need not.
  const paces = new Map<string, ReturnType<typeof createPace>>();

  return async (request: Request, path: string, search: string): Promise<Response> => {
    try {
      if (/\/websocket\/?$/.test(path)) {
        return Response.json(
          { error: 'A WebSocket handshake is expected here' },
          { status: 426, headers: { upgrade: 'websocket' } },
        );
      }
      const single = one.exec(path);
      if (path !== '/api/broadcast' && !single) return Response.json({ error: 'Not found' }, { status: 404 });
      if (request.method !== 'POST') {
        return Response.json({ error: 'Method not allowed' }, { status: 405, headers: { allow: 'POST' } });
      }
      const bearer = await bearerOf(parts, request.headers);
      const body = await readWithin(request, parts.limits.payloadBytes, tooLarge);
      const messages = single
        ? [readOne(single, new URLSearchParams(search), request.headers, body)]
        : readList(body);
      const address = parts.sourceOf?.(request).address;
      limit(bearer, messages.length, address);
      await parts.ready();
      await send(bearer, messages, { isSingle: single !== null, address });
      return accepted();
    } catch (error) {
      if (!(error instanceof RealtimeError)) throw error;
      const status = error.status;
      return Response.json({ error: error.message }, { status });
    }
  };

  function limit({ claims }: Bearer, count: number, address: string | undefined): void {
    if (paces.size > 10_000) paces.clear();
    // All anonymous callers have the same claims.
    const key = `${address ?? ''} ${claims}`;
    const pace = paces.get(key) ?? createPace(parts.limits.messagesPerSecond * 4);
    paces.set(key, pace);
    for (let taken = 0; taken < count; taken += 1) {
      if (pace.take() > 1)
        throw new RealtimeError('RateLimit', 'You have exceeded your rate limit', { status: 429 });
    }
  }

  async function send(
    bearer: Bearer,
    messages: Message[],
    { isSingle, address }: { isSingle: boolean; address: string | undefined },
  ): Promise<void> {
    const allowed = new Map<string, Promise<boolean>>();
    for (const { topic, isPrivate, broadcast, retentionS } of messages) {
      if (isPrivate) {
        const asked = allowed.get(topic) ?? parts.authorize.writes(bearer, topic, 'broadcast', address);
        allowed.set(topic, asked);
        if (!(await asked)) {
          // Messages of a list that are not allowed are left out; the rest is sent.
          if (isSingle) throw errors.unauthorizedWrite(topic);
          continue;
        }
      }
      const id =
        retentionS === undefined ? undefined : await parts.stored.store(topic, broadcast, retentionS);
      parts.publish(
        { name: topic, isPrivate },
        id === undefined ? broadcast : { ...broadcast, meta: { id } },
      );
    }
  }
}

async function bearerOf({ identifyToken }: ChannelParts, headers: Headers): Promise<Bearer> {
  const key = headers.get('apikey') ?? headers.get('x-api-key') ?? '';
  const [, token = ''] = /^bearer\s+(.*)$/i.exec(headers.get('authorization')?.trim() ?? '') ?? [];
  const given = token || key;
  if (!given) throw errors.missingKey();
  return identifyBearer(identifyToken, given, { isApiKey: given === key || given.startsWith('sb_') });
}

function readOne(match: RegExpExecArray, query: URLSearchParams, headers: Headers, body: Buffer): Message {
  const [topic, event] = [decode(match[1] ?? ''), decode(match[2] ?? '')];
  const isPrivate = query.get('private') === 'true';
  const isBinary = (headers.get('content-type') ?? '').startsWith('application/octet-stream');
  if (!isBinary) parse(body.toString('utf8'));
  const ttl = query.get('persist[ttl]');
  const persist = ttl === null ? query.get('persist') === 'true' : { ttl: Number(ttl) };
  const retentionS = retentionOf(persist);
  if (retentionS !== undefined && !isPrivate) throw invalid('A message on a public channel cannot be stored');
  return {
    topic,
    isPrivate,
    broadcast: { kind: 'user', event, encoding: isBinary ? 'binary' : 'json', bytes: body },
    ...(retentionS === undefined ? {} : { retentionS }),
  };
}

function readList(body: Buffer): Message[] {
  const value = parse(body.toString('utf8'));
  const messages =
    typeof value === 'object' && value !== null && 'messages' in value ? value.messages : undefined;
  if (!Array.isArray(messages) || messages.length === 0)
    throw invalid('messages must be a list with a message');
  if (messages.length > maxMessages) throw invalid(`A list holds ${maxMessages} messages at most`);
  return messages.map((message, index) => {
    const { topic, event, payload, private: isPrivate } = (message ?? {}) as Record<string, unknown>;
    if (typeof topic !== 'string' || topic === '' || topic.includes('\u0000'))
      throw invalid(`messages[${index}].topic can't be blank`);
    if (typeof event !== 'string' || event === '') throw invalid(`messages[${index}].event can't be blank`);
    if (payload === undefined || payload === null) throw invalid(`messages[${index}].payload can't be blank`);
    const bytes = Buffer.from(JSON.stringify(payload));
    return {
      topic: topic.replace(/^realtime:/, ''),
      isPrivate: isPrivate === true,
      broadcast: { kind: 'user', event, encoding: 'json', bytes },
    };
  });
}

const invalid = (message: string) => new RealtimeError('InvalidMessage', message, { status: 422 });

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('The body is not JSON');
  }
}

function decode(part: string): string {
  try {
    const text = decodeURIComponent(part);
    if (!text.includes('\u0000')) return text;
  } catch {
    // Rejected below.
  }
  throw invalid('The path is not readable');
}
