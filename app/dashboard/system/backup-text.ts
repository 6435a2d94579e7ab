// What a backup says of its progress, its test and its off-site copy.
import { serverText } from '../stored-text/server-text.ts';

export const BACKUP_TEXTS = {
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
  program_ended_in_test: 'The program ended while it was tried.',
  file_not_on_this_machine: 'The file of this backup is not on this machine.',
  deleted_before_sent: 'The backup was deleted before it was sent.',
};

export function backupText(text: string): string {
  return serverText(text, BACKUP_TEXTS, (name) => `dashboard.backup.${name}`);
}
