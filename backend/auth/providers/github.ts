// Sign-in with GitHub, which supports OAuth but not OpenID Connect: profile and addresses are fetched separately.
import { errors } from '../errors.ts';
import { isJsonObject, type JsonValue } from '../http/fields.ts';
import type { OAuthEndpoints, OAuthProviderOptions } from '../options.ts';
import { codeFlow } from './code-flow.ts';
import { withoutGaps } from './oidc.ts';
import type { Provider } from './provider.ts';
import { fetchJson, fetchObject } from './provider-fetch.ts';

const endpoints: OAuthEndpoints = {
  authorizeUrl: 'https://github.com/login/oauth/authorize',
  tokenUrl: 'https://github.com/login/oauth/access_token',
  userInfoUrl: 'https://api.github.com/user',
  emailsUrl: 'https://api.github.com/user/emails',
  issuer: 'https://api.github.com',
  jwksUrl: '',
};

export function githubProvider(options: OAuthProviderOptions): Provider {
  const at = { ...endpoints, ...options.endpoints };
  return {
    name: 'github',
    issuer: at.issuer,
    isEmailOptional: false,
    ...codeFlow(at, options, ['user:email']),
    async profile({ accessToken }) {
      const init = { headers: { authorization: `Bearer ${accessToken}` } };
      const [person, addresses] = await Promise.all([
        fetchObject(at.userInfoUrl, init),
        fetchJson(at.emailsUrl, init),
      ]);
      if (typeof person.id !== 'number' && typeof person.id !== 'string') {
        throw errors.badOAuthCallback('Error getting user profile from external provider');
      }
      const subject = String(person.id);
      const { email, isVerified } = pickAddress(addresses);
      const text = (name: string) => (typeof person[name] === 'string' ? person[name] : undefined);
      return {
        subject,
        email,
        isEmailVerified: isVerified,
        claims: withoutGaps({
          iss: at.issuer,
          sub: subject,
          provider_id: subject,
          email,
          email_verified: isVerified,
          phone_verified: false,
          name: text('name'),
          full_name: text('name'),
          user_name: text('login'),
          preferred_username: text('login'),
          avatar_url: text('avatar_url'),
        }),
      };
    },
  };
}

/** The primary address, else the first verified one. */
function pickAddress(value: JsonValue): { email: string | undefined; isVerified: boolean } {
  const addresses = Array.isArray(value) ? value.filter(isJsonObject) : [];
  const chosen =
    addresses.find((address) => address.primary === true) ??
    addresses.find((address) => address.verified === true);
  return {
    email: typeof chosen?.email === 'string' ? chosen.email.toLowerCase() : undefined,
    isVerified: chosen?.verified === true,
  };
}
