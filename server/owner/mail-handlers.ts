// The mail server as the owner sees and sets it, and one email sent right now, past the outbox, so that the owner reads
// what the server answers. The password goes in and never comes out again.

import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { t } from '#app/language/messages.ts';
import type { Sql } from '#backend/database/driver/sql.ts';
import type { AnsweredText, CodedText } from '#contracts/coded-text.ts';
import type { Person } from '#contracts/visitor.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { ApiError } from '../http-kit/api-error.ts';
import { checkFields, text, typedText } from '../http-kit/read-body.ts';
import { readJson } from '../http-kit/read-json.ts';
import { inLanguage } from '../language/current-language.ts';
import { readEmailLanguage } from '../language/email-language.ts';
import { checkDomain } from '../mail/check-domain.ts';
import type { DatabaseOutbox } from '../mail/database-outbox.ts';
import { englishText, withReply } from '../mail/delivery-text.ts';
import type { MailSettings, SavedMailServer } from '../mail/mail-settings.ts';
import { routeKey } from '../mail/prove-email.ts';
import { createSmtp } from '../mail/smtp.ts';
import { renderEmail } from '../mail/templates/layout.ts';
import { readMailStudio } from '../mail/templates/mail-studio.ts';
import type { MailRoute } from '../mail/transport.ts';
import type { OwnerCall } from './owner-call.ts';

interface MailHandlerOptions {
  sql: Sql;
  mail: MailSettings;
  outbox: Pick<DatabaseOutbox, 'wake'>;
  siteUrl: string;
}

export function createMailHandlers({ sql, mail, outbox, siteUrl }: MailHandlerOptions) {
  return {
    describe: () => describeMail({ sql, mail }),
    async checkDomain() {
      const { smtpUrl, from } = await mail.read();
      const [, domain] = /@([^@\s<>]+)>?\s*$/.exec(typeof from === 'string' ? from : from.address) ?? [];
      if (!smtpUrl || !domain)
        throw new ApiError(409, 'no_mail_server', 'No mail server is set. Enter one first.');
      const checks = await checkDomain(domain, { host: new URL(smtpUrl).hostname });
      return { domain, checks: checks.map((check) => ({ ...check, text: answered(check.text) })) };
    },
    async save({ request, person }: OwnerCall) {
      const { saved, serverSource } = await mail.read();
      const server = readServer(await readJson(request), saved, serverSource === 'environment');
      await mail.save(server);
      await writeAudit(sql, {
        area: 'mail',
        action: 'changed_the_mail_settings',
        details: { server: server.host, from: server.fromAddress, reply_to: server.replyTo },
        actorId: person.id,
      });
      // Reloaded first: pages of this process show at once whether emails are sent.
      const described = await describeMail({ sql, mail });
      outbox.wake();
      return described;
    },
    async test({ request, person }: OwnerCall) {
      const body = await readJson(request);
      const { saved, serverSource, ...current } = await mail.read();
      // With the values in the form, before they are saved.
      const isTyped =
        checkFields(body, v.object({ host: text })).host !== '' && serverSource !== 'environment';
      const route = isTyped ? await mail.routeWith(readServer(body, saved, false)) : current;
      return sendTestEmail({ sql, route, mail, siteUrl, person });
    },
  };
}

async function describeMail({ sql, mail }: { sql: Sql; mail: MailSettings }) {
  const [counts] = await sql<{ waiting: number; held: number; failed: number; last_sent_at: Date | null }[]>`
    select count(*) filter (where state = 'waiting')::int as waiting, count(*) filter (where state = 'held')::int as held,
      count(*) filter (where state = 'failed')::int as failed, max(sent_at) as last_sent_at
    from public.outbox where not is_demo`;
  const { smtpUrl, from, replyTo, saved, serverSource, fromSource, isPasswordLost, provenAt } =
    await mail.read();
  return {
    server: smtpUrl ? new URL(smtpUrl).host : null,
    server_source: serverSource ?? null,
    from: typeof from === 'string' ? from : `${from.name} <${from.address}>`,
    from_source: fromSource ?? null,
    reply_to: replyTo ?? null,
    saved: {
      host: saved.host ?? '',
      port: saved.port,
      security: saved.security,
      user_name: saved.userName,
      has_password: saved.password !== undefined,
      from_address: saved.fromAddress ?? '',
      reply_to: saved.replyTo ?? '',
    },
    is_password_lost: isPasswordLost,
    proven_at: provenAt,
    ...counts,
  };
}

