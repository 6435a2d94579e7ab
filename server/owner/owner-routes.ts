// The owner's part of the product API on one screen, behind one guard: signed in by all proofs, owner, from our own pages.
// Rows are the database's business (policies, functions); here is what needs the server: mail, seed, files, processes.
import { Hono } from 'hono';
import type { Sql } from '#backend/database/driver/sql.ts';
import type { RateLimiter } from '#backend/limits/rate-limiter.ts';
import type { Pictures } from '#backend/pictures/open-pictures.ts';
import type { Person, Visitor } from '#contracts/visitor.ts';
import { accountErrors } from '../accounts/staff-rules.ts';
import type { Visit, VisitorClients } from '../accounts/visitor-client.ts';
import type { Backups } from '../backup/backups.ts';
import type { BackupCopies } from '../backup/offsite/backup-copies.ts';
import { createDataHandlers } from '../data-window/data-handlers.ts';
import { ApiError, apiErrors } from '../http-kit/api-error.ts';
import { requireSameOrigin } from '../http-kit/same-origin.ts';
import type { MessageOverrides } from '../language/overrides.ts';
import type { Logger } from '../logger.ts';
import type { DatabaseOutbox } from '../mail/database-outbox.ts';
import type { MailSettings } from '../mail/mail-settings.ts';
import type { CardSettings } from '../payments/card-settings.ts';
import type { Secrets } from '../secrets.ts';
import { createBackupHandlers } from './backup-handlers.ts';
import { createCardHandlers } from './card-handlers.ts';
import { createExport } from './export.ts';
import { createKeyHandlers } from './keys.ts';
import { createLogoHandlers } from './logo/logo-handlers.ts';
import { createMailHandlers } from './mail-handlers.ts';
import { createMessageHandlers } from './message-handlers.ts';
import type { OwnerCall } from './owner-call.ts';
import { putSamplesBack } from './samples.ts';
import { describeSystem, type SystemParts } from './system.ts';

export interface OwnerOptions {
  sql: Sql;
  clients: VisitorClients;
  pictures: Pictures;
  siteUrl: string;
  clientIp: (request: Request) => string;
  limiter: RateLimiter;
  mail: MailSettings;
  cards: CardSettings;
  outbox: Pick<DatabaseOutbox, 'wake'>;
  overrides: MessageOverrides;
  /** Absent where a hosted backend makes its own. */
  backups: Backups | undefined;
  /** Undefined where no off-site store is set. */
  backupCopies?: BackupCopies | undefined;
  system: SystemParts;
  /** Absent where a hosted backend has its own keys. */
  secrets: Secrets | undefined;
  log: Logger;
}

type Handle = (call: OwnerCall) => Promise<object | Response>;

