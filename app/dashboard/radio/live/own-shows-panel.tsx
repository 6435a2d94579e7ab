// The host's own shows with their hours. Staff need none: they can go live at any time.
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
          No shows yet. Ask staff to assign you a show; its hours then appear here.
        </p>
      ) : (
        <ul className="dash-list">
          {shows.map(({ show }) => (
            <li key={show.slug}>
              <span>
                <b>{show.title}</b>
                <span className="dash-quiet">
                  {showHours(show.slots) || 'Not scheduled yet. Staff can add its hours.'}
                </span>
              </span>
              <Link to={`/radio/shows/${show.slug}`} aria-label={`View page of ${show.title}`}>
                View page
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
