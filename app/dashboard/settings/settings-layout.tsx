// Layout of the settings: the owner only. Changes appear on the public pages within a second.
import { Outlet } from 'react-router';
import { guardPage } from '../guard.server.ts';

export const loader = guardPage('owner');

export default function SettingsLayout() {
  return <Outlet />;
}
