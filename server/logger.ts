// Structured logs, one JSON line an event. Whatever is logged, the line is written without secrets (hide-secrets.ts).
import { type Logger, pino } from 'pino';
import { hideSecrets } from './hide-secrets.ts';
import type { LogRing } from './log-ring.ts';

export type { Logger } from 'pino';

export function createLogger(level: string, ring?: LogRing, write = writeToTerminal()): Logger {
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
  return pino(options, {
    write(line: string) {
      const safe = hideSecrets(line);
      write(safe);
      ring?.add(safe);
    },
  });
}

function writeToTerminal(): (line: string) => void {
  const out = pino.destination(1);
  return (line) => void out.write(line);
}
