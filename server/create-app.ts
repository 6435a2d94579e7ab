// Builds every part in order and returns an app that listens and closes.

import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import type { ServerBuild } from 'react-router';
import type { Database } from '#backend/database/connect.ts';
import { createInvitationNotes } from './accounts/invitation-notes.ts';
import { createVisitorClients } from './accounts/visitor-client.ts';
import { startAlarms } from './alarms/start-alarms.ts';
import { CONTACT_IN_ALL, receiveMessage } from './api/contact.ts';
import { createProductApi } from './api/product-api.ts';
import { startBackups } from './backup/backups.ts';
import { createBackupCopies } from './backup/offsite/backup-copies.ts';
import { startWalArchive } from './backup/wal/wal-archive.ts';
import type { Config } from './config.ts';
import { createDatabaseWatch } from './database-watch.ts';
import { measureAlarms } from './health/measure.ts';
import { alive, ready } from './health/ready.ts';
import { createClientAddresses } from './http/client-addresses.ts';
import { createClientConnections } from './http/client-connections.ts';
import { createSecurityHeaders } from './http/content-security.ts';
import { createHostedBackend } from './http/hosted-backend.ts';
import { createHttpServer } from './http/http-server.ts';
import { listenerOptions } from './http/listener-options.ts';
import { openConnectionLimit } from './http/open-connection-limit.ts';
import { rejectUpgrade } from './http/reject-upgrade.ts';
import { createRequestGate } from './http/request-gate.ts';
import { createStorageOrigin } from './http/storage-origin.ts';
import { createApiCors } from './http-kit/api-cors.ts';
import { createBotCheck } from './http-kit/bot-check.ts';
import { createHumanGate } from './http-kit/human-gate.ts';
import type { LogRing } from './log-ring.ts';
import type { Logger } from './logger.ts';
import { createDatabaseOutbox } from './mail/database-outbox.ts';
import { createMailSettings, type MailSettings } from './mail/mail-settings.ts';
import { readMailStudio } from './mail/templates/mail-studio.ts';
import { createMetrics } from './metrics/create-metrics.ts';
import { readDatabaseNumbers } from './metrics/read-database.ts';
import { createStripe } from './payments/stripe.ts';
import { PROGRAM } from './program.ts';
import { BROWSER_LIVE_PATH } from './radio/browser-live.ts';
import { startRadio } from './radio/start-radio.ts';
import { streamRequestOf } from './radio/stream-request.ts';
import { createRejection } from './reject-request.ts';
import { createRouter } from './route-request.ts';
import type { Secrets } from './secrets.ts';
import { openBuiltFiles } from './site/built-files.ts';
import { cacheKeyOf, createSite } from './site/create-site.ts';
import { followContent } from './site/follow-content.ts';
import { createPageCache } from './site/page-cache.ts';
import { createReadCache } from './site/read-cache.ts';
import { readTracker } from './site/read-tracker.ts';
import { createRevalidatedCache } from './site/revalidated-cache.ts';
import { startBackend } from './start-backend.ts';
import { startJobs } from './start-jobs.ts';
import { startLimits } from './start-limits.ts';
import type { Certificates } from './tls/certificate-files.ts';

export interface AppParts {
  config: Config;
  secrets: Secrets;
  database: Database & { clusterDir?: string };
  log: Logger;
  /** Where the program does HTTPS itself. */
  certificates?: Certificates;
  /** The last lines of the log, for the owner. */
  ring?: LogRing;
  /** Pages come from the sources through Vite instead of the build. */
  isDevelopment?: boolean;
}

export interface App {
  listen(): Promise<{ url: string }>;
  close(): Promise<void>;
}

const ROOT = join(import.meta.dirname, '..');

