// The rate limiter of this process, and the limits on messages where every process and the database read them.
import type { Sql } from '#backend/database/driver/sql.ts';
import { saveMessageLimits } from '#backend/limits/message-limits.ts';
import { createRateLimiter, type RateLimiter } from '#backend/limits/rate-limiter.ts';
import type { Config } from './config.ts';
import type { Logger } from './logger.ts';

export async function startLimits({
  config,
  sql,
  log,
}: {
  config: Pick<Config, 'messageLimits'>;
  sql: Sql;
  log: Logger;
}): Promise<RateLimiter> {
  await saveMessageLimits(sql, config.messageLimits);
  return createRateLimiter({ sql, log });
}
