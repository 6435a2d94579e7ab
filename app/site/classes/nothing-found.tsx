// When no class matches: shows the closest one, and where to ask.
import { nearDay } from '#app/features/programme/date-label.ts';
import { clockTime } from '#app/language/format-time.ts';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import type { FoundClass } from './class-filters.ts';
import type { ListedClass } from './class-listing.ts';

interface NothingFoundProps {
  asked: string;
  closest: FoundClass<ListedClass> | null;
  now: Date;
  zone: string;
}

export function NothingFound({ asked, closest, now, zone }: NothingFoundProps) {
  if (!closest)
    return (
      <EmptyState
        title="The next term is being drawn up."
        action={
          <Button asChild variant="primary">
            <Link to="/contact">Ask us to email you</Link>
          </Button>
        }
      >
        <p>New classes appear here the moment they have a date. The radio stays on meanwhile.</p>
      </EmptyState>
    );
  const { offering, session } = closest;
  const startsAt = session && new Date(session.starts_at);
  return (
    <EmptyState
      title={
        startsAt
          ? `Closest to it: ${offering.title}, ${nearDay(startsAt, now, zone)} at ${clockTime(startsAt, zone)}.`
          : `Closest to it: ${offering.title}.`
      }
      action={
        <Button asChild variant="primary">
          <Link to={`/classes/${offering.slug}`}>See {offering.title}</Link>
        </Button>
      }
    >
      <p>
        Nothing is planned {asked || 'yet'}. If something is missing, <Link to="/contact">tell us</Link>: that
        is how most classes here began.
      </p>
    </EmptyState>
  );
}
