// The studio's newsletter: the email that asks to confirm a subscription, and the issues with their unsubscribe link.
import { randomUUID } from 'node:crypto';
import { t } from '#app/language/messages.ts';
import type { TransactionSql } from '#backend/database/driver/sql.ts';
import type { JobHandler } from '../jobs/job-runner.ts';
import { inLanguage } from '../language/current-language.ts';
import { pageUrl } from '../language/page-url.ts';
import type { EmailBlock } from '../mail/templates/email-blocks.ts';
import { renderEmail } from '../mail/templates/layout.ts';
import { type MailStudio, readMailStudio } from '../mail/templates/mail-studio.ts';
import type { MailJobOptions } from './mail-jobs.ts';

interface Reader {
  email: string;
  state: string;
  token: string;
  studio: string;
  language: string;
}
interface Issue {
  id: string;
  subject: string;
  blocks: EmailBlock[];
  state: string;
}

/** Emails that one job writes: few enough that other jobs do not have to wait long. */
const BATCH_SIZE = 50;

export function createNewsletterJobs({ outbox, siteUrl }: MailJobOptions): Record<string, JobHandler> {
  return {
    async 'mail.confirm_newsletter'(payload, within) {
      const reader = await readReader(within, String(payload.subscriber_id));
      if (reader?.state !== 'pending') return;
      const studio = await readMailStudio(within, siteUrl);
      const email = inLanguage(reader.language, () =>
        renderEmail({
          ...studio,
          subject: t('email.newsletter.confirm_subject', reader),
          heading: t('email.newsletter.confirm_heading'),
          intro: t('email.newsletter.confirm_intro', reader),
          button: {
            label: t('email.newsletter.confirm_button'),
            url: pageUrl(studio, `/newsletter/${reader.token}`),
          },
          closing: t('email.newsletter.confirm_closing'),
        }),
      );
      await outbox.addWithin(within, { ...email, kind: 'confirm_newsletter', to: reader.email });
    },
    async 'mail.newsletter'(payload, within) {
      const reader = await readReader(within, String(payload.subscriber_id));
      // Unsubscribed since the issue was written.
      if (reader?.state !== 'confirmed') return;
      const [first = '', ...rest] = String(payload.body).split(/\n{2,}/);
      const studio = await readMailStudio(within, siteUrl);
      const email = inLanguage(reader.language, () =>
        renderEmail({
          ...studio,
          subject: String(payload.subject),
          heading: String(payload.subject),
          intro: first,
          paragraphs: rest,
          closing: t('email.newsletter.because_subscribed', reader),
          footerLink: {
            label: t('email.newsletter.unsubscribe'),
            url: pageUrl(studio, `/newsletter/${reader.token}`),
          },
        }),
      );
      await outbox.addWithin(within, {
        ...email,
        kind: 'newsletter',
        to: reader.email,
        headers: unsubscribeHeaders(siteUrl, reader.token),
      });
    },
    async 'newsletter.batch'(payload, within) {
      const issue = await readIssue(within, String(payload.issue_id));
      if (issue?.state !== 'sending') return;
      const readers = await within<(Omit<Reader, 'studio'> & { id: string })[]>`
        select s.id, s.email, s.state, l.token, private.reader_language(s) as language
        from public.newsletter_deliveries d join public.newsletter_subscribers s on s.id = d.subscriber_id
        join private.newsletter_links l on l.subscriber_id = s.id
        where d.issue_id = ${issue.id} and d.state = 'queued' order by d.subscriber_id limit ${BATCH_SIZE} for update of d`;
      const studio = await readMailStudio(within, siteUrl);
      for (const reader of readers) {
        const mailId = reader.state === 'confirmed' ? randomUUID() : null;
        if (mailId)
          await outbox.addWithin(within, {
            ...inLanguage(reader.language, () => renderIssue(issue, reader.token, studio)),
            id: mailId,
            kind: 'newsletter',
            to: reader.email,
            headers: unsubscribeHeaders(siteUrl, reader.token),
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
      const [person] = await within<{ id: string; email: string; language: string }[]>`
        select u.id, u.email, private.email_language(u.id) as language from auth.users u where u.id = ${String(payload.user_id)}`;
      if (!issue || !person) return;
      const studio = await readMailStudio(within, siteUrl);
      const email = inLanguage(person.language, () => {
        const rendered = renderIssue(issue, '', studio);
        return { ...rendered, subject: t('email.newsletter.test_subject', rendered) };
      });
      await outbox.addWithin(within, {
        ...email,
        kind: 'newsletter_test',
        to: person.email,
        userId: person.id,
      });
    },
  };
}

function unsubscribeHeaders(siteUrl: string, token: string): Record<string, string> {
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
    intro: '',
    blocks: issue.blocks,
    closing: t('email.newsletter.because_subscribed', { studio: studio.studioName }),
    footerLink: {
      label: t('email.newsletter.unsubscribe'),
      url: pageUrl(studio, token ? `/newsletter/${token}` : '/newsletter'),
    },
  });
}

async function readIssue(within: TransactionSql, id: string): Promise<Issue | undefined> {
  const [issue] = await within<Issue[]>`
    select id, subject, blocks, state from public.newsletter_issues where id = ${id} for update`;
  return issue;
}

async function readReader(within: TransactionSql, id: string): Promise<Reader | undefined> {
  const [reader] = await within<Reader[]>`
    select s.email, s.state, l.token, (select name from public.studio) as studio, private.reader_language(s) as language
    from public.newsletter_subscribers s join private.newsletter_links l on l.subscriber_id = s.id where s.id = ${id}`;
  return reader;
}
