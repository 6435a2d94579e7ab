// Off-site copies of backups: their state, errors, and a test of the newest.

import { useState } from 'react';
import { formatBytes } from '#app/language/format-bytes.ts';
import { t } from '#app/language/messages.ts';
import { since } from '#app/language/since.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { Progress } from '#app/ui/progress.tsx';
import { toastError } from '#app/ui/toast/toast-store.ts';
import { backupText, type CodedText } from '../coded-text.ts';
import { Panel } from '../layout/page.tsx';
import { ownApi } from '../own-api.ts';
import { useStudio } from '../use-studio.ts';

export interface BackupCopy {
  file: string;
  state: 'waiting' | 'sending' | 'done' | 'failed' | 'missing';
  size_bytes: number | null;
  share: number;
  error: CodedText | null;
  made_at: string;
  test_state: 'running' | 'passed' | 'failed' | null;
  test_result: CodedText | null;
  tested_at: string | null;
}

/** Of one backup; "off" where no off-site store is set. */
export type CopyState = BackupCopy | 'none' | 'off';

export const isSendable = ({ state }: BackupCopy): boolean => state === 'failed' || state === 'missing';

export function CopyLine({ copy }: { copy: CopyState }) {
  if (copy === 'off') return null;
  if (copy === 'none')
    return <span className="dash-quiet">{t('dashboard.system.off_site_copy_not_sent')}</span>;
  const hasFailed = copy.error !== null && copy.state !== 'done';
  return (
    <span className={hasFailed ? 'owner-failed' : copy.state === 'done' ? 'dash-good' : 'dash-quiet'}>
      {t('dashboard.system.copy_state', { state: copy.state })}
      {hasFailed && copy.error !== null && `. ${backupText(copy.error)}`}
    </span>
  );
}

export function CopiesPanel({
  copies,
  target,
  now,
  onChange,
}: {
  copies: BackupCopy[];
  target: string | null;
  now: string;
  onChange(): void;
}) {
  const { studio } = useStudio();
  const [isBusy, setBusy] = useState(false);
  if (target === null)
    return (
      <Panel title={t('dashboard.system.off_site_copies')}>
        <p className="owner-prose">{t('dashboard.system.no_off_site_copies_yet_set')}</p>
      </Panel>
    );
  const stored = copies.filter(({ state }) => state === 'done');
  const [newest] = stored;
  const when = (time: string) => since(new Date(time), new Date(now), studio.zone);
  const testNewest = async () => {
    setBusy(true);
    try {
      await ownApi('/studio/backup-copies/test', { method: 'POST', body: {} });
      onChange();
    } catch (reason) {
      toastError(t('dashboard.system.test_not_started'), describeReason(reason));
    } finally {
      setBusy(false);
    }
  };
  const tested = copies.find(({ test_state }) => test_state === 'passed' || test_state === 'failed');
  const isTesting = copies.some(({ test_state }) => test_state === 'running');
  return (
    <Panel title={t('dashboard.system.off_site_copies')}>
      <div className="owner-prose">
        <p>
          {newest
            ? t('dashboard.system.copies_in_newest', {
                count: stored.length,
                target,
                when: when(newest.made_at),
                size: formatBytes(newest.size_bytes ?? 0),
              })
            : t('dashboard.system.copies_in', { count: stored.length, target })}
        </p>
        {tested?.tested_at && (
          <p>
            {tested.test_state === 'passed' ? (
              <Badge tone="positive">{t('dashboard.system.restores')}</Badge>
            ) : (
              <Badge tone="danger">{t('dashboard.system.does_not_restore')}</Badge>
            )}{' '}
            {t('dashboard.system.tested_at', { when: when(tested.tested_at) })}{' '}
            {tested.test_result && backupText(tested.test_result)}
          </p>
        )}
        <p>{t('dashboard.system.keep_backup_encryption_key_in_a')}</p>
      </div>
      {isTesting ? (
        <div className="backup-progress" role="status">
          <Progress
            label={t('dashboard.system.testing_the_newest_copy')}
            value={copies.find(({ test_state }) => test_state === 'running')?.share ?? 0}
            max={1}
          />
        </div>
      ) : (
        newest && (
          <Button size="sm" busy={isBusy} onClick={() => void testNewest()}>
            {t('dashboard.system.test_newest_copy')}
          </Button>
        )
      )}
    </Panel>
  );
}
