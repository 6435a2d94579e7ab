import type { Sql } from 'postgres';
import { apiErrors } from './api-error.ts';
import type { BotCheck } from './bot-check.ts';
import { readJson, textOf } from './read-json.ts';

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Takes a letter to the studio. Refused without a fresh bot-check token; nothing typed is lost by a refusal. */
export async function receiveContact(request: Request, { sql, botCheck }: { sql: Sql; botCheck: BotCheck }) {
  const body = await readJson(request);
  const letter = {
    name: textOf(body, 'name'),
    email: textOf(body, 'email'),
    message: textOf(body, 'message'),
  };
  const fields = problemsOf(letter);
  if (Object.keys(fields).length > 0) throw apiErrors.invalid(fields);
  if (!(await botCheck.use(textOf(body, 'bot_token')))) throw apiErrors.botCheck();
  await sql`insert into public.contact_messages ${sql(letter)}`;
  return { received: true };
}

function problemsOf({ name, email, message }: { name: string; email: string; message: string }) {
  const fields: Record<string, string> = {};
  if (name === '') fields.name = 'Please tell us your name.';
  else if (name.length > 120) fields.name = 'That name is longer than 120 letters.';
  if (!EMAIL.test(email) || email.length > 254)
    fields.email = 'Please give an email address that we can answer.';
  if (message === '') fields.message = 'Please write a few words.';
  else if (message.length > 5000) fields.message = 'Please keep it under 5,000 characters.';
  return fields;
}
