// Constructs the backend host from configuration and secrets, the same for the site and for the backend alone.
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { findEndedSessions } from '#backend/auth/tokens/ended-sessions.ts';
import { createBackground } from '#backend/background/create-background.ts';
import { type Backend, createBackend } from '#backend/create-backend.ts';
import { type Database, openDriverPool } from '#backend/database/connect.ts';
import { openLastingConnection } from '#backend/database/lasting-connection.ts';
import { RequestEnded } from '#backend/database/request-writes.ts';
import { createShareResolver } from '#backend/limits/caller-share.ts';
import type { RateLimiter } from '#backend/limits/rate-limiter.ts';
import type { Pictures } from '#backend/pictures/open-pictures.ts';
import { createStorage } from '#backend/storage/create-storage.ts';
import type { RequestSource } from '#contracts/request-source.ts';
import type { InvitationNotes } from './accounts/invitation-notes.ts';
import { startAuth, type VerifyCaptcha } from './accounts/start-auth.ts';
import type { Config } from './config.ts';
import type { Logger } from './logger.ts';
import type { Outbox } from './mail/mail.ts';
import type { MailStudio } from './mail/templates/mail-studio.ts';
import { PROGRAM } from './program.ts';
import type { Secrets } from './secrets.ts';

export interface BackendParts {
  config: Config;
  secrets: Secrets;
  database: Database;
  pictures: Pictures;
  log: Logger;
  outbox: Outbox;
  /** How the studio signs its messages. */
  mailStudio: () => Promise<MailStudio>;
  /** The language of messages to an account, where accounts have one. */
  emailLanguage?: (userId: string, pageUrl?: string) => Promise<string>;
  /** Who invites, for the email that is being written. */
  invitations?: Pick<InvitationNotes, 'find'>;
  clientIp: (request: Request) => string;
  limiter: RateLimiter;
  sourceOf: (request: Request) => RequestSource;
  /** The network address behind a WebSocket handshake. */
  addressOf?: (request: IncomingMessage) => string;
  verifyCaptcha?: VerifyCaptcha;
  /** Called with the tables that a read touches. */
  onRead?: (relations: string[]) => void;
  /** Accepts tokens and answers as Supabase does where the product is stricter; for the backend alone. */
  actsAsSupabase?: boolean;
  /** Whether a request came to the origin that serves nothing but uploads. */
  isStorageOrigin?: (request: Request) => boolean;
  /** Functions are loaded again when their files change. */
  isDevelopment?: boolean;
}

// Who has which connections, and why: docs/decisions/caller-connections.md.
const CONNECTIONS = { rest: 12, pages: 8, storage: 6, services: 6 };
const IDLE_S = 60;
const CLOSE_TIMEOUT_S = 5;

export async function startBackend(parts: BackendParts): Promise<Backend> {
  const { config, secrets, database, log, onRead, sourceOf } = parts;
  const shareOf = createShareResolver({ maxConcurrent: config.rest.maxConcurrent });
  const sql = openDriverPool(database.url, {
    max: CONNECTIONS.services,
    applicationName: 'onda services',
    idleS: IDLE_S,
  });
  const auth = startAuth({ ...parts, sql });
  const onError = (message: string, error: unknown) => {
    if (!(error instanceof RequestEnded)) log.error({ err: error }, message);
  };
  const storage = await createStorage({
    sql,
    directory: join(config.dataDir, 'storage'),
    s3: config.storage.s3,
    pictures: parts.pictures,
    jwtSecret: secrets.jwtSecret,
    fileSizeLimitBytes: config.storage.fileSizeLimitBytes,
    isStorageOrigin: parts.isStorageOrigin,
    s3Access: {
      serviceKey: config.storage.s3Key,
      publicKeys: () => [secrets.anonKey, secrets.publishableKey],
    },
    version: PROGRAM,
    maxConnections: CONNECTIONS.storage,
    shareOf: (request, caller) => shareOf(caller, sourceOf(request)),
    onError,
  });
  const backend = await createBackend({
    databaseUrl: database.url,
    schemas: [...config.rest.schemas],
    maxRows: config.rest.maxRows,
    maxConnections: CONNECTIONS.rest,
    pageConnections: CONNECTIONS.pages,
    limits: config.rest.limits,
    shareOf,
    sourceOf,
    addressOf: parts.addressOf,
    allowsAggregates: config.rest.aggregates,
    allowsPlan: config.rest.plan,
    allowsTxOverride: config.rest.txEnd === 'commit-allow-override',
    jwtSecret: secrets.jwtSecret,
    // Read for each request: the owner may create new ones while the program runs.
    get publishableKey() {
      return secrets.publishableKey;
    },
    get secretKey() {
      return secrets.secretKey;
    },
    jwtKeys: config.jwtKeys && [...config.jwtKeys],
    tokenRules: parts.actsAsSupabase ? 'supabase' : 'strict',
    auth: auth.fetch,
    realtime: parts.actsAsSupabase ? {} : { endedSessions: (ids) => findEndedSessions(sql, ids) },
    storage,
    functions: {
      directory: config.functions.directory,
      url: config.apiUrl,
      env: {
        SITE_URL: config.siteUrl,
        ...config.functions.secrets,
        SUPABASE_ANON_KEY: secrets.anonKey,
        SUPABASE_SERVICE_ROLE_KEY: secrets.serviceRoleKey,
        SUPABASE_DB_URL: database.url,
      },
      isWatching: parts.isDevelopment,
      onLog: (name, line, level) => log[level]({ function: name }, line),
      onError,
    },
    onRead,
    clientIp: parts.clientIp,
    onError,
  });
  const background = createBackground({
    sql,
    connect: () => openLastingConnection(database.url, 'cron'),
    // Webhooks of tables call the host's own functions, also where it runs on this machine alone.
    allowsPrivate: (url) => config.net.privateAddresses || url.origin === config.apiUrl,
    onError,
  });
  return {
    ...backend,
    async close() {
      await background.close();
      await backend.close();
      await sql.end({ timeout: CLOSE_TIMEOUT_S });
    },
  };
}
