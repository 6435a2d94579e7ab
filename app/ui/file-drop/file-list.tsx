// The files being uploaded: name, size, progress, and a button to remove each one. Shows the state it is given; starts,
// stops and retries nothing by itself.

import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { formatBytes } from '#app/language/format-bytes.ts';
import { t } from '#app/language/messages.ts';
import { LinkButton } from '../button.tsx';
import { Progress } from '../progress.tsx';

export type FileListItem = {
  id: string;
  name: string;
  sizeBytes: number;
  /** How many bytes have been sent; null while waiting. */
  sentBytes: number | null;
  error?: string;
};

type FileListProps = Omit<ComponentProps<'ul'>, 'children'> & {
  items: readonly FileListItem[];
  onRemove?: (id: string) => void;
  onRetry?: (id: string) => void;
};

export function FileList({ items, onRemove, onRetry, className, ...props }: FileListProps) {
  if (items.length === 0) return null;
  return (
    <ul data-slot="file-list" className={clsx('file-list', className)} {...props}>
      {items.map((item) => (
        <li key={item.id} className="file-row" data-state={stateOf(item)}>
          <span className="file-row-name">{item.name}</span>
          <span className="file-row-state">{describe(item)}</span>
          {stateOf(item) === 'sending' && (
            <Progress
              className="file-row-progress"
              label={t('shared.ui.uploading_name', { name: item.name })}
              value={item.sentBytes}
              max={item.sizeBytes}
            />
          )}
          <span className="file-row-actions">
            {item.error && onRetry && (
              <LinkButton
                aria-label={t('shared.ui.try_name_again', { name: item.name })}
                onClick={() => onRetry(item.id)}
              >
                {t('shared.ui.try_again')}
              </LinkButton>
            )}
            {onRemove && (
              <LinkButton
                aria-label={t('shared.ui.remove_name', { name: item.name })}
                onClick={() => onRemove(item.id)}
              >
                {t('shared.ui.remove')}
              </LinkButton>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

function stateOf(item: FileListItem): 'failed' | 'waiting' | 'sending' | 'done' {
  if (item.error) return 'failed';
  if (item.sentBytes === null) return 'waiting';
  return item.sentBytes >= item.sizeBytes ? 'done' : 'sending';
}

function describe(item: FileListItem): string {
  switch (stateOf(item)) {
    case 'failed':
      return item.error ?? '';
    case 'waiting':
      return t('shared.ui.size_waiting', { size: formatBytes(item.sizeBytes) });
    case 'done':
      return t('shared.ui.size_uploaded', { size: formatBytes(item.sizeBytes) });
    case 'sending':
      return t('shared.ui.sent_of_size', {
        sent: formatBytes(item.sentBytes ?? 0),
        size: formatBytes(item.sizeBytes),
      });
  }
}
