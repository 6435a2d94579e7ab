// POST /passkeys/authentication/options and /verify: signs a user in with a passkey, without an address.
import { recordEvent } from '../audit.ts';
import type { AuthContext } from '../context.ts';
import { errors } from '../errors.ts';
import type { Call } from '../http/call.ts';
import { isJsonObject, type JsonValue } from '../http/fields.ts';
import { issueSession } from '../tokens/issue-session.ts';
import { reload } from '../users/create-user.ts';
import { isBanned, type UserRow } from '../users/user-row.ts';
import { saveChallenge, takeChallenge } from './passkey-challenges.ts';
import { passkeyErrors } from './passkey-errors.ts';
import { type PasskeyRow, readCredential } from './passkey-row.ts';
import { authenticationOptions, checkAuthentication } from './relying-party.ts';

export async function startPasskeySignIn(auth: AuthContext, call: Call): Promise<Response> {
  if (!auth.settings.passkeys) throw passkeyErrors.disabled();
  auth.limits.require('passkey by ip', call.ip);
  const options = await authenticationOptions(auth, []);
  const savedChallenge = await saveChallenge(auth, {
    ceremony: 'authentication',
    challenge: options.challenge,
  });
  return Response.json({ ...savedChallenge, options });
}

export async function finishPasskeySignIn(auth: AuthContext, call: Call): Promise<Response> {
  if (!auth.settings.passkeys) throw passkeyErrors.disabled();
  auth.limits.require('passkey by ip', call.ip);
  const fields = await call.fields();
  const challenge = await takeChallenge(auth, fields, { ceremony: 'authentication' });
  const response = fields.values.credential;
  const passkey = await findPasskey(auth, response);
  const used = passkey && (await checkAuthentication(auth, response, challenge, readCredential(passkey)));
  if (!passkey || !used) {
    await recordEvent(auth, auth.sql, call, { action: 'login_failed', traits: { provider: 'passkey' } });
    throw passkeyErrors.verificationFailed();
  }
  const session = await auth.sql.begin(async (sql) => {
    const user = await reload(sql, passkey.user_id);
    requireAdmissible(auth, user);
    const now = auth.now();
    await sql`
      update auth.webauthn_credentials
      set sign_count = ${used.counter}, backed_up = ${used.isBackedUp}, last_used_at = ${now}, updated_at = ${now}
      where id = ${passkey.id}`;
    await recordEvent(auth, sql, call, {
      action: 'login',
      actor: user,
      traits: { provider: 'passkey', passkey_id: passkey.id },
    });
    return issueSession(auth, sql, call, user, { method: 'passkey' });
  });
  return Response.json(session);
}

/** The passkey of an assertion, if the user it names owns it. */
async function findPasskey(
  auth: AuthContext,
  response: JsonValue | undefined,
): Promise<PasskeyRow | undefined> {
  if (!isJsonObject(response) || typeof response.id !== 'string') return undefined;
  const [passkey] = await auth.sql<PasskeyRow[]>`
    select * from auth.webauthn_credentials where credential_id = ${Buffer.from(response.id, 'base64url')}`;
  const handle = isJsonObject(response.response) ? response.response.userHandle : undefined;
  if (typeof handle === 'string' && Buffer.from(handle, 'base64url').toString('utf8') !== passkey?.user_id) {
    return undefined;
  }
  return passkey;
}

function requireAdmissible(auth: AuthContext, user: UserRow): void {
  if (user.email && !user.email_confirmed_at) throw passkeyErrors.emailNotConfirmed();
  if (!user.email && user.phone && !user.phone_confirmed_at) throw passkeyErrors.phoneNotConfirmed();
  if (isBanned(user, auth.now())) throw errors.userBanned(403);
}
