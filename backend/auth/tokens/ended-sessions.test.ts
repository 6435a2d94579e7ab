import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, signUpPerson } from '../testing/people.ts';
import { startAuth, type TestAuth } from '../testing/start-auth.ts';
import { findEndedSessions } from './ended-sessions.ts';

let test: TestAuth;
beforeAll(async () => {
  test = await startAuth();
});
afterAll(() => test.close());

const sessionOf = ({ token }: Person): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')).session_id;

it('finds sessions that were signed out, timed out, banned, deleted or never there', async () => {
  const [ana, bea, cleo, dora, eva] = await Promise.all(Array.from({ length: 5 }, () => signUpPerson(test)));
  if (!ana || !bea || !cleo || !dora || !eva) throw new Error('five people signed up');
  const ids = [ana, bea, cleo, dora, eva].map(sessionOf);
  expect(await findEndedSessions(test.sql, ids)).toEqual([]);
  await test.ask('POST', '/logout', { token: bea.token });
  await test.sql`update auth.sessions set not_after = now() - interval '1 second' where id = ${sessionOf(cleo)}`;
  await test.sql`update auth.users set banned_until = now() + interval '1 day' where id = ${dora.id}`;
  await test.sql`delete from auth.users where id = ${eva.id}`;
  const unknown = [randomUUID(), 'no session at all', ''];
  expect(await findEndedSessions(test.sql, [...ids, ...unknown])).toEqual([...ids.slice(1), ...unknown]);
});
