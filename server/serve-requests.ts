// What the HTTP server does with a request: ready bytes, the stream of the radio, an upgrade, or the route table.
import type { Backend } from '#backend/create-backend.ts';
import type { Config } from './config.ts';
import type { ClientAddresses } from './http/client-addresses.ts';
import type { ClientConnections } from './http/client-connections.ts';
import type { SecurityHeaders } from './http/content-security.ts';
import { createListener } from './http/create-listener.ts';
import { createHttpServer, type HttpServer } from './http/http-server.ts';
import { openConnectionLimit } from './http/open-connection-limit.ts';
import { rejectUpgrade } from './http/reject-upgrade.ts';
import { createRequestGate } from './http/request-gate.ts';
import type { StorageOrigin } from './http/storage-origin.ts';
import type { DevelopmentPages } from './load-pages.ts';
import type { Logger } from './logger.ts';
import type { Metrics } from './metrics/create-metrics.ts';
import { BROWSER_LIVE_PATH } from './radio/browser-live.ts';
import type { RadioService } from './radio/start-radio.ts';
import { streamRequestOf } from './radio/stream-request.ts';
import { createRejection } from './reject-request.ts';
import type { createRouter } from './route-request.ts';
import type { BuiltFiles } from './site/built-files.ts';
import { cacheKeyOf } from './site/cache-key.ts';
import type { ClosedSections } from './site/closed-sections.ts';
import type { Site } from './site/create-site.ts';
import type { PageCache } from './site/page-cache.ts';
import type { Certificates } from './tls/certificate-files.ts';

interface ServedParts {
  config: Config;
  certificates: Certificates | undefined;
  addresses: ClientAddresses;
  connections: ClientConnections;
  storageOrigin: StorageOrigin;
  route: ReturnType<typeof createRouter>;
  site: Site;
  cache: PageCache;
  files: BuiltFiles['files'] | undefined;
  security: SecurityHeaders;
  metrics: Metrics | undefined;
  radio: RadioService | undefined;
  closedSections: Pick<ClosedSections, 'known'>;
  backend: Backend | undefined;
  /** In development. */
  dev: DevelopmentPages | undefined;
  log: Logger;
}

export function serveRequests(parts: ServedParts): HttpServer {
  const { config, certificates, addresses, connections, storageOrigin, route, site } = parts;
  const { cache, files, security, metrics, radio, closedSections, backend, dev, log } = parts;
  const isRadioOpen = () => !closedSections.known.includes('radio');
  const requestGate = createRequestGate();
  const onFault = (error: unknown) => log.error({ err: error }, 'request failed');
  const listener = createListener(
    { siteUrl: config.siteUrl, headers: security.plain, onFault },
    (request, incoming) => {
      const { address, traceParent } = connections.of(incoming);
      addresses.note(request, address, incoming.socket);
      return requestGate.pass(request, addresses.sourceOf(request).address, () =>
        route(request, traceParent),
      );
    },
  );
  return createHttpServer({
    connectionLimit: openConnectionLimit(config, log),
    certificates,
    findReady(request) {
      if (storageOrigin.mayBeStorageHost(request.headers)) return undefined;
      const target = request.url ?? '/';
      const query = target.indexOf('?');
      const file = files?.get(query < 0 ? target : target.slice(0, query));
      const key = file
        ? undefined
        : cacheKeyOf(target, request.headers.cookie, request.headers.authorization);
      const ready = file ?? (key === undefined ? undefined : cache.find(key));
      if (ready) metrics?.countReady();
      return ready;
    },
    claim: (head) => (isRadioOpen() ? radio?.claim(head) : undefined),
    isReserved: config.storageUrl ? storageOrigin.mayBeStorageHead : undefined,
    reject: createRejection({ site, security, log }),
    cookies: { siteUrl: config.siteUrl, domain: config.cookieDomain },
    addressOf: ({ socket, headers }) => connections.addressOf(socket, (name) => headers[name]?.toString()),
    handle(request, response) {
      const { address } = connections.admit(request);
      if (storageOrigin.isStorageHost(request.headers.host)) {
        request.url = connections.targetOf(request);
        return listener(request, response);
      }
      // A head that came in several chunks: the stream still leaves on the bare socket.
      const stream =
        request.method === 'GET' &&
        streamRequestOf(request.url ?? '', (name) => request.headers[name]?.toString());
      if (radio && stream && isRadioOpen()) return radio.listen(request.socket, { ...stream, address });
      const answer = () => {
        request.url = connections.targetOf(request);
        listener(request, response);
      };
      if (dev) return dev.middlewares(request, response, answer);
      answer();
    },
    upgrade(request, stream, head) {
      connections.admit(request);
      if (storageOrigin.isStorageHost(request.headers.host)) return rejectUpgrade(stream, 404);
      const isLive = radio && request.url?.startsWith(BROWSER_LIVE_PATH);
      metrics?.countSocket(isLive ? 'live' : 'realtime', stream);
      if (isLive) return radio.upgrade(request, stream, head);
      if (backend) return backend.upgrade(request, stream, head);
      stream.destroy();
    },
  });
}
