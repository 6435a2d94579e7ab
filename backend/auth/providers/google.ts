// Sign-in with Google.
import type { AuthContext } from '../context.ts';
import type { OAuthEndpoints, OAuthProviderOptions } from '../options.ts';
import { codeFlow } from './code-flow.ts';
import { profileFromClaims, verifyIdToken } from './oidc.ts';
import type { Provider } from './provider.ts';
import { fetchObject } from './provider-fetch.ts';

const endpoints: OAuthEndpoints = {
  authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
  tokenUrl: 'https://oauth2.googleapis.com/token',
  userInfoUrl: 'https://openidconnect.googleapis.com/v1/userinfo',
  emailsUrl: '',
  issuer: 'https://accounts.google.com',
  jwksUrl: 'https://www.googleapis.com/oauth2/v3/certs',
};

export function googleProvider(auth: AuthContext, options: OAuthProviderOptions): Provider {
  const at = { ...endpoints, ...options.endpoints };
  const issuer = {
    name: 'google',
    issuers: [at.issuer, at.issuer.replace(/^https:\/\//, '')],
    jwksUrl: at.jwksUrl,
    audiences: [options.clientId, ...(options.acceptableClientIds ?? [])],
  };
  return {
    name: 'google',
    issuer: at.issuer,
    isEmailOptional: false,
    ...codeFlow(at, options, ['openid', 'email', 'profile']),
    async profile({ accessToken, idToken }) {
      if (idToken) return (await verifyIdToken(issuer, idToken, auth.now())).profile;
      const claims = await fetchObject(at.userInfoUrl, {
        headers: { authorization: `Bearer ${accessToken}` },
      });
      return profileFromClaims({ iss: at.issuer, ...claims });
    },
    verifyIdToken: (idToken) => verifyIdToken(issuer, idToken, auth.now()),
  };
}
