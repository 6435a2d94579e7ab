// Recordings of live shows and uploaded shows: plan, edit, publish (radio page and podcast), unpublish, delete.

import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { dataOf } from '#app/backend/data-of.ts';
import { Rows } from '#app/dashboard/layout/rows.tsx';
import { formatBytes } from '#app/language/format-bytes.ts';
import { t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import type { AnsweredText } from '#contracts/coded-text.ts';
import type { StudioClient } from '#contracts/studio-client.ts';
import { stationText } from '../../coded-text.ts';
import { dashboardMeta } from '../../dashboard-meta.ts';
import { requireRole } from '../../guard.server.ts';
import { PageHeader } from '../../layout/page.tsx';
import { ownApi } from '../../own-api.ts';
import { MOMENT, readColumnCursor, readPage, turnedPage, UUID } from '../../pagination/column-cursor.ts';
import { ColumnLinks } from '../../pagination/page-links.tsx';
import { PAGE_SIZE } from '../../pagination/page-size.ts';
import type { Route } from './+types/recordings-page.ts';
import { ComingSlots } from './coming-slots.tsx';
import { loadPlans } from './load-plans.server.ts';
import type { Recording } from './recording.ts';
import { RecordingRow } from './recording-row.tsx';

const COLUMNS = { recorded_at: MOMENT, id: UUID };
const LISTED =
  'id,show_id,title,summary,duration_ms,recorded_at,published_at,translations,chapters,cover_file,loudness_lufs,silence_ms,silence_at_ms,is_file_missing,show:shows(title)';

export async function loader({ request, context }: Route.LoaderArgs) {
  const { roles, person } = await requireRole({ request, context }, 'host', 'staff', 'owner');
  const isStaff = roles.includes('staff') || roles.includes('owner');
  const { backend: client, now } = context.get(siteContext);
  // Published recordings can be read by everyone; hosts only see their own here.
  const showIds = isStaff ? null : await ownShowIds(client, person.id);
  const own = showIds && (await ownFilter(client, person.id, showIds));
  const wanted = <Select extends string>(select: Select, options?: { count: 'exact'; head: true }) => {
    const read = client.from('radio_episodes').select(select, options);
    return own === null ? read : read.or(own);
  };
  const turn = readColumnCursor(new URL(request.url).searchParams, COLUMNS);
  const [listed, counted, plans] = await Promise.all([
    readPage(wanted(LISTED), {
      columns: COLUMNS,
      turn,
      size: PAGE_SIZE,
      descending: true,
    }),
    wanted('id', { count: 'exact', head: true }),
    loadPlans(client, { showIds, now }),
  ]);
  for (const { error } of [listed, counted]) if (error) throw error;
  return {
    page: turnedPage(listed.data ?? [], { columns: COLUMNS, turn, size: PAGE_SIZE }),
    total: counted.count ?? 0,
    plans,
    isStaff,
  };
}

const MAX_SESSIONS = 200;

async function ownShowIds(client: StudioClient, me: string): Promise<string[]> {
  const data = await dataOf(client.from('radio_show_hosts').select('show_id').eq('user_id', me));
  return data.map(({ show_id }) => show_id);
}

/** Recordings of the shows a person hosts, and of their own live sessions. */
async function ownFilter(client: StudioClient, me: string, showIds: string[]): Promise<string> {
  const data = await dataOf(
    client
      .from('radio_live_sessions')
      .select('id')
      .eq('user_id', me)
      .order('started_at', { ascending: false })
      .limit(MAX_SESSIONS),
  );
  return `show_id.in.(${showIds.join(',')}),live_session_id.in.(${data.map(({ id }) => id).join(',')})`;
}

export const meta = dashboardMeta(() => t('dashboard.radio.recordings_page_title'));

export default function RecordingsPage({ loaderData }: Route.ComponentProps) {
  const { page, total, plans, isStaff } = loaderData;
  const { revalidate } = useRevalidator();
  const onChange = () => void revalidate();
  return (
    <>
      <PageHeader title={t('dashboard.radio.recordings')}>
        {t('dashboard.radio.recordings_total', { total })} {isStaff && <SpaceText of={page.rows} />}
      </PageHeader>
      {plans.slots.length > 0 && (
        <ComingSlots slots={plans.slots} recordings={page.rows} onChange={onChange} />
      )}
      <Rows
        of={page.rows}
        none={
          <EmptyState
            level={2}
            title={t('dashboard.radio.no_recordings_yet')}
            action={<Link to="/dashboard/radio">{t('dashboard.radio.go_live')}</Link>}
          >
            {t('dashboard.radio.every_live_show_is_recorded')}
          </EmptyState>
        }
      >
        {(recording) => (
          <RecordingRow
            key={recording.id}
            recording={recording}
            plans={plans.oneOffs.filter(({ episodeId }) => episodeId === recording.id)}
            isStaff={isStaff}
            onChange={onChange}
          />
        )}
      </Rows>
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
      {t('dashboard.radio.space_used', {
        used: formatBytes(space.used_bytes),
        max: formatBytes(space.max_bytes),
      })}
    </>
  );
}
