// Emails teachers and staff when a class needs a substitute, and when one is found.
import type { TransactionSql } from 'postgres';
import { formatWhen } from '../booking/format-booking.ts';
import type { JobHandler } from '../jobs/job-runner.ts';
import type { DatabaseOutbox } from '../mail/database-outbox.ts';
import { type EmailContent, renderEmail } from '../mail/templates/layout.ts';
import { readMailStudio } from '../mail/templates/mail-studio.ts';

export interface TeachingJobOptions {
  outbox: Pick<DatabaseOutbox, 'addWithin'>;
  siteUrl: string;
}

interface SubstituteRequest {
  id: string;
  session_id: string;
  state: 'open' | 'found' | 'withdrawn';
  reason: string;
  asked_by: string;
  instead_of: string | null;
  found: string | null;
  title: string;
  starts_at: string;
  ends_at: string;
  zone: string;
  room: string;
}

interface Recipient {
  user_id: string;
  email: string;
}

export function createSubstituteJobs({ outbox, siteUrl }: TeachingJobOptions): Record<string, JobHandler> {
  const write =
    (
      kind: string,
      readRecipients: (within: TransactionSql, id: string) => Promise<Recipient[]>,
      compose: (request: SubstituteRequest) => EmailContent | undefined,
    ): JobHandler =>
    async (payload, within) => {
      const id = String(payload.request_id);
      const [row] = await within<{ request: SubstituteRequest | null }[]>`
        select private.describe_substitute(${id}) as request`;
      const content = row?.request && compose(row.request);
      if (!content) return;
      const rendered = renderEmail({ ...content, ...(await readMailStudio(within, siteUrl)) });
      for (const { user_id, email } of await readRecipients(within, id))
        await outbox.addWithin(within, { ...rendered, kind, to: email, userId: user_id });
    };

  const facts = (request: SubstituteRequest): [string, string][] => [
    ['Class', request.title],
    ['When', formatWhen(request)],
    ['Where', request.room],
  ];

  return {
    'mail.substitute_asked': write('substitute_asked', readPossibleSubstitutes, (request) => {
      // Found or withdrawn in the meantime.
      if (request.state !== 'open') return undefined;
      return {
        subject: `Substitute needed: ${request.title}, ${formatWhen(request)}`,
        heading: 'Can you teach this class?',
        intro: `${request.instead_of ?? request.asked_by} can’t teach it. The first person to accept takes the class.`,
        facts: facts(request),
        ...(request.reason && { paragraphs: [request.reason] }),
        button: { label: 'Accept this class', url: `${siteUrl}/dashboard/teach` },
        closing: 'The dashboard warns you if you already teach at that time.',
      };
    }),
    'mail.substitute_found': write('substitute_found', readInterestedPeople, (request) =>
      request.found
        ? {
            subject: `Substitute found: ${request.found} teaches ${request.title}`,
            heading: 'A substitute is found',
            intro: `${request.found} teaches instead of ${request.instead_of ?? request.asked_by}.`,
            facts: facts(request),
            button: { label: 'View session', url: `${siteUrl}/dashboard/teach` },
            closing: 'The timetable is already up to date.',
          }
        : undefined,
    ),
  };
}

/** Every other teacher with an account, and staff, unless they turned these emails off. */
function readPossibleSubstitutes(within: TransactionSql, id: string): Promise<Recipient[]> {
  return within<Recipient[]>`
    select distinct u.id as user_id, u.email from auth.users u join public.roles r on r.user_id = u.id
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
    select distinct u.id as user_id, u.email from auth.users u
    where u.email is not null and (u.banned_until is null or u.banned_until <= now()) and (
      u.id in (select a.user_id from public.substitute_requests q join public.person_accounts a on a.person_id = q.found_person_id
        where q.id = ${id})
      or (not exists (select from public.profiles p where p.user_id = u.id and not p.wants_substitute_news) and (
        u.id = (select asked_by from public.substitute_requests where id = ${id})
        or exists (select from public.roles r where r.user_id = u.id and r.role in ('staff', 'owner'))))
    ) order by u.email`;
}
