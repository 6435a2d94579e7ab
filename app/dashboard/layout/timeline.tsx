import type { ReactNode } from 'react';
import { clockTime, shortDate } from '#app/language/format-time.ts';
import { useStudio } from '../use-studio.ts';

/** What happened, with day and time. */
export function Timeline<Entry extends { id: number | string; at: string }>(props: {
  entries: readonly Entry[];
  children(entry: Entry): ReactNode;
}) {
  const { zone } = useStudio().studio;
  if (props.entries.length === 0) return null;
  return (
    <ol className="dash-timeline">
      {props.entries.map((entry) => (
        <li key={entry.id}>
          <time dateTime={entry.at}>
            {shortDate(new Date(entry.at), zone)}, {clockTime(new Date(entry.at), zone)}
          </time>
          {props.children(entry)}
        </li>
      ))}
    </ol>
  );
}
