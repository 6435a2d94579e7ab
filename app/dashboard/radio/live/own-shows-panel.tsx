// The shows of the host who looks, with the hours at which the air is theirs. Staff need none: theirs is every hour.
import { weekdayName } from '#app/language/format-day.ts';
import { Link } from '#app/ui/link.tsx';
import { Panel } from '../../frame/room.tsx';

export interface OwnShow {
  show: {
    slug: string;
    title: string;
    slots: { weekday: number; local_time: string; duration_min: number }[];
  };
}

const end = (time: string, minutes: number) => {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const at = (hour * 60 + minute + minutes) % 1440;
  return `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;
};

export function OwnShowsPanel({ shows }: { shows: OwnShow[] }) {
  return (
    <Panel title="Your shows">
      {shows.length === 0 ? (
        <p className="dash-quiet">
          None yet, so the door stays shut. The studio’s staff give you one in the room Shows; its hours stand
          here then.
        </p>
      ) : (
        <ul className="dash-list">
          {shows.map(({ show }) => (
            <li key={show.slug}>
              <span>
                <b>{show.title}</b>
                <span className="dash-quiet">{hoursOf(show.slots)}</span>
              </span>
              <Link to={`/radio/shows/${show.slug}`} aria-label={`The page of ${show.title}`}>
                Its page
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function hoursOf(slots: OwnShow['show']['slots']): string {
  if (slots.length === 0) return 'Not in the grid yet: the staff lay its hours there.';
  return [...slots]
    .sort((a, b) => a.weekday - b.weekday || a.local_time.localeCompare(b.local_time))
    .map(
      (slot) =>
        `${weekdayName(slot.weekday)} ${slot.local_time.slice(0, 5)}–${end(slot.local_time, slot.duration_min)}`,
    )
    .join(', ');
}
