// What an application asks for, as text. Names that an application gave itself are only shown.
import type { OAuthAuthorizationDetails } from '@supabase/supabase-js';
import { type OAuthScope, oauthScopes } from '#contracts/oauth-scopes.ts';

export interface ConsentRequest {
  id: string;
  name: string;
  /** What it would learn, one item each. */
  learns: string[];
  /** The site that gets the answer. */
  returnsTo: string;
}

// What GET /oauth/userinfo returns for each scope.
const scopeLabels: Record<OAuthScope, string> = {
  openid: 'your account number, so that it recognises you next time',
  email: 'your email address, and whether it is confirmed',
  profile: 'your name, user name and picture, and when they last changed',
  phone: 'your phone number, and whether it is confirmed',
};

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
  return known ? scopeLabels[known] : scope;
}
