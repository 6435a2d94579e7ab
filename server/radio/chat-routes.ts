// Messages for the radio's chat. People with an account write under its name; guests choose one and show once
// that they are no machine, which buys them a pass for the evening. What is allowed the database decides; reading and
// taking out go by supabase-js under row policies (radio_chat*).
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import * as v from 'valibot';
import type { Sql } from '#backend/database/driver/sql.ts';
import { networkOf } from '#backend/limits/network-of.ts';
import type { RateLimiter } from '#backend/limits/rate-limiter.ts';
import { accountErrors } from '../accounts/staff-rules.ts';
import type { VisitorClients } from '../accounts/visitor-client.ts';
import { ApiError, apiErrors } from '../http-kit/api-error.ts';
import { checkFields, readBody, text } from '../http-kit/read-body.ts';
import { requireSameOrigin } from '../http-kit/same-origin.ts';
import { withCookies } from './station-guard.ts';

export interface ChatOptions {
  sql: Sql;
  clients: VisitorClients | undefined;
  siteUrl: string;
  secret: string;
  clientIp: (request: Request) => string;
  limiter: RateLimiter;
  /** Uses up a form's bot-check token; without it guests are only counted. */
  isHuman?: (request: Request, token: string) => Promise<boolean>;
}

const MAX_BODY_LENGTH = 500;
const MAX_NAME_LENGTH = 40;
const line = v.pipe(text, v.transform(oneLine));
const within = (max: number, what: string) =>
  v.check<string, string>(
    ({ length }) => length > 0 && length <= max,
    `Enter a ${what} of 1 to ${max} characters.`,
  );
const chatMessage = v.object({
  body: v.pipe(line, within(MAX_BODY_LENGTH, 'message')),
  name: line,
  pass: text,
  bot_token: text,
});
/** Only guests need one: members write under their own. */
const guestName = v.pipe(v.string(), within(MAX_NAME_LENGTH, 'name'));
const PASS_MS = 3 * 3_600_000;

const chatErrors = {
  closed: () =>
    new ApiError(
      409,
      'chat_closed',
      'The chat is closed because nobody is live. It opens with the next live show.',
    ),
  paused: () =>
    new ApiError(409, 'chat_paused', 'The chat is paused. You can write again when the studio resumes it.'),
  muted: () => new ApiError(403, 'muted', 'The host has muted you until the end of this show.'),
  blocked: () =>
    new ApiError(
      403,
      'address_muted',
      'Guests from your network are muted for now. Sign in to write in the chat.',
    ),
  slow: () =>
    new ApiError(429, 'too_fast', 'You are sending messages too quickly. Try again in a few seconds.', {
      headers: { 'retry-after': '15' },
    }),
  again: () => new ApiError(409, 'said_already', 'You have just sent the same message.'),
  crowded: () =>
    new ApiError(429, 'crowded', 'The chat is very busy. Try again in a few seconds.', {
      headers: { 'retry-after': '10' },
    }),
};

export function createChatRoutes(options: ChatOptions): Hono {
  const { sql, clients, siteUrl, clientIp, isHuman, limiter } = options;
  const app = new Hono();
  const limit = limiter.limit({ name: 'radio: chat', max: 120, perS: 60, byAddress: true });

  app.post('/api/radio/chat', async ({ req }) => {
    const request = req.raw;
    const waitS = limit.take(clientIp(request));
    if (waitS > 0) throw apiErrors.tooMany(waitS);
    const visit = clients?.visit(request);
    if (visit?.proof === 'cookie') requireSameOrigin(request, siteUrl);
    const given = await readBody(request, chatMessage);
    const user = (await visit?.visitor())?.user;
    // Writing as host or staff requires the second factor.
    if (user?.needsSecondFactor) throw accountErrors.secondFactor();
    const person = user && !user.isAnonymous ? user.id : null;
    const connection = markOf(options.secret, clientIp(request));
    let pass: string | null = null;
    if (person === null) {
      checkFields(given, v.looseObject({ name: guestName }));
      pass = given.pass;
      if (!isPass(options.secret, connection, pass)) {
        if (isHuman && !(await isHuman(request, given.bot_token))) throw apiErrors.botCheck();
        pass = makePass(options.secret, connection);
      }
    }
    const [posted] = await sql<{ state: keyof typeof chatErrors | 'said'; message_id: string }[]>`
      select * from private.post_chat_message(${person}, ${connection}, ${given.name}, ${given.body})`;
    if (posted?.state !== 'said') throw chatErrors[posted?.state ?? 'closed']();
    const answer = Response.json({ id: posted.message_id, pass }, { status: 201 });
    return visit ? withCookies(answer, visit) : answer;
  });
  return app;
}

/** The same for one connection, and useless to find it by. */
function markOf(secret: string, address: string): string {
  const hash = createHash('sha256').update(secret).update('chat').update(networkOf(address));
  return hash.digest('base64url').slice(0, 22);
}

function makePass(secret: string, connection: string, untilMs = Date.now() + PASS_MS): string {
  const seal = createHmac('sha256', secret).update(`chat pass ${connection} ${untilMs}`).digest('base64url');
  return `${untilMs}.${seal}`;
}

function isPass(secret: string, connection: string, pass: string): boolean {
  const untilMs = Number(pass.split('.', 1)[0]);
  if (!Number.isSafeInteger(untilMs) || untilMs < Date.now() || untilMs > Date.now() + PASS_MS) return false;
  const [given, right] = [Buffer.from(pass), Buffer.from(makePass(secret, connection, untilMs))];
  return given.length === right.length && timingSafeEqual(given, right);
}

/** Without line ends and without what could turn the text around. */
function oneLine(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
