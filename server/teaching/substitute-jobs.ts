// Writes to teachers and staff when a class needs somebody else, and when somebody was found.
import type { TransactionSql } from 'postgres';
import { formatList, formatWhen } from '../booking/format-booking.ts';
import type { JobHandler } from '../jobs/job-runner.ts';
import type { DatabaseOutbox } from '../mail/database-outbox.ts';
import { type Email, renderEmail } from '../mail/templates/layout.ts';
import { type MailStudio, readMailStudio } from '../mail/templates/mail-studio.ts';

interface SubstituteJobOptions {
  outbox: Pick<DatabaseOutbox, 'addWithin'>;
  siteUrl: string;
}

interface Request {
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

interface Reader {
  user_id: string;
  email: string;
}

type Words = Omit<Email, keyof MailStudio>;

export function createSubstituteJobs({ outbox, siteUrl }: SubstituteJobOptions): Record<string, JobHandler> {
  const write =
    (
      kind: string,
      readersOf: (within: TransactionSql, id: string) => Promise<Reader[]>,
      words: (request: Request) => Words | undefined,
    ): JobHandler =>
    async (payload, within) => {
      const id = String(payload.request_id);
      const [row] = await within<{ request: Request | null }[]>`
        select private.describe_substitute(${id}) as request`;
      const letter = row?.request && words(row.request);
      if (!letter) return;
      const rendered = renderEmail({ ...letter, ...(await readMailStudio(within, siteUrl)) });
      for (const { user_id, email } of await readersOf(within, id))
        await outbox.addWithin(within, { ...rendered, kind, to: email, userId: user_id });
    };

  const facts = (request: Request): [string, string][] => [
    ['What', request.title],
    ['When', formatWhen(request)],
    ['Where', request.room],
  ];

  return {
    'mail.substitute_asked': write('substitute_asked', everybodyWhoCouldHelp, (request) => {
      // Found or withdrawn before this went out: nobody needs to be asked.
      if (request.state !== 'open') return undefined;
      return {
        subject: `Who teaches ${request.title}, ${formatWhen(request)}?`,
        heading: 'Somebody is needed.',
        sentence: `${request.instead_of ?? request.asked_by} cannot come. Whoever takes the class over first has it.`,
        facts: facts(request),
        ...(request.reason && { paragraphs: [request.reason] }),
        button: { label: 'Take it over', url: `${siteUrl}/dashboard/teach` },
        closing: 'If you teach something else at that hour, the dashboard says so.',
      };
    }),
    'mail.substitute_found': write('substitute_found', whoeverWaitedForIt, (request) =>
      request.found
        ? {
            subject: `Found: ${request.found} teaches ${request.title}`,
            heading: 'Somebody was found.',
            sentence: `${formatList([request.found])} teaches instead of ${request.instead_of ?? request.asked_by}.`,
            facts: facts(request),
            button: { label: 'Look at the date', url: `${siteUrl}/dashboard/teach` },
            closing: 'The timetable says so already.',
          }
        : undefined,
    ),
  };
}

/** Every other teacher with an account, and staff, unless they chose not to be asked. */
function everybodyWhoCouldHelp(within: TransactionSql, id: string): Promise<Reader[]> {
  return within<Reader[]>`
    select distinct u.id as user_id, u.email from auth.users u join public.roles r on r.user_id = u.id
    where u.email is not null and (u.banned_until is null or u.banned_until <= now())
      and u.id is distinct from (select asked_by from public.substitute_requests where id = ${id})
      and not exists (select from public.profiles p where p.user_id = u.id and not p.wants_substitute_calls)
      and (r.role in ('staff', 'owner')
        or (r.role = 'teacher' and exists (select from public.person_accounts a where a.user_id = u.id)))
    order by u.email`;
}

/** Who teaches now, in any case; who asked and staff, unless they chose not to hear of it. */
function whoeverWaitedForIt(within: TransactionSql, id: string): Promise<Reader[]> {
  return within<Reader[]>`
    select distinct u.id as user_id, u.email from auth.users u
    where u.email is not null and (u.banned_until is null or u.banned_until <= now()) and (
      u.id in (select a.user_id from public.substitute_requests q join public.person_accounts a on a.person_id = q.found_person_id
        where q.id = ${id})
      or (not exists (select from public.profiles p where p.user_id = u.id and not p.wants_substitute_news) and (
        u.id = (select asked_by from public.substitute_requests where id = ${id})
        or exists (select from public.roles r where r.user_id = u.id and r.role in ('staff', 'owner'))))
    ) order by u.email`;
}
