// Accounts of the studio for staff: search, invite, change roles, close accounts, remove second factors.

import { useState } from 'react';
import { useRevalidator, useSearchParams } from 'react-router';
import { t } from '#app/language/messages.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import { dashboardMeta } from '../dashboard-meta.ts';
import { AddToggle } from '../forms/add-toggle.tsx';
import { requireRole } from '../guard.server.ts';
import { PageHeader, PageLoading } from '../layout/page.tsx';
import { SearchFilter } from '../list/filters.tsx';
import { readsListAgain } from '../list/list-query.ts';
import { ListView } from '../list/list-view.tsx';
import { useOpenRow } from '../list/open-row.ts';
import { ownApi } from '../own-api.ts';
import { ColumnLinks } from '../pagination/page-links.tsx';
import { useStudio } from '../use-studio.ts';
import type { Route } from './+types/people-page.ts';
import { InvitePanel } from './invite-panel.tsx';
import { peopleBulk, peopleColumns } from './people-table.tsx';
import type { PeoplePage } from './person.ts';
import { PersonPanel } from './person-panel.tsx';

/** Checks the role only; the browser loads the list with its own session. */
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

export const shouldRevalidate = readsListAgain;

export const meta = dashboardMeta(() => t('dashboard.people.page_title'));

export function HydrateFallback() {
  return (
    <PageLoading title={t('dashboard.common.people')}>{t('dashboard.people.loading_people')}</PageLoading>
  );
}

export default function PeoplePageRoute({ loaderData }: Route.ComponentProps) {
  const { list, isOwner } = loaderData;
  const [search] = useSearchParams();
  const { studio } = useStudio();
  const { revalidate } = useRevalidator();
  const [isInviting, setInviting] = useState(false);
  const [openId] = useOpenRow();
  const open = list.people.find(({ id }) => id === openId);
  const searchText = search.get('search') ?? '';
  return (
    <>
      <PageHeader
        title={t('dashboard.common.people')}
        actions={
          <AddToggle
            label={t('dashboard.people.invite_a_person')}
            isOpen={isInviting}
            onToggle={setInviting}
          />
        }
      >
        {t('dashboard.people.people_count', { total: list.total })}
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
      <ListView
        list="people"
        label={t('dashboard.common.people')}
        filters={<SearchFilter label={t('dashboard.people.find_by_name_email_or_phone')} />}
        columns={peopleColumns({ isOwner, zone: studio.zone, onChange: () => void revalidate() })}
        rows={list.people}
        rowId={({ id }) => id}
        isCurrent={({ id, is_you }) => (open ? id === open.id : is_you)}
        isQuiet={({ banned }) => banned}
        bulk={peopleBulk()}
        empty={
          <EmptyState
            level={2}
            title={t('dashboard.people.no_one_found', { searchText })}
            action={<Link to="/dashboard/people">{t('dashboard.people.show_everyone')}</Link>}
          >
            {t('dashboard.people.try_a_shorter_search_or_the')}
          </EmptyState>
        }
        pages={<ColumnLinks page={list} />}
      />
      {open && <PersonPanel person={open} isOwner={isOwner} onChange={() => void revalidate()} />}
    </>
  );
}
