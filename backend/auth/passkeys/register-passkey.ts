// POST /passkeys/registration/options and /verify: a signed-in person adds a passkey.
import { randomUUID } from 'node:crypto';
import { recordEvent } from '../audit.ts';
import type { AuthContext } from '../context.ts';
import type { Call } from '../http/call.ts';
import type { Bearer } from '../http/guards.ts';
import { hasVerifiedFactor } from '../users/user-row.ts';
import { saveChallenge, takeChallenge } from './passkey-challenges.ts';
import { passkeyErrors } from './passkey-errors.ts';
import { listPasskeyRows, readCredential } from './passkey-row.ts';
import { checkRegistration, type NewCredential, registrationOptions } from './relying-party.ts';

const namesByAaguid: Record<string, string> = {
  'adce0002-35bc-c60a-648b-0b25f1f05503': 'Chrome on Mac',
  '08987058-cadc-4b81-b6e1-30de50dcbe96': 'Windows Hello',
  '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': 'Windows Hello',
  '6028b017-b1d4-4c02-b4b3-afcdafc96bb2': 'Windows Hello',
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': 'Google Password Manager',
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'iCloud Keychain',
  'dd4ec289-e01d-41c9-bb89-70fa845d4bf2': 'iCloud Keychain (managed)',
  'bada5566-a7aa-401f-bd96-45619a55120d': '1Password',
  'd548826e-79b4-db40-a3d8-11116f7e8349': 'Bitwarden',
  '531126d6-e717-415c-9320-3d9aa6981239': 'Dashlane',
  '53414d53-554e-4700-0000-000000000000': 'Samsung Pass',
};

export async function startPasskey(auth: AuthContext, _call: Call, bearer: Bearer): Promise<Response> {
  const { user } = bearer;
  requireManageable(auth, bearer);
  const known = await listPasskeyRows(auth.sql, user.id);
  if (known.length >= auth.settings.maxPasskeys) throw passkeyErrors.tooMany();
  const options = await registrationOptions(auth, user, known.map(readCredential), { isDiscoverable: true });
  const savedChallenge = await saveChallenge(auth, {
    ceremony: 'registration',
    challenge: options.challenge,
    userId: user.id,
  });
  return Response.json({ ...savedChallenge, options });
}

export async function finishPasskey(auth: AuthContext, call: Call, bearer: Bearer): Promise<Response> {
  const { user } = bearer;
  requireManageable(auth, bearer);
  const fields = await call.fields();
  const challenge = await takeChallenge(auth, fields, { ceremony: 'registration', userId: user.id });
  const made = await checkRegistration(auth, fields.values.credential, challenge);
  if (!made) throw passkeyErrors.verificationFailed();
  const id = randomUUID();
  const now = auth.now();
  const friendlyName = namesByAaguid[made.aaguid] ?? '';
  await auth.sql.begin(async (sql) => {
    await sql`select 1 from auth.users where id = ${user.id} for update`;
    const known = await listPasskeyRows(sql, user.id);
    if (known.length >= auth.settings.maxPasskeys) throw passkeyErrors.tooMany();
    await insertPasskey(auth, sql, { id, userId: user.id, friendlyName, made });
    await recordEvent(auth, sql, call, {
      action: 'passkey_created',
      actor: user,
      traits: { passkey_id: id },
    });
  });
  return Response.json({
    id,
    ...(friendlyName && { friendly_name: friendlyName }),
    created_at: now.toISOString(),
  });
}

/** Users with a second factor must verify it before they add a passkey. */
export function requireManageable(auth: AuthContext, { user, session }: Bearer): void {
  if (!auth.settings.passkeys) throw passkeyErrors.disabled();
  if (user.is_sso_user) throw passkeyErrors.ssoUser();
  if (hasVerifiedFactor(user) && session?.aal !== 'aal2') throw passkeyErrors.needsAal2();
}

async function insertPasskey(
  auth: AuthContext,
  sql: Parameters<typeof listPasskeyRows>[0],
  {
    id,
    userId,
    friendlyName,
    made,
  }: { id: string; userId: string; friendlyName: string; made: NewCredential },
): Promise<void> {
  const now = auth.now();
  const inserted = await sql`
    insert into auth.webauthn_credentials (
      id, user_id, credential_id, public_key, attestation_type, aaguid, sign_count, transports, backup_eligible,
      backed_up, friendly_name, created_at, updated_at
    ) values (
      ${id}, ${userId}, ${Buffer.from(made.id, 'base64url')}, ${Buffer.from(made.publicKey, 'base64url')},
      ${made.attestationType}, ${made.aaguid}, ${made.counter}, ${sql.json(made.transports)}, ${made.isBackupEligible},
      ${made.isBackedUp}, ${friendlyName}, ${now}, ${now}
    )
    on conflict (credential_id) do nothing`;
  if (inserted.count === 0) throw passkeyErrors.credentialExists();
}
