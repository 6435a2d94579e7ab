// Layout of the system pages: the owner only.
import { Outlet } from 'react-router';
import { requireRole } from '../guard.server.ts';
import type { Route } from './+types/system-layout.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'owner');
  return null;
}

export default function SystemLayout() {
  return <Outlet />;
}
