// What an application asks for, in words a person can weigh. Names that an application gave itself are only shown.
import type { OAuthAuthorizationDetails } from '@supabase/supabase-js';

export interface ConsentRequest {
  id: string;
  name: string;
  /** What it would come to know, one thing each. */
  learns: string[];
  /** The site that gets the answer. */
  returnsTo: string;
}

const scopeWords: Record<string, string> = {
  openid: 'that it is you, each time you come',
  email: 'your email address',
  profile: 'your name',
  phone: 'your phone number',
};

export function readConsentRequest(details: OAuthAuthorizationDetails): ConsentRequest {
  const { authorization_id, client, redirect_uri, scope } = details;
  const { host } = new URL(redirect_uri);
  return {
    id: authorization_id,
    // Without a name its address stands for it: an empty sentence would hide who asks.
    name: client.name.trim() || host,
    learns: scope
      .split(/\s+/)
      .filter(Boolean)
      .map((one) => (Object.hasOwn(scopeWords, one) ? (scopeWords[one] ?? one) : one)),
    returnsTo: host,
  };
}
