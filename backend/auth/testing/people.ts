// Users for tests: already signed up, with a session.
import { randomBytes } from 'node:crypto';
import { type AnswerBody, goodPassword, type TestAuth } from './start-auth.ts';

export interface Person {
  email: string;
  password: string;
  id: string;
  session: AnswerBody;
  token: string;
}

export function newEmail(): string {
  return `${randomBytes(6).toString('hex')}@example.com`;
}

export function newPhone(): string {
  return `49${randomBytes(5).readUIntBE(0, 5).toString().padStart(11, '7').slice(0, 11)}`;
}

export async function signUpPerson(test: TestAuth, email = newEmail()): Promise<Person> {
  const host = test.withOptions({ autoconfirm: true });
  const { status, json } = await host.ask('POST', '/signup', { body: { email, password: goodPassword } });
  if (status !== 200) throw new Error(`sign-up failed: ${JSON.stringify(json)}`);
  return { email, password: goodPassword, id: json.user.id, session: json, token: json.access_token };
}

export async function signIn(
  test: TestAuth,
  person: Pick<Person, 'email' | 'password'>,
): Promise<AnswerBody> {
  const { status, json } = await test.ask('POST', '/token?grant_type=password', {
    body: { email: person.email, password: person.password },
  });
  if (status !== 200) throw new Error(`sign-in failed: ${JSON.stringify(json)}`);
  return json;
}
