// Asks a hook whether a user may be created; returns the id that the user gets. Users that an administrator creates
// are not asked about.
import { randomUUID } from 'node:crypto';
import type { AuthContext, Db } from '../context.ts';
import type { Call } from '../http/call.ts';
import type { JsonObject } from '../http/fields.ts';
import type { NewUser } from '../users/create-user.ts';
import { callHook, hasHook } from './call-hook.ts';

export async function beforeUserCreated(
  auth: AuthContext,
  sql: Db,
  call: Call,
  person: NewUser,
): Promise<string> {
  const id = person.id ?? randomUUID();
  if (!hasHook(auth, 'before_user_created')) return id;
  await callHook(auth, sql, 'before_user_created', {
    ip: call.ip,
    input: { user: renderCandidate(auth, { ...person, id }) },
  });
  return id;
}

function renderCandidate(auth: AuthContext, person: NewUser & { id: string }): JsonObject {
  const now = auth.now().toISOString();
  return {
    id: person.id,
    aud: 'authenticated',
    role: person.role ?? '',
    email: person.email ?? '',
    phone: person.phone ?? '',
    app_metadata: person.appMetadata ?? {},
    user_metadata: person.userMetadata ?? {},
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: person.isAnonymous ?? false,
  };
}
