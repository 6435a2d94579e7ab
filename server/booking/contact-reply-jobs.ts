// Sends the studio's reply to a message from the contact page, with that message quoted below.
import { longDay } from '#app/language/format-day.ts';
import { localDay } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import type { JobHandler } from '../jobs/job-runner.ts';
import { inLanguage } from '../language/current-language.ts';
import { type RenderedEmail, renderEmail } from '../mail/templates/layout.ts';
import { type MailStudio, readMailStudio } from '../mail/templates/mail-studio.ts';
import type { MailJobOptions } from './mail-jobs.ts';

interface Reply {
  body: string;
  mail_id: string;
  author: string | null;
  name: string;
  email: string;
  message: string;
  received_at: string;
  studio: string;
  address: string;
  studio_email: string;
  zone: string;
  language: string;
}

export function createContactReplyJobs({ outbox, siteUrl }: MailJobOptions): Record<string, JobHandler> {
  return {
    async 'mail.contact_reply'(payload, within) {
      const [reply] = await within<Reply[]>`
        select e.body, e.mail_id, p.name as author, m.name, m.email, m.message, m.received_at::text, s.name as studio, s.address,
          s.email as studio_email, s.zone,
          private.page_language(m.language) as language
        from public.contact_entries e join public.contact_messages m on m.id = e.message_id
        left join public.profiles p on p.user_id = e.author, public.studio s
        where e.id = ${String(payload.entry_id)} and e.kind = 'reply'`;
      if (!reply) return;
      const studio = await readMailStudio(within, siteUrl);
      const email = inLanguage(reply.language, () => renderReply(reply, studio));
      await outbox.addWithin(within, {
        ...email,
        id: reply.mail_id,
        kind: 'contact_reply',
        to: reply.email,
        ...(reply.studio_email && { headers: { 'Reply-To': reply.studio_email } }),
      });
    },
  };
}

function renderReply(reply: Reply, studio: MailStudio): RenderedEmail {
  const [first = '', ...rest] = reply.body.split(/\n{2,}/);
  const day = longDay(localDay(new Date(reply.received_at), reply.zone));
  const quoted = reply.message
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
  return renderEmail({
    ...studio,
    subject: t('email.contact.reply_subject', reply),
    heading: t('email.contact.reply_heading', reply),
    intro: first,
    paragraphs: [
      ...rest,
      ...(reply.author ? [t('email.contact.signature', { author: reply.author, studio: reply.studio })] : []),
      `${t('email.contact.you_wrote', { day })}\n${quoted}`,
    ],
    closing: reply.studio_email
      ? t('email.contact.reply_closing', { email: reply.studio_email })
      : reply.address,
  });
}
