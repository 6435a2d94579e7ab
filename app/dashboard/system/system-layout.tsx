// Layout of the system pages: the owner only.
import { Outlet } from 'react-router';
import { guardPage } from '../guard.server.ts';

export const loader = guardPage('owner');

export default function SystemLayout() {
  return <Outlet />;
}
