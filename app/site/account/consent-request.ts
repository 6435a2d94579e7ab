// What an application asks for, as text. Names that an application gave itself are only shown.

import type { OAuthAuthorizationDetails } from '@supabase/supabase-js';
import { t } from '#app/language/messages.ts';
import { oauthScopes } from '#contracts/oauth-scopes.ts';

export interface ConsentRequest {
  id: string;
  name: string;
  /** What it would learn, one item each. */
  learns: string[];
  /** The site that gets the answer. */
  returnsTo: string;
}

export function readConsentRequest(details: OAuthAuthorizationDetails): ConsentRequest {
  const { authorization_id, client, redirect_uri, scope } = details;
  const { host } = new URL(redirect_uri);
  return {
    id: authorization_id,
    // Without a name, the address is shown: an empty sentence would hide who asks.
    name: client.name.trim() || host,
    learns: scope.split(/\s+/).filter(Boolean).map(labelOf),
    returnsTo: host,
  };
}

/** A scope without a text is shown as it is: nothing is granted unseen. */
function labelOf(scope: string): string {
  const known = oauthScopes.find((one) => one === scope);
  return known ? t(`site.account.scope_${known}`) : scope;
}
