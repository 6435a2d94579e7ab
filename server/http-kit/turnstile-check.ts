// Asks Cloudflare whether a Turnstile token is genuine, and whether it was made on this site by this widget.
import type { TurnstileConfig } from '../outside-services.ts';

export type TurnstileSecrets = Pick<TurnstileConfig, 'secretKey' | 'verifyUrl'>;

export interface TurnstileCheckOptions extends TurnstileSecrets {
  /** Hosts that visitors know the site by. Empty: any. */
  hostnames: string[];
  /** What the site's own widget names; widgets of other applications may name none. Undefined: anything. */
  action?: string;
}

const TOKEN = /^[\w.-]{1,2048}$/;
const TIMEOUT_MS = 5000;
// Cloudflare's test keys answer with a different host.
const TEST_SECRET = /^[123]x0+AA$/;

interface Answer {
  success?: boolean;
  hostname?: string;
  action?: string;
}

export async function isTurnstileToken(
  token: string,
  remoteIp: string,
  { secretKey, verifyUrl, hostnames, action }: TurnstileCheckOptions,
): Promise<boolean> {
  if (!TOKEN.test(token)) return false;
  const response = await fetch(verifyUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ secret: secretKey, response: token, remoteip: remoteIp }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const answer = (await response.json()) as Answer;
  if (answer.success !== true) return false;
  const isOurHost =
    !answer.hostname ||
    hostnames.length === 0 ||
    TEST_SECRET.test(secretKey) ||
    hostnames.includes(answer.hostname.toLowerCase());
  return isOurHost && (!action || !answer.action || answer.action === action);
}
