// The last lines of the log, held in memory for the owner. Warnings have their own buffer: a busy minute of
// requests must not push out what went wrong an hour ago. Shows no secrets.
import { hideSecrets } from './hide-secrets.ts';

interface LogLine {
  at: string;
  level: 'debug' | 'info' | 'warn' | 'error';
  message: string;
  /** The rest of the line as JSON. */
  more: string;
}

export interface LogRing {
  add(line: string): void;
  read(options: { onlyWarnings: boolean; limit: number }): LogLine[];
}

const MAX_LINES = 500;
const WARNING = 40;
export function createLogRing(): LogRing {
  const all = createCircle();
  const warnings = createCircle();
  return {
    add(line) {
      all.push(line);
      // Searched as text: parsing every line of a busy server would cost more than writing it.
      const level = /^\{"level":(\d+)/.exec(line)?.[1];
      if (level && Number(level) >= WARNING) warnings.push(line);
    },
    read: ({ onlyWarnings, limit }) => (onlyWarnings ? warnings : all).newest(limit).map(describe),
  };
}

function createCircle() {
  const lines: string[] = [];
  let next = 0;
  return {
    push(line: string) {
      lines[next % MAX_LINES] = line;
      next += 1;
    },
    newest(limit: number): string[] {
      const count = Math.min(limit, lines.length);
      return Array.from({ length: count }, (_, back) => lines[(next - 1 - back) % MAX_LINES] ?? '');
    },
  };
}

function describe(line: string): LogLine {
  try {
    const { time, level, msg, ...rest } = JSON.parse(line) as Record<string, unknown>;
    return {
      at: String(time ?? ''),
      level: levelOf(Number(level)),
      message: hideSecrets(String(msg ?? '')),
      more: Object.keys(rest).length > 0 ? hideSecrets(JSON.stringify(rest)).slice(0, 4000) : '',
    };
  } catch {
    return { at: '', level: 'info', message: hideSecrets(line.trim()), more: '' };
  }
}

function levelOf(level: number): LogLine['level'] {
  return level >= 50 ? 'error' : level >= WARNING ? 'warn' : level >= 30 ? 'info' : 'debug';
}
