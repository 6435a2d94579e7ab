// Messages from the contact form, sent to the API or as a form of the page, under the same rules.
import type { Sql } from 'postgres';
import type { RateLimit } from '#backend/limits/rate-limiter.ts';
import type { ContactAnswer, ContactMessage } from '#contracts/contact-message.ts';
import { apiErrors } from '../http-kit/api-error.ts';
import type { BotCheck } from '../http-kit/bot-check.ts';
import { readJson, textOf } from '../http-kit/read-json.ts';

// No invisible characters: two addresses that look alike must not be two people.
const EMAIL = /^[^\s@\p{C}]+@[^\s@\p{C}]+\.[^\s@\p{C}]+$/u;

export const CONTACT_IN_ALL = { name: 'contact messages in total', max: 600, perS: 3600 };

export interface ContactOptions {
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
  const contactMessage = {
    name: textOf({ ...given }, 'name'),
    email: textOf({ ...given }, 'email'),
    message: textOf({ ...given }, 'message'),
  };
  const fields = problemsOf(contactMessage);
  if (Object.keys(fields).length > 0) return { state: 'wrong', fields };
  if (!(await isHuman())) return { state: 'not_human' };
  const waitS = limit.take('');
  if (waitS > 0) return { state: 'too_many', waitS };
  await sql`insert into public.contact_messages ${sql(contactMessage)}`;
  return { state: 'taken' };
}

/** Receives a message as JSON. Needs a fresh bot-check token. */
export async function receiveContact(
  request: Request,
  { sql, botCheck, limit }: { sql: Sql; botCheck: BotCheck; limit: RateLimit },
) {
  const body = await readJson(request);
  const contactMessage = {
    name: textOf(body, 'name'),
    email: textOf(body, 'email'),
    message: textOf(body, 'message'),
  };
  const answer = await receiveMessage(contactMessage, {
    sql,
    isHuman: () => botCheck.use(textOf(body, 'bot_token')),
    limit,
  });
  if (answer.state === 'wrong') throw apiErrors.invalid(answer.fields);
  if (answer.state === 'not_human') throw apiErrors.botCheck();
  if (answer.state === 'too_many') throw apiErrors.tooMany(answer.waitS);
  return { received: true };
}

function problemsOf({ name, email, message }: ContactMessage) {
  const fields: Record<string, string> = {};
  if (name === '') fields.name = 'Enter your name.';
  else if (name.length > 120) fields.name = 'Enter a name of at most 120 characters.';
  if (!EMAIL.test(email) || email.length > 254) fields.email = 'Enter an email address that we can reply to.';
  if (message === '') fields.message = 'Enter a message.';
  else if (message.length > 5000) fields.message = 'Enter a message of at most 5,000 characters.';
  return fields;
}
