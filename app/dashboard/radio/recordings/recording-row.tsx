// One recording: its facts, its planned rebroadcasts, and what can be done with it.

import { useState } from 'react';
import { backend } from '#app/backend/backend.ts';
import { RowAction } from '#app/dashboard/forms/row-action.tsx';
import { formatLength } from '#app/language/format-length.ts';
import { clockTime, shortDate } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import { Badge } from '#app/ui/badge.tsx';
import { LinkButton } from '#app/ui/button.tsx';
import { reportFailure } from '../../forms/report-failure.ts';
import { useBusy } from '../../forms/use-busy.ts';
import { useStudio } from '../../use-studio.ts';
import { confirmDelete, deleteRow } from '../confirm-delete.ts';
import type { OneOffPlan } from './load-plans.server.ts';
import { RebroadcastForm } from './rebroadcast-form.tsx';
import type { Recording } from './recording.ts';
import { RecordingForm } from './recording-form.tsx';

interface RecordingRowProps {
  recording: Recording;
  /** Its coming rebroadcasts. */
  plans: OneOffPlan[];
  isStaff: boolean;
  onChange(): void;
}

export function RecordingRow({ recording, plans, isStaff, onChange }: RecordingRowProps) {
  const { studio } = useStudio();
  const [open, setOpen] = useState<'details' | 'rebroadcast' | null>(null);
  const opens = (part: 'details' | 'rebroadcast') => ({
    'aria-expanded': open === part,
    onClick: () => setOpen(open === part ? null : part),
  });
  const recordedAt = new Date(recording.recorded_at);
  const [isBusy, run] = useBusy();
  const isPublished = recording.published_at !== null;
  const { show_id: showId } = recording;
  const publish = async () => {
    const client = await backend();
    const published_at = isPublished ? null : new Date().toISOString();
    const { error } = await client.from('radio_episodes').update({ published_at }).eq('id', recording.id);
    if (reportFailure(error)) onChange();
  };
  const remove = () =>
    confirmDelete({
      title: t('dashboard.radio.delete_title_question', { title: recording.title }),
      content: t('dashboard.radio.it_is_removed_from_the_radio'),
      remove: () => deleteRow('radio_episodes', recording.id),
      onDeleted: onChange,
    });
  return (
    <li>
      <span>
        <b>{recording.title}</b>
        <span className="dash-quiet">
          {shortDate(recordedAt, studio.zone)}, {clockTime(recordedAt, studio.zone)},{' '}
          {formatLength(recording.duration_ms)}
          {recording.show && `, ${recording.show.title}`}
        </span>
        {plans.map(({ id, date, time }) => (
          <span className="dash-quiet" key={id}>
            {t('dashboard.radio.rebroadcast_on', {
              day: shortDate(new Date(`${date}T12:00:00Z`), 'UTC'),
              time,
            })}
          </span>
        ))}
        {recording.is_file_missing && (
          <span className="dash-quiet episode-missing">{t('dashboard.radio.file_is_missing')}</span>
        )}
      </span>
      <Badge tone={isPublished ? 'positive' : 'quiet'}>
        {isPublished ? t('dashboard.radio.published') : t('dashboard.radio.not_published')}
      </Badge>
      <span className="dash-row-actions">
        <LinkButton
          aria-label={
            isPublished
              ? t('dashboard.radio.unpublish_title', { title: recording.title })
              : t('dashboard.radio.publish_title', { title: recording.title })
          }
          busy={isBusy}
          onClick={() => void run(publish)}
        >
          {isPublished ? t('dashboard.common.unpublish') : t('dashboard.radio.publish')}
        </LinkButton>
        <LinkButton
          aria-label={t('dashboard.common.edit_title', { title: recording.title })}
          {...opens('details')}
        >
          {t('dashboard.common.edit')}
        </LinkButton>
        {isStaff && showId && (
          <LinkButton
            aria-label={t('dashboard.radio.rebroadcast_title', { title: recording.title })}
            {...opens('rebroadcast')}
          >
            {t('dashboard.radio.rebroadcast')}
          </LinkButton>
        )}
        <LinkButton asChild>
          <a
            href={`/api/radio/recordings/${recording.id}/audio`}
            download={`${recording.title}.mp3`}
            aria-label={t('dashboard.radio.download_title', { title: recording.title })}
          >
            {t('dashboard.common.download')}
          </a>
        </LinkButton>
        {isStaff && (
          <RowAction
            label={t('dashboard.common.delete')}
            name={t('dashboard.radio.delete_title', { title: recording.title })}
            onClick={remove}
          />
        )}
      </span>
      {open === 'details' && (
        <RecordingForm recording={recording} onChange={onChange} onSaved={() => setOpen(null)} />
      )}
      {open === 'rebroadcast' && showId && (
        <RebroadcastForm
          recording={{ ...recording, show_id: showId }}
          onPlanned={() => {
            setOpen(null);
            onChange();
          }}
        />
      )}
    </li>
  );
}
