// Letters to the studio, by the API or by a form of the page: one set of rules for both.
import type { Sql } from 'postgres';
import type { RateLimit } from '#backend/limits/rate-limiter.ts';
import type { ContactAnswer, ContactMessage } from '#contracts/contact-message.ts';
import { apiErrors } from './api-error.ts';
import type { BotCheck } from './bot-check.ts';
import { readJson, textOf } from './read-json.ts';

// No invisible characters: two addresses that look alike must not be two people.
const EMAIL = /^[^\s@\p{C}]+@[^\s@\p{C}]+\.[^\s@\p{C}]+$/u;

export const CONTACT_IN_ALL = { name: 'contact messages in all', max: 600, perS: 3600 };

export interface ContactOptions {
  sql: Sql;
  /** Asked last: a letter that is not complete costs nobody their check. */
  isHuman: () => Promise<boolean>;
  /** All messages together, wherever they come from. */
  limit: RateLimit;
}

export async function receiveMessage(
  given: ContactMessage,
  { sql, isHuman, limit }: ContactOptions,
): Promise<ContactAnswer> {
  const letter = {
    name: textOf({ ...given }, 'name'),
    email: textOf({ ...given }, 'email'),
    message: textOf({ ...given }, 'message'),
  };
  const fields = problemsOf(letter);
  if (Object.keys(fields).length > 0) return { state: 'wrong', fields };
  if (!(await isHuman())) return { state: 'not_human' };
  const waitS = limit.take('');
  if (waitS > 0) return { state: 'too_many', waitS };
  await sql`insert into public.contact_messages ${sql(letter)}`;
  return { state: 'taken' };
}

/** Takes a letter sent as JSON. Refused without a fresh bot-check token; nothing typed is lost by a refusal. */
export async function receiveContact(
  request: Request,
  { sql, botCheck, limit }: { sql: Sql; botCheck: BotCheck; limit: RateLimit },
) {
  const body = await readJson(request);
  const letter = {
    name: textOf(body, 'name'),
    email: textOf(body, 'email'),
    message: textOf(body, 'message'),
  };
  const answer = await receiveMessage(letter, {
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
  if (name === '') fields.name = 'Please tell us your name.';
  else if (name.length > 120) fields.name = 'That name is longer than 120 letters.';
  if (!EMAIL.test(email) || email.length > 254)
    fields.email = 'Please give an email address that we can answer.';
  if (message === '') fields.message = 'Please write a few words.';
  else if (message.length > 5000) fields.message = 'Please keep it under 5,000 characters.';
  return fields;
}
