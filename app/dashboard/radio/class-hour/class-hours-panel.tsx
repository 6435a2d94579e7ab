// Hours of the radio that the current user's classes curate. Nothing is shown to those who have none.

import { contentText } from '#app/language/content-text.ts';
import type { Marks } from '#app/language/in-language.ts';
import { t } from '#app/language/messages.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';
import { Panel } from '../../layout/page.tsx';
import { type ClassHour, formatHour } from './class-hour.ts';

export function ClassHoursPanel({ hours }: { hours: readonly (ClassHour & Marks)[] }) {
  if (hours.length === 0) return null;
  return (
    <Panel title={t('dashboard.class_hours.our_hour_on_the_radio')}>
      <ul className="settings">
        {hours.map((hour) => (
          <li className="setting" key={hour.playlist_id}>
            <div className="setting-line">
              <span className="setting-label">{contentText(hour, 'title')}</span>
              <span className="setting-value">{formatHour(hour)}</span>
              <LinkButton asChild>
                <Link
                  to={`/dashboard/bookings/hour/${hour.playlist_id}`}
                  aria-label={t('dashboard.class_hours.choose_music_of', { title: hour.title })}
                >
                  {t('dashboard.class_hours.choose_music')}
                </Link>
              </LinkButton>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
