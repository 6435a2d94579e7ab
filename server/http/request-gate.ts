// Accepts only as much work as can be done soon. Each network address has a limited number of requests at once, more of
// them wait, and the addresses take turns, so that one fast client delays others by a few milliseconds only. Under
// overload, requests that would wait too long get 503 with Retry-After: pages first, other calls when the event loop is
// very late, sign-in and health checks never. /rest/v1 is not counted here: it shares its connections by account
// (backend/limits).
import { createFairQueue, type Share, TooManyRequests } from '#backend/queue/fair-queue.ts';
import { ApiError } from '../http-kit/api-error.ts';
import { type EventLoopDelay, watchEventLoopDelay } from './event-loop-delay.ts';
import { busyResponse } from './unavailable.ts';

export interface RequestGate {
  pass(
    request: Request,
    address: string | undefined,
    answer: () => Response | Promise<Response>,
  ): Promise<Response>;
}

export interface RequestGateOptions {
  /** Requests of one address that are worked on at once; pages and calls are counted apart. */
  maxRunning?: number;
  /** Further requests of one address that wait. */
  maxWaiting?: number;
  maxWaitMs?: number;
  /** Pages of all visitors together that are worked on at once. */
  maxPages?: number;
  /** Pages of all visitors together that wait. */
  maxPagesWaiting?: number;
  eventLoop?: EventLoopDelay;
}

type Kind = 'page' | 'call' | 'file' | 'sign-in';

const UNCOUNTED = /^\/(rest\/v1|healthz|readyz|metrics)([/?]|$)/;
const SIGN_IN = /^\/auth\/v1\//;
// Files are slow because of the network; pages and calls are not.
const FILES = /^\/(storage|functions)\/v1\//;
const FILES_FACTOR = 4;
// Everything else is a page, whose rendering takes longest.
const CALLS = /^\/(realtime\/v1|api|cloudflare|radio)\//;
// Only a guard against memory: what counts is the share of each address.
const MAX_CALLS = 1_000;
// A round in which nothing happens costs some microseconds.
const ROUNDS_A_PAGE = 16;
/** From which delay on nothing more of a kind is taken. */
const MAX_DELAY_MS: Record<Kind, number> = {
  page: 500,
  call: 2_000,
  file: 2_000,
  'sign-in': Number.POSITIVE_INFINITY,
};

export function createRequestGate(options: RequestGateOptions = {}): RequestGate {
  const {
    maxRunning = 4,
    maxWaiting = 64,
    maxWaitMs = 4_000,
    maxPages = 16,
    maxPagesWaiting = 100,
  } = options;
  const eventLoop = options.eventLoop ?? watchEventLoopDelay();
  const pages = createFairQueue({ places: maxPages, maxWaiting: maxPagesWaiting, maxWaitMs });
  const calls = createFairQueue({ places: MAX_CALLS, maxWaitMs: maxWaitMs * 2 });
  const turns = createTurns();

  function shareOf(kind: Kind, address: string): Share {
    return kind === 'file'
      ? { key: `files ${address}`, maxRunning: maxRunning * FILES_FACTOR, maxWaiting }
      : { key: address, maxRunning, maxWaiting };
  }

  return {
    async pass(request, address, answer) {
      const target = targetOf(request.url);
      if (address === undefined || UNCOUNTED.test(target)) return answer();
      const kind = kindOf(target);
      const queue = kind === 'page' ? pages : calls;
      // Asked at each request, so that it is known when there are many.
      const { delayMs } = eventLoop;
      // With no more under way than one visitor may have, it is another program that makes the event loop late: turning
      // visitors away would not help.
      if (queue.taken > maxRunning && delayMs > MAX_DELAY_MS[kind]) return busyResponse(request);
      const share = shareOf(kind, address);
      try {
        const waiting = queue.enter(share, () => request.signal.aborted);
        if (waiting) await waiting;
      } catch (error) {
        return error instanceof TooManyRequests ? tooMany(request, target) : busyResponse(request);
      }
      try {
        const turn = kind === 'page' ? turns.take() : undefined;
        if (turn) await turn;
        return await answer();
      } finally {
        queue.leave(share);
      }
    },
  };
}

function kindOf(target: string): Kind {
  if (SIGN_IN.test(target)) return 'sign-in';
  if (FILES.test(target)) return 'file';
  return CALLS.test(target) ? 'call' : 'page';
}

/**
 * Some rounds of the event loop between two pages. A page with cached data is rendered without a pause; several in a
 * row would block everything else until the last one is done. New connections wait longest: one per round is accepted,
 * so with one round per page further clients would not even get the 503.
 */
function createTurns(): { take(): Promise<void> | undefined } {
  const waiting: (() => void)[] = [];
  let roundsLeft = 0;
  const next = () => {
    roundsLeft -= 1;
    if (roundsLeft === 0) {
      const resolve = waiting.shift();
      if (!resolve) return;
      roundsLeft = ROUNDS_A_PAGE;
      resolve();
    }
    setImmediate(next);
  };
  return {
    take() {
      if (roundsLeft > 0) return new Promise((resolve) => waiting.push(resolve));
      roundsLeft = ROUNDS_A_PAGE;
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

function tooMany(request: Request, target: string): Response {
  const headers = { 'retry-after': '1', 'cache-control': 'no-store' };
  const message = 'Too many requests at once. Try again in a moment.';
  if (request.headers.get('accept')?.includes('text/html')) {
    return new Response(message, {
      status: 429,
      headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' },
    });
  }
  const code = target.startsWith('/auth/v1/') ? 'over_request_rate_limit' : 'too_many_requests';
  return new ApiError(429, code, message, { headers }).toResponse();
}
