// A studio without sockets, for tests: database, backend, accounts and product API as in create-app.ts; requests are
// passed to `fetch`. Pages are not built here.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Sql } from '#backend/database/driver/sql.ts';
import { openPictures } from '#backend/pictures/open-pictures.ts';
import { createInvitationNotes } from '../accounts/invitation-notes.ts';
import { createVisitorClients, type VisitorClients } from '../accounts/visitor-client.ts';
import { createProductApi } from '../api/product-api.ts';
import { type Backups, startBackups } from '../backup/backups.ts';
import { type BackupCopies, createBackupCopies } from '../backup/offsite/backup-copies.ts';
import { readConfig } from '../config.ts';
import { createDatabaseWatch } from '../database-watch.ts';
import { createClientAddresses } from '../http/client-addresses.ts';
import { createSecurityHeaders } from '../http/content-security.ts';
import { createStorageOrigin } from '../http/storage-origin.ts';
import { createApiCors } from '../http-kit/api-cors.ts';
import { createBotCheck } from '../http-kit/bot-check.ts';
import { readEmailLanguage } from '../language/email-language.ts';
import { createMessageOverrides, type MessageOverrides } from '../language/overrides.ts';
import { createLogRing, type LogRing } from '../log-ring.ts';
import { createLogger } from '../logger.ts';
import { createDatabaseOutbox, type DatabaseOutbox } from '../mail/database-outbox.ts';
import { createMailSettings } from '../mail/mail-settings.ts';
import { readMailStudio } from '../mail/templates/mail-studio.ts';
import { createCardSettings } from '../payments/card-settings.ts';
import { createRouter } from '../route-request.ts';
import { type Secrets, withRotation } from '../secrets.ts';
import { startBackend } from '../start-backend.ts';
import { startLimits } from '../start-limits.ts';
import { checkAnswers } from './check-answers.ts';
import { mintKey, testJwtSecret } from './mint-key.ts';
import { openStudioDatabase } from './studio-database.ts';

export interface StudioApp {
  sql: Sql;
  databaseUrl: string;
  siteUrl: string;
  secrets: Secrets;
  clients: VisitorClients;
  outbox: DatabaseOutbox;
  dataDir: string;
  backups: Backups;
  /** With the BACKUP variables. */
  backupCopies: BackupCopies | undefined;
  ring: LogRing;
  overrides: MessageOverrides;
  fetch(request: Request, from?: { address: string }): Promise<Response>;
  /** An official client with its own storage, like a browser. */
  newClient(from?: { address: string }): SupabaseClient;
  /** Stored emails with their codes and links, as where nothing can send them. */
  withSecrets<Row extends { id: string }>(emails: Row[]): Promise<Row[]>;
  /** The code in the newest message to an address. */
  codeFor(address: string): Promise<string>;
  close(): Promise<void>;
}

