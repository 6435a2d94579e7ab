// Invites people with roles, in the name of the inviter. An invitation can be sent again until it is accepted.

import * as v from 'valibot';
import { isUuid } from '#backend/auth/http/addresses.ts';
import type { Sql } from '#backend/database/driver/sql.ts';
import type { StudioClient } from '#contracts/studio-client.ts';
import type { Role } from '#contracts/visitor.ts';
import { ApiError, apiErrors } from '../http-kit/api-error.ts';
import { emailAddress, personName, readBody } from '../http-kit/read-body.ts';
import { recordAudit } from './audit.ts';
import type { InvitationNotes } from './invitation-notes.ts';
import type { Actor } from './people.ts';
import { accountErrors, isStaff, mayManage } from './staff-rules.ts';

interface InviteParts {
  sql: Sql;
  actor: Actor;
  elevated: StudioClient | null;
  siteUrl: string;
  invitations: InvitationNotes;
}

const ROLES = ['member', 'teacher', 'host', 'staff', 'owner'] as const satisfies Role[];
const rolesMessage = `Roles are a list of: ${ROLES.join(', ')}.`;
const invitation = v.object({
  email: v.pipe(emailAddress('Enter a valid email address for the invitation.'), v.toLowerCase()),
  name: personName,
  roles: v.pipe(
    v.nullish(v.array(v.picklist(ROLES, rolesMessage), rolesMessage), []),
    v.transform((roles) => [...new Set(roles)]),
  ),
});

export async function invitePerson(
  request: Request,
  /** The actor's own view: roles are given in their name, by the rules of the database. */
  { client, ...parts }: InviteParts & { client: StudioClient },
) {
  const { sql, actor } = parts;
  const { email, name, roles } = await readBody(request, invitation);
  if (isStaff(roles) && !actor.roles.includes('owner')) throw accountErrors.notOwner();
  const id = await sendInvitation({ email, name, roles }, parts);
  // Invited a second time: the first name stays unless there was none.
  await sql`update public.profiles set name = ${name} where user_id = ${id} and name = ''`;
  for (const role of roles) {
    const granted = await client.rpc('set_role', { person: id, wanted: role, granted: true });
    if (granted.error) throw new ApiError(403, 'role_refused', granted.error.message);
  }
  await noteInvitation(parts, { id, email, roles });
  return { id, email };
}

/** The same invitation once more, with a new link: the one before no longer opens anything. */
export async function inviteAgain(id: string, parts: InviteParts) {
  const { sql, actor } = parts;
  const [person] = isUuid(id)
    ? await sql<{ email: string | null; name: string; confirmed: boolean; roles: Role[] }[]>`
        select u.email, coalesce(p.name, '') as name, u.confirmed_at is not null as confirmed,
          array(select r.role from public.roles r where r.user_id = u.id) as roles
        from auth.users u left join public.profiles p on p.user_id = u.id
        where u.id = ${id} and u.deleted_at is null and u.invited_at is not null`
    : [];
  if (!person?.email) throw accountErrors.noPerson();
  if (!mayManage(actor, person)) throw accountErrors.notOwner();
  if (person.confirmed)
    throw new ApiError(
      409,
      'already_accepted',
      'This invitation is already accepted. The person can sign in.',
    );
  const { email, name, roles } = person;
  await sendInvitation({ email, name, roles }, parts);
  await noteInvitation(parts, { id, email, roles });
  return { id, email };
}

interface Invited {
  email: string;
  name: string;
  roles: Role[];
}

async function sendInvitation({ email, name, roles }: Invited, parts: InviteParts): Promise<string> {
  const { sql, actor, elevated, invitations } = parts;
  if (!elevated) throw accountErrors.noServiceKey();
  const [profile] = await sql<
    { name: string }[]
  >`select name from public.profiles where user_id = ${actor.id}`;
  const { data, error } = await invitations.during(email, { inviter: profile?.name ?? '', roles }, () =>
    elevated.auth.admin.inviteUserByEmail(email, {
      data: { name },
      redirectTo: `${parts.siteUrl}/new-password?welcome`,
    }),
  );
  if (error?.code === 'email_exists')
    throw apiErrors.invalid({
      email: 'This email address already has an account. Give that person a role instead.',
    });
  if (error?.code === 'validation_failed')
    throw apiErrors.invalid({ email: 'Enter a valid email address for the invitation.' });
  if (error || !data.user) throw error ?? new Error('the invitation was not created');
  return data.user.id;
}

function noteInvitation({ sql, actor }: InviteParts, traits: { id: string; email: string; roles: Role[] }) {
  const { id, email, roles } = traits;
  return recordAudit(sql, {
    action: 'user_invited',
    actor,
    ip: actor.ip,
    traits: { user_id: id, email, roles },
  });
}
