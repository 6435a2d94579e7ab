// The media library: all pictures, newest first; upload, search, and find pictures without a description.

import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { Picture } from '#app/features/media/picture.tsx';
import { PictureTextForm } from '#app/features/media/picture-text-form.tsx';
import { ACCEPTED_PICTURES, MAX_PICTURE_BYTES } from '#app/features/media/read-picture.ts';
import { anywhere } from '#app/features/media/use-library.ts';
import { usePictureUploads } from '#app/features/media/use-picture-uploads.ts';
import { t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import { Badge } from '#app/ui/badge.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { FileDrop } from '#app/ui/file-drop/file-drop.tsx';
import { FileList } from '#app/ui/file-drop/file-list.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Media } from '#contracts/media.ts';
import { dashboardMeta } from '../dashboard-meta.ts';
import { AddToggle } from '../forms/add-toggle.tsx';
import { requireRole } from '../guard.server.ts';
import { PageHeader, Panel } from '../layout/page.tsx';
import { SearchFilter } from '../list/filters.tsx';
import { Views } from '../list/views.tsx';
import { MOMENT, readColumnCursor, readPage, turnedPage, UUID } from '../pagination/column-cursor.ts';
import { ColumnLinks } from '../pagination/page-links.tsx';
import { useLiveReload } from '../realtime/use-live-reload.ts';
import type { Route } from './+types/media-page.ts';
import { LIBRARY_COLUMNS } from './library-picture.ts';

const SIZE = 48;
const COLUMNS = { created_at: MOMENT, id: UUID };
const KINDS = [
  { key: '', label: 'dashboard.media.all_filter' },
  { key: 'undescribed', label: 'dashboard.media.undescribed_filter' },
  { key: 'unused', label: 'dashboard.media.unused_filter' },
] as const;

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const { backend } = context.get(siteContext);
  const query = new URL(request.url).searchParams;
  const turn = readColumnCursor(query, COLUMNS);
  const searchText = (query.get('search') ?? '').slice(0, 80);
  const show = KINDS.find(({ key }) => key === query.get('show'))?.key ?? '';
  const wanted = <Select extends string>(select: Select, options?: { count: 'exact'; head: true }) => {
    let read = backend.from('media').select(select, options);
    if (show === 'undescribed') read = read.eq('is_described', false);
    if (show === 'unused') read = read.is('uses', null);
    const found = anywhere(searchText);
    return found ? read.or(found) : read;
  };
  const [listed, counted, undescribed] = await Promise.all([
    readPage(wanted(LIBRARY_COLUMNS), { columns: COLUMNS, turn, size: SIZE, descending: true }),
    wanted(show === 'unused' ? 'id,uses:media_uses(media_id)' : 'id', { count: 'exact', head: true }),
    backend.from('media').select('id', { count: 'exact', head: true }).eq('is_described', false),
  ]);
  for (const { error } of [listed, counted, undescribed]) if (error) throw error;
  return {
    page: turnedPage(listed.data ?? [], { columns: COLUMNS, turn, size: SIZE }),
    total: counted.count ?? 0,
    undescribed: undescribed.count ?? 0,
    searchText,
    show,
  };
}

export const meta = dashboardMeta(() => t('dashboard.media.page_title'));

export default function MediaPage({ loaderData }: Route.ComponentProps) {
  const { page, total, undescribed, searchText, show } = loaderData;
  const { revalidate } = useRevalidator();
  const [isAdding, setAdding] = useState(false);
  useLiveReload({ table: 'media' });
  return (
    <>
      <PageHeader
        title={t('dashboard.media.media_heading')}
        actions={
          <AddToggle label={t('dashboard.media.add_pictures')} isOpen={isAdding} onToggle={setAdding} />
        }
      >
        {formatSummary(total, undescribed)}
      </PageHeader>
      {isAdding && <AddPictures onChange={() => void revalidate()} />}
      <Views
        list="media"
        views={KINDS.map(({ key, label }) => ({ label: t(label), filter: key ? `show=${key}` : '' }))}
      />
      <div className="list-filters">
        <SearchFilter label={t('dashboard.media.search_by_description_credit_or_file')} maxLength={80} />
      </div>
      {page.rows.length === 0 ? (
        <EmptyState
          level={2}
          title={formatEmptyState(searchText, show)}
          action={
            searchText || show ? (
              <Link to="/dashboard/media">{t('dashboard.media.show_all_pictures')}</Link>
            ) : undefined
          }
        >
          {!searchText && !show && t('dashboard.media.add_pictures_with_a_description_and')}
        </EmptyState>
      ) : (
        <ul className="picture-grid" aria-label={t('dashboard.media.pictures')}>
          {page.rows.map((picture) => (
            <li key={picture.id}>
              <Link className="picture-tile" to={`/dashboard/media/${picture.id}`} prefetch="intent">
                <Picture
                  media={picture}
                  ratio={[1, 1]}
                  sizes="14rem"
                  alt={picture.alt || picture.file_name || t('dashboard.media.picture_without_description')}
                />
                <span>{picture.credit || picture.file_name}</span>
              </Link>
              <p className="picture-state">
                {picture.is_described ? (
                  <span className="dash-quiet">{formatUses(picture.uses.length)}</span>
                ) : (
                  <Badge tone="danger">{t('dashboard.media.needs_description')}</Badge>
                )}
              </p>
            </li>
          ))}
        </ul>
      )}
      <ColumnLinks page={page} />
    </>
  );
}

function AddPictures({ onChange }: { onChange(): void }) {
  const [fresh, setFresh] = useState<Media[]>([]);
  const [credit, setCredit] = useState('');
  const uploads = usePictureUploads((media) => {
    setFresh((before) => [...before, media]);
    onChange();
  });
  return (
    <Panel title={t('dashboard.media.add_pictures')} className="media-add">
      <FileDrop
        label={t('dashboard.media.picture_files')}
        hint={t('dashboard.media.picture_file_requirements')}
        accept={ACCEPTED_PICTURES}
        maxBytes={MAX_PICTURE_BYTES}
        multiple
        onFiles={uploads.take}
      />
      <FileList items={uploads.items} onRetry={uploads.retry} onRemove={uploads.forget} />
      {fresh.map((media) => (
        <div key={media.id} className="picture-fresh">
          <Picture media={media} sizes="16rem" alt="" />
          <PictureTextForm
            media={media}
            suggestedCredit={credit}
            onSaved={(saved) => {
              setCredit(saved.credit);
              setFresh((before) => before.filter(({ id }) => id !== media.id));
              onChange();
            }}
          />
        </div>
      ))}
    </Panel>
  );
}

function formatSummary(total: number, undescribed: number): string {
  if (total === 0) return t('dashboard.media.no_pictures_yet_sentence');
  if (undescribed === 0) return t('dashboard.media.pictures_count', { total });
  return t('dashboard.media.pictures_need_description', { total, undescribed });
}

function formatUses(count: number): string {
  if (count === 0) return t('dashboard.media.picture_not_used');
  return t('dashboard.media.picture_used', { count });
}

function formatEmptyState(searchText: string, show: string): string {
  if (searchText) return t('dashboard.common.no_results_for_search_text', { searchText });
  if (show === 'undescribed') return t('dashboard.media.all_pictures_have_a_description');
  if (show === 'unused') return t('dashboard.media.all_pictures_are_used');
  return t('dashboard.media.no_pictures_yet');
}
