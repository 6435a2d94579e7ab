// The track library: search, listen, edit, delete, upload.

import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import { dashboardMeta } from '../../dashboard-meta.ts';
import { AddToggle } from '../../forms/add-toggle.tsx';
import { requireRole } from '../../guard.server.ts';
import { PageHeader } from '../../layout/page.tsx';
import { EmptyList } from '../../list/empty-list.tsx';
import { readColumnCursor, readPage, TEXT, turnedPage, UUID } from '../../pagination/column-cursor.ts';
import { ColumnLinks } from '../../pagination/page-links.tsx';
import { PAGE_SIZE } from '../../pagination/page-size.ts';
import type { Route } from './+types/library-page.ts';
import { StreamsPanel } from './streams-panel.tsx';
import { TrackList } from './track-list.tsx';
import { UploadPanel } from './upload-panel.tsx';

const MAX_CLASSES = 500;
const COLUMNS = { artist: TEXT, title: TEXT, id: UUID };
const LISTED =
  'id,kind,title,artist,album,genre,year,composer,label,isrc,duration_ms,cue_in_ms,cue_out_ms,loudness_lufs,is_requestable,from_time,to_time,weekdays,offering_id';

export async function loader({ request, context }: Route.LoaderArgs) {
  const { roles, person } = await requireRole({ request, context }, 'host', 'staff', 'owner');
  const isStaff = roles.includes('staff') || roles.includes('owner');
  const { backend } = context.get(siteContext);
  const query = new URL(request.url).searchParams;
  const turn = readColumnCursor(query, COLUMNS);
  const searchText = (query.get('search') ?? '').slice(0, 80);
  const bare = searchText
    .replace(/[^\p{L}\p{N} ]/gu, ' ')
    .trim()
    .replace(/\s+/g, '*');
  const wanted = <Select extends string>(select: Select, options?: { count: 'exact'; head: true }) => {
    let read = backend.from('radio_tracks').select(select, options);
    // Hosts only see what they uploaded.
    if (!isStaff) read = read.eq('added_by', person.id);
    return bare ? read.or(`title.ilike.*${bare}*,artist.ilike.*${bare}*,album.ilike.*${bare}*`) : read;
  };
  const [listed, counted, classes, settings] = await Promise.all([
    readPage(wanted(LISTED), { columns: COLUMNS, turn, size: PAGE_SIZE }),
    // Counting search results would read every row.
    bare ? null : wanted('id', { count: 'exact', head: true }),
    backend.from('offerings').select('id,title').is('archived_at', null).order('title').limit(MAX_CLASSES),
    isStaff ? backend.from('radio_settings').select('has_opus96').single() : null,
  ]);
  for (const error of [listed.error, counted?.error, classes.error, settings?.error]) if (error) throw error;
  return {
    page: turnedPage(listed.data ?? [], { columns: COLUMNS, turn, size: PAGE_SIZE }),
    total: counted?.count ?? null,
    searchText,
    classes: classes.data ?? [],
    settings: settings?.data ?? null,
  };
}

export const meta = dashboardMeta(() => t('dashboard.radio.library_page_title'));

export default function LibraryPage({ loaderData }: Route.ComponentProps) {
  const { page, total, searchText, classes, settings } = loaderData;
  const { revalidate } = useRevalidator();
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <PageHeader
        title={t('dashboard.radio.library')}
        actions={<AddToggle label={t('dashboard.radio.add_music')} isOpen={isAdding} onToggle={setAdding} />}
      >
        {total === null ? t('dashboard.radio.search_results') : t('dashboard.radio.tracks_total', { total })}
      </PageHeader>
      {isAdding && <UploadPanel onAdded={() => void revalidate()} />}
      <TrackList
        tracks={page.rows}
        classes={classes}
        onChange={revalidate}
        empty={
          <EmptyList
            notFound={searchText !== '' && t('dashboard.common.no_results_for_search_text', { searchText })}
            none={t('dashboard.radio.no_tracks_yet')}
            all={['/dashboard/radio/library', t('dashboard.radio.clear_search')]}
          >
            {searchText
              ? t('dashboard.radio.try_a_shorter_search')
              : t('dashboard.radio.add_music_files_they_can_play')}
          </EmptyList>
        }
        pages={<ColumnLinks page={page} isByTime={false} />}
      />
      {settings && <StreamsPanel hasOpus96={settings.has_opus96} />}
    </>
  );
}
