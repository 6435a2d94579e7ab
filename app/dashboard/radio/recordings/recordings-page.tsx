// Recordings of live shows: edit, publish (radio page and podcast), unpublish, delete.

import { type FormEvent, useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { backend } from '#app/backend/backend.ts';
import { formatLength } from '#app/language/format-length.ts';
import { shortDate } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import { formatNumber } from '#app/language/number.ts';
import { siteContext } from '#app/site-context.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { Link } from '#app/ui/link.tsx';
import { Textarea } from '#app/ui/textarea.tsx';
import type { AnsweredText } from '#contracts/coded-text.ts';
import type { StudioClient } from '#contracts/studio-client.ts';
import type { Translations } from '#contracts/translations.ts';
import { stationText } from '../../coded-text.ts';
import { dashboardMeta } from '../../dashboard-meta.ts';
import { reportFailure } from '../../forms/report-failure.ts';
import { useBusy } from '../../forms/use-busy.ts';
import { requireRole } from '../../guard.server.ts';
import { InLanguages } from '../../languages/in-languages.tsx';
import { EPISODE_TEXTS } from '../../languages/text-fields.ts';
import { PageHeader } from '../../layout/page.tsx';
import { ownApi } from '../../own-api.ts';
import { MOMENT, readColumnCursor, readPage, turnedPage, UUID } from '../../pagination/column-cursor.ts';
import { ColumnLinks } from '../../pagination/page-links.tsx';
import { useStudio } from '../../use-studio.ts';
import { confirmDelete, deleteRow } from '../confirm-delete.ts';
import type { Route } from './+types/recordings-page.ts';

interface Recording {
  id: string;
  title: string;
  summary: string;
  duration_ms: number;
  recorded_at: string;
  published_at: string | null;
  translations: Translations;
  show: { title: string } | null;
}

const SIZE = 50;
const COLUMNS = { recorded_at: MOMENT, id: UUID };
const LISTED = 'id,title,summary,duration_ms,recorded_at,published_at,translations,show:shows(title)';

export async function loader({ request, context }: Route.LoaderArgs) {
  const { roles, person } = await requireRole({ request, context }, 'host', 'staff', 'owner');
  const isStaff = roles.includes('staff') || roles.includes('owner');
  const { backend: client } = context.get(siteContext);
  // Published recordings can be read by everyone; hosts only see their own here.
  const own = isStaff ? null : await ownFilter(client, person.id);
  const wanted = <Select extends string>(select: Select, options?: { count: 'exact'; head: true }) => {
    const read = client.from('radio_episodes').select(select, options);
    return own === null ? read : read.or(own);
  };
  const turn = readColumnCursor(new URL(request.url).searchParams, COLUMNS);
  const [listed, counted] = await Promise.all([
    readPage(wanted(LISTED), {
      columns: COLUMNS,
      turn,
      size: SIZE,
      descending: true,
    }),
    wanted('id', { count: 'exact', head: true }),
  ]);
  for (const { error } of [listed, counted]) if (error) throw error;
  return {
    page: turnedPage(listed.data ?? [], { columns: COLUMNS, turn, size: SIZE }),
    total: counted.count ?? 0,
    isStaff,
  };
}

const MAX_SESSIONS = 200;

/** Recordings of the shows a person hosts, and of their own live sessions. */
async function ownFilter(client: StudioClient, me: string): Promise<string> {
  const [shows, sessions] = await Promise.all([
    client.from('radio_show_hosts').select('show_id').eq('user_id', me),
    client
      .from('radio_live_sessions')
      .select('id')
      .eq('user_id', me)
      .order('started_at', { ascending: false })
      .limit(MAX_SESSIONS),
  ]);
  for (const { error } of [shows, sessions]) if (error) throw error;
  const showIds = (shows.data ?? []).map(({ show_id }) => show_id).join(',');
  const sessionIds = (sessions.data ?? []).map(({ id }) => id).join(',');
  return `show_id.in.(${showIds}),live_session_id.in.(${sessionIds})`;
}

export const meta = dashboardMeta(() => t('dashboard.radio.recordings_page_title'));

export default function RecordingsPage({ loaderData }: Route.ComponentProps) {
  const { page, total, isStaff } = loaderData;
  const { revalidate } = useRevalidator();
  return (
    <>
      <PageHeader title={t('dashboard.radio.recordings')}>
        {t('dashboard.radio.recordings_total', { total })} {isStaff && <SpaceText of={page.rows} />}
      </PageHeader>
      {page.rows.length === 0 ? (
        <EmptyState
          level={2}
          title={t('dashboard.radio.no_recordings_yet')}
          action={<Link to="/dashboard/radio/live">{t('dashboard.radio.go_live')}</Link>}
        >
          {t('dashboard.radio.every_live_show_is_recorded')}
        </EmptyState>
      ) : (
        <ul className="dash-list">
          {page.rows.map((recording) => (
            <Row
              key={recording.id}
              recording={recording}
              canDelete={isStaff}
              onChange={() => void revalidate()}
            />
          ))}
        </ul>
      )}
      <ColumnLinks page={page} />
    </>
  );
}

interface Space {
  used_bytes: number;
  max_bytes: number;
  reason: AnsweredText | null;
}

/** Storage used, reloaded when the list changes. */
function SpaceText({ of: recordings }: { of: Recording[] }) {
  const [space, setSpace] = useState<Space | null>(null);
  useEffect(() => {
    // A different number of recordings uses different storage.
    if (recordings) ownApi<Space>('/radio/recordings/space').then(setSpace, () => {});
  }, [recordings]);
  if (!space) return null;
  if (space.reason) return <b role="alert">{stationText(space.reason)}</b>;
  return (
    <>
      {t('dashboard.radio.gigabytes_used', {
        used: gigabytes(space.used_bytes),
        max: gigabytes(space.max_bytes),
      })}
    </>
  );
}

function gigabytes(bytes: number): string {
  const digits = bytes >= 10 * 2 ** 30 ? 0 : 1;
  return formatNumber(bytes / 2 ** 30, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

interface RowProps {
  recording: Recording;
  canDelete: boolean;
  onChange(): void;
}

function Row({ recording, canDelete, onChange }: RowProps) {
  const { studio } = useStudio();
  const [isOpen, setOpen] = useState(false);
  const [isBusy, run] = useBusy();
  const [translations, setTranslations] = useState(recording.translations);
  const isPublished = recording.published_at !== null;
  const change = async (
    patch: Partial<Pick<Recording, 'title' | 'summary' | 'published_at' | 'translations'>>,
  ) => {
    const client = await backend();
    const { error } = await client.from('radio_episodes').update(patch).eq('id', recording.id);
    if (reportFailure(error)) onChange();
    return !error;
  };
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '').trim();
    void run(async () => {
      if (await change({ title: text('title'), summary: text('summary'), translations })) setOpen(false);
    });
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
          {shortDate(new Date(recording.recorded_at), studio.zone)}, {formatLength(recording.duration_ms)}
          {recording.show && `, ${recording.show.title}`}
        </span>
      </span>
      <Badge tone={isPublished ? 'positive' : 'quiet'}>
        {isPublished ? t('dashboard.radio.published') : t('dashboard.radio.not_published')}
      </Badge>
      <span className="dash-row-actions">
        <Button
          variant="link"
          size="sm"
          aria-label={
            isPublished
              ? t('dashboard.radio.unpublish_title', { title: recording.title })
              : t('dashboard.radio.publish_title', { title: recording.title })
          }
          busy={isBusy}
          onClick={() =>
            void run(() => change({ published_at: isPublished ? null : new Date().toISOString() }))
          }
        >
          {isPublished ? t('dashboard.common.unpublish') : t('dashboard.radio.publish')}
        </Button>
        <Button
          variant="link"
          size="sm"
          aria-label={t('dashboard.common.edit_title', { title: recording.title })}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {t('dashboard.common.edit')}
        </Button>
        <Button asChild variant="link" size="sm">
          <a
            href={`/api/radio/recordings/${recording.id}/audio`}
            download={`${recording.title}.mp3`}
            aria-label={t('dashboard.radio.download_title', { title: recording.title })}
          >
            {t('dashboard.common.download')}
          </a>
        </Button>
        {canDelete && (
          <Button
            variant="link"
            size="sm"
            aria-label={t('dashboard.radio.delete_title', { title: recording.title })}
            onClick={remove}
          >
            {t('dashboard.common.delete')}
          </Button>
        )}
      </span>
      {isOpen && (
        <form className="track-form recording-form" onSubmit={save}>
          <InLanguages
            row={recording}
            fields={EPISODE_TEXTS}
            translations={translations}
            onChange={setTranslations}
          >
            <Field label={t('dashboard.common.title')} required>
              <Input name="title" defaultValue={recording.title} maxLength={300} />
            </Field>
            <Field label={t('dashboard.common.summary')}>
              <Textarea name="summary" defaultValue={recording.summary} rows={3} maxLength={4000} />
            </Field>
          </InLanguages>
          <Button variant="primary" size="sm" type="submit" busy={isBusy}>
            {t('dashboard.common.save_changes')}
          </Button>
        </form>
      )}
    </li>
  );
}
