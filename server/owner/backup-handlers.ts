// The owner's backup actions. The browser reads the list from public.backups.
import type { Sql } from '#backend/database/driver/sql.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { Backups } from '../backup/backups.ts';
import type { BackupCopies } from '../backup/offsite/backup-copies.ts';
import { sendFile } from '../http/send-file.ts';
import { ApiError } from '../http-kit/api-error.ts';
import type { OwnerCall } from './owner-call.ts';

export function createBackupHandlers({
  sql,
  backups,
  copies,
}: {
  sql: Sql;
  backups: Backups | undefined;
  copies: BackupCopies | undefined;
}) {
  const ours = () => {
    if (!backups)
      throw new ApiError(409, 'hosted', 'The backend is hosted elsewhere and makes its own backups.');
    return backups;
  };
  const ourCopies = () => {
    if (!copies)
      throw new ApiError(
        409,
        'no_copies',
        'No off-site store is set. Set the BACKUP_S3 variables and restart.',
      );
    return copies;
  };
  return {
    make: async ({ person }: OwnerCall) => ours().make('manual', person.id),
    test: async ({ id, person }: OwnerCall) => ours().test(id, person.id),
    async download({ request, id, person }: OwnerCall) {
      const { path, file } = await ours().fileOf(id);
      const answer = await sendFile(request, path, {
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="${file}"`,
      });
      if (!answer)
        throw new ApiError(404, 'backup_elsewhere', 'The file of this backup is no longer on this machine.');
      // The file holds everything, keys included: who took it, or any part of it, must be known.
      if (answer.body) {
        const part = answer.headers.get('content-range');
        await writeAudit(sql, {
          area: 'backup',
          action: part ? 'downloaded_a_part_of_a_backup' : 'downloaded_a_backup',
          subject: file,
          details: part ? { part } : {},
          actorId: person.id,
        });
      }
      return answer;
    },
    async remove({ id, person }: OwnerCall) {
      await ours().remove(id, person.id);
      return { id };
    },
    async sendCopy({ id, person }: OwnerCall) {
      const { file } = await ours().fileOf(id);
      await ourCopies().plan(id);
      await writeAudit(sql, {
        area: 'backup',
        action: 'sent_an_off_site_copy',
        subject: file,
        actorId: person.id,
      });
      return { id };
    },
    testCopy: async ({ person }: OwnerCall) => ourCopies().test(person.id),
  };
}
