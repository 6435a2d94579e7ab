// The shows of the host who looks, with the hours at which the air is theirs. Staff need none: theirs is every hour.
import { Link } from '#app/ui/link.tsx';
import { Panel } from '../../layout/page.tsx';
import { type ShowHour, showHours } from './show-hours.ts';

export interface OwnShow {
  show: {
    slug: string;
    title: string;
    slots: ShowHour[];
  };
}

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
                <span className="dash-quiet">
                  {showHours(show.slots) || 'Not in the grid yet: the staff lay its hours there.'}
                </span>
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
