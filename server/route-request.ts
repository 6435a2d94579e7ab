// The whole route table: which part of the program answers which path.
import { randomUUID } from 'node:crypto';
import type { Backend } from '#backend/create-backend.ts';
import { crossOrigin } from '#backend/gateway/cors.ts';
import type { FetchHandler } from '#contracts/fetch-handler.ts';
import { isSecretAddress, publicPath } from '#contracts/public-address.ts';
import { inSpan, type SpanContext, spanChannel } from '#contracts/spans.ts';
import { rejectApplicationToken } from './accounts/application-tokens.ts';
import type { DatabaseWatch } from './database-watch.ts';
import type { SecurityHeaders } from './http/content-security.ts';
import type { HostedBackend } from './http/hosted-backend.ts';
import { giveUp } from './http/request-outcome.ts';
import type { StorageOrigin } from './http/storage-origin.ts';
import { isPlayed, withHeaders } from './http/with-headers.ts';
import type { ApiCors } from './http-kit/api-cors.ts';
import { ApiError } from './http-kit/api-error.ts';
import type { Logger } from './logger.ts';
import type { Metrics } from './metrics/create-metrics.ts';
import { methodOf, partOf } from './metrics/part-of.ts';
import { type ClosedSections, isClosed } from './site/closed-sections.ts';

export interface Parts {
  backend: Backend | undefined;
  /** Where the backend is a hosted one. */
  hostedBackend?: HostedBackend;
  productApi: { fetch: FetchHandler };
  site: { fetch: FetchHandler };
  /** The station, unless an external stream is played. */
  radio?: { handles(path: string): boolean; fetch: FetchHandler };
  closedSections: Pick<ClosedSections, 'known'>;
  storageOrigin: StorageOrigin;
  alive: () => Response;
  ready: () => Promise<Response>;
  databaseWatch: Pick<DatabaseWatch, 'guard'>;
  cors: ApiCors;
  security: SecurityHeaders;
  /** Only where a token for it is set. */
  metrics?: Pick<Metrics, 'observe' | 'answer'>;
  log: Logger;
}

const BACKEND = /^\/(auth|rest|storage|functions|realtime)\/v1(\/|$)/;
const API = /^\/(api|cloudflare)\//;
// These report the state of the database themselves.
const UNGUARDED = /^\/(healthz|readyz|metrics)$/;
const REQUEST_ID = /^[\w-]{8,64}$/;

/** The trace is that of a trusted proxy, see client-connections.ts. */
export function createRouter(parts: Parts): (request: Request, traceParent?: string) => Promise<Response> {
  const { storageOrigin } = parts;
  const route = (request: Request, { host, pathname: path }: URL): Response | Promise<Response> => {
    if (storageOrigin.isStorageHost(host)) return storageOrigin.fetch(request, parts.backend?.fetch);
    const redirect = storageOrigin.redirectFor(request);
    if (redirect) return redirect;
    if (path === '/healthz') return parts.alive();
    if (path === '/readyz') return parts.ready();
    if (path === '/metrics' && parts.metrics) return parts.metrics.answer(request);
    // Pages of a closed section are for the site to answer.
    const isFile = BACKEND.test(path) || API.test(path) || parts.radio?.handles(path);
    if (isFile && isClosed(path, parts.closedSections.known)) return notFound();
    if (BACKEND.test(path) && parts.backend) return parts.backend.fetch(request);
    const forwarded = parts.hostedBackend?.answer(request);
    if (forwarded) return forwarded;
    const rejected = rejectApplicationToken(request);
    if (rejected) return rejected;
    if (parts.radio?.handles(path)) return parts.radio.fetch(request);
    if (API.test(path)) return parts.productApi.fetch(request);
    return parts.site.fetch(request);
  };

  const answerGuarded = (request: Request, url: URL): Response | Promise<Response> => {
    if (UNGUARDED.test(url.pathname)) return route(request, url);
    return parts.databaseWatch.guard(
      () => route(request, url),
      async () => withCors(url, await giveUp(request)),
      // The station plays on without the database.
      { isStartedAnyway: parts.radio?.handles(url.pathname) },
    );
  };

  /** Programs on other sites may read from an error of the backend too that it is one. */
  const withCors = ({ pathname }: URL, response: Response): Response =>
    BACKEND.test(pathname) ? crossOrigin(response) : response;

  return (request, traceParent) => {
    // Created here only without tracing, because every request passes here.
    if (!spanChannel.hasSubscribers) return answerRequest(request);
    const path = new URL(request.url).pathname;
    const context: SpanContext = {
      name: `${methodOf(request.method)} ${partOf(path)}`,
      kind: 'server',
      attributes: { 'http.request.method': methodOf(request.method), 'url.path': publicPath(path) },
      parent: traceParent,
    };
    return inSpan(context, async (attributes) => {
      const answer = await answerRequest(request);
      attributes['http.response.status_code'] = answer.status;
      attributes['onda.request_id'] = answer.headers.get('x-request-id') ?? '';
      return answer;
    });
  };

  async function answerRequest(request: Request): Promise<Response> {
    const startedAt = performance.now();
    const url = new URL(request.url);
    const path = url.pathname;
    const given = request.headers.get('x-request-id');
    const requestId = given && REQUEST_ID.test(given) ? given : randomUUID();
    const isApi = API.test(path) && !storageOrigin.isStorageHost(url.host);
    let response: Response;
    try {
      response = (isApi && parts.cors.preflight(request)) || (await answerGuarded(request, url));
    } catch (error) {
      parts.log.error({ err: error, requestId, path }, 'request failed');
      response = Response.json(
        { code: 'unexpected', message: 'Something went wrong on our side.', request_id: requestId },
        { status: 500 },
      );
    }
    if (isApi) response = parts.cors.allow(request, response);
    const { plain, common } = parts.security;
    const answer = withHeaders(response, isPlayed(response) ? common : plain);
    answer.headers.set('x-request-id', requestId);
    // Whatever part answers, and errors too. The backend's services choose theirs as Supabase does.
    if (!BACKEND.test(path) && isSecretAddress(url)) answer.headers.set('cache-control', 'private, no-store');
    const ms = Math.round((performance.now() - startedAt) * 10) / 10;
    parts.metrics?.observe({ method: request.method, path, status: answer.status, ms });
    parts.log.info(
      {
        requestId,
        method: request.method,
        path,
        status: answer.status,
        ms,
      },
      'request',
    );
    return answer;
  }
}

function notFound(): Response {
  return new ApiError(404, 'path_not_found', 'Not found.').toResponse();
}
