// Layout of the settings: the owner only. Changes appear on the public pages within a second.
import { Outlet } from 'react-router';
import { requireRole } from '../guard.server.ts';
import type { Route } from './+types/settings-layout.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'owner');
  return null;
}

export default function SettingsLayout() {
  return <Outlet />;
}
