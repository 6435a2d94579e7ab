import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { auditAction, auditActor } from '#app/dashboard/system/audit-text.ts';
import { hasMessage } from '#app/language/messages.ts';
import { inLanguage } from '../language/current-language.ts';
import { AUDIT_ACTIONS } from './write-audit.ts';

const migrations = globSync('supabase/migrations/*.sql').map((path) => readFileSync(path, 'utf8'));
const found = (pattern: RegExp) =>
  migrations.flatMap((sql) => [...sql.matchAll(pattern)].map(([, name = '']) => name));

it('every entry that the program and the database write has its words', () => {
  const written = found(/private\.audit\('\w+',\s*'(\w+)'/g);
  expect(written).toContain('ordered_disciplines');
  for (const action of [...AUDIT_ACTIONS, ...written, 'added_row', 'changed_row', 'removed_row'])
    expect(hasMessage(`dashboard.audit.action_${action}`), action).toBe(true);
  const tables = found(/on public\.(\w+)\s+for each row execute function private\.audit_row/g);
  for (const table of [...tables, 'people', 'bookings', 'tracks'])
    expect(hasMessage(`dashboard.audit.table_${table}`), table).toBe(true);
  for (const area of found(/private\.audit(?:_row)?\('(\w+)'/g))
    expect(hasMessage(`dashboard.audit.area_${area}`), area).toBe(true);
});

it('words an entry in the language of the page', () => {
  const change = { action: 'changed_row', table_name: 'booking_settings' };
  expect(auditAction(change)).toBe('changed booking settings');
  expect(inLanguage('de', () => auditAction(change))).toBe('geändert: Buchungseinstellungen');
  expect(auditAction({ action: 'flew_away', table_name: '' })).toBe('flew away');
  expect(auditActor({ actor: null, actor_name: null })).toBe('the program');
  expect(inLanguage('de', () => auditActor({ actor: 'x', actor_name: null }))).toBe(
    'jemand, der nicht mehr hier ist',
  );
  expect(auditActor({ actor: 'x', actor_name: 'Ana' })).toBe('Ana');
});
