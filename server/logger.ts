// Structured logs, one JSON line an event. Secrets and personal data never pass through here.
import { type Logger, pino } from 'pino';

import type { LogRing } from './log-ring.ts';

export type { Logger } from 'pino';

export function createLogger(level: string, ring?: LogRing): Logger {
  const out = pino.destination(1);
  const options = {
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
  };
  if (!ring) return pino(options, out);
  return pino(options, {
    write(line: string) {
      out.write(line);
      ring.add(line);
    },
  });
}
