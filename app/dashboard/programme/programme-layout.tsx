// Layout of the programme pages: staff only, with their stylesheet.
import { Outlet } from 'react-router';
import stylesheet from '#app/styles/dashboard/programme.css?url';
import { guardPage } from '../guard.server.ts';
import type { Route } from './+types/programme-layout.ts';

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }];

export const loader = guardPage('staff', 'owner');

export default function ProgrammeLayout() {
  return <Outlet />;
}
