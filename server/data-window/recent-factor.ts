// The window into the database opens for an owner whose session has confirmed a second factor within some hours, and writes
// within some minutes: a computer that was left open is not enough.
import type { Sql } from '#backend/database/driver/sql.ts';
import type { Person } from '#contracts/visitor.ts';
import { dataErrors } from './data-errors.ts';

const READ_S = 12 * 3600;
const WRITE_S = 15 * 60;

export async function requireRecentFactor(sql: Sql, person: Person, mode: 'read' | 'write'): Promise<void> {
  if (person.aal !== 'aal2') throw dataErrors.noSecondFactor();
  const [proof] = await sql<{ age: number | null }[]>`
    select extract(epoch from now() - max(updated_at))::float8 as age from auth.mfa_amr_claims
    where session_id = ${person.sessionId} and (authentication_method = 'totp' or authentication_method like 'mfa/%')`;
  if (proof?.age === null || proof?.age === undefined || proof.age > (mode === 'read' ? READ_S : WRITE_S))
    throw dataErrors.staleSecondFactor();
}