export async function startStudioApp(environment: Record<string, string> = {}): Promise<StudioApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'onda-studio-app-'));
  const config = readConfig({
    DATA_DIR: dataDir,
    SITE_URL: 'http://studio.test',
    AUTH_RATE_LIMITS: 'off',
    AUTH_MAX_FREQUENCY_S: '0',
    LOG_LEVEL: 'silent',
    ...environment,
  });
  const { siteUrl } = config;
  const database = await openStudioDatabase();
  const { sql } = database;
  const log = createLogger(config.logLevel);
  const given = {
    jwtSecret: testJwtSecret,
    anonKey: mintKey('anon'),
    serviceRoleKey: mintKey('service_role'),
    publishableKey: 'sb_publishable_test',
    secretKey: 'sb_secret_test',
    databasePassword: '',
  };
  const secrets: Secrets = withRotation(given, async () => undefined);
  const addresses = createClientAddresses();
  const storageOrigin = createStorageOrigin(config.storageUrl);
  const mail = createMailSettings({ sql, environment: config.mail, secret: secrets.jwtSecret });
  const cards = createCardSettings({
    sql,
    environment: config.stripe,
    apiUrl: config.stripeApiUrl,
    siteUrl,
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
  const limiter = await startLimits({ config, sql, log });
  const botCheck = createBotCheck({ sql, secret: secrets.jwtSecret, onFailure: () => undefined });
  const pictures = openPictures();
  const started = await startBackend({
    config,
    secrets,
    database: { ...database, close: async () => undefined },
    pictures,
    log,
    outbox,
    invitations,
    mailStudio: () => readMailStudio(sql, siteUrl),
    emailLanguage: (userId, pageUrl) => readEmailLanguage(sql, userId, pageUrl),
    clientIp: addresses.of,
    isStorageOrigin: ({ url }) => storageOrigin.isStorageHost(new URL(url).host),
    limiter,
    sourceOf: addresses.sourceOf,
    // Off by default: few tests are about it.
    verifyCaptcha: config.auth.captcha ? botCheck.redeem : undefined,
  });
  const backend = { ...started, fetch: checkAnswers(started.fetch) };
  const clients = createVisitorClients({
    url: siteUrl,
    anonKey: secrets.anonKey,
    serviceRoleKey: secrets.serviceRoleKey,
    cookieDomain: config.cookieDomain,
    isHttps: siteUrl.startsWith('https:'),
    send(request, onBehalfOf) {
      addresses.noteInProcess(request, onBehalfOf);
      return backend.fetch(request);
    },
  });
  const ring = createLogRing();
  const backupCopies =
    config.backupCopies &&
    createBackupCopies({
      sql,
      databaseUrl: database.url,
      folder: join(dataDir, 'backups'),
      config: config.backupCopies,
      log,
      waitMs: 1,
    });
  const backups = startBackups({
    sql,
    databaseUrl: database.url,
    dataDir,
    s3: undefined,
    program: 'test',
    log,
    copies: backupCopies,
  });
  const overrides = createMessageOverrides({ sql, onChange: () => undefined, log });
  const productApi = createProductApi({
    sql,
    botCheck,
    payments: { cards, siteUrl },
    clientIp: addresses.of,
    limiter,
    accounts: { clients, outbox, invitations, siteUrl, passwordMin: config.auth.passwordMin },
    owner: {
      clients,
      pictures,
      siteUrl,
      mail,
      cards,
      outbox,
      overrides,
      secrets,
      backups,
      backupCopies,
      system: {
        dataDir,
        s3: undefined,
        ring,
        databaseUrl: database.url,
        checkStorage: backend.checkStorage,
        isOnAir: () => undefined,
      },
    },
    log,
  });
  const databaseWatch = createDatabaseWatch({ url: database.url, log });
  const route = createRouter({
    cors: createApiCors({ siteUrl }),
    backend,
    productApi,
    site: { fetch: () => new Response('a page') },
    closedSections: { known: [] },
    storageOrigin,
    alive: () => new Response(),
    ready: async () => new Response(),
    databaseWatch,
    security: createSecurityHeaders(config),
    log,
  });
  const fetch = (request: Request, from = { address: '192.0.2.1' }) => {
    addresses.note(request, from.address);
    // Tests act as a trusted proxy.
    return route(request, request.headers.get('traceparent') ?? undefined);
  };
  return {
    sql,
    databaseUrl: database.url,
    siteUrl,
    secrets,
    clients,
    outbox,
    dataDir,
    backups,
    backupCopies,
    ring,
    overrides,
    fetch,
    newClient: (from) =>
      createClient(siteUrl, secrets.anonKey, {
        auth: { persistSession: false, autoRefreshToken: false },
        global: { fetch: (input, init) => fetch(new Request(input, init), from) },
      }),
    withSecrets: (emails) =>
      Promise.all(
        emails.map(async (email) => {
          const whole = await outbox.readUnsendable(email.id);
          return { ...email, ...whole, ...(whole && { text_body: whole.text, html_body: whole.html }) };
        }),
      ),
    async codeFor(address) {
      const [mail] = await sql<{ id: string }[]>`
        select id from public.outbox where to_address = ${address} order by created_at desc limit 1`;
      const code = /\b\d{6}\b/.exec((mail && (await outbox.readUnsendable(mail.id))?.text) ?? '')?.[0];
      if (!code) throw new Error(`no code went to ${address}`);
      return code;
    },
    async close() {
      cards.close();
      await backups.close();
      await backupCopies?.close();
      await outbox.close();
      await backend.close();
      pictures.close();
      await limiter.close();
      await databaseWatch.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
