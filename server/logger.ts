// Structured logs, one JSON line an event. Secrets and personal data never pass through here.
import { type Logger, pino } from 'pino';

export type { Logger } from 'pino';

export function createLogger(level: string): Logger {
  return pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: [
      'token',
      'password',
      'apikey',
      'authorization',
      '*.token',
      '*.password',
      '*.apikey',
      '*.authorization',
    ],
  });
}
