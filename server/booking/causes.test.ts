import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { formatCause } from '#app/dashboard/format-cause.ts';
import { hasMessage } from '#app/language/messages.ts';
import { inLanguage } from '../language/current-language.ts';

const migrations = globSync('supabase/migrations/*.sql')
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');

it('every cause that the database writes has its words', () => {
  const written = [
    ...migrations.matchAll(/private\.(?:settle_money|give_credit)\([^;]*?'(\w+)'/g),
    ...migrations.matchAll(/insert into public\.(?:pass|voucher)_entries \([^)]*cause[^;]*?'(\w+)'/g),
  ].map(([, cause]) => cause);
  expect(written).toEqual(
    expect.arrayContaining(['paid_twice', 'entry_back', 'bought', 'refunded_as_credit']),
  );
  for (const cause of [...written, 'given', 'bought', 'staff'])
    expect(hasMessage(`dashboard.orders.cause_${cause}`), cause).toBe(true);
});

it('words a cause in the language of the page and leaves what staff typed as it is', () => {
  expect(formatCause({ cause: 'late_cancellation' })).toBe('late cancellation');
  expect(inLanguage('de', () => formatCause({ cause: 'late_cancellation' }))).toBe('späte Stornierung');
  expect(inLanguage('de', () => formatCause({ cause: 'given', reason: 'a prize' }))).toBe(
    'geschenkt: a prize',
  );
  expect(inLanguage('de', () => formatCause({ cause: 'staff', reason: 'cancelled' }))).toBe('cancelled');
});
