// A date that can no longer be booked, or never could.
import { offeringPath } from '#app/features/programme/upcoming-session.ts';
import { contentText } from '#app/language/content-text.ts';
import { rich, t } from '#app/language/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import type { BookableSession } from './load-session.ts';

export function ClosedSession({ session }: { session: BookableSession }) {
  const { status, offering } = session;
  const title = contentText(offering, 'title');
  return (
    <main id="main" className="wrap page booking">
      <h1>
        {status === 'cancelled'
          ? t('site.booking.this_date_was_cancelled')
          : t('site.booking.this_date_has_started')}
      </h1>
      <EmptyState
        level={2}
        title={rich('site.booking.title_has_other_dates', { title })}
        action={
          <Button asChild variant="primary">
            <Link to={offeringPath(offering)}>{t('site.booking.see_other_dates')}</Link>
          </Button>
        }
      />
    </main>
  );
}
