// The lines of a log, the newest first: time, level and what the page shows of each.
import type { ReactNode } from 'react';
import { Badge } from '#app/ui/badge.tsx';

export interface LogLine {
  at: string;
  level: 'debug' | 'info' | 'warn' | 'error';
  message: string;
  more: string;
}

const tones = { debug: 'quiet', info: 'quiet', warn: 'default', error: 'danger' } as const;

interface LogLinesProps {
  lines: readonly LogLine[];
  clock: Intl.DateTimeFormat;
  children(line: LogLine): ReactNode;
}

export function LogLines({ lines, clock, children }: LogLinesProps) {
  // Lines may be alike, even in their time.
  const numbered = lines.map((line, index) => ({ line, id: `${lines.length - index} ${line.at}` }));
  return (
    <ol className="log-lines">
      {numbered.map(({ line, id }) => (
        <li key={id}>
          <time dateTime={line.at}>{line.at ? clock.format(new Date(line.at)) : ''}</time>
          <Badge tone={tones[line.level]} lang="en">
            {line.level}
          </Badge>
          <span className="log-message">{children(line)}</span>
        </li>
      ))}
    </ol>
  );
}
