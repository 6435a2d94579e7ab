// When no class matches: shows the closest one, and where to ask.

import type { ReactNode } from 'react';
import { nearDay } from '#app/features/programme/date-label.ts';
import { contentText } from '#app/language/content-text.ts';
import { clockTime } from '#app/language/format-time.ts';
import { rich, t } from '#app/language/messages.ts';
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
        title={t('site.classes.the_next_term_is_being_drawn')}
        action={
          <Button asChild variant="primary">
            <Link to="/contact">{t('site.classes.ask_us_to_let_you_know')}</Link>
          </Button>
        }
      >
        <p>{t('site.classes.new_classes_appear_here_the_moment')}</p>
      </EmptyState>
    );
  const { offering, session } = closest;
  const startsAt = session && new Date(session.starts_at);
  return (
    <EmptyState
      title={
        startsAt
          ? rich('site.classes.closest_with_date', {
              title: contentText(offering, 'title'),
              day: nearDay(startsAt, now, zone),
              time: clockTime(startsAt, zone),
            })
          : rich('site.classes.closest', { title: contentText(offering, 'title') })
      }
      action={
        <Button asChild variant="primary">
          <Link to={`/classes/${offering.slug}`}>
            {rich('site.classes.see_class', { title: contentText(offering, 'title') })}
          </Link>
        </Button>
      }
    >
      <p>
        {asked
          ? rich('site.classes.nothing_is_planned_for_filters', { filters: asked, link: contactLink })
          : rich('site.classes.nothing_is_planned_yet', { link: contactLink })}
      </p>
    </EmptyState>
  );
}

function contactLink(text: ReactNode) {
  return <Link to="/contact">{text}</Link>;
}
