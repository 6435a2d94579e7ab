// Lets each network address have only so many requests under way at once: pages to render, sign-ins, calls of the API.
// More of them wait their turn, and the addresses take turns, so that one visitor at full speed delays the others by a
// few milliseconds. /rest/v1 is not counted here: it shares its connections out by account (backend/limits).
import { createFairQueue, type Share, TooManyRequests } from '#backend/limits/fair-queue.ts';

export interface RequestGate {
  pass(
    request: Request,
    address: string | undefined,
    answer: () => Response | Promise<Response>,
  ): Promise<Response>;
}

export interface RequestGateOptions {
  /** Requests of one address that are worked on at once. */
  maxRunning?: number;
  /** Further requests of one address that wait. */
  maxWaiting?: number;
  maxWaitMs?: number;
}

const UNCOUNTED = /^\/(rest\/v1|healthz|readyz)([/?]|$)/;
// Files take their time on the way; pages and calls do not.
const FILES = /^\/(storage|functions)\/v1\//;
const FILES_FACTOR = 4;
// Everything else is a page, whose rendering takes longer than all the rest.
const CALLS = /^\/((auth|storage|functions|realtime)\/v1|api|cloudflare|radio)\//;
// Only a guard against memory: what counts is the share of each address.
const PLACES = 1_000;

export function createRequestGate(options: RequestGateOptions = {}): RequestGate {
  const { maxRunning = 4, maxWaiting = 64, maxWaitMs = 10_000 } = options;
  const queue = createFairQueue({ places: PLACES, maxWaitMs });
  const turns = createTurns();

  function shareOf(target: string, address: string): Share {
    return FILES.test(target)
      ? { key: `files ${address}`, maxRunning: maxRunning * FILES_FACTOR, maxWaiting }
      : { key: address, maxRunning, maxWaiting };
  }

  return {
    async pass(request, address, answer) {
      const target = targetOf(request.url);
      if (address === undefined || UNCOUNTED.test(target)) return answer();
      const share = shareOf(target, address);
      try {
        const waiting = queue.enter(share, () => request.signal.aborted);
        if (waiting) await waiting;
      } catch (error) {
        return refusal(request, target, error);
      }
      try {
        const turn = CALLS.test(target) ? undefined : turns.take();
        if (turn) await turn;
        return await answer();
      } finally {
        queue.leave(share);
      }
    },
  };
}

/**
 * One page a round of the event loop. A page that asks nobody is rendered without a pause; several at once would keep
 * all others from being heard until the last of them is done, new connections most of all, which are taken one a round.
 */
function createTurns(): { take(): Promise<void> | undefined } {
  const waiting: (() => void)[] = [];
  let isTaken = false;
  const next = () => {
    const resolve = waiting.shift();
    isTaken = resolve !== undefined;
    if (!resolve) return;
    setImmediate(next);
    resolve();
  };
  return {
    take() {
      if (isTaken) return new Promise((resolve) => waiting.push(resolve));
      isTaken = true;
      setImmediate(next);
      return undefined;
    },
  };
}

/** Path and query of an absolute URL, without the cost of a URL object. */
function targetOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  return start < 0 ? '/' : url.slice(start);
}

function refusal(request: Request, target: string, error: unknown): Response {
  const status = error instanceof TooManyRequests ? 429 : 503;
  const headers = { 'retry-after': '1', 'cache-control': 'no-store' };
  const message = 'Too many requests at once. Try again in a moment.';
  if (request.headers.get('accept')?.includes('text/html')) {
    return new Response(message, {
      status,
      headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' },
    });
  }
  const code = target.startsWith('/auth/v1/') ? 'over_request_rate_limit' : 'too_many_requests';
  return Response.json({ code, message }, { status, headers });
}
