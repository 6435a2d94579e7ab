import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hasMessage } from '#app/language/messages.ts';

const MIGRATIONS = new URL('../../../supabase/migrations/', import.meta.url);

/** Every kind of job that the database adds. */
function addedJobs(): string[] {
  const text = readdirSync(MIGRATIONS)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => readFileSync(new URL(file, MIGRATIONS), 'utf8'))
    .join('\n');
  const kinds = text.matchAll(/'((?:card|content|mail|newsletter|radio)\.[a-z_]+)'/g);
  return [...new Set(Array.from(kinds, ([, kind]) => kind ?? ''))].sort();
}

describe('the names of jobs', () => {
  it('exist for every job that the database adds', () => {
    const kinds = addedJobs();
    expect(kinds).toContain('mail.confirmation');
    expect(kinds.filter((kind) => !hasMessage(`dashboard.jobs.${kind.replace('.', '_')}`))).toEqual([]);
  });
});
