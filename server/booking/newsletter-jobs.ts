// The letter from the studio: the question whether it is wanted, and the letter itself with its way out.
import type { TransactionSql } from 'postgres';
import type { JobHandler } from '../jobs/job-runner.ts';
import { renderLetter } from '../mail/templates/layout.ts';
import type { MailJobOptions } from './mail-jobs.ts';

interface Reader {
  email: string;
  state: string;
  token: string;
  studio: string;
}

export function createNewsletterJobs({ outbox, siteUrl }: MailJobOptions): Record<string, JobHandler> {
  return {
    async 'mail.newsletter_confirm'(payload, within) {
      const reader = await readReader(within, String(payload.subscriber_id));
      if (reader?.state !== 'pending') return;
      const letter = renderLetter({
        studioName: reader.studio,
        siteUrl,
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
      const letter = renderLetter({
        studioName: reader.studio,
        siteUrl,
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
        headers: {
          'List-Unsubscribe': `<${siteUrl}/api/newsletter/leave/${reader.token}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        },
      });
    },
  };
}

async function readReader(within: TransactionSql, id: string): Promise<Reader | undefined> {
  const [reader] = await within<Reader[]>`
    select s.email, s.state, l.token, (select name from public.studio) as studio
    from public.newsletter_subscribers s join private.newsletter_links l on l.subscriber_id = s.id where s.id = ${id}`;
  return reader;
}
