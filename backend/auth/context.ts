// What every endpoint needs. Built once by create-auth.ts; holds no request state.
import type { Sql, TransactionSql } from '../database/driver/sql.ts';
import type { MessageLimits } from '../limits/message-limits.ts';
import type { RateLimits } from './http/rate-limits.ts';
import type { AuthSettings, CreateAuthOptions } from './options.ts';
import type { TokenKeys } from './tokens/access-token.ts';
import type { Secrets } from './tokens/secrets.ts';

export interface AuthContext
  extends Pick<CreateAuthOptions, 'sendMail' | 'sendSms' | 'log' | 'clientIp' | 'verifyCaptcha'> {
  sql: Sql;
  settings: AuthSettings;
  keys: TokenKeys;
  secrets: Secrets;
  limits: RateLimits;
  messageLimits: MessageLimits;
  now(): Date;
}

/** A pool or a transaction: most statements work with either. */
export type Db = Sql | TransactionSql;
