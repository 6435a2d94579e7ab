// Messages from the contact form, sent to the API or as a form of the page, under the same rules.

import * as v from 'valibot';
import type { Sql } from '#backend/database/driver/sql.ts';
import type { RateLimit } from '#backend/limits/rate-limiter.ts';
import type { ContactAnswer, ContactMessage } from '#contracts/contact-message.ts';
import { apiErrors } from '../http-kit/api-error.ts';
import type { BotCheck } from '../http-kit/bot-check.ts';
import { fieldProblems } from '../http-kit/error-name.ts';
import { emailAddress, fieldErrors, ownName, readBody, text } from '../http-kit/read-body.ts';

export const CONTACT_IN_ALL = { name: 'contact messages in total', max: 600, perS: 3600 };

const contactMessage = v.object({
  name: ownName,
  email: emailAddress('Enter an email address that we can reply to.'),
  message: v.pipe(
    text,
    v.nonEmpty('Enter a message.'),
    v.maxLength(5000, 'Enter a message of at most 5,000 characters.'),
  ),
});

interface ContactOptions {
  sql: Sql;
  /** Checked last: an incomplete message must not use up the token. */
  isHuman: () => Promise<boolean>;
  /** All messages together, wherever they come from. */
  limit: RateLimit;
}

export async function receiveMessage(
  given: ContactMessage,
  { sql, isHuman, limit }: ContactOptions,
): Promise<ContactAnswer> {
  const checked = v.safeParse(contactMessage, given, { abortPipeEarly: true });
  if (!checked.success) {
    const fields = fieldErrors(checked.issues);
    return { state: 'wrong', fields, problems: fieldProblems(fields) };
  }
  if (!(await isHuman())) return { state: 'not_human' };
  const waitS = limit.take('');
  if (waitS > 0) return { state: 'too_many', waitS };
  const { name, email, message } = checked.output;
  await sql`
    insert into public.contact_messages (name, email, message, language)
    values (${name}, ${email}, ${message}, private.page_language(${given.language ?? null}))`;
  return { state: 'taken' };
}

/** Receives a message as JSON. Needs a fresh bot-check token. */
export async function receiveContact(
  request: Request,
  { sql, botCheck, limit }: { sql: Sql; botCheck: BotCheck; limit: RateLimit },
) {
  const { bot_token, ...given } = await readBody(
    request,
    v.object({ name: text, email: text, message: text, language: text, bot_token: text }),
  );
  const answer = await receiveMessage(given, {
    sql,
    isHuman: () => botCheck.use(bot_token),
    limit,
  });
  if (answer.state === 'wrong') throw apiErrors.invalid(answer.fields);
  if (answer.state === 'not_human') throw apiErrors.botCheck();
  if (answer.state === 'too_many') throw apiErrors.tooMany(answer.waitS);
  return { received: true };
}
