// Builds every part in order and returns an app that listens and closes.

import { openPapers } from '#backend/papers/open-papers.ts';
import { openPictures } from '#backend/pictures/open-pictures.ts';
import { createInvitationNotes } from './accounts/invitation-notes.ts';
import { createVisitorClients } from './accounts/visitor-client.ts';
import { siteHostnames } from './address-config.ts';
import { startAlarms } from './alarms/start-alarms.ts';
import { CONTACT_IN_ALL, receiveMessage } from './api/contact.ts';
import { createProductApi } from './api/product-api.ts';
import type { App, AppParts } from './app-parts.ts';
import { startBackup } from './backup/start-backup.ts';
import { createDatabaseWatch } from './database-watch.ts';
import { measureAlarms } from './health/measure.ts';
import { alive, ready } from './health/ready.ts';
import { createClientAddresses } from './http/client-addresses.ts';
import { createClientConnections } from './http/client-connections.ts';
import { createSecurityHeaders } from './http/content-security.ts';
import { createHostedBackend } from './http/hosted-backend.ts';
import { createStorageOrigin } from './http/storage-origin.ts';
import { createApiCors } from './http-kit/api-cors.ts';
import { createBotCheck } from './http-kit/bot-check.ts';
import { createHumanGate } from './http-kit/human-gate.ts';
import { readEmailLanguage } from './language/email-language.ts';
import { setPageLanguages } from './language/in-page-language.ts';
import { createMessageOverrides } from './language/overrides.ts';
import { productionBuild, startVite } from './load-pages.ts';
import { createDatabaseOutbox } from './mail/database-outbox.ts';
import { createMailSettings } from './mail/mail-settings.ts';
import { readMailStudio } from './mail/templates/mail-studio.ts';
import { openMetrics } from './metrics/open-metrics.ts';
import { createCardSettings } from './payments/card-settings.ts';
import { createPublicSettings } from './public-settings.ts';
import { startRadio } from './radio/start-radio.ts';
import { createRouter } from './route-request.ts';
import { addSampleMediaOnce } from './samples/add-sample-media.ts';
import { serveRequests } from './serve-requests.ts';
import { openBuiltFiles } from './site/built-files.ts';
import { createClosedSections } from './site/closed-sections.ts';
import { createSite } from './site/create-site.ts';
import { followContent } from './site/follow-content.ts';
import { createPageCache } from './site/page-cache.ts';
import { createReadCache } from './site/read-cache.ts';
import { readTracker } from './site/read-tracker.ts';
import { createRevalidatedCache } from './site/revalidated-cache.ts';
import { createStudioLanguages } from './site/studio-languages.ts';
import { startBackend } from './start-backend.ts';
import { startJobs } from './start-jobs.ts';
import { startLimits } from './start-limits.ts';

