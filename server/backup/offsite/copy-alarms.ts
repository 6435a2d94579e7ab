// Tells the owner when there is no off-site copy to rely on: in the audit log, in the log and by email. Once when it
// begins, then once a week while it lasts; and in the audit log when it is over.
import type { Sql, TransactionSql } from 'postgres';
import type { Logger } from '../../logger.ts';
import type { DatabaseOutbox } from '../../mail/database-outbox.ts';
import { renderLetter } from '../../mail/templates/layout.ts';
import { readMailStudio } from '../../mail/templates/mail-studio.ts';
import { writeAudit } from '../../owner/write-audit.ts';

export interface AlarmOptions {
  sql: Sql;
  outbox: Pick<DatabaseOutbox, 'addWithin'>;
  siteUrl: string;
  log: Logger;
}

type AlarmKind = 'test_failed' | 'no_recent_copy';

export const MAX_COPY_AGE_DAYS = 3;
const REPEAT_DAYS = 7;
const SUBJECTS: Record<AlarmKind, string> = {
  test_failed: 'Your off-site backup could not be restored',
  no_recent_copy: 'Your off-site backups are out of date',
};

/** Looks at what is known and raises or ends what has changed. */
export async function checkCopyAlarms(options: AlarmOptions): Promise<void> {
  const [found] = await options.sql<{ test_message: string | null; is_old: boolean; error: string | null }[]>`
    select
      (select file || ': ' || test_message from public.backup_copies where test_state = 'failed'
        and tested_at = (select max(tested_at) from public.backup_copies where test_state in ('passed', 'failed'))
        limit 1) as test_message,
      exists (select from public.backup_settings where copies_since < now() - make_interval(days => ${MAX_COPY_AGE_DAYS}))
        and not exists (select from public.backup_copies where state = 'done' and test_state is distinct from 'failed'
          and made_at > now() - make_interval(days => ${MAX_COPY_AGE_DAYS})) as is_old,
      (select error from public.backup_copies where error is not null order by made_at desc limit 1) as error`;
  const reason = found?.error ? ` The last error: ${found.error}` : '';
  await settle(options, 'test_failed', found?.test_message ?? undefined);
  await settle(
    options,
    'no_recent_copy',
    found?.is_old
      ? `No good off-site copy of the last ${MAX_COPY_AGE_DAYS} days is there.${reason}`
      : undefined,
  );
}

async function settle(
  { sql, outbox, siteUrl, log }: AlarmOptions,
  kind: AlarmKind,
  message: string | undefined,
): Promise<void> {
  await sql.begin(async (within) => {
    if (message === undefined) {
      const ended = await within`delete from private.backup_alarms where kind = ${kind} returning kind`;
      if (ended.length > 0)
        await writeAudit(within, {
          area: 'backup',
          action: 'ended a backup alarm',
          subject: kind,
          actorId: null,
        });
      return;
    }
    // Several processes look at once: whoever writes the row tells the owner.
    const raised = await within`
      insert into private.backup_alarms as known (kind, message) values (${kind}, ${message})
      on conflict (kind) do update set message = excluded.message, raised_at = now()
        where known.raised_at < now() - make_interval(days => ${REPEAT_DAYS})
      returning kind`;
    if (raised.length === 0) return;
    log.error({ alarm: kind, reason: message }, 'backup alarm');
    await writeAudit(within, {
      area: 'backup',
      action: 'raised a backup alarm',
      subject: kind,
      details: { message },
      actorId: null,
    });
    await writeToOwners(within, { outbox, siteUrl, kind, message });
  });
}

async function writeToOwners(
  within: TransactionSql,
  {
    outbox,
    siteUrl,
    kind,
    message,
  }: Pick<AlarmOptions, 'outbox' | 'siteUrl'> & { kind: AlarmKind; message: string },
): Promise<void> {
  const letter = renderLetter({
    ...(await readMailStudio(within, siteUrl)),
    subject: SUBJECTS[kind],
    heading: SUBJECTS[kind],
    sentence: message,
    paragraphs: [
      'If this machine were lost today, the studio could not be brought back from its off-site copy.',
    ],
    button: { label: 'Open backups', url: `${siteUrl}/dashboard/system/backups` },
    closing: 'You get this email because you are an owner of the studio.',
  });
  const owners = await within<{ user_id: string; email: string }[]>`
    select r.user_id, u.email from public.roles r join auth.users u on u.id = r.user_id
    where r.role = 'owner' and u.email is not null and u.email <> ''`;
  for (const { user_id, email } of owners)
    await outbox.addWithin(within, { ...letter, kind: 'backup_alarm', to: email, userId: user_id });
}