export function createOwnerRoutes(options: OwnerOptions): Hono {
  const { sql, clients, siteUrl, clientIp, limiter } = options;
  const asking = limiter.limit({ name: 'owner: requests', max: 600, perS: 60, byAddress: true });
  const heavy = limiter.limit({ name: 'owner: heavy work', max: 20, perS: 600 });

  async function answer(request: Request, id: string, handle: Handle): Promise<Response> {
    const waitS = asking.take(clientIp(request));
    if (waitS > 0) throw apiErrors.tooMany(waitS);
    const visit = clients.visit(request);
    try {
      if (visit.proof === 'cookie') requireSameOrigin(request, siteUrl);
      const person = requireOwner(await visit.visitor());
      const answered = await handle({ request, id, person });
      return withCookies(answered instanceof Response ? answered : Response.json(answered), visit);
    } catch (error) {
      if (error instanceof ApiError) return withCookies(error.toResponse(), visit);
      throw error;
    }
  }
  const app = new Hono();
  const on = (method: string, path: string, handle: Handle) =>
    app.on(method, path, ({ req }) => answer(req.raw, req.param('id') ?? '', handle));
  const seldom =
    (handle: Handle): Handle =>
    (call) => {
      const waitS = heavy.take(call.person.id);
      if (waitS > 0) throw apiErrors.tooMany(waitS);
      return handle(call);
    };

  const mail = createMailHandlers({ sql, mail: options.mail, outbox: options.outbox, siteUrl });
  on('GET', '/api/studio/mail', mail.describe);
  on('PUT', '/api/studio/mail', mail.save);
  on('POST', '/api/studio/mail/test', seldom(mail.test));
  on('POST', '/api/studio/mail/domain', seldom(mail.checkDomain));
  const cards = createCardHandlers({ sql, cards: options.cards });
  on('GET', '/api/studio/cards', cards.describe);
  on('PUT', '/api/studio/cards', seldom(cards.save));
  on('DELETE', '/api/studio/cards', seldom(cards.remove));
  const messages = createMessageHandlers({ sql, overrides: options.overrides });
  on('GET', '/api/studio/messages', messages.describe);
  on('PUT', '/api/studio/messages', messages.save);
  on('POST', '/api/studio/logo', seldom(createLogoHandlers({ clients, pictures: options.pictures }).save));
  on(
    'POST',
    '/api/studio/samples/back',
    seldom(({ person }) => putSamplesBack({ sql, client: clients.elevated, person })),
  );

  const { system } = options;
  on('GET', '/api/studio/system', ({ request }) =>
    describeSystem({
      ...system,
      sql,
      mail: options.mail,
      siteUrl,
      requestUrl: request.url,
      address: clientIp(request),
    }),
  );
  on('GET', '/api/studio/logs', async ({ request }) => ({
    lines:
      system.ring?.read({
        onlyWarnings: new URL(request.url).searchParams.get('level') === 'warn',
        limit: 200,
      }) ?? [],
  }));

  const keys = createKeyHandlers({ sql, siteUrl, secrets: options.secrets });
  on('GET', '/api/studio/keys', keys.describe);
  on('POST', '/api/studio/keys/reveal', seldom(keys.reveal));
  on('POST', '/api/studio/keys/rotate', seldom(keys.rotate));

  const data = createDataHandlers({
    sql,
    databaseUrl: system.databaseUrl,
    secret: options.secrets?.jwtSecret,
    ring: system.ring,
  });
  on('GET', '/api/studio/data/tables', data.tables);
  on('POST', '/api/studio/data/rows', data.rows);
  on('POST', '/api/studio/data/change', data.change);
  on('POST', '/api/studio/data/sql', data.sql);
  on('GET', '/api/studio/data/buckets', data.buckets);
  on('GET', '/api/studio/data/functions', data.functions);

  const backups = createBackupHandlers({ sql, backups: options.backups, copies: options.backupCopies });
  const { dataDir, s3 } = system;
  on('GET', '/api/studio/export', seldom(createExport({ sql, dataDir, s3, siteUrl, log: options.log })));
  on('POST', '/api/studio/backups', seldom(backups.make));
  on('POST', '/api/studio/backups/:id/test', seldom(backups.test));
  on('GET', '/api/studio/backups/:id/file', backups.download);
  on('DELETE', '/api/studio/backups/:id', backups.remove);
  on('POST', '/api/studio/backups/:id/copy', seldom(backups.sendCopy));
  on('POST', '/api/studio/backup-copies/test', seldom(backups.testCopy));
  return app;
}

function requireOwner(visitor: Visitor): Person {
  if (!visitor.user || visitor.user.isAnonymous) throw accountErrors.signIn();
  if (!visitor.roles.includes('owner'))
    throw new ApiError(403, 'not_owner', 'You don’t have access. Only the owner can do this.');
  if (visitor.user.needsSecondFactor) throw accountErrors.secondFactor();
  return visitor.user;
}

function withCookies(response: Response, { setCookies }: Visit): Response {
  response.headers.set('cache-control', 'private, no-store');
  for (const line of setCookies) response.headers.append('set-cookie', line);
  return response;
}
