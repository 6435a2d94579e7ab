// The host's own shows with their hours. Staff need none: they can go live at any time.

import { RowText } from '#app/dashboard/layout/row-text.tsx';
import { Rows } from '#app/dashboard/layout/rows.tsx';
import { t } from '#app/language/messages.ts';
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
    <Panel title={t('dashboard.radio.your_shows')}>
      <Rows of={shows} none={t('dashboard.radio.no_shows_yet_ask_staff_to')}>
        {({ show }) => (
          <li key={show.slug}>
            <RowText title={show.title}>
              {showHours(show.slots) || t('dashboard.radio.not_scheduled_yet_staff_can_add')}
            </RowText>
            <Link
              to={`/radio/shows/${show.slug}`}
              aria-label={t('dashboard.radio.view_page_of_title', { title: show.title })}
            >
              {t('dashboard.radio.view_page')}
            </Link>
          </li>
        )}
      </Rows>
    </Panel>
  );
}
