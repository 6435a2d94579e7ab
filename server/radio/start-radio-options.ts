// What the station inside the studio is given.
import type { Sql } from '#backend/database/driver/sql.ts';
import type { RateLimiter } from '#backend/limits/rate-limiter.ts';
import type { VisitorClients } from '../accounts/visitor-client.ts';
import type { Config } from '../config.ts';
import type { ClientConnections } from '../http/client-connections.ts';
import type { Logger } from '../logger.ts';
import type { Certificates } from '../tls/certificate-files.ts';
import type { LiveOptions } from './start-live.ts';

export interface StartRadioOptions {
  config: Pick<Config, 'dataDir' | 'siteUrl' | 'demo' | 'host' | 'port' | 'radio' | 'storage'> &
    Partial<Pick<Config, 'trustedProxies'>>;
  /** With them the source port speaks TLS, too. */
  certificates?: Certificates;
  sql: Sql;
  databaseUrl: string;
  clientIp: (request: Request) => string;
  /** Ends the connection of a request whose sender no longer reads; without it the end waits. */
  hangUp?: (request: Request) => void;
  /** Who listens and who goes live, behind proxies too; without it the peer of the socket. */
  connections?: ClientConnections;
  /** Clients of visitors; without them there is no dashboard, only listening and source clients. */
  clients?: VisitorClients;
  secret: string;
  limiter: RateLimiter;
  /** Checked before a song request is accepted. */
  isHuman?: (request: Request, token: string) => Promise<boolean>;
  log: Logger;
  /** Recordings shorter than this are thrown away. */
  shortestRecordingMs?: number;
  /** Silence of a live source that is borne. */
  maxSilenceMs?: number;
  recheckMs?: LiveOptions['recheckMs'];
  sourceLimits?: LiveOptions['sourceLimits'];
  sourceSenderOf?: LiveOptions['sourceSenderOf'];
}
