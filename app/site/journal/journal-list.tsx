// Journal entries in order, each with its day and summary.

import type { CSSProperties, ReactNode } from 'react';
import { shortDate } from '#app/language/format-time.ts';
import { langOf, type Marks } from '#app/language/in-language.ts';
import { TitleLink } from '#app/ui/title-link.tsx';

export interface ListedEntry extends Marks {
  slug: string;
  title: string;
  summary: string;
  published_at: string;
}

export function JournalList({
  entries,
  zone,
  className,
}: {
  entries: ListedEntry[];
  zone: string;
  className?: string;
}) {
  return (
    <ol className={className ? `journal-list ${className}` : 'journal-list'}>
      {entries.map((entry) => (
        <JournalRow key={entry.slug} entry={entry} zone={zone} />
      ))}
    </ol>
  );
}

interface JournalRowProps {
  entry: ListedEntry;
  zone: string;
  style?: CSSProperties;
  /** After the text. */
  children?: ReactNode;
}

export function JournalRow({ entry, zone, style, children }: JournalRowProps) {
  return (
    <li style={style}>
      <time dateTime={entry.published_at}>{shortDate(new Date(entry.published_at), zone)}</time>
      <div>
        <h3>
          <TitleLink to={`/journal/${entry.slug}`} of={entry} />
        </h3>
        <p {...langOf(entry, 'summary')}>{entry.summary}</p>
      </div>
      {children}
    </li>
  );
}
