// Constructs the backend host from configuration and secrets, the same for the site and for the backend alone.
import { type Backend, createBackend } from '#backend/create-backend.ts';
import type { Database } from '#backend/database/connect.ts';
import type { Config } from './config.ts';
import type { Logger } from './logger.ts';
import type { Secrets } from './secrets.ts';

export interface BackendParts {
  config: Config;
  secrets: Secrets;
  database: Database;
  log: Logger;
  /** Hears the tables that a read touches. */
  onRead?: (relations: string[]) => void;
}

export function startBackend({ config, secrets, database, log, onRead }: BackendParts): Promise<Backend> {
  return createBackend({
    databaseUrl: database.url,
    schemas: [...config.rest.schemas],
    maxRows: config.rest.maxRows,
    allowsAggregates: config.rest.aggregates,
    allowsPlan: config.rest.plan,
    allowsTxOverride: config.rest.txEnd === 'commit-allow-override',
    jwtSecret: secrets.jwtSecret,
    publishableKey: secrets.publishableKey,
    secretKey: secrets.secretKey,
    jwtKeys: config.jwtKeys && [...config.jwtKeys],
    onRead,
    onError: (message, error) => log.error({ err: error }, message),
  });
}
