// The settings of the studio that browser tests visit, for each process that serves it.
import { PROVIDER_CLIENT } from './provider-client.ts';
import { JWT_SECRET } from './service-key.ts';

/** `provider`: where the identity provider of the tests listens. */
export function studioSettings(provider: string): Record<string, string> {
  return {
    JWT_SECRET,
    SETUP_TOKEN: 'set-up-token-for-browser-tests',
    // All of these people come from one address within minutes; what limits do is tested at the API.
    AUTH_RATE_LIMITS: 'off',
    AUTH_MANUAL_LINKING: 'on',
    AUTH_GOOGLE_CLIENT_ID: PROVIDER_CLIENT.id,
    AUTH_GOOGLE_CLIENT_SECRET: PROVIDER_CLIENT.secret,
    AUTH_GOOGLE_URL: provider,
    AUTH_GITHUB_CLIENT_ID: PROVIDER_CLIENT.id,
    AUTH_GITHUB_CLIENT_SECRET: PROVIDER_CLIENT.secret,
    AUTH_GITHUB_URL: provider,
  };
}
