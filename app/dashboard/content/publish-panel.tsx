// Publishing: publish now or at a time, unpublish, and the preview link.

import { type FormEvent, useState } from 'react';
import { addDays } from '#app/language/calendar-day.ts';
import { localDay } from '#app/language/format-time.ts';
import { localPath } from '#app/language/language-path.ts';
import { rich, t } from '#app/language/messages.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { DateInput, TimeInput } from '#app/ui/date-time-input.tsx';
import { Field } from '#app/ui/field.tsx';
import { Link } from '#app/ui/link.tsx';
import { toastSuccess } from '#app/ui/toast/toast-store.ts';
import { Panel } from '../layout/page.tsx';
import { contentStatus, publicPath, publishTime, type WholeContent } from './content.ts';

interface PublishPanelProps {
  content: WholeContent;
  zone: string;
  isDirty: boolean;
  isBusy: boolean;
  /** Local time with the studio's time zone; null: now. */
  onPublish(at: string | null): Promise<void>;
  onUnschedule(): Promise<void>;
  onUnpublish(): Promise<void>;
  onRenewPreview(): Promise<void>;
}

export function PublishPanel(props: PublishPanelProps) {
  const { content, zone, isDirty, isBusy } = props;
  const [isPlanning, setPlanning] = useState(false);
  const status = contentStatus(content);
  const path = publicPath(content.relation, content.slug);
  const plan = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setPlanning(false);
    void props.onPublish(`${form.get('day')} ${form.get('hour')} ${zone}`);
  };
  const previewUrl = localPath(`/preview/${content.preview_token}`);
  const copy = async () => {
    await navigator.clipboard.writeText(new URL(previewUrl, location.href).href);
    toastSuccess(t('dashboard.content.link_copied'));
  };
  return (
    <Panel title={t('dashboard.content.publishing')}>
      <div className="publish">
        <p role="status">
          {status === 'planned' ? (
            rich('dashboard.content.publishing_scheduled_for', {
              ...publishTime(content, zone),
              b: (text) => <b>{text}</b>,
            })
          ) : (
            <b>{t('dashboard.content.publishing_state', { status })}</b>
          )}
          {isDirty && `. ${t('dashboard.content.unsaved_changes')}`}
        </p>
        <div className="content-actions">
          {(status !== 'public' || isDirty) && (
            <Button variant="primary" size="sm" busy={isBusy} onClick={() => void props.onPublish(null)}>
              {content.published_at
                ? t('dashboard.content.publish_changes')
                : t('dashboard.content.publish_now')}
            </Button>
          )}
          {content.publish_at ? (
            <Button variant="tertiary" size="sm" onClick={() => void props.onUnschedule()}>
              {t('dashboard.content.cancel_schedule')}
            </Button>
          ) : (
            <Button
              variant="tertiary"
              size="sm"
              aria-expanded={isPlanning}
              onClick={() => setPlanning(!isPlanning)}
            >
              {t('dashboard.content.open_schedule_form')}
            </Button>
          )}
        </div>
        {isPlanning && (
          <form
            className="publish-when"
            onSubmit={plan}
            aria-label={t('dashboard.content.schedule_publishing')}
          >
            <Field label={t('dashboard.common.day')} required>
              <DateInput name="day" defaultValue={addDays(localDay(new Date(), zone), 1)} />
            </Field>
            <Field label={t('dashboard.content.time')} required>
              <TimeInput name="hour" defaultValue="09:00" />
            </Field>
            <Button variant="secondary" size="sm" type="submit" busy={isBusy}>
              {t('dashboard.content.schedule_publishing')}
            </Button>
          </form>
        )}
        <p>
          <a href={previewUrl} target="_blank" rel="noreferrer">
            {t('dashboard.common.show_preview')}
          </a>{' '}
          <LinkButton onClick={() => void copy()}>{t('dashboard.content.copy_link')}</LinkButton>{' '}
          <LinkButton onClick={() => void props.onRenewPreview()}>
            {t('dashboard.content.create_new_link')}
          </LinkButton>
        </p>
        <p className="dash-quiet">{t('dashboard.content.anyone_with_the_link_can_see')}</p>
        {content.published_at && (
          <p>
            <Link to={path}>{path}</Link>{' '}
            <LinkButton onClick={() => void props.onUnpublish()}>
              {t('dashboard.common.unpublish')}
            </LinkButton>
          </p>
        )}
      </div>
    </Panel>
  );
}
