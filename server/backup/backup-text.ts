// What a backup says of its progress, its test and its off-site copy. Pages word it by
// messages/<language>/dashboard/backup.json. Of an error the technical message is a value, in its own words.
import { S3Error } from '#backend/storage/blobs/s3-client.ts';
import { type CodedText, defineTexts } from '#contracts/coded-text.ts';
import { DamagedZip } from '../archive/open-zip.ts';
import { hideSecrets } from '../hide-secrets.ts';
import { AgeError } from './offsite/age-header.ts';

export const {
  codes: BACKUP_CODES,
  text: backupText,
  english: englishText,
} = defineTexts({
  waiting: 'Waiting',
  reading_the_file: 'Reading the file',
  creating_the_tables: 'Creating the tables',
  filling_table: 'Filling {table}',
  updating_the_tables: 'Updating the tables',
  saving_table: 'Tables: {table}',
  saving_files: 'Stored files',
  saving_radio: 'Radio audio',
  restored_with_problems:
    '{tables} tables with {rows} rows were restored correctly, and {files} files are complete. Tables that could not be created again: {names}. {missing} stored files were missing when the backup was created.',
  restored_without_tables:
    '{tables} tables with {rows} rows were restored correctly, and {files} files are complete. Tables that could not be created again: {names}.',
  restored_without_files:
    '{tables} tables with {rows} rows were restored correctly, and {files} files are complete. {missing} stored files were missing when the backup was created.',
  restored: '{tables} tables with {rows} rows were restored correctly, and {files} files are complete.',
  program_stopped: 'The program was stopped before the backup was finished.',
  program_ended: 'The program ended before the backup was finished.',
  program_ended_in_test: 'The program ended before the test was finished.',
  file_not_on_this_machine: 'The file of this backup is not on this machine.',
  deleted_before_sent: 'The backup was deleted before it was sent.',
  not_enough_space: 'There is not enough space on the disk: about {size} are needed.',
  not_a_backup: 'This file is not an onda backup.',
  manifest_damaged: 'The manifest of this backup is damaged.',
  of_a_newer_version: 'This backup was created by a newer version of onda. Update onda, then restore it.',
  of_a_newer_version_with:
    'This backup was created by a newer version of onda (it has {migration} of {ledger}). Update onda, then restore it.',
  of_an_earlier_version:
    'This backup was made by an earlier version of onda ({program}, {day}), whose tables this version cannot read. Nothing was changed. Restore it with the version that made it; from there the data can be exported and imported here.',
  table_differs: '{table} does not match the backup after restoring.',
  file_damaged: 'The file of this backup is damaged: {error}',
  copy_differs: 'The copy differs from the file that was sent.',
  copy_gone: 'The copy is no longer in the store.',
  copy_not_found: 'The copy {name} was not found in {store}.',
  copy_not_decrypted: 'The copy could not be decrypted: {error}',
  store_error: 'The off-site store answered: {error}',
  nothing_archived: 'Nothing was archived for an hour.',
  other_error: '{error}',
});

export interface BackupProgress {
  step: CodedText;
  share: number;
}

/** An error that a page can word. */
export class BackupError extends Error {
  readonly text: CodedText;

  constructor(text: CodedText) {
    super(englishText(text));
    this.text = text;
  }
}

/** Why it failed, as it is stored. */
export function problemOf(thrown: unknown): CodedText {
  if (thrown instanceof BackupError) return thrown.text;
  const error = hideSecrets(thrown instanceof Error ? thrown.message : String(thrown));
  if (thrown instanceof DamagedZip) return backupText('file_damaged', { error });
  if (thrown instanceof AgeError) return backupText('copy_not_decrypted', { error });
  if (thrown instanceof S3Error) return backupText('store_error', { error });
  return backupText('other_error', { error });
}

/** For a jsonb column. */
export function storedText(text: CodedText): string {
  return JSON.stringify(text);
}
