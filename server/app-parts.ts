// What the program is built from, and what it is then.
import type { Database } from '#backend/database/connect.ts';
import type { Config } from './config.ts';
import type { LogRing } from './log-ring.ts';
import type { Logger } from './logger.ts';
import type { Secrets } from './secrets.ts';
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
