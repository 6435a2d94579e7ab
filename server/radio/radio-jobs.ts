// The emails of the radio: a show of tomorrow has no recording to play.

import { localized } from '#app/language/in-language.ts';
import { t } from '#app/language/messages.ts';
import type { TransactionSql } from '#backend/database/driver/sql.ts';
import type { Translations } from '#contracts/translations.ts';
import { formatMoment } from '../booking/format-booking.ts';
import type { JobHandlers } from '../jobs/job-runner.ts';
import { inLanguage } from '../language/current-language.ts';
import { pageUrl } from '../language/page-url.ts';
import type { DatabaseOutbox } from '../mail/database-outbox.ts';
import { renderEmail } from '../mail/templates/layout.ts';
import { readMailStudio } from '../mail/templates/mail-studio.ts';

interface RadioJobOptions {
  outbox: Pick<DatabaseOutbox, 'addWithin'>;
  siteUrl: string;
}

interface MissingEpisode {
  show_id: string;
  title: string;
  translations: Translations;
  starts_at: string;
  zone: string;
}

export function createRadioJobs({ outbox, siteUrl }: RadioJobOptions): JobHandlers {
  return {
    async 'mail.missing_episode'(payload, within) {
      const missing = await readMissing(within, String(payload.airing_id), String(payload.starts_at));
      // It was uploaded in the meantime.
      if (!missing) return;
      const studio = await readMailStudio(within, siteUrl);
      for (const { user_id: userId, email: to, language } of await readRecipients(within, missing.show_id)) {
        const email = inLanguage(language, () => {
          const { title } = localized(missing);
          const when = formatMoment(missing.starts_at, missing.zone);
          return renderEmail({
            ...studio,
            subject: t('email.radio.missing_subject', { title, when }),
            heading: t('email.radio.missing_heading'),
            intro: t('email.radio.missing_intro', { title, when }),
            button: {
              label: t('email.radio.upload_recording'),
              url: pageUrl(studio, '/dashboard/radio/recordings'),
            },
            closing: t('email.radio.missing_closing'),
          });
        });
        await outbox.addWithin(within, { ...email, kind: 'missing_episode', to, userId });
      }
    },
  };
}

async function readMissing(
  within: TransactionSql,
  airingId: string,
  startsAt: string,
): Promise<MissingEpisode | undefined> {
  const [row] = await within<MissingEpisode[]>`
    select m.show_id, w.title, private.session_translations(w.translations, '{}') as translations, m.starts_at, s.zone
    from private.missing_episodes(${startsAt}::timestamptz, ${startsAt}::timestamptz + interval '1 second') m
    join public.shows w on w.id = m.show_id cross join public.studio s
    where m.airing_id = ${airingId} and m.starts_at > now()`;
  return row;
}

/** The hosts of the show, and the studio's staff. */
function readRecipients(within: TransactionSql, showId: string) {
  return within<{ user_id: string; email: string; language: string }[]>`
    select u.id as user_id, u.email, private.email_language(u.id) as language from auth.users u
    where coalesce(u.email, '') <> '' and (u.banned_until is null or u.banned_until <= now()) and (
      exists (select from public.roles r where r.user_id = u.id and r.role in ('staff', 'owner'))
      or exists (select from public.radio_show_hosts h join public.roles r on r.user_id = h.user_id and r.role = 'host'
        where h.user_id = u.id and h.show_id = ${showId}))`;
}
