// The studio's people for its staff: find, invite, give and take roles, close accounts, help who lost their phone.
import { type FormEvent, useState } from 'react';
import { useRevalidator, useSearchParams } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import { dashboardMeta } from '../dashboard-meta.ts';
import { SearchForm } from '../forms/search-form.tsx';
import { requireRole } from '../guard.server.ts';
import { PageHeader, PageLoading } from '../layout/page.tsx';
import { ownApi } from '../own-api.ts';
import { ColumnLinks } from '../pagination/page-links.tsx';
import type { Route } from './+types/people-page.ts';
import { InvitePanel } from './invite-panel.tsx';
import { PeopleTable } from './people-table.tsx';
import type { PeoplePage } from './person.ts';

/** Only staff come in; the list itself is asked for by the browser, in its own name. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { roles } = await requireRole({ request, context }, 'staff', 'owner');
  return { isOwner: roles.includes('owner') };
}

export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  const { search } = new URL(request.url);
  const [{ isOwner }, list] = await Promise.all([
    serverLoader(),
    ownApi<PeoplePage>(`/account/people${search}`),
  ]);
  return { isOwner, list };
}
clientLoader.hydrate = true as const;

export function meta({ matches }: Route.MetaArgs) {
  return dashboardMeta(matches, 'people');
}

export function HydrateFallback() {
  return <PageLoading title="People">Looking them up.</PageLoading>;
}

export default function PeopleRoom({ loaderData }: Route.ComponentProps) {
  const { list, isOwner } = loaderData;
  const [search, setSearch] = useSearchParams();
  const { revalidate } = useRevalidator();
  const [isInviting, setInviting] = useState(false);
  const words = search.get('search') ?? '';
  const find = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wanted = String(new FormData(event.currentTarget).get('search') ?? '').trim();
    setSearch(wanted ? { search: wanted } : {});
  };
  return (
    <>
      <PageHeader
        title="People"
        actions={
          <Button
            variant="primary"
            size="sm"
            aria-expanded={isInviting}
            onClick={() => setInviting(!isInviting)}
          >
            {isInviting ? 'Close' : 'Invite somebody'}
          </Button>
        }
      >
        {list.total === 1 ? 'One person.' : `${list.total} people.`}
      </PageHeader>
      {isInviting && (
        <InvitePanel
          isOwner={isOwner}
          onInvited={() => {
            setInviting(false);
            void revalidate();
          }}
        />
      )}
      <SearchForm label="Find by name, email or phone" words={words} onSubmit={find} />
      {list.people.length === 0 ? (
        <EmptyState
          level={2}
          title={`Nobody answers to “${words}”.`}
          action={<Link to="/dashboard/people">Show everybody</Link>}
        >
          Try fewer letters, or the address they signed up with.
        </EmptyState>
      ) : (
        <PeopleTable people={list.people} isOwner={isOwner} onChange={() => void revalidate()} />
      )}
      <ColumnLinks page={list} />
    </>
  );
}
