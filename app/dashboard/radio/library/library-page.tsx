// Everything the station can play: find, hear, correct, remove, add.
import { useState } from 'react';
import { Form, useRevalidator } from 'react-router';
import { siteContext } from '#app/site-context.ts';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import { Link } from '#app/ui/link.tsx';
import { Pagination } from '#app/ui/pagination.tsx';
import { dashboardMeta } from '../../dashboard-meta.ts';
import { RoomHead } from '../../frame/room.tsx';
import { requireRole } from '../../guard.server.ts';
import type { Route } from './+types/library-page.ts';
import { type Track, TrackTable } from './track-table.tsx';
import { UploadPanel } from './upload-panel.tsx';

const PAGE_SIZE = 50;

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const { backend } = context.get(siteContext);
  const query = new URL(request.url).searchParams;
  const page = Math.min(Math.max(Number.parseInt(query.get('page') ?? '1', 10) || 1, 1), 10_000);
  const words = (query.get('search') ?? '').slice(0, 80);
  let wanted = backend
    .from('radio_tracks')
    .select('id,kind,title,artist,album,genre,year,isrc,duration_ms,loudness_lufs,is_requestable', {
      count: 'exact',
    })
    .order('artist')
    .order('title')
    .order('id')
    .range((page - 1) * PAGE_SIZE, page * PAGE_SIZE - 1);
  const bare = words
    .replace(/[^\p{L}\p{N} ]/gu, ' ')
    .trim()
    .replace(/\s+/g, '*');
  if (bare) wanted = wanted.or(`title.ilike.*${bare}*,artist.ilike.*${bare}*,album.ilike.*${bare}*`);
  const { data, count, error } = await wanted.overrideTypes<Track[], { merge: false }>();
  if (error && error.code !== 'PGRST103') throw error;
  return { tracks: data ?? [], total: count ?? 0, page, words };
}

export function meta({ matches }: Route.MetaArgs) {
  return dashboardMeta(matches, 'radio library');
}

export default function LibraryRoom({ loaderData }: Route.ComponentProps) {
  const { tracks, total, page, words } = loaderData;
  const { revalidate } = useRevalidator();
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <RoomHead
        title="Library"
        actions={
          <Button variant="primary" size="sm" aria-expanded={isAdding} onClick={() => setAdding(!isAdding)}>
            {isAdding ? 'Close' : 'Add music'}
          </Button>
        }
      >
        {total === 1 ? 'One piece.' : `${total} pieces.`}
      </RoomHead>
      {isAdding && <UploadPanel onAdded={() => void revalidate()} />}
      <Form className="dash-search" role="search">
        <Field label="Find by title, artist or album">
          <Input key={words} name="search" type="search" defaultValue={words} autoComplete="off" />
        </Field>
        <Button variant="tertiary" type="submit">
          Find
        </Button>
      </Form>
      {tracks.length === 0 ? (
        <EmptyState
          level={2}
          title={words ? `Nothing is called “${words}”.` : 'The shelf is empty.'}
          action={words ? <Link to="/dashboard/radio/library">Show everything</Link> : undefined}
        >
          {words ? 'Try fewer letters.' : 'Add a few files, and they are on air within a minute.'}
        </EmptyState>
      ) : (
        <TrackTable tracks={tracks} onChange={() => void revalidate()} />
      )}
      <Pagination
        page={page}
        pageCount={Math.ceil(total / PAGE_SIZE)}
        hrefFor={(to) => `?${new URLSearchParams({ ...(words && { search: words }), page: String(to) })}`}
        link={({ href, ...props }) => <Link to={href} {...props} />}
      />
    </>
  );
}
