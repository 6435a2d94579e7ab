import { expect, it } from 'vitest';
import { backupText as wordedText } from '#app/dashboard/coded-text.ts';
import { hasMessage } from '#app/language/messages.ts';
import { DamagedZip } from '../archive/open-zip.ts';
import { inLanguage } from '../language/current-language.ts';
import { BACKUP_CODES, BackupError, backupText, englishText, problemOf } from './backup-text.ts';

it('every text of a backup is worded, in English as the log says it', () => {
  const names = ['table', 'names', 'migration', 'ledger', 'error', 'name', 'store', 'program', 'day'];
  const values = Object.fromEntries(names.map((name) => [name, `a ${name}`]));
  const counts = { tables: 7, rows: 8, files: 9, missing: 2, size: 'a size' };
  for (const code of BACKUP_CODES) {
    const text = { code, values: { ...values, ...counts } };
    expect(hasMessage(`dashboard.backup.${code}`), code).toBe(true);
    expect(wordedText(text)).toBe(englishText(text));
  }
});

it('names the kind of an error and leaves its technical part in its own words', () => {
  expect(problemOf(new BackupError(backupText('copy_gone')))).toEqual({ code: 'copy_gone', values: {} });
  expect(inLanguage('de', () => wordedText(problemOf(new DamagedZip('not a ZIP'))))).toBe(
    'Die Datei dieses Backups ist beschädigt: not a ZIP',
  );
  expect(problemOf('odd')).toEqual({ code: 'other_error', values: { error: 'odd' } });
});
