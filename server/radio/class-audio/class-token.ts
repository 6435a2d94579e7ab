// Tokens in the addresses of class audio: they name the session and who listens, and are good for connecting within a
// minute. They never contain the secret link of a booking. Pure.
import { createHmac, timingSafeEqual } from 'node:crypto';

/** By which right someone listens: an order that its secret link opened, an account with a place, or as teacher or staff. */
export interface ClassHolder {
  kind: 'order' | 'account' | 'speaker';
  id: string;
}

export interface ClassPass {
  sessionId: string;
  holder: ClassHolder;
  /** Chosen by the page that listens: after a lost connection it takes its own place again. */
  page: string;
}

export const CLASS_TOKEN_MS = 60_000;

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const TOKEN = new RegExp(
  `^(${UUID})\\.(order|account|speaker)\\.(${UUID})\\.(${UUID})\\.(\\d{1,16})\\.[\\w-]{43}$`,
);

export function makeClassToken(secret: string, pass: ClassPass, nowMs: number): string {
  return seal(secret, pass, nowMs + CLASS_TOKEN_MS);
}

/** Undefined for a token that is wrong or too old. */
export function readClassToken(secret: string, token: string, nowMs: number): ClassPass | undefined {
  const [, sessionId = '', kind, id = '', page = '', until] = TOKEN.exec(token) ?? [];
  const untilMs = Number(until);
  if (!kind || untilMs < nowMs || untilMs > nowMs + CLASS_TOKEN_MS) return undefined;
  const pass: ClassPass = { sessionId, holder: { kind: kind as ClassHolder['kind'], id }, page };
  const [given, right] = [Buffer.from(token), Buffer.from(seal(secret, pass, untilMs))];
  return given.length === right.length && timingSafeEqual(given, right) ? pass : undefined;
}

function seal(secret: string, { sessionId, holder, page }: ClassPass, untilMs: number): string {
  const facts = `${sessionId}.${holder.kind}.${holder.id}.${page}.${untilMs}`;
  return `${facts}.${createHmac('sha256', secret).update(`class audio ${facts}`).digest('base64url')}`;
}
