// Who may send a public form: requests with a fresh token of the bot check and, because forms also work without scripts,
// a few without one from each address. Those that pass can get a proof for the database.
import type { RateLimiter } from '#backend/limits/rate-limiter.ts';
import { apiErrors } from './api-error.ts';
import type { BotCheck } from './bot-check.ts';

export interface HumanGateOptions {
  botCheck: Pick<BotCheck, 'use' | 'vouch'>;
  clientIp: (request: Request) => string;
  limiter: RateLimiter;
}

const WITHOUT_SCRIPTS = { name: 'forms without scripts', max: 8, perS: 600, byAddress: true };
const ALTOGETHER = { name: 'forms', max: 120, perS: 600, byAddress: true };

export interface HumanGate {
  /** Uses up the token; "" where there are no scripts. Throws too_many_requests for an address that sent too much. */
  isHuman(request: Request, token: string): Promise<boolean>;
  /** The same, returning a proof for database functions that need one; null when the check failed. */
  prove(request: Request, token: string): Promise<string | null>;
}

export function createHumanGate({ botCheck, clientIp, limiter }: HumanGateOptions): HumanGate {
  const withoutScripts = limiter.limit(WITHOUT_SCRIPTS);
  const altogether = limiter.limit(ALTOGETHER);
  const isHuman = async (request: Request, token: string) => {
    const address = clientIp(request);
    const waitS = altogether.take(address);
    if (waitS > 0) throw apiErrors.tooMany(waitS);
    return token === '' ? withoutScripts.take(address) === 0 : botCheck.use(token);
  };
  return {
    isHuman,
    prove: async (request, token) => ((await isHuman(request, token)) ? botCheck.vouch() : null),
  };
}
