// Builds the auth service: a fetch handler for everything below /auth/v1. Opens no port and reads no environment.
import { Hono } from 'hono';
import { currentRequestWrites } from '../database/request-writes.ts';
import { createMessageLimits } from '../limits/message-limits.ts';
import { createRateLimiter } from '../limits/rate-limiter.ts';
import type { AuthContext } from './context.ts';
import { errors, renderError } from './errors.ts';
import { createCall } from './http/call.ts';
import type { Endpoint } from './http/guards.ts';
import { createRateLimits } from './http/rate-limits.ts';
import { type CreateAuthOptions, settleOptions } from './options.ts';
import { routes } from './routes.ts';
import { createSweeper } from './sweep.ts';
import { createTokenKeys } from './tokens/access-token.ts';
import { createSecrets } from './tokens/secrets.ts';

export interface Auth {
  fetch(request: Request): Promise<Response>;
}

const basePath = '/auth/v1';

export function createAuth(options: CreateAuthOptions): Auth {
  const settings = settleOptions(options.config);
  const now = options.now ?? (() => new Date());
  const auth: AuthContext = {
    ...options,
    settings,
    now,
    keys: createTokenKeys(settings),
    secrets: createSecrets(settings.jwtSecret),
    limits: createRateLimits({
      isOn: settings.rateLimits,
      limiter: options.limiter ?? createRateLimiter({ now: () => now().getTime(), log: options.log }),
    }),
    messageLimits: createMessageLimits(options),
  };
  const app = new Hono({ strict: false }).basePath(basePath);
  for (const [method, path, endpoint] of routes) {
    app.on(method, path, (context) => answer(auth, endpoint, context.req.raw, context.req.param()));
  }
  app.notFound((context) => renderError(errors.notFound(), context.req.raw).response);
  const sweepNowAndThen = createSweeper(auth);
  return {
    async fetch(request) {
      sweepNowAndThen();
      return app.fetch(request);
    },
  };
}

async function answer(
  auth: AuthContext,
  endpoint: Endpoint,
  request: Request,
  params: Record<string, string>,
): Promise<Response> {
  try {
    return uncached(await inTime(auth, async () => endpoint(auth, createCall(auth, request, params))));
  } catch (error) {
    const { response, errorId } = renderError(error, request);
    if (errorId) {
      auth.log.error(
        { err: error, error_id: errorId, method: request.method, path: new URL(request.url).pathname },
        'a request failed',
      );
    }
    return uncached(response);
  }
}

/** Responses name people and contain tokens: no cache may store them. */
function uncached(response: Response): Response {
  if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store');
  return response;
}

async function inTime(auth: AuthContext, work: () => Promise<Response>): Promise<Response> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      // What is not committed by now never will be; otherwise the answer must not deny it.
      const writes = currentRequestWrites();
      void writes?.end();
      reject(writes?.mayHaveCommitted ? errors.outcomeUnknown() : errors.requestTimeout());
    }, auth.settings.timeLimitMs);
  });
  try {
    return await Promise.race([work(), limit]);
  } finally {
    clearTimeout(timer);
  }
}
