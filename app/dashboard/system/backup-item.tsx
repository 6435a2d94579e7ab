import { useState } from 'react';
import { RowAction } from '#app/dashboard/forms/row-action.tsx';
import { formatBytes } from '#app/language/format-bytes.ts';
import { questionText, t } from '#app/language/messages.ts';
import { since } from '#app/language/since.ts';
import { Badge } from '#app/ui/badge.tsx';
import { LinkButton } from '#app/ui/button.tsx';
import { confirm, describeReason } from '#app/ui/confirm/confirm-store.ts';
import { Progress } from '#app/ui/progress.tsx';
import { toastError } from '#app/ui/toast/toast-store.ts';
import { backupText, type CodedText } from '../coded-text.ts';
import { ownApi } from '../own-api.ts';
import { useStudio } from '../use-studio.ts';
import { CopyLine, type CopyState, isSendable } from './backup-copies.tsx';

export interface Backup {
  id: string;
  kind: 'manual' | 'scheduled';
  state: 'running' | 'done' | 'failed';
  file: string;
  size_bytes: number | null;
  row_total: number | null;
  file_total: number | null;
  share: number;
  step: CodedText | null;
  error: CodedText | null;
  started_at: string;
  test_state: 'running' | 'passed' | 'failed' | null;
  test_result: CodedText | null;
  tested_at: string | null;
}

export function BackupItem({
  backup,
  copy,
  now,
  onChange,
}: {
  backup: Backup;
  copy: CopyState;
  now: string;
  onChange(): void;
}) {
  const { studio } = useStudio();
  const [isBusy, setBusy] = useState(false);
  const when = since(new Date(backup.started_at), new Date(now), studio.zone);
  const isRunning = backup.state === 'running' || backup.test_state === 'running';
  const tryIt = async () => {
    setBusy(true);
    try {
      await ownApi(`/studio/backups/${backup.id}/test`, { method: 'POST', body: {} });
      onChange();
    } catch (reason) {
      toastError(t('dashboard.system.restore_test_not_started'), describeReason(reason));
    } finally {
      setBusy(false);
    }
  };
  const sendCopy = async () => {
    try {
      await ownApi(`/studio/backups/${backup.id}/copy`, { method: 'POST', body: {} });
      onChange();
    } catch (reason) {
      toastError(t('dashboard.system.copy_not_sent'), describeReason(reason));
    }
  };
  const remove = () =>
    confirm({
      ...questionText('dashboard.system.delete_backup', { when }),
      type: 'destructive',
      onConfirm: async () => {
        await ownApi(`/studio/backups/${backup.id}`, { method: 'DELETE' });
        onChange();
      },
    });
  return (
    <li>
      <span>
        <b>
          {when}{' '}
          {backup.kind === 'scheduled' && (
            <span className="dash-quiet">{t('dashboard.system.scheduled')}</span>
          )}{' '}
          <State backup={backup} />
        </b>
        <span className="dash-quiet">{describe(backup)}</span>
        <CopyLine copy={copy} />
        {backup.test_result && (
          <span className={backup.test_state === 'failed' ? 'owner-failed' : 'dash-good'}>
            {backupText(backup.test_result)}
          </span>
        )}
      </span>
      {isRunning ? (
        <div className="backup-progress" role="status">
          <Progress
            label={
              backup.state === 'running'
                ? t('dashboard.system.creating_the_backup')
                : t('dashboard.system.testing_the_backup')
            }
            value={backup.share}
            max={1}
          />
          <span className="dash-quiet">
            {backup.step ? backupText(backup.step) : t('dashboard.system.starting')}
          </span>
        </div>
      ) : (
        <span className="dash-row-actions">
          {backup.state === 'done' && (
            <>
              <LinkButton
                busy={isBusy}
                aria-label={t('dashboard.system.test_restore_of_the_backup_of', { when })}
                onClick={() => void tryIt()}
              >
                {t('dashboard.system.test_restore')}
              </LinkButton>
              <LinkButton asChild>
                <a
                  href={`/api/studio/backups/${backup.id}/file`}
                  download={backup.file}
                  aria-label={t('dashboard.system.download_the_backup_of_when', { when })}
                >
                  {t('dashboard.common.download')}
                </a>
              </LinkButton>
              {(copy === 'none' || (typeof copy === 'object' && isSendable(copy))) && (
                <RowAction
                  label={t('dashboard.system.send_copy')}
                  name={t('dashboard.system.send_an_off_site_copy_of', { when })}
                  onClick={() => void sendCopy()}
                />
              )}
            </>
          )}
          <RowAction
            label={t('dashboard.common.delete')}
            name={t('dashboard.system.delete_backup_of', { when })}
            onClick={remove}
          />
        </span>
      )}
    </li>
  );
}

function State({ backup }: { backup: Backup }) {
  if (backup.state === 'failed') return <Badge tone="danger">{t('dashboard.system.failed')}</Badge>;
  if (backup.state === 'running') return <Badge>{t('dashboard.system.in_progress')}</Badge>;
  if (backup.test_state === 'running') return <Badge>{t('dashboard.system.being_tested')}</Badge>;
  if (backup.test_state === 'passed') return <Badge tone="positive">{t('dashboard.system.restores')}</Badge>;
  if (backup.test_state === 'failed')
    return <Badge tone="danger">{t('dashboard.system.does_not_restore')}</Badge>;
  return <Badge tone="quiet">{t('dashboard.system.not_tested')}</Badge>;
}

function describe({ state, error, row_total, file_total, size_bytes }: Backup): string {
  if (state === 'failed') return error ? backupText(error) : t('dashboard.system.unknown_error');
  if (state === 'running') return t('dashboard.system.the_studio_keeps_running_meanwhile');
  return t('dashboard.system.rows_and_files_in', {
    rows: row_total ?? 0,
    files: file_total ?? 0,
    size: formatBytes(size_bytes ?? 0),
  });
}
