// Emails teachers and staff when a class needs a substitute, and when one is found.

import { localized } from '#app/language/in-language.ts';
import { t } from '#app/language/messages.ts';
import type { TransactionSql } from '#backend/database/driver/sql.ts';
import { formatWhen } from '../booking/format-booking.ts';
import type { JobHandler } from '../jobs/job-runner.ts';
import { inLanguage } from '../language/current-language.ts';
import { pageUrl } from '../language/page-url.ts';
import type { DatabaseOutbox } from '../mail/database-outbox.ts';
import { type EmailContent, renderEmail } from '../mail/templates/layout.ts';
import { type MailStudio, readMailStudio } from '../mail/templates/mail-studio.ts';
import type { SessionInfo } from './teaching-emails.ts';

export interface TeachingJobOptions {
  outbox: Pick<DatabaseOutbox, 'addWithin'>;
  siteUrl: string;
}

interface SubstituteRequest extends SessionInfo {
  id: string;
  session_id: string;
  state: 'open' | 'found' | 'withdrawn';
  asked_by: string;
  instead_of: string | null;
  found: string | null;
}

interface Recipient {
  user_id: string;
  email: string;
  language: string;
}

export function createSubstituteJobs({ outbox, siteUrl }: TeachingJobOptions): Record<string, JobHandler> {
  const write =
    (
      kind: string,
      readRecipients: (within: TransactionSql, id: string) => Promise<Recipient[]>,
      compose: (request: SubstituteRequest, studio: MailStudio) => EmailContent | undefined,
    ): JobHandler =>
    async (payload, within) => {
      const id = String(payload.request_id);
      const [row] = await within<{ request: SubstituteRequest | null }[]>`
        select private.describe_substitute(${id}) as request`;
      const request = row?.request;
      if (!request) return;
      const studio = await readMailStudio(within, siteUrl);
      const render = () => {
        const content = compose(localized(request), studio);
        return content && renderEmail({ ...content, ...studio });
      };
      for (const { user_id, email, language } of await readRecipients(within, id)) {
        const rendered = inLanguage(language, render);
        if (rendered) await outbox.addWithin(within, { ...rendered, kind, to: email, userId: user_id });
      }
    };

  const facts = (request: SubstituteRequest): [string, string][] => [
    [t('email.facts.class'), request.title],
    [t('email.facts.when'), formatWhen(request)],
    [t('email.facts.where'), request.room],
  ];

  return {
    'mail.substitute_asked': write('substitute_asked', readPossibleSubstitutes, (request, studio) => {
      // Found or withdrawn in the meantime.
      if (request.state !== 'open') return undefined;
      return {
        subject: t('email.teaching.asked_subject', { title: request.title, when: formatWhen(request) }),
        heading: t('email.teaching.asked_heading'),
        intro: t('email.teaching.asked_intro', { teacher: request.instead_of ?? request.asked_by }),
        facts: facts(request),
        button: { label: t('email.teaching.accept_class'), url: pageUrl(studio, '/dashboard/teach') },
        closing: t('email.teaching.asked_closing'),
      };
    }),
    'mail.substitute_found': write('substitute_found', readInterestedPeople, (request, studio) =>
      request.found
        ? {
            subject: t('email.teaching.found_subject', {
              substitute: request.found,
              title: request.title,
            }),
            heading: t('email.teaching.found_heading'),
            intro: t('email.teaching.found_intro', {
              substitute: request.found,
              teacher: request.instead_of ?? request.asked_by,
            }),
            facts: facts(request),
            button: { label: t('email.teaching.view_session'), url: pageUrl(studio, '/dashboard/teach') },
            closing: t('email.teaching.found_closing'),
          }
        : undefined,
    ),
  };
}

/** Every other teacher with an account, and staff, unless they turned these emails off. */
function readPossibleSubstitutes(within: TransactionSql, id: string): Promise<Recipient[]> {
  return within<Recipient[]>`
    select distinct u.id as user_id, u.email, private.email_language(u.id) as language from auth.users u join public.roles r on r.user_id = u.id
    where u.email is not null and (u.banned_until is null or u.banned_until <= now())
      and u.id is distinct from (select asked_by from public.substitute_requests where id = ${id})
      and not exists (select from public.profiles p where p.user_id = u.id and not p.wants_substitute_calls)
      and (r.role in ('staff', 'owner')
        or (r.role = 'teacher' and exists (select from public.person_accounts a where a.user_id = u.id)))
    order by u.email`;
}

/** The substitute always; the person who asked and staff unless they turned these emails off. */
function readInterestedPeople(within: TransactionSql, id: string): Promise<Recipient[]> {
  return within<Recipient[]>`
    select distinct u.id as user_id, u.email, private.email_language(u.id) as language from auth.users u
    where u.email is not null and (u.banned_until is null or u.banned_until <= now()) and (
      u.id in (select a.user_id from public.substitute_requests q join public.person_accounts a on a.person_id = q.found_person_id
        where q.id = ${id})
      or (not exists (select from public.profiles p where p.user_id = u.id and not p.wants_substitute_news) and (
        u.id = (select asked_by from public.substitute_requests where id = ${id})
        or exists (select from public.roles r where r.user_id = u.id and r.role in ('staff', 'owner'))))
    ) order by u.email`;
}
