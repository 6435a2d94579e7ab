// Rooms that belong together, with the way between them above each; it stays when one of them does not stand.
import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { NavLink } from '#app/ui/link.tsx';
import { PageError } from './page-error.tsx';

export interface SectionTab {
  to: string;
  label: string;
}

interface SectionTabsProps {
  label: string;
  /** The first room is the one whose address the others begin with. */
  rooms: readonly SectionTab[];
  /** What stands beneath; the room itself when not given. */
  children?: ReactNode;
}

export function SectionTabs({ label, rooms, children = <Outlet /> }: SectionTabsProps) {
  return (
    <>
      <nav className="dash-filter" aria-label={label}>
        <ul>
          {rooms.map((room) => (
            <li key={room.to}>
              <NavLink to={room.to} end={room === rooms[0]}>
                {room.label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </>
  );
}

interface SectionErrorProps extends Omit<SectionTabsProps, 'children'> {
  error: unknown;
  /** What the layout of these rooms knows: nothing when it was itself refused. */
  loaderData: unknown;
}

export function SectionError({ error, loaderData, ...neighbours }: SectionErrorProps) {
  const refusal = <PageError error={error} />;
  return loaderData === undefined ? refusal : <SectionTabs {...neighbours}>{refusal}</SectionTabs>;
}
