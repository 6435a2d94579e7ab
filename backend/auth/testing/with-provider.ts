// The service with Google and GitHub replaced by the test provider, and a browser's redirects.
import type { OAuthProviderOptions } from '../options.ts';
import { newEmail } from './people.ts';
import { type ProviderServer, startProvider } from './provider-server.ts';
import { type Answer, startAuth, type TestAuth } from './start-auth.ts';

export interface WithProvider {
  test: TestAuth;
  provider: ProviderServer;
  /** Goes to the provider and back, as a browser would. */
  roundTrip(query: string, options?: { path?: string; token?: string; on?: TestAuth }): Promise<Answer>;
  /** Another person signs in at the provider from now on. */
  switchPerson(): void;
  close(): Promise<void>;
}

let subject = 1000;

export async function startWithProvider(): Promise<WithProvider> {
  const provider = await startProvider();
  const google: OAuthProviderOptions = {
    clientId: provider.clientId,
    clientSecret: provider.clientSecret,
    acceptableClientIds: ['studio-phone-app'],
    endpoints: {
      authorizeUrl: `${provider.url}/authorize`,
      tokenUrl: `${provider.url}/token`,
      userInfoUrl: `${provider.url}/userinfo`,
      issuer: provider.url,
      jwksUrl: `${provider.url}/jwks`,
    },
  };
  const github: OAuthProviderOptions = {
    ...google,
    endpoints: {
      ...google.endpoints,
      userInfoUrl: `${provider.url}/github/user`,
      emailsUrl: `${provider.url}/github/emails`,
    },
  };
  const test = await startAuth({ google, github });
  return {
    test,
    provider,
    async roundTrip(query, { path = '/authorize', token, on = test } = {}) {
      const sent = await on.ask('GET', `${path}?${query}`, { token });
      const address = sent.status === 302 ? sent.location.href : String(sent.json.url);
      const back = await provider.approve(address);
      return on.ask('GET', `/callback${back.search}`);
    },
    switchPerson() {
      subject += 1;
      provider.person = { sub: String(subject), email: newEmail(), email_verified: true, name: 'Grace' };
    },
    async close() {
      await test.close();
      await provider.close();
    },
  };
}

export function fragmentOf(answer: Answer): URLSearchParams {
  return new URLSearchParams(answer.location.hash.slice(1));
}
