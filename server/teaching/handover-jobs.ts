// Writes to teachers whose dates the desk gave to somebody else, and to those who have them now: one mail a person and
// change, about what is still true when it is written.
import type { TransactionSql } from 'postgres';
import { listWords, whenWords } from '../booking/booking-words.ts';
import type { JobHandler } from '../jobs/job-runner.ts';
import type { DatabaseOutbox } from '../mail/database-outbox.ts';
import { type Letter, renderLetter } from '../mail/templates/layout.ts';

interface HandoverJobOptions {
  outbox: Pick<DatabaseOutbox, 'addWithin'>;
  siteUrl: string;
}

interface HandedDate {
  title: string;
  starts_at: string;
  ends_at: string;
  zone: string;
  room: string;
  teacher: string | null;
}

/** How many dates a mail lists before it says how many more there are. */
const LISTED = 20;

export function createHandoverJobs({ outbox, siteUrl }: HandoverJobOptions): Record<string, JobHandler> {
  return {
    'mail.teaching_changed': async (payload, within) => {
      const personId = String(payload.person_id);
      const teaches = payload.teaches === true;
      const ids = Array.isArray(payload.session_ids) ? payload.session_ids.map(String) : [];
      const dates = await readDates(within, { personId, teaches, ids });
      if (dates.length === 0) return;
      const [studio] = await within<{ name: string }[]>`select name from public.studio`;
      const words = teaches ? takenOver(dates) : givenAway(dates);
      const letter = renderLetter({
        ...words,
        ...facts(dates),
        button: { label: 'Look at your week', url: `${siteUrl}/dashboard/teach` },
        closing: 'The timetable says so already. If this cannot be right, tell the desk.',
        studioName: studio?.name ?? 'onda',
        siteUrl,
      });
      for (const { user_id, email } of await readAccounts(within, personId))
        await outbox.addWithin(within, { ...letter, kind: 'teaching_changed', to: email, userId: user_id });
    },
  };
}

type Words = Pick<Letter, 'subject' | 'heading' | 'sentence'>;

const titlesOf = (dates: HandedDate[]) => listWords([...new Set(dates.map(({ title }) => title))]);
const whenOf = (dates: HandedDate[]) => {
  const [first] = dates;
  if (!first) return '';
  return dates.length === 1 ? whenWords(first) : `${dates.length} dates from ${whenWords(first)}`;
};

function takenOver(dates: HandedDate[]): Words {
  return {
    subject: `You teach ${titlesOf(dates)}, ${whenOf(dates)}`,
    heading: 'You teach.',
    sentence: `${titlesOf(dates)} is yours now: ${whenOf(dates)}.`,
  };
}

function givenAway(dates: HandedDate[]): Words {
  const others = listWords([...new Set(dates.flatMap(({ teacher }) => teacher ?? []))]);
  const who = others ? `${others} teaches` : 'Nobody is named yet for';
  return {
    subject: `You no longer teach ${titlesOf(dates)}, ${whenOf(dates)}`,
    heading: 'Somebody else teaches.',
    sentence: `${who} ${titlesOf(dates)} in your place: ${whenOf(dates)}.`,
  };
}

function facts(dates: HandedDate[]): Pick<Letter, 'facts' | 'paragraphs'> {
  const rooms = listWords([...new Set(dates.map(({ room }) => room))]);
  const lines = dates.slice(0, LISTED).map(whenWords);
  if (dates.length > LISTED) lines.push(`and ${dates.length - LISTED} more`);
  return {
    facts: [
      ['What', titlesOf(dates)],
      ['When', whenOf(dates)],
      ['Where', rooms],
    ],
    ...(dates.length > 1 && { paragraphs: [lines.join('\n')] }),
  };
}

interface Wanted {
  personId: string;
  teaches: boolean;
  ids: string[];
}

/** Dates to come of which it is still true. */
function readDates(within: TransactionSql, { personId, teaches, ids }: Wanted): Promise<HandedDate[]> {
  return within<HandedDate[]>`
    select o.title, s.starts_at, s.ends_at, s.zone, r.name as room, t.name as teacher
    from public.sessions s join public.offerings o on o.id = s.offering_id join public.rooms r on r.id = s.room_id
    left join public.people t on t.id = private.taught_by(s)
    where s.id::text = any (${ids}) and s.status = 'planned' and s.starts_at > now()
      and (private.taught_by(s) is not distinct from ${personId}::uuid) = ${teaches}
    order by s.starts_at`;
}

function readAccounts(within: TransactionSql, personId: string) {
  return within<{ user_id: string; email: string }[]>`
    select u.id as user_id, u.email from public.person_accounts a join auth.users u on u.id = a.user_id
    where a.person_id = ${personId} and u.email is not null and (u.banned_until is null or u.banned_until <= now())`;
}
