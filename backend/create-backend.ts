// The backend host: one fetch handler for all services, each behind the gateway's checks.
// Builds the services it has options for and closes them; reads no environment and opens no port.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { JWK } from 'jose';
import type { FetchHandler } from '#contracts/fetch-handler.ts';
import type { RequestSource } from '#contracts/request-source.ts';
import { createFunctions, type FunctionsOptions } from './functions/create-functions.ts';
import type { TokenRules } from './gateway/check-claims.ts';
import { crossOrigin, isPreflight, preflightResponse } from './gateway/cors.ts';
import { createIdentifyCaller, InvalidToken } from './gateway/identify-caller.ts';
import { createRealtime, type Realtime } from './realtime/create-realtime.ts';
import type { RealtimeOptions } from './realtime/options.ts';
import { RestError } from './rest/errors.ts';
import { createRest, errorResponse, type RestOptions } from './rest/routes.ts';
import type { Storage } from './storage/create-storage.ts';

export interface BackendOptions extends RestOptions {
  jwtSecret: string;
  publishableKey?: string;
  secretKey?: string;
  jwtKeys?: JWK[];
  /** Which signed tokens are accepted; strict by default. */
  tokenRules?: TokenRules;
  /** Where a request came from. */
  sourceOf?: (request: Request) => RequestSource;
  /** The network address behind a WebSocket handshake. */
  addressOf?: (request: IncomingMessage) => string;
  /** Answers everything under /auth/v1. */
  auth?: FetchHandler;
  /** Answers everything under /storage/v1; closed with the backend. */
  storage?: Storage;
  realtime?: Pick<
    RealtimeOptions,
    'limits' | 'slot' | 'slotBytes' | 'publication' | 'endedSessions' | 'sessionCheckMs'
  >;
  /** Serves everything under /functions/v1. */
  functions?: FunctionsOptions;
}

export interface Backend {
  fetch(request: Request): Promise<Response>;
  /** An HTTP upgrade: the WebSockets of realtime. */
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void;
  /** Asks connected clients to reconnect later; other requests continue. */
  hangUp(): Promise<void>;
  /** Throws when files can be neither stored nor read. */
  checkStorage(): Promise<void>;
  /** Whether table changes reach subscribers. */
  readonly changesState: Realtime['changesState'];
  close(): Promise<void>;
}

const restPrefix = '/rest/v1';
const authPrefix = '/auth/v1';
const storagePrefix = '/storage/v1';
const realtimePrefix = '/realtime/v1';
const functionsPrefix = '/functions/v1';

export async function createBackend(options: BackendOptions): Promise<Backend> {
  const identifyCaller = createIdentifyCaller(options);
  const rest = await createRest(options);
  const realtime = createRealtime({
    databaseUrl: options.databaseUrl,
    secret: options.jwtSecret,
    identifyToken: (token) => identifyCaller(new Headers({ authorization: `Bearer ${token}` })),
    addressOf: options.addressOf,
    sourceOf: options.sourceOf,
    ...options.realtime,
    onError: options.onError,
  });
  const functions =
    options.functions && createFunctions({ ...options.functions, callBackend: (request) => answer(request) });

  async function route(request: Request): Promise<Response> {
    const { path, search } = locationOf(request.url);
    if (isUnder(path, restPrefix)) {
      try {
        const caller = await identifyCaller(request.headers);
        return await rest.handle(
          request,
          path.slice(restPrefix.length),
          search,
          caller,
          options.sourceOf?.(request),
        );
      } catch (error) {
        if (error instanceof InvalidToken) return errorResponse(tokenError(error));
        throw error;
      }
    }
    if (options.auth && isUnder(path, authPrefix)) return options.auth(request);
    if (options.storage && isUnder(path, storagePrefix)) {
      return options.storage.handle(request, path.slice(storagePrefix.length), search, identifyCaller);
    }
    if (isUnder(path, realtimePrefix)) {
      return realtime.handle(request, path.slice(realtimePrefix.length), search);
    }
    return Response.json({ message: 'no Route matched with those values' }, { status: 404 });
  }

  async function answer(request: Request): Promise<Response> {
    const { path, search } = locationOf(request.url);
    if (functions && isUnder(path, functionsPrefix)) {
      const response = await functions.handle(
        request,
        path.slice(functionsPrefix.length),
        search,
        identifyCaller,
      );
      // A function decides itself which origins may call it; the host only adds headers to its own responses.
      return response.headers.has('x-relay-error') ? crossOrigin(response) : response;
    }
    if (isPreflight(request)) return preflightResponse(request);
    return crossOrigin(await route(request));
  }

  return {
    fetch: answer,
    checkStorage: async () => options.storage?.check(),
    get changesState() {
      return realtime.changesState;
    },
    upgrade: realtime.upgrade,
    hangUp: realtime.hangUp,
    async close() {
      await Promise.all([realtime.close(), functions?.close()]);
      await Promise.all([rest.close(), options.storage?.close()]);
    },
  };
}

function isUnder(path: string, prefix: string): boolean {
  return path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/');
}

/** Path and query of an absolute URL, without the cost of a URL object. */
function locationOf(url: string): { path: string; search: string } {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const rest = start < 0 ? '/' : url.slice(start);
  const hash = rest.indexOf('#');
  const whole = hash < 0 ? rest : rest.slice(0, hash);
  const query = whole.indexOf('?');
  return query < 0
    ? { path: whole, search: '' }
    : { path: whole.slice(0, query), search: whole.slice(query + 1) };
}

function tokenError({ kind, message }: InvalidToken): RestError {
  const challenge = (error: string) => ({
    headers: { 'www-authenticate': `Bearer error="${error}", error_description="${message}"` },
  });
  if (kind === 'scope')
    return new RestError(403, 'insufficient_scope', message, challenge('insufficient_scope'));
  return new RestError(401, kind === 'claims' ? 'PGRST303' : 'PGRST301', message, challenge('invalid_token'));
}
