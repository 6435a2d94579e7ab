// The backend's keys for the owner: the public ones always, the secret ones on request, which is recorded in the audit
// log. The opaque ones can be replaced; the signed ones depend on JWT_SECRET.

import * as v from 'valibot';
import type { Sql } from '#backend/database/driver/sql.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { ApiError } from '../http-kit/api-error.ts';
import { readBody } from '../http-kit/read-body.ts';
import type { Secrets } from '../secrets.ts';
import type { OwnerCall } from './owner-call.ts';

const keyChoice = v.object({
  key: v.picklist(['publishable', 'secret'], 'Choose a key: publishable or secret.'),
});

export interface KeyOptions {
  sql: Sql;
  siteUrl: string;
  /** Undefined where a hosted backend has its own keys. */
  secrets: Secrets | undefined;
}

export function createKeyHandlers({ sql, siteUrl, secrets }: KeyOptions) {
  const ours = () => {
    if (!secrets)
      throw new ApiError(
        409,
        'hosted',
        'The backend is hosted elsewhere: its keys are in its own dashboard.',
      );
    return secrets;
  };
  return {
    async describe() {
      const { anonKey, publishableKey, secretKey, rotate } = ours();
      return {
        url: siteUrl,
        anon_key: anonKey,
        publishable_key: publishableKey,
        secret_key_end: secretKey.slice(-4),
        can_rotate: rotate !== undefined,
      };
    },
    async reveal({ person }: OwnerCall) {
      const { secretKey, serviceRoleKey } = ours();
      await writeAudit(sql, { area: 'keys', action: 'viewed_the_secret_keys', actorId: person.id });
      // Named here: what every browser loads does not even know the role's name.
      return { secret_key: secretKey, signed_key: { label: 'service_role', value: serviceRoleKey } };
    },
    async rotate({ request, person }: OwnerCall) {
      const { key } = await readBody(request, keyChoice);
      const { rotate } = ours();
      if (!rotate)
        throw new ApiError(409, 'not_rotatable', 'These keys are set in the environment. Change them there.');
      const fresh = await rotate(key);
      await writeAudit(sql, { area: 'keys', action: `created_a_new_${key}_key`, actorId: person.id });
      return { key, value: fresh };
    },
  };
}
