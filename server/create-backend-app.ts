// The backend host alone behind the same HTTP server as the whole program: no site, no product tables, no radio.
import { join } from 'node:path';
import { crossOrigin } from '#backend/gateway/cors.ts';
import { openPictures } from '#backend/pictures/open-pictures.ts';
import type { VerifyCaptcha } from './accounts/start-auth.ts';
import { type Config, ConfigError } from './config.ts';
import { createDatabaseWatch } from './database-watch.ts';
import { alive, ready } from './health/ready.ts';
import { createClientAddresses } from './http/client-addresses.ts';
import { createClientConnections } from './http/client-connections.ts';
import { CONFIRM_PATH, renderConfirmPage } from './http/confirm-page.ts';
import { createSecurityHeaders } from './http/content-security.ts';
import { createListener } from './http/create-listener.ts';
import { createHttpServer } from './http/http-server.ts';
import { openConnectionLimit } from './http/open-connection-limit.ts';
import { rejectUpgrade } from './http/reject-upgrade.ts';
import { createRequestGate } from './http/request-gate.ts';
import { giveUp } from './http/request-outcome.ts';
import { createStorageOrigin } from './http/storage-origin.ts';
import { isPlayed, withHeaders } from './http/with-headers.ts';
import { isTurnstileToken } from './http-kit/turnstile-check.ts';
import { inLanguage } from './language/current-language.ts';
import type { Logger } from './logger.ts';
import { createFileOutbox } from './mail/file-outbox.ts';
import { type BackendParts, startBackend } from './start-backend.ts';
import { startLimits } from './start-limits.ts';
import type { Certificates } from './tls/certificate-files.ts';

const APP_NAME = 'onda';
const LANGUAGE = 'en';

export async function createBackendApp(
  parts: Pick<BackendParts, 'config' | 'secrets' | 'database' | 'log'> & { certificates?: Certificates },
) {
  const { config, database, log } = parts;
  // The HTTP server speaks for the host's own address; the app behind SITE_URL is another program.
  const served = { ...config, siteUrl: config.apiUrl };
  const verifyCaptcha = config.auth.captcha ? askTurnstile(config, log) : undefined;
  const addresses = createClientAddresses();
  const connections = createClientConnections(served);
  const storageOrigin = createStorageOrigin(config.storageUrl);
  const outbox = createFileOutbox({
    directory: join(config.dataDir, 'outbox'),
    ...config.mail,
    smsWebhook: config.smsWebhook,
    log,
  });
  const limiter = await startLimits({ config, sql: database.sql, log });
  const pictures = openPictures();
  const backend = await startBackend({
    ...parts,
    pictures,
    outbox,
    mailStudio: async () => ({ studioName: APP_NAME, siteUrl: config.siteUrl, defaultLanguage: LANGUAGE }),
    clientIp: addresses.of,
    limiter,
    verifyCaptcha,
    actsAsSupabase: true,
    isStorageOrigin: ({ url }) => storageOrigin.isStorageHost(new URL(url).host),
    sourceOf: addresses.sourceOf,
    addressOf: (request) => connections.of(request).address,
  });
  const databaseWatch = createDatabaseWatch({ url: database.url, log });
  const route = (request: Request): Response | Promise<Response> => {
    const url = new URL(request.url);
    const { host, pathname } = url;
    if (storageOrigin.isStorageHost(host)) return storageOrigin.fetch(request, backend.fetch);
    if (pathname === '/healthz') return alive();
    if (pathname === '/readyz') return ready({ sql: database.sql, dataDir: config.dataDir, backend });
    const page =
      pathname === CONFIRM_PATH && inLanguage(LANGUAGE, () => renderConfirmPage(url, { appName: APP_NAME }));
    if (page) return page;
    return databaseWatch.guard(
      () => storageOrigin.redirectFor(request) ?? backend.fetch(request),
      async () => crossOrigin(await giveUp(request)),
    );
  };
  const { common, plain } = createSecurityHeaders(served);
  const requestGate = createRequestGate();
  const onFault = (error: unknown) => log.error({ err: error }, 'request failed');
  const listener = createListener(
    { siteUrl: served.siteUrl, headers: plain, onFault },
    async (request, incoming) => {
      addresses.note(request, connections.of(incoming).address);
      const answer = await requestGate.pass(request, addresses.sourceOf(request).address, () =>
        route(request),
      );
      return withHeaders(answer, isPlayed(answer) ? common : plain);
    },
  );
  const httpServer = createHttpServer({
    connectionLimit: openConnectionLimit(config, log),
    certificates: parts.certificates,
    findReady: () => undefined,
    reject: async (error) => withHeaders(crossOrigin(error.toResponse()), plain),
    cookies: { siteUrl: config.apiUrl, domain: config.cookieDomain },
    addressOf: ({ socket, headers }) => connections.addressOf(socket, (name) => headers[name]?.toString()),
    handle(request, response) {
      connections.admit(request);
      request.url = connections.targetOf(request);
      listener(request, response);
    },
    upgrade(request, stream, head) {
      connections.admit(request);
      if (storageOrigin.isStorageHost(request.headers.host)) return rejectUpgrade(stream, 404);
      backend.upgrade(request, stream, head);
    },
  });
  return {
    async listen() {
      await httpServer.listen(config.port, config.host);
      return { url: config.apiUrl };
    },
    async close() {
      // The HTTP server waits for every connection: realtime connections would not end by themselves.
      await Promise.all([httpServer.close(), backend.hangUp()]);
      await backend.close();
      pictures.close();
      await outbox.close();
      await limiter.close();
      await databaseWatch.close();
    },
  };
}

/** The proof of work needs the site's pages and tables: without the site, the backend can only use Cloudflare. */
function askTurnstile({ turnstile }: Config, log: Logger): VerifyCaptcha {
  if (!turnstile)
    throw new ConfigError(
      'AUTH_CAPTCHA is on, but without the site the backend can only use Turnstile: set TURNSTILE_SITE_KEY and TURNSTILE_SECRET_KEY too.',
    );
  return async (token, ip) => {
    try {
      return await isTurnstileToken(token, ip, { ...turnstile, hostnames: [] });
    } catch (error) {
      log.warn({ err: error }, 'Turnstile could not be reached');
      return false;
    }
  };
}
