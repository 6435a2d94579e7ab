import { useState } from 'react';
import { since } from '#app/language/since.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { confirm, describeReason } from '#app/ui/confirm/confirm-store.ts';
import { Progress } from '#app/ui/progress.tsx';
import { toast } from '#app/ui/toast/toast-store.ts';
import { ownApi } from '../own-api.ts';
import { useStudio } from '../use-studio.ts';
import { CopyLine, type CopyState, isSendable } from './backup-copies.tsx';
import { formatBytes } from './format-bytes.ts';

export interface Backup {
  id: string;
  kind: 'manual' | 'scheduled';
  state: 'running' | 'done' | 'failed';
  file: string;
  size_bytes: number | null;
  row_total: number | null;
  file_total: number | null;
  share: number;
  step: string;
  error: string | null;
  started_at: string;
  test_state: 'running' | 'passed' | 'failed' | null;
  test_message: string;
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
      toast({
        variant: 'destructive',
        title: 'Restore test not started',
        description: describeReason(reason),
      });
    } finally {
      setBusy(false);
    }
  };
  const sendCopy = async () => {
    try {
      await ownApi(`/studio/backups/${backup.id}/copy`, { method: 'POST', body: {} });
      onChange();
    } catch (reason) {
      toast({ variant: 'destructive', title: 'Copy not sent', description: describeReason(reason) });
    }
  };
  const remove = () =>
    confirm({
      title: `Delete the backup of ${when}?`,
      content: 'Its file is deleted too. Downloaded copies are not affected.',
      type: 'destructive',
      confirmText: 'Delete backup',
      onConfirm: async () => {
        await ownApi(`/studio/backups/${backup.id}`, { method: 'DELETE' });
        onChange();
      },
    });
  return (
    <li>
      <span>
        <b>
          {when} {backup.kind === 'scheduled' && <span className="dash-quiet">scheduled</span>}{' '}
          <State backup={backup} />
        </b>
        <span className="dash-quiet">{describe(backup)}</span>
        <CopyLine copy={copy} />
        {backup.test_message && (
          <span className={backup.test_state === 'failed' ? 'owner-failed' : 'dash-good'}>
            {backup.test_message}
          </span>
        )}
      </span>
      {isRunning ? (
        <div className="backup-progress" role="status">
          <Progress
            label={backup.state === 'running' ? 'Creating the backup' : 'Testing the backup'}
            value={backup.share}
            max={1}
          />
          <span className="dash-quiet">{backup.step || 'Starting'}</span>
        </div>
      ) : (
        <span className="dash-row-actions">
          {backup.state === 'done' && (
            <>
              <Button
                variant="link"
                size="sm"
                busy={isBusy}
                aria-label={`Test restore of the backup of ${when}`}
                onClick={() => void tryIt()}
              >
                Test restore
              </Button>
              <Button variant="link" size="sm" asChild>
                <a
                  href={`/api/studio/backups/${backup.id}/file`}
                  download={backup.file}
                  aria-label={`Download the backup of ${when}`}
                >
                  Download
                </a>
              </Button>
              {(copy === 'none' || (typeof copy === 'object' && isSendable(copy))) && (
                <Button
                  variant="link"
                  size="sm"
                  aria-label={`Send an off-site copy of the backup of ${when}`}
                  onClick={() => void sendCopy()}
                >
                  Send copy
                </Button>
              )}
            </>
          )}
          <Button variant="link" size="sm" aria-label={`Delete the backup of ${when}`} onClick={remove}>
            Delete
          </Button>
        </span>
      )}
    </li>
  );
}

function State({ backup }: { backup: Backup }) {
  if (backup.state === 'failed') return <Badge tone="danger">failed</Badge>;
  if (backup.state === 'running') return <Badge>in progress</Badge>;
  if (backup.test_state === 'running') return <Badge>being tested</Badge>;
  if (backup.test_state === 'passed') return <Badge tone="positive">restores</Badge>;
  if (backup.test_state === 'failed') return <Badge tone="danger">does not restore</Badge>;
  return <Badge tone="quiet">not tested</Badge>;
}

function describe({ state, error, row_total, file_total, size_bytes }: Backup): string {
  if (state === 'failed') return error ?? 'Unknown error.';
  if (state === 'running') return 'The studio keeps running meanwhile.';
  return `${row_total ?? 0} rows and ${file_total ?? 0} files in ${formatBytes(size_bytes ?? 0)}`;
}
