// The letter from the studio: the question whether it is wanted, and the letter itself with its way out.
import { randomUUID } from 'node:crypto';
import type { TransactionSql } from 'postgres';
import type { JobHandler } from '../jobs/job-runner.ts';
import type { EmailBlock } from '../mail/templates/email-blocks.ts';
import { renderEmail } from '../mail/templates/layout.ts';
import { type MailStudio, readMailStudio } from '../mail/templates/mail-studio.ts';
import type { MailJobOptions } from './mail-jobs.ts';

interface Reader {
  email: string;
  state: string;
  token: string;
  studio: string;
}
interface Issue {
  id: string;
  subject: string;
  blocks: EmailBlock[];
  state: string;
}

/** As many mails as one job writes: short enough for other jobs to come in between. */
const BATCH = 50;

export function createNewsletterJobs({ outbox, siteUrl }: MailJobOptions): Record<string, JobHandler> {
  return {
    async 'mail.newsletter_confirm'(payload, within) {
      const reader = await readReader(within, String(payload.subscriber_id));
      if (reader?.state !== 'pending') return;
      const letter = renderEmail({
        ...(await readMailStudio(within, siteUrl)),
        subject: `Do you want the letter from ${reader.studio}?`,
        heading: 'One press left.',
        sentence: `Somebody, probably you, asked for the monthly letter from ${reader.studio}. Say yes, and it comes.`,
        button: { label: 'Yes, send it to me', url: `${siteUrl}/newsletter/${reader.token}` },
        closing: 'If it was not you, do nothing: without your yes nothing is ever sent.',
      });
      await outbox.addWithin(within, { ...letter, kind: 'newsletter_confirm', to: reader.email });
    },
    async 'mail.newsletter'(payload, within) {
      const reader = await readReader(within, String(payload.subscriber_id));
      // Left since the letter was written: it stays unsent.
      if (reader?.state !== 'confirmed') return;
      const [first = '', ...rest] = String(payload.body).split(/\n{2,}/);
      const letter = renderEmail({
        ...(await readMailStudio(within, siteUrl)),
        subject: String(payload.subject),
        heading: String(payload.subject),
        sentence: first,
        paragraphs: rest,
        closing: `You get this because you asked for the letter from ${reader.studio}.`,
        way: { label: 'Stop the letter', url: `${siteUrl}/newsletter/${reader.token}` },
      });
      await outbox.addWithin(within, {
        ...letter,
        kind: 'newsletter',
        to: reader.email,
        headers: wayOut(siteUrl, reader.token),
      });
    },
    async 'newsletter.batch'(payload, within) {
      const issue = await readIssue(within, String(payload.issue_id));
      if (issue?.state !== 'sending') return;
      const readers = await within<(Omit<Reader, 'studio'> & { id: string })[]>`
        select s.id, s.email, s.state, l.token
        from public.newsletter_deliveries d join public.newsletter_subscribers s on s.id = d.subscriber_id
        join private.newsletter_links l on l.subscriber_id = s.id
        where d.issue_id = ${issue.id} and d.state = 'queued' order by d.subscriber_id limit ${BATCH} for update of d`;
      const studio = await readMailStudio(within, siteUrl);
      for (const reader of readers) {
        const mailId = reader.state === 'confirmed' ? randomUUID() : null;
        if (mailId)
          await outbox.addWithin(within, {
            ...renderIssue(issue, reader.token, studio),
            id: mailId,
            kind: 'newsletter',
            to: reader.email,
            headers: wayOut(siteUrl, reader.token),
          });
        await within`
          update public.newsletter_deliveries set state = ${mailId ? 'written' : 'left'}, mail_id = ${mailId}
          where issue_id = ${issue.id} and subscriber_id = ${reader.id}`;
      }
      if (readers.length === 0)
        await within`update public.newsletter_issues set state = 'sent' where id = ${issue.id} and state = 'sending'`;
      else
        await within`select private.add_job('newsletter.batch', ${JSON.stringify({ issue_id: issue.id })}::text::jsonb)`;
    },
    async 'mail.newsletter_test'(payload, within) {
      const issue = await readIssue(within, String(payload.issue_id));
      const [person] = await within<{ id: string; email: string }[]>`
        select u.id, u.email from auth.users u where u.id = ${String(payload.user_id)}`;
      if (!issue || !person) return;
      const letter = renderIssue(issue, '', await readMailStudio(within, siteUrl));
      await outbox.addWithin(within, {
        ...letter,
        subject: `Test: ${letter.subject}`,
        kind: 'newsletter_test',
        to: person.email,
        userId: person.id,
      });
    },
  };
}

function wayOut(siteUrl: string, token: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${siteUrl}/api/newsletter/leave/${token}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

function renderIssue(issue: Issue, token: string, studio: MailStudio) {
  return renderEmail({
    ...studio,
    subject: issue.subject,
    heading: issue.subject,
    sentence: '',
    blocks: issue.blocks,
    closing: `You get this because you asked for the letter from ${studio.studioName}.`,
    way: { label: 'Stop the letter', url: `${studio.siteUrl}/newsletter/${token}`.replace(/\/$/, '') },
  });
}

async function readIssue(within: TransactionSql, id: string): Promise<Issue | undefined> {
  const [issue] = await within<Issue[]>`
    select id, subject, blocks, state from public.newsletter_issues where id = ${id} for update`;
  return issue;
}

async function readReader(within: TransactionSql, id: string): Promise<Reader | undefined> {
  const [reader] = await within<Reader[]>`
    select s.email, s.state, l.token, (select name from public.studio) as studio
    from public.newsletter_subscribers s join private.newsletter_links l on l.subscriber_id = s.id where s.id = ${id}`;
  return reader;
}