export async function createApp(parts: AppParts): Promise<App> {
  const { config, secrets, database, log, certificates, ring, isDevelopment = false } = parts;
  const { sql } = database;
  const limiter = await startLimits({ config, sql, log });
  const security = createSecurityHeaders(config, { isDevelopment });
  const cache = createPageCache();
  const addresses = createClientAddresses();
  const connections = createClientConnections(config);
  const storageOrigin = createStorageOrigin(config.storageUrl);
  const mail = createMailSettings({ sql, environment: config.mail, secret: secrets.jwtSecret });
  const cards = createCardSettings({
    sql,
    environment: config.stripe,
    apiUrl: config.stripeApiUrl,
    siteUrl: config.siteUrl,
    secret: secrets.jwtSecret,
  });
  const invitations = createInvitationNotes();
  const outbox = createDatabaseOutbox({
    sql,
    mail,
    smsWebhook: config.smsWebhook,
    secret: secrets.jwtSecret,
    log,
  });
  const botCheck = createBotCheck({
    sql,
    secret: secrets.jwtSecret,
    turnstile: config.turnstile,
    hostnames: siteHostnames(config.siteUrl),
    onFailure: (reason) => log.warn({ reason }, 'security check could not be verified'),
  });
  const pictures = openPictures();
  const papers = openPapers();
  const backend = config.backendUrl
    ? undefined
    : await startBackend({
        config,
        secrets,
        database,
        pictures,
        log,
        outbox,
        invitations,
        mailStudio: () => readMailStudio(sql, config.siteUrl),
        emailLanguage: (userId, pageUrl) => readEmailLanguage(sql, userId, pageUrl),
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
  const languages = createStudioLanguages({ sql, log });
  languages.onChange(() => cache.clear());
  setPageLanguages(() => languages.known);
  const closedSections = createClosedSections({ sql, log });
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
  if (config.demo) await addSampleMediaOnce({ sql, client: clients.elevated, log });
  const dev = isDevelopment ? await startVite() : undefined;
  const gate = createHumanGate({ botCheck, clientIp: addresses.of, limiter });
  const contactInAll = limiter.limit(CONTACT_IN_ALL);
  const site = createSite({
    loadBuild: dev?.loadBuild ?? (() => productionBuild),
    mode: dev ? 'development' : 'production',
    sourceOf: addresses.sourceOf,
    clients,
    settings: createPublicSettings(config, secrets, { mail, cards }),
    gate,
    receiveMessage: (message, isHuman) => receiveMessage(message, { sql, isHuman, limit: contactInAll }),
    readUnsendable: outbox.readUnsendable,
    cache,
    shared,
    languages,
    closedSections,
    pictures,
    papers,
    security,
    log,
  });
  // A hosted backend makes its own backups; its tables are not all ours to read.
  const backup = backend && startBackup({ config, database, log });
  const measured = {
    dataDir: config.dataDir,
    checkStorage: backend?.checkStorage,
    isOnAir: () => radio?.radio.nowPlaying().isOnAir,
    radioProblem: () => radio?.radio.nowPlaying().alarm ?? null,
    countriesState: () => radio?.countries.state,
    certificates,
  };
  const overrides = createMessageOverrides({ sql, onChange: cache.clear, log });
  await overrides.load();
  const productApi = createProductApi({
    sql,
    botCheck,
    clientIp: addresses.of,
    limiter,
    payments: { cards, siteUrl: config.siteUrl },
    accounts: { clients, outbox, invitations, siteUrl: config.siteUrl, passwordMin: config.auth.passwordMin },
    owner: {
      clients,
      pictures,
      siteUrl: config.siteUrl,
      mail,
      cards,
      outbox,
      overrides,
      secrets: backend && secrets,
      backups: backup?.backups,
      backupCopies: backup?.copies,
      system: { ...measured, s3: config.storage.s3, ring, databaseUrl: database.url },
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
        hangUp: addresses.hangUp,
        limiter,
        connections,
        certificates,
        clients,
        secret: secrets.jwtSecret,
        isHuman: gate.isHuman,
        log,
      });
  const metrics = openMetrics(config.metricsToken, { sql, radio: radio?.radio });
  const databaseWatch = createDatabaseWatch({ url: database.url, log });
  const route = createRouter({
    cors: createApiCors(config),
    backend,
    hostedBackend: config.backendUrl === undefined ? undefined : createHostedBackend(config.backendUrl),
    productApi,
    site,
    radio,
    closedSections,
    storageOrigin,
    alive,
    ready: () =>
      ready({
        sql,
        dataDir: config.dataDir,
        backend,
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
    cards,
    siteUrl: config.siteUrl,
    webhooks: { alarm: config.alarms.webhook, radio: radio?.webhooks },
    log,
    backupJobs: backup?.copies?.jobs,
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
    backend && !dev
      ? await followContent(
          database.url,
          [languages, closedSections, cache, readCache, shared, overrides.follower],
          log,
        )
      : undefined;
  if (!content) cache.suspend();
  // Pages show whether emails are sent and cards are taken; all of them read the studio.
  const onSettings = () => {
    for (const each of [cache, readCache, shared]) each.drop('public.studio');
  };
  mail.onChange(onSettings);
  cards.onChange(onSettings);
  await cards.current();
  const built = dev
    ? undefined
    : await openBuiltFiles({ dataDir: config.dataDir, headers: security.file, log });
  const httpServer = serveRequests({
    config,
    certificates,
    addresses,
    connections,
    storageOrigin,
    route,
    site,
    cache,
    files: built?.files,
    security,
    metrics,
    radio,
    closedSections,
    backend,
    dev,
    log,
  });

  return {
    async listen() {
      await httpServer.listen(config.port, config.host);
      return { url: config.siteUrl };
    },
    async close() {
      // The HTTP server first: a proxy then uses another process. Connections of listeners and realtime do not end by themselves.
      await Promise.all([httpServer.close(), radio?.close(), backend?.hangUp()]);
      await backup?.stop();
      await alarms.close();
      await jobs.close();
      await backup?.close();
      await content?.close();
      await built?.saved;
      await dev?.close();
      await backend?.close();
      pictures.close();
      cards.close();
      papers.close();
      await outbox.close();
      await limiter.close();
      await databaseWatch.close();
    },
  };
}
