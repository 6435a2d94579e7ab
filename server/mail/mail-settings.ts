// The mail server and the sender of the studio's emails: the environment's values first, then the ones saved in the
// dashboard. Sends nothing.
import type { Sql } from '#backend/database/driver/sql.ts';
import { createTextCipher } from './encrypt-text.ts';
import { createProofs, type Proofs, routeKey } from './prove-email.ts';
import type { MailRoute } from './transport.ts';

type Source = 'environment' | 'dashboard';

export interface SavedMailServer {
  host: string | null;
  port: number;
  security: 'tls' | 'starttls' | 'none';
  userName: string;
  /** Undefined where there is none, or where it cannot be decrypted. */
  password: string | undefined;
  fromAddress: string | null;
  replyTo: string | null;
}

interface CurrentMail extends MailRoute {
  serverSource: Source | undefined;
  fromSource: Source | undefined;
  saved: SavedMailServer;
  /** A password is saved, but it was encrypted with another key: it must be typed again. */
  isPasswordLost: boolean;
  /** When a test email arrived by these settings; null: none has. */
  provenAt: Date | null;
}

interface MailEnvironment {
  smtpUrl: string | undefined;
  from: string;
  isFromSet: boolean;
}

export interface MailSettings {
  read(): Promise<CurrentMail>;
  save(server: SavedMailServer): Promise<void>;
  /** The links in test emails. */
  readonly proofs: Proofs;
  /** What the route would be with this server instead of the saved one. */
  routeWith(server: SavedMailServer): Promise<MailRoute>;
  /** As of the last read in this process. */
  readonly isConnected: boolean;
  /** A test email has arrived by these settings: only then pages promise emails. As of the last read, too. */
  readonly isProven: boolean;
  /** Called when a mail server is connected, proven or removed, here or by another process. */
  onChange(listener: () => void): void;
}

interface Row {
  host: string | null;
  port: number;
  security: SavedMailServer['security'];
  user_name: string;
  password_encrypted: string | null;
  from_address: string | null;
  reply_to: string | null;
  route: string | null;
  proven_route: string | null;
  proven_at: Date | null;
  name: string;
  email: string;
}

export interface MailSettingsOptions {
  sql: Sql;
  environment: MailEnvironment;
  secret: string;
}

export function createMailSettings({ sql, environment, secret }: MailSettingsOptions): MailSettings {
  const cipher = createTextCipher(secret, 'mail server');
  const listeners: (() => void)[] = [];
  let isConnected = environment.smtpUrl !== undefined;
  let isProven = false;

  const readRow = async (): Promise<Row> => {
    const [row] = await sql<Row[]>`
      select m.host, m.port, m.security, m.user_name, m.password_encrypted, m.from_address, m.reply_to,
        m.route, m.proven_route, m.proven_at, s.name, s.email
      from private.mail_settings m, public.studio s`;
    if (!row) throw new Error('the mail settings are missing');
    return row;
  };

  const routeOf = (row: Pick<Row, 'name' | 'email'>, server: SavedMailServer): MailRoute => {
    const fallback = /<?([^\s<>]+)>?\s*$/.exec(environment.from)?.[1] ?? environment.from;
    const replyTo = server.replyTo ?? (isReachable(row.email) ? row.email : undefined);
    return {
      smtpUrl: environment.smtpUrl ?? (server.host ? smtpUrlOf(server) : undefined),
      from: environment.isFromSet
        ? environment.from
        : { name: row.name, address: server.fromAddress ?? fallback },
      ...(replyTo && { replyTo }),
    };
  };

  return {
    proofs: createProofs(secret),
    get isConnected() {
      return isConnected;
    },
    get isProven() {
      return isProven;
    },
    onChange: (listener) => void listeners.push(listener),
    async read() {
      const row = await readRow();
      const password = row.password_encrypted === null ? undefined : cipher.decrypt(row.password_encrypted);
      const saved: SavedMailServer = {
        host: row.host,
        port: row.port,
        security: row.security,
        userName: row.user_name,
        password,
        fromAddress: row.from_address,
        replyTo: row.reply_to,
      };
      const route = routeOf(row, saved);
      const key = routeKey(route);
      // What staff read in the database; a database that takes no writes has the older value for a while.
      if (key !== row.route)
        await sql`update private.mail_settings set route = ${key}`.catch(() => undefined);
      const isNowProven = key !== null && key === row.proven_route;
      const hasChanged = (key !== null) !== isConnected || isNowProven !== isProven;
      isConnected = key !== null;
      isProven = isNowProven;
      if (hasChanged) for (const listener of listeners) listener();
      return {
        ...route,
        saved,
        serverSource: environment.smtpUrl ? 'environment' : row.host ? 'dashboard' : undefined,
        fromSource: environment.isFromSet ? 'environment' : row.from_address ? 'dashboard' : undefined,
        isPasswordLost: row.password_encrypted !== null && password === undefined,
        provenAt: isNowProven ? row.proven_at : null,
      };
    },
    async save({ host, port, security, userName, password, fromAddress, replyTo }) {
      await sql`
        update private.mail_settings set host = ${host}, port = ${port}, security = ${security}, user_name = ${userName},
          password_encrypted = ${password ? cipher.encrypt(password) : null}, from_address = ${fromAddress},
          reply_to = ${replyTo}, updated_at = clock_timestamp()`;
    },
    routeWith: async (server) => routeOf(await readRow(), server),
  };
}

/** Addresses under .example are sample content: replies would be lost. */
function isReachable(email: string): boolean {
  return email.includes('@') && !email.endsWith('.example');
}

function smtpUrlOf({ host, port, security, userName, password }: SavedMailServer): string {
  const login = userName ? `${encodeURIComponent(userName)}:${encodeURIComponent(password ?? '')}@` : '';
  const name = host?.includes(':') ? `[${host}]` : host;
  const scheme = security === 'tls' ? 'smtps' : 'smtp';
  return `${scheme}://${login}${name}:${port}${security === 'starttls' ? '?requireTLS=true' : ''}`;
}
