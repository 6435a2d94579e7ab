// The dashboard's layout: a sidebar (a top bar on phones) and the page beside it, without the public header and footer.

import { Outlet } from 'react-router';
import { t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import stylesheet from '#app/styles/dashboard.css?url';
import type { StudioClient } from '#contracts/studio-client.ts';
import type { Route } from './+types/dashboard-layout.ts';
import { UnsavedQuestion } from './forms/unsaved-question.tsx';
import { requirePerson } from './guard.server.ts';
import { PageError } from './layout/page-error.tsx';
import { PageOutlet } from './layout/page-outlet.tsx';
import { Sidebar } from './layout/sidebar.tsx';
import { noCounts, readSidebarCounts } from './layout/sidebar-counts.ts';
import { saveStaleData } from './layout/stale-data.ts';
import { SignInAgain } from './session/sign-in-again.tsx';
import { type LayoutData, useLayoutData } from './use-current-user.ts';

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }];

export async function loader({ request, context }: Route.LoaderArgs): Promise<LayoutData> {
  const { person, roles } = await requirePerson({ request, context });
  const isStaff = roles.includes('staff') || roles.includes('owner');
  const counts = isStaff
    ? await readSidebarCounts(context.get(siteContext).backend).catch(() => noCounts)
    : noCounts;
  const { id, name, email, phone } = person;
  const ownShows = roles.includes('host') ? await readOwnShows(context.get(siteContext).backend, id) : [];
  return { person: { id, name, email, phone }, roles, counts, ownShows };
}

async function readOwnShows(backend: StudioClient, userId: string): Promise<string[]> {
  const { data } = await backend.from('radio_show_hosts').select('show:shows(slug)').eq('user_id', userId);
  return (data ?? []).flatMap(({ show }) => (show ? [show.slug] : []));
}

export const clientMiddleware = [saveStaleData];

export default function DashboardLayout() {
  return (
    <Layout>
      <Outlet />
    </Layout>
  );
}

/** An error page keeps the sidebar, so that people can go elsewhere. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Layout>
      <PageError error={error} />
    </Layout>
  );
}

function Layout({ children }: { children: React.ReactNode }) {
  const known = useLayoutData();
  return (
    <>
      <a className="skip-link" href="#main">
        {t('dashboard.layout.skip_to_content')}
      </a>
      <div className="dash">
        {known && <Sidebar {...known} />}
        <PageOutlet>{children}</PageOutlet>
      </div>
      {known && <SignInAgain person={known.person} />}
      <UnsavedQuestion />
    </>
  );
}
