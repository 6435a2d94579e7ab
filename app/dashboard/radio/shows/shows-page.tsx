// The shows of the station: description, host, and the accounts that can go live in them.

import { useRevalidator } from 'react-router';
import { t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Field } from '#app/ui/field.tsx';
import { Input } from '#app/ui/input.tsx';
import type { StudioClient } from '#contracts/studio-client.ts';
import { dashboardMeta } from '../../dashboard-meta.ts';
import { requireRole } from '../../guard.server.ts';
import { PageHeader, Panel } from '../../layout/page.tsx';
import { AddForm } from '../add-form.tsx';
import { OpenList } from '../open-list.tsx';
import type { Route } from './+types/shows-page.ts';
import type { Named, Show } from './show.ts';
import { ShowForm } from './show-form.tsx';
import { ShowHosts } from './show-hosts.tsx';

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'staff', 'owner');
  const { backend: client } = context.get(siteContext);
  const [shows, people, roles] = await Promise.all([
    client
      .from('shows')
      .select('id,slug,title,summary,host_id,translations,hosts:radio_show_hosts(user_id)')
      .order('title'),
    client.from('people').select('id,name').order('name'),
    client.from('roles').select('user_id').eq('role', 'host').limit(500),
  ]);
  for (const { error } of [shows, people, roles]) if (error) throw error;
  const ids = (roles.data ?? []).map(({ user_id }) => user_id);
  const accounts = await client.from('profiles').select('id:user_id,name').in('user_id', ids).order('name');
  if (accounts.error) throw accounts.error;
  return { shows: shows.data ?? [], people: people.data ?? [], accounts: accounts.data };
}

export const meta = dashboardMeta(() => t('dashboard.radio.shows_page_title'));

export default function ShowsPage({ loaderData }: Route.ComponentProps) {
  const { shows, people, accounts } = loaderData;
  const { revalidate } = useRevalidator();
  const again = () => void revalidate();
  const add = async (entries: FormData, client: StudioClient) => {
    const title = String(entries.get('title') ?? '').trim();
    const { error } = await client.from('shows').insert({ title, slug: slugOf(title), summary: '' });
    return error?.code === '23505' ? t('dashboard.radio.a_show_with_that_name_already') : error;
  };
  return (
    <>
      <PageHeader title={t('dashboard.radio.shows')}>
        {t('dashboard.radio.shows_total', { count: shows.length })}
      </PageHeader>
      <OpenList
        items={shows}
        nameOf={({ title }) => title}
        about={(show) => aboutShow(show, people)}
        empty={
          <EmptyState level={2} title={t('dashboard.radio.no_shows_yet')}>
            {t('dashboard.radio.add_a_show_then_give_it')}
          </EmptyState>
        }
        add={
          <AddForm className="rename" submit={t('dashboard.radio.add_show')} add={add} onAdded={again}>
            <Field label={t('dashboard.radio.name_of_the_new_show')} required>
              <Input name="title" maxLength={120} autoComplete="off" />
            </Field>
          </AddForm>
        }
      >
        {(open, close) => (
          <>
            <Panel title={open.title}>
              <ShowForm show={open} people={people} accounts={accounts} onChange={again} onDeleted={close} />
            </Panel>
            <ShowHosts show={open} accounts={accounts} onChange={again} />
          </>
        )}
      </OpenList>
    </>
  );
}

function aboutShow(show: Show, people: Named[]): string {
  const face = people.find(({ id }) => id === show.host_id)?.name;
  const count = show.hosts.length;
  const access =
    count === 0
      ? t('dashboard.radio.only_staff_can_go_live')
      : t('dashboard.radio.hosts_can_go_live', { count });
  return [face && t('dashboard.radio.hosted_by', { name: face }), access].filter(Boolean).join(', ');
}

function slugOf(title: string): string {
  const plain = title
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '') || 'show';
}
