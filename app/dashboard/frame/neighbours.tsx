// Rooms that belong together, with the way between them above each.
import { Outlet } from 'react-router';
import { NavLink } from '#app/ui/link.tsx';

export interface Neighbour {
  to: string;
  label: string;
}

/** The first room is the one whose address the others begin with. */
export function Neighbours({ label, rooms }: { label: string; rooms: readonly Neighbour[] }) {
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
      <Outlet />
    </>
  );
}