const HOST = /^[A-Za-z0-9.:-]{1,253}$/;
const ADDRESS = /^[^\s,;<>"@]+@[^\s,;<>"@]+$/;

const oneAddress = v.pipe(
  text,
  v.check((address) => address === '' || ADDRESS.test(address), 'Enter one email address.'),
);
const mailServer = v.object({
  host: v.pipe(
    text,
    v.check((host) => host === '' || HOST.test(host), 'Enter a host name, such as smtp.example.com.'),
  ),
  port: v.pipe(v.unknown(), v.transform(Number)),
  security: v.picklist(['tls', 'starttls', 'none'], 'Choose how the connection is encrypted.'),
  from_address: oneAddress,
  reply_to: oneAddress,
  user_name: text,
  password: typedText,
});

function readServer(body: object, saved: SavedMailServer, isServerSet: boolean): SavedMailServer {
  const given = checkFields(
    body,
    v.pipe(
      mailServer,
      v.forward(
        v.partialCheck(
          [['host'], ['port']],
          ({ host, port }) => host === '' || (Number.isInteger(port) && port >= 1 && port <= 65535),
          'Enter a port from 1 to 65535.',
        ),
        ['port'],
      ),
      v.forward(
        v.partialCheck(
          [['host'], ['from_address']],
          ({ host, from_address }) => host === '' || from_address !== '' || isServerSet,
          'Enter the address that emails are sent from.',
        ),
        ['from_address'],
      ),
    ),
  );
  const { security, password: typed } = given;
  const fromAddress = given.from_address || null;
  const replyTo = given.reply_to || null;
  if (given.host === '')
    return { ...saved, host: null, security, userName: '', password: undefined, fromAddress, replyTo };
  const { host, port, user_name: userName } = given;
  // Another server never gets the password of the one before.
  const isSameServer = host === saved.host && userName === saved.userName;
  const password = userName === '' ? undefined : typed || (isSameServer ? saved.password : undefined);
  return { host, port, security, userName, password, fromAddress, replyTo };
}

interface TestEmail {
  sql: Sql;
  route: MailRoute;
  mail: MailSettings;
  siteUrl: string;
  person: Person;
}

async function sendTestEmail({ sql, route, mail, siteUrl, person }: TestEmail) {
  const { smtpUrl } = route;
  const key = routeKey(route);
  if (!person.email)
    throw new ApiError(
      409,
      'no_address',
      'Your account has no email address to send to. Add one under Security.',
    );
  if (!smtpUrl || !key) throw new ApiError(409, 'no_mail_server', 'No mail server is set. Enter one first.');
  const transport = createSmtp({ ...route, smtpUrl });
  let isTaken = true;
  let answer: CodedText;
  try {
    const studio = await readMailStudio(sql, siteUrl);
    const email = inLanguage(await readEmailLanguage(sql, person.id), () =>
      renderEmail({
        ...studio,
        subject: t('email.alarms.test_subject'),
        heading: t('email.alarms.test_heading'),
        intro: t('email.alarms.test_intro'),
        button: {
          label: t('email.alarms.test_button'),
          url: mail.proofs.urlOf(siteUrl, { route: key, personId: person.id }),
        },
        closing: t('email.alarms.test_closing'),
      }),
    );
    const serverReply = await transport.send(
      { kind: 'test', to: person.email, ...email },
      { id: randomUUID(), createdAt: new Date() },
    );
    answer = withReply('accepted', new URL(smtpUrl).host, serverReply);
  } catch (error) {
    isTaken = false;
    answer = transport.describe(error).reason;
  } finally {
    transport.close();
  }
  await writeAudit(sql, {
    area: 'mail',
    action: isTaken ? 'sent_a_test_email' : 'tried_to_send_a_test_email',
    details: { answer: englishText(answer) },
    actorId: person.id,
  });
  return { is_taken: isTaken, answer: answered(answer), to: person.email };
}

function answered(text: CodedText): AnsweredText {
  return { ...text, message: englishText(text) };
}
