// Who may send a public form: whoever brings a fresh token of the bot check; and, because forms work without scripts
// too, a few without one from each address.
import type { BotCheck } from './bot-check.ts';
import { createRateLimit } from './rate-limit.ts';

export interface HumanGateOptions {
  botCheck: Pick<BotCheck, 'use'>;
  clientIp: (request: Request) => string;
}

const WITHOUT_SCRIPTS = { count: 8, windowS: 600 };
const ALTOGETHER = { count: 120, windowS: 600 };

export function createHumanGate({ botCheck, clientIp }: HumanGateOptions) {
  const withoutScripts = createRateLimit(WITHOUT_SCRIPTS);
  const altogether = createRateLimit(ALTOGETHER);
  return async (request: Request, token: string): Promise<boolean> => {
    const address = clientIp(request);
    if (altogether.take(address) > 0) return false;
    return token === '' ? withoutScripts.take(address) === 0 : botCheck.use(token);
  };
}
