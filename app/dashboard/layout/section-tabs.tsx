// Rooms that belong together, with the way between them above each; it stays when one of them does not stand.
import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { NavLink } from '#app/ui/link.tsx';
import { Refusal } from './page-error.tsx';

export interface Neighbour {
  to: string;
  label: string;
}

interface NeighboursProps {
  label: string;
  /** The first room is the one whose address the others begin with. */
  rooms: readonly Neighbour[];
  /** What stands beneath; the room itself when not given. */
  children?: ReactNode;
}

export function Neighbours({ label, rooms, children = <Outlet /> }: NeighboursProps) {
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

interface RefusedNeighbourProps extends Omit<NeighboursProps, 'children'> {
  error: unknown;
  /** What the layout of these rooms knows: nothing when it was itself refused. */
  loaderData: unknown;
}

export function RefusedNeighbour({ error, loaderData, ...neighbours }: RefusedNeighbourProps) {
  const refusal = <Refusal error={error} />;
  return loaderData === undefined ? refusal : <Neighbours {...neighbours}>{refusal}</Neighbours>;
}