export async function createApp({
  config,
  secrets,
  database,
  log,
  certificates,
  ring,
  isDevelopment = false,
}: AppParts): Promise<App> {
  const { sql } = database;
  const limiter = await startLimits({ config, sql, log });
  const security = createSecurityHeaders(config, { isDevelopment });
  const cache = createPageCache();
  const addresses = createClientAddresses();
  const connections = createClientConnections(config);
  const storageOrigin = createStorageOrigin(config.storageUrl);
  const mail = createMailSettings({ sql, environment: config.mail, secret: secrets.jwtSecret });
  const invitations = createInvitationNotes();
  const outbox = createDatabaseOutbox({ sql, mail, smsWebhook: config.smsWebhook, log });
  const botCheck = createBotCheck({
    sql,
    secret: secrets.jwtSecret,
    turnstile: config.turnstile,
    hostnames: siteHostnames(config),
    onFailure: (reason) => log.warn({ reason }, 'security check could not be verified'),
  });
  const backend = config.backendUrl
    ? undefined
    : await startBackend({
        config,
        secrets,
        database,
        log,
        outbox,
        invitations,
        mailStudio: () => readMailStudio(sql, config.siteUrl),
        clientIp: addresses.of,
        limiter,
        sourceOf: addresses.sourceOf,
        addressOf: (request) => connections.of(request).address,
        verifyCaptcha: (config.auth.captcha ?? true) ? botCheck.redeem : undefined,
        onRead: readTracker.note,
        isStorageOrigin: ({ url }) => storageOrigin.isStorageHost(new URL(url).host),
        isDevelopment,
      });
  const readCache = createReadCache({
    send(request) {
      if (!backend) return fetch(request);
      addresses.noteInProcess(request, undefined);
      return backend.fetch(request);
    },
  });
  const shared = createRevalidatedCache<unknown>({});
  const clients = createVisitorClients({
    url: config.backendUrl ?? config.siteUrl,
    anonKey: secrets.anonKey,
    // Another backend only knows the key it gave us; the one in our secrets is our own backend's.
    serviceRoleKey: backend ? secrets.serviceRoleKey : config.serviceRoleKey,
    cookieDomain: config.cookieDomain,
    isHttps: config.siteUrl.startsWith('https:'),
    sendForAnyone: readCache.fetch,
    // In process: a server render costs no network hop.
    send(request, onBehalfOf) {
      if (!backend) return fetch(request);
      addresses.noteInProcess(request, onBehalfOf);
      return backend.fetch(request);
    },
  });
  const stripe = config.stripe && createStripe(config.stripe);
  const dev = isDevelopment ? await startVite() : undefined;
  const gate = createHumanGate({ botCheck, clientIp: addresses.of, limiter });
  const contactInAll = limiter.limit(CONTACT_IN_ALL);
  const site = createSite({
    loadBuild: dev?.loadBuild ?? (() => productionBuild),
    mode: dev ? 'development' : 'production',
    clients,
    settings: publicSettings(config, secrets, mail),
    gate,
    receiveMessage: (message, isHuman) => receiveMessage(message, { sql, isHuman, limit: contactInAll }),
    cache,
    shared,
    security,
    log,
  });
  // A hosted backend makes its own backups; its tables are not all ours to read.
  const backupCopies =
    backend &&
    config.backupCopies &&
    createBackupCopies({
      sql,
      databaseUrl: database.url,
      folder: join(config.dataDir, 'backups'),
      config: config.backupCopies,
      log,
    });
  const backups =
    backend &&
    startBackups({
      sql,
      databaseUrl: database.url,
      dataDir: config.dataDir,
      s3: config.storage.s3,
      program: PROGRAM,
      log,
      copies: backupCopies,
      isWalArchived: config.backupCopies?.hasWal,
    });
  const walArchive =
    backend && config.backupCopies?.hasWal && database.clusterDir !== undefined
      ? startWalArchive({
          sql,
          config: config.backupCopies,
          dataDir: config.dataDir,
          clusterDir: database.clusterDir,
          log,
        })
      : undefined;
  const measured = {
    dataDir: config.dataDir,
    checkStorage: backend?.checkStorage,
    isOnAir: () => radio?.radio.nowPlaying().isOnAir,
    radioProblem: () => radio?.radio.nowPlaying().alarm ?? null,
    certificates,
  };
  const productApi = createProductApi({
    sql,
    botCheck,
    clientIp: addresses.of,
    limiter,
    payments: { stripe, siteUrl: config.siteUrl },
    accounts: { clients, outbox, invitations, siteUrl: config.siteUrl, passwordMin: config.auth.passwordMin },
    owner: {
      clients,
      siteUrl: config.siteUrl,
      mail,
      outbox,
      secrets: backend && secrets,
      backups,
      backupCopies,
      system: { ...measured, s3: config.storage.s3, ring },
    },
    log,
  });
  const radio = config.radio.streamUrl
    ? undefined
    : await startRadio({
        config,
        sql,
        databaseUrl: database.url,
        clientIp: addresses.of,
        limiter,
        connections,
        certificates,
        clients,
        secret: secrets.jwtSecret,
        isHuman: gate.isHuman,
        log,
      });
  const metrics =
    config.metricsToken === undefined
      ? undefined
      : createMetrics(config.metricsToken, {
          readDatabase: () => readDatabaseNumbers(sql),
          radio:
            radio &&
            (() => {
              const { isOnAir, isLive, listeners, now } = radio.radio.nowPlaying();
              return { isOnAir, isLive, listeners: listeners.current, source: now?.kind };
            }),
        });
  const databaseWatch = createDatabaseWatch({ url: database.url, log });
  const route = createRouter({
    cors: createApiCors(config),
    backend,
    hostedBackend: config.backendUrl === undefined ? undefined : createHostedBackend(config.backendUrl),
    productApi,
    site,
    radio,
    storageOrigin,
    alive,
    ready: () =>
      ready({
        sql,
        dataDir: config.dataDir,
        checkStorage: backend?.checkStorage,
        isOnAir: radio && (() => radio.radio.nowPlaying().isOnAir),
      }),
    databaseWatch,
    security,
    metrics,
    log,
  });
  const jobs = await startJobs({
    sql,
    outbox,
    stripe,
    siteUrl: config.siteUrl,
    alarmWebhook: config.alarms.webhook,
    log,
    backupJobs: backupCopies?.jobs,
  });
  const alarms = startAlarms({
    sql,
    config: config.alarms,
    measure: () => measureAlarms({ sql, mail, ...measured }),
    mail,
    outbox,
    siteUrl: config.siteUrl,
    log,
  });
  const content =
    backend && !dev ? await followContent(database.url, [cache, readCache, shared], log) : undefined;
  if (!content) cache.suspend();
  // Pages show whether emails are sent; all of them read the studio.
  mail.onChange(() => {
    for (const each of [cache, readCache, shared]) each.drop('public.studio');
  });

  const built = dev
    ? undefined
    : await openBuiltFiles({ dataDir: config.dataDir, headers: security.file, log });
  const requestGate = createRequestGate();
  const listener = getRequestListener((request, { incoming }) => {
    const { address, traceParent } = connections.of(incoming as IncomingMessage);
    addresses.note(request, address);
    return requestGate.pass(request, addresses.sourceOf(request).address, () => route(request, traceParent));
  }, listenerOptions(config));
  const httpServer = createHttpServer({
    connectionLimit: openConnectionLimit(config, log),
    certificates,
    findReady(request) {
      if (storageOrigin.mayBeStorageHost(request.headers)) return undefined;
      const target = request.url ?? '/';
      const query = target.indexOf('?');
      const file = built?.files.get(query < 0 ? target : target.slice(0, query));
      const key = file
        ? undefined
        : cacheKeyOf(target, request.headers.cookie, request.headers.authorization);
      const ready = file ?? (key === undefined ? undefined : cache.find(key));
      if (ready) metrics?.countReady();
      return ready;
    },
    claim: radio?.claim,
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
      if (radio && stream) return radio.listen(request.socket, { ...stream, address });
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

  return {
    async listen() {
      await httpServer.listen(config.port, config.host);
      return { url: config.siteUrl };
    },
    async close() {
      // The HTTP server first, so that no new requests arrive: a proxy then uses another process. It waits for every connection;
      // those of listeners and of realtime would not end by themselves.
      await Promise.all([httpServer.close(), radio?.close(), backend?.hangUp()]);
      await backups?.close();
      await alarms.close();
      await jobs.close();
      await walArchive?.close();
      await backupCopies?.close();
      await content?.close();
      await built?.saved;
      await dev?.close();
      await backend?.close();
      await outbox.close();
      await limiter.close();
      await databaseWatch.close();
    },
  };
}

const buildPath = join(ROOT, 'build', 'server', 'index.js');
const productionBuild: Promise<ServerBuild> = Promise.resolve().then(() => import(buildPath));

function publicSettings(config: Config, secrets: Secrets, mail: MailSettings) {
  return {
    siteUrl: config.siteUrl,
    // The page's own origin, unless the studio configures another.
    apiBaseUrl: config.apiBaseUrl === config.siteUrl ? '' : config.apiBaseUrl,
    environment: config.environment,
    streamUrl: config.radio.streamUrl ?? '/radio/live.mp3',
    takesCards: config.stripe !== undefined,
    // Getters: a mail server may be set while the program runs.
    get sendsMail() {
      return mail.isConnected;
    },
    // A hosted backend sends its own emails.
    get sendsCodes() {
      return {
        mail: mail.isConnected || config.backendUrl !== undefined,
        phone: config.smsWebhook !== undefined || config.backendUrl !== undefined,
      };
    },
    turnstileSiteKey: config.turnstile?.siteKey ?? null,
    analyticsId: config.analyticsId ?? null,
    backendUrl: config.backendUrl ?? '',
    storageUrl: config.storageUrl ?? config.backendUrl ?? '',
    anonKey: secrets.anonKey,
    cookieDomain: config.cookieDomain ?? null,
  };
}

/** A program on one's own machine is opened by either of its names. */
function siteHostnames({ siteUrl }: Config): string[] {
  const { hostname } = new URL(siteUrl);
  return ['localhost', '127.0.0.1'].includes(hostname) ? ['localhost', '127.0.0.1'] : [hostname];
}

async function startVite() {
  const { createServer } = await import('vite');
  const vite = await createServer({ root: ROOT, server: { middlewareMode: true } });
  return {
    middlewares: vite.middlewares,
    loadBuild: () =>
      vite.ssrLoadModule('virtual:react-router/server-build') as Promise<unknown> as Promise<ServerBuild>,
    close: () => vite.close(),
  };
}
