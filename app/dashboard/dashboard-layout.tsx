// The dashboard's own frame: its menu at the side (on top on a phone), the room beside it. No public footer, no overlay.
import { Outlet, useRouteLoaderData } from 'react-router';
import { siteContext } from '#app/site-context.ts';
import stylesheet from '#app/styles/dashboard.css?url';
import type { Route } from './+types/dashboard-layout.ts';
import { noCounts, readDeskCounts } from './layout/sidebar-counts.ts';
import { Refusal } from './layout/page-error.tsx';
import { RoomPlace } from './layout/page-outlet.tsx';
import { SideMenu } from './layout/sidebar.tsx';
import { keepStanding } from './layout/stale-data.ts';
import { UnsavedQuestion } from './forms/unsaved-question.tsx';
import { Who } from './layout/user-menu.tsx';
import { requirePerson } from './guard.server.ts';
import { SignInAgain } from './session/sign-in-again.tsx';
import { LAYOUT_ID } from './use-current-user.ts';

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { person, roles } = await requirePerson({ request, context });
  const isStaff = roles.includes('staff') || roles.includes('owner');
  const counts = isStaff
    ? await readDeskCounts(context.get(siteContext).backend).catch(() => noCounts)
    : noCounts;
  const { id, name, email, phone } = person;
  return { person: { id, name, email, phone }, roles, counts };
}

export const clientMiddleware = [keepStanding];

export default function DashboardLayout() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

/** A refused, missing or broken room keeps the menu: there is a way on. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Frame>
      <Refusal error={error} />
    </Frame>
  );
}

function Frame({ children }: { children: React.ReactNode }) {
  const known = useRouteLoaderData<typeof loader>(LAYOUT_ID);
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <div className="dash">
        {known && <SideMenu roles={known.roles} counts={known.counts} />}
        <RoomPlace>{children}</RoomPlace>
        {known && (
          <footer className="dash-foot">
            <Who person={known.person} roles={known.roles} />
          </footer>
        )}
      </div>
      {known && <SignInAgain person={known.person} />}
      <UnsavedQuestion />
    </>
  );
}
