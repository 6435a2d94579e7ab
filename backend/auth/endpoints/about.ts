// Describes the service: GET /health, /settings, /.well-known/jwks.json and openid-configuration.
import { oauthScopes } from '#contracts/oauth-scopes.ts';
import type { AuthContext } from '../context.ts';

/** Providers that clients know by name; those not configured here are false. */
const providerNames = [
  'apple',
  'azure',
  'bitbucket',
  'discord',
  'facebook',
  'figma',
  'fly',
  'gitlab',
  'kakao',
  'keycloak',
  'linkedin',
  'linkedin_oidc',
  'notion',
  'slack',
  'slack_oidc',
  'snapchat',
  'spotify',
  'twitch',
  'twitter',
  'workos',
  'x',
  'zoom',
];

export function health(): Response {
  return Response.json({
    version: 'onda',
    name: 'GoTrue',
    description: 'GoTrue is a user registration and authentication API',
  });
}

export function settings({ settings: is }: AuthContext): Response {
  return Response.json({
    external: {
      ...Object.fromEntries(providerNames.map((name) => [name, false])),
      google: is.google !== undefined,
      github: is.github !== undefined,
      email: is.email,
      phone: is.phone,
      anonymous_users: is.anonymous,
      web3: false,
      web3_ethereum: false,
      web3_solana: false,
    },
    disable_signup: !is.signup,
    mailer_autoconfirm: is.autoconfirm,
    phone_autoconfirm: is.autoconfirm,
    sms_provider: 'webhook',
    saml_enabled: false,
    mfa_enabled: Object.values(is.factors).some((factor) => factor.enroll),
    passkeys_enabled: is.passkeys,
    manual_linking_enabled: is.manualLinking,
  });
}

export function jwks({ keys }: AuthContext): Response {
  return Response.json({ keys: keys.publicKeys }, { headers: { 'cache-control': 'public, max-age=600' } });
}

export function openidConfiguration({ settings: { issuer, oauthServer }, keys }: AuthContext): Response {
  const algorithms = [
    ...new Set(keys.publicKeys.map((key) => key.alg ?? (key.kty === 'EC' ? 'ES256' : 'RS256'))),
  ];
  return Response.json(
    {
      issuer,
      authorization_endpoint: `${issuer}/oauth/authorize`,
      token_endpoint: `${issuer}/oauth/token`,
      userinfo_endpoint: `${issuer}/oauth/userinfo`,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      ...(oauthServer.dynamicRegistration && { registration_endpoint: `${issuer}/oauth/clients/register` }),
      scopes_supported: oauthScopes,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: algorithms.length > 0 ? algorithms : ['HS256'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      code_challenge_methods_supported: ['S256', 'plain'],
      claims_supported: [
        'sub',
        'aud',
        'iss',
        'exp',
        'iat',
        'email',
        'email_verified',
        'phone',
        'phone_verified',
        'name',
      ],
    },
    { headers: { 'cache-control': 'public, max-age=600' } },
  );
}
