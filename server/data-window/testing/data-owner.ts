// What tests of the data window share: an owner who just confirmed a second factor, and the removal of the logins.
import { totpCode, totpStep } from '#backend/auth/factors/totp.ts';
import type { TestPerson } from '../../accounts/testing/people.ts';
import type { StudioApp } from '../../testing/studio-app.ts';

export async function withSecondFactor(person: TestPerson): Promise<TestPerson> {
  const { mfa } = person.client.auth;
  const { data: factor } = await mfa.enroll({ factorType: 'totp' });
  const code = totpCode(factor?.totp.secret ?? '', totpStep(new Date()));
  const { data, error } = await mfa.challengeAndVerify({ factorId: factor?.id ?? '', code });
  if (error) throw error;
  return { ...person, token: data.access_token };
}

/** Roles belong to all databases of a cluster: they would outlast the test's own. */
export async function dropLogins(studio: StudioApp): Promise<void> {
  const logins = await studio.sql<{ name: string }[]>`
    select rolname as name from pg_roles, pg_database
    where datname = current_database() and rolname like 'onda_data_%_' || pg_database.oid`;
  for (const { name } of logins) await studio.sql.unsafe(`drop owned by ${name}; drop role ${name}`);
}
