import { afterAll, beforeAll, expect, it } from 'vitest';
import { newEmail, signUpPerson } from './testing/people.ts';
import { goodPassword, startAuth, type TestAuth } from './testing/start-auth.ts';

let test: TestAuth;
beforeAll(async () => {
  test = await startAuth();
});
afterAll(() => test.close());

const count = async (table: string) => {
  const [row] = await test.sql<{ total: number }[]>`select count(*)::int as total from ${test.sql(table)}`;
  return row?.total;
};

it('deletes expired data only', async () => {
  const person = await signUpPerson(test);
  let refreshToken = person.session.refresh_token;
  for (let round = 0; round < 3; round += 1) {
    const { json } = await test.ask('POST', '/token?grant_type=refresh_token', {
      body: { refresh_token: refreshToken },
    });
    refreshToken = json.refresh_token;
  }
  await test.ask('POST', '/signup', { body: { email: newEmail(), password: goodPassword } });
  await test.ask('POST', '/passkeys/authentication/options', { body: {} });
  expect(await count('auth.refresh_tokens')).toBe(4);

  test.pass(8 * 86_400);
  await test.ask('GET', '/health');
  await expect.poll(() => count('auth.refresh_tokens')).toBe(2);
  expect(await count('auth.one_time_tokens')).toBe(0);
  expect(await count('auth.message_gaps')).toBe(0);
  expect(await count('auth.webauthn_challenges')).toBe(0);
  expect(await count('auth.users')).toBe(2);
  expect(await count('auth.code_guesses')).toBe(1);
  test.pass(90 * 86_400);
  await test.ask('GET', '/health');
  await expect.poll(() => count('auth.code_guesses')).toBe(0);
  const { status } = await test.ask('POST', '/token?grant_type=refresh_token', {
    body: { refresh_token: refreshToken },
  });
  expect(status).toBe(200);
});
