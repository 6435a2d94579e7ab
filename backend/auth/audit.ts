// Writes the audit log: who did what, from which address. Never a password, a code or a token.
import { randomUUID } from 'node:crypto';
import type { AuthContext, Db } from './context.ts';
import type { Call } from './http/call.ts';
import type { JsonObject } from './http/fields.ts';
import type { UserRow } from './users/user-row.ts';

const kinds = {
  login: 'account',
  login_failed: 'account',
  logout: 'account',
  invite_accepted: 'account',
  user_signedup: 'team',
  user_invited: 'team',
  user_deleted: 'team',
  user_modified: 'user',
  user_updated_password: 'user',
  user_recovery_requested: 'user',
  user_reauthenticate_requested: 'user',
  user_confirmation_requested: 'user',
  user_repeated_signup: 'user',
  user_banned: 'user',
  email_change_requested: 'user',
  phone_change_requested: 'user',
  verification_failed: 'account',
  token_revoked: 'token',
  token_refreshed: 'token',
  token_reuse_detected: 'token',
  session_revoked: 'token',
  identity_linked: 'user',
  identity_unlinked: 'user',
  factor_in_progress: 'factor',
  factor_unenrolled: 'factor',
  factor_deleted: 'factor',
  factor_updated: 'factor',
  challenge_created: 'factor',
  verification_attempted: 'factor',
  factor_verification_failed: 'factor',
  generate_recovery_codes: 'recovery_codes',
  recovery_codes_deleted: 'recovery_codes',
  passkey_created: 'passkey',
  passkey_updated: 'passkey',
  passkey_deleted: 'passkey',
  oauth_client_created: 'oauth',
  oauth_client_updated: 'oauth',
  oauth_client_deleted: 'oauth',
  oauth_consent_granted: 'oauth',
  oauth_consent_revoked: 'oauth',
  custom_provider_created: 'oauth',
  custom_provider_updated: 'oauth',
  custom_provider_deleted: 'oauth',
} as const;

export type AuditAction = keyof typeof kinds;

export interface AuditEvent {
  action: AuditAction;
  /** The acting user; absent for unknown users and for administrators with a service key. */
  actor?: Pick<UserRow, 'id' | 'email' | 'phone' | 'is_sso_user'>;
  traits?: JsonObject;
}

export async function recordEvent(auth: AuthContext, sql: Db, call: Call, event: AuditEvent): Promise<void> {
  const { actor } = event;
  const payload: JsonObject = {
    action: event.action,
    log_type: kinds[event.action],
    actor_id: actor?.id ?? '00000000-0000-0000-0000-000000000000',
    actor_username: actor?.email || actor?.phone || '',
    actor_via_sso: actor?.is_sso_user ?? false,
    ...(event.traits && { traits: event.traits }),
  };
  await sql`
    insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
    values (
      '00000000-0000-0000-0000-000000000000', ${randomUUID()}, ${sql.json(payload)}, ${auth.now()}, ${call.ip}
    )`;
}
