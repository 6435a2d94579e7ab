import { expect, test } from 'vitest';
import { auditSubject } from '#app/dashboard/system/audit-text.ts';
import { shortWeekSpan, weekSpan } from '#app/language/format-day.ts';
import { inLanguage } from './current-language.ts';

test('both days of a German week have the full stop of an ordinal', () => {
  inLanguage('de', () => {
    expect(weekSpan('2026-11-16')).toBe('16. bis 22. November 2026');
    expect(shortWeekSpan('2026-11-16')).toBe('16. bis 22. Nov.');
  });
});

test('the audit log names a role in the language of the page, and other subjects as written', () => {
  inLanguage('de', () => {
    expect(auditSubject('roles', 'owner')).toBe('Inhaber');
    expect(auditSubject('roles', 'pilot')).toBe('pilot');
    expect(auditSubject('settings', 'owner')).toBe('owner');
  });
});
