// The state of the mail, and one mail sent right now, past the outbox, so that the owner reads what the server answers.
import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import type { Person } from '#contracts/visitor.ts';
import { ApiError } from '../api/api-error.ts';
import { createSmtp } from '../mail/smtp.ts';
import { renderLetter } from '../mail/templates/layout.ts';
import { writeAudit } from './write-audit.ts';

export interface MailSettings {
  smtpUrl: string | undefined;
  from: string;
}

export async function describeMail({ sql, mail }: { sql: Sql; mail: MailSettings }) {
  const [counts] = await sql<{ waiting: number; failed: number; last_sent_at: Date | null }[]>`
    select count(*) filter (where state = 'waiting')::int as waiting, count(*) filter (where state = 'failed')::int as failed,
      max(sent_at) as last_sent_at
    from public.outbox`;
  return { server: mail.smtpUrl ? new URL(mail.smtpUrl).host : null, from: mail.from, ...counts };
}

export async function sendTestMail(parts: { sql: Sql; mail: MailSettings; siteUrl: string; person: Person }) {
  const { sql, mail, siteUrl, person } = parts;
  const { smtpUrl, from } = mail;
  if (!person.email)
    throw new ApiError(
      409,
      'no_address',
      'Your account has no email address to send to. Add one under Security.',
    );
  if (!smtpUrl)
    throw new ApiError(
      409,
      'no_mail_server',
      'No mail server is set. Give its address as SMTP_URL and start again; until then mails wait in the outbox.',
    );
  const [studio] = await sql<{ name: string }[]>`select name from public.studio`;
  const carrier = createSmtp({ smtpUrl, from });
  let isTaken = true;
  let sentence: string;
  try {
    const letter = renderLetter({
      studioName: studio?.name ?? 'onda',
      siteUrl,
      subject: 'A test mail',
      heading: 'Mail works.',
      sentence: 'This mail was sent from the settings to see whether the mail server takes it.',
      closing: 'Nothing is to be done.',
    });
    const said = await carrier.send(
      { kind: 'test', to: person.email, ...letter },
      { id: randomUUID(), createdAt: new Date() },
    );
    sentence = `The mail server at ${new URL(smtpUrl).host} took the mail.${said ? ` It said: ${said}` : ''}`;
  } catch (error) {
    isTaken = false;
    sentence = carrier.describe(error).sentence;
  } finally {
    carrier.close();
  }
  await writeAudit(sql, {
    area: 'mail',
    action: isTaken ? 'sent a test mail' : 'tried a test mail',
    details: { answer: sentence },
    actorId: person.id,
  });
  return { is_taken: isTaken, sentence, to: person.email };
}
