// Publishing: publish now or at a time, unpublish, and the preview link.
import { type FormEvent, useState } from 'react';
import { addDays } from '#app/language/calendar-day.ts';
import { clockTime, localDay, shortDate } from '#app/language/format-time.ts';
import { Button } from '#app/ui/button.tsx';
import { DateInput, TimeInput } from '#app/ui/date-time-input.tsx';
import { Field } from '#app/ui/field.tsx';
import { Link } from '#app/ui/link.tsx';
import { toast } from '#app/ui/toast/toast-store.ts';
import { Panel } from '../layout/page.tsx';
import { contentStatus, publicPath, STATE_LABELS, type WholeContent } from './content.ts';

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
  const previewUrl = `/preview/${content.preview_token}`;
  const copy = async () => {
    await navigator.clipboard.writeText(new URL(previewUrl, location.href).href);
    toast({ variant: 'success', title: 'Link copied' });
  };
  return (
    <Panel title="Publishing">
      <div className="publish">
        <p role="status">
          <b>{sentence(STATE_LABELS[status])}</b>
          {content.publish_at &&
            ` for ${shortDate(new Date(content.publish_at), zone)}, ${clockTime(new Date(content.publish_at), zone)}`}
          {isDirty && '. Unsaved changes.'}
        </p>
        <div className="content-actions">
          {(status !== 'public' || isDirty) && (
            <Button variant="primary" size="sm" busy={isBusy} onClick={() => void props.onPublish(null)}>
              {content.published_at ? 'Publish changes' : 'Publish now'}
            </Button>
          )}
          {content.publish_at ? (
            <Button variant="tertiary" size="sm" onClick={() => void props.onUnschedule()}>
              Cancel schedule
            </Button>
          ) : (
            <Button
              variant="tertiary"
              size="sm"
              aria-expanded={isPlanning}
              onClick={() => setPlanning(!isPlanning)}
            >
              Schedule
            </Button>
          )}
        </div>
        {isPlanning && (
          <form className="publish-when" onSubmit={plan} aria-label="Schedule publishing">
            <Field label="Day" required>
              <DateInput name="day" defaultValue={addDays(localDay(new Date(), zone), 1)} />
            </Field>
            <Field label="Time" required>
              <TimeInput name="hour" defaultValue="09:00" />
            </Field>
            <Button variant="secondary" size="sm" type="submit" busy={isBusy}>
              Schedule publishing
            </Button>
          </form>
        )}
        <p>
          <a href={previewUrl} target="_blank" rel="noreferrer">
            Preview
          </a>{' '}
          <Button variant="link" size="sm" onClick={() => void copy()}>
            Copy link
          </Button>{' '}
          <Button variant="link" size="sm" onClick={() => void props.onRenewPreview()}>
            Create new link
          </Button>
        </p>
        <p className="dash-quiet">
          Anyone with the link can see the saved draft without signing in, for a month. A new link replaces
          the old one.
        </p>
        {content.published_at && (
          <p>
            <Link to={path}>{path}</Link>{' '}
            <Button variant="link" size="sm" onClick={() => void props.onUnpublish()}>
              Unpublish
            </Button>
          </p>
        )}
      </div>
    </Panel>
  );
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
