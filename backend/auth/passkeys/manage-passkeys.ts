// GET /passkeys, PATCH and DELETE /passkeys/:passkey_id, and the same for administrators.
import { requireNamedUser } from '../admin/find-user.ts';
import { recordEvent } from '../audit.ts';
import type { AuthContext } from '../context.ts';
import { errors } from '../errors.ts';
import { isUuid } from '../http/addresses.ts';
import type { Call } from '../http/call.ts';
import type { Bearer } from '../http/guards.ts';
import { passkeyErrors } from './passkey-errors.ts';
import { listPasskeyRows, type PasskeyRow, renderPasskey } from './passkey-row.ts';
import { requireManageable } from './register-passkey.ts';

const maxNameLength = 120;

export async function listPasskeys(auth: AuthContext, _call: Call, { user }: Bearer): Promise<Response> {
  if (!auth.settings.passkeys) throw passkeyErrors.disabled();
  return Response.json((await listPasskeyRows(auth.sql, user.id)).map(renderPasskey));
}

export async function renamePasskey(auth: AuthContext, call: Call, { user }: Bearer): Promise<Response> {
  if (!auth.settings.passkeys) throw passkeyErrors.disabled();
  const name = (await call.fields()).string('friendly_name').trim();
  if (name === '') throw errors.validationFailed('friendly_name is required');
  if (name.length > maxNameLength) {
    throw errors.validationFailed(`friendly_name cannot be longer than ${maxNameLength} characters`);
  }
  const passkey = await requirePasskey(auth, call, user.id);
  await auth.sql`
    update auth.webauthn_credentials set friendly_name = ${name}, updated_at = ${auth.now()} where id = ${passkey.id}`;
  await recordEvent(auth, auth.sql, call, {
    action: 'passkey_updated',
    actor: user,
    traits: { passkey_id: passkey.id },
  });
  return Response.json(renderPasskey({ ...passkey, friendly_name: name }));
}

export async function deletePasskey(auth: AuthContext, call: Call, bearer: Bearer): Promise<Response> {
  requireManageable(auth, bearer);
  const passkey = await requirePasskey(auth, call, bearer.user.id);
  await auth.sql`delete from auth.webauthn_credentials where id = ${passkey.id}`;
  await recordEvent(auth, auth.sql, call, {
    action: 'passkey_deleted',
    actor: bearer.user,
    traits: { passkey_id: passkey.id },
  });
  return new Response(null, { status: 204 });
}

export async function listUserPasskeys(auth: AuthContext, call: Call): Promise<Response> {
  const user = await requireNamedUser(auth, call);
  return Response.json((await listPasskeyRows(auth.sql, user.id)).map(renderPasskey));
}

export async function deleteUserPasskey(auth: AuthContext, call: Call): Promise<Response> {
  const user = await requireNamedUser(auth, call);
  const passkey = await requirePasskey(auth, call, user.id);
  await auth.sql`delete from auth.webauthn_credentials where id = ${passkey.id}`;
  await recordEvent(auth, auth.sql, call, {
    action: 'passkey_deleted',
    traits: { passkey_id: passkey.id, user_id: user.id, by: 'administrator' },
  });
  return new Response(null, { status: 204 });
}

async function requirePasskey(auth: AuthContext, call: Call, userId: string): Promise<PasskeyRow> {
  const id = (call.params.passkey_id ?? '').toLowerCase();
  const passkey = isUuid(id)
    ? (await listPasskeyRows(auth.sql, userId)).find((row) => row.id === id)
    : undefined;
  if (!passkey) throw passkeyErrors.credentialNotFound();
  return passkey;
}
