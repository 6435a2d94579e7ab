// A list of terms and values. Rows without a value are left out.
import type { ReactNode } from 'react';

export type Fact = [term: string, value: ReactNode];

export function Facts({ facts }: { facts: Fact[] }) {
  const given = facts.filter(([, value]) => value);
  if (given.length === 0) return null;
  return (
    <dl className="facts">
      {given.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          {/* A text that is not translated has its own direction. */}
          <dd dir={typeof value === 'string' ? 'auto' : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
