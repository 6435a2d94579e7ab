// The steps of the authorization code flow that well-known providers share.
import type { OAuthProviderOptions } from '../options.ts';
import { authorizeAddress, type Provider } from './provider.ts';
import { exchangeCode } from './provider-fetch.ts';

/** `scopes` are asked for besides those of the client. */
export function codeFlow(
  { authorizeUrl, tokenUrl }: { authorizeUrl: string; tokenUrl: string },
  { clientId, clientSecret }: OAuthProviderOptions,
  scopes: string[],
): Pick<Provider, 'authorizeUrl' | 'exchange'> {
  return {
    authorizeUrl: (request) =>
      authorizeAddress(
        authorizeUrl,
        clientId,
        { ...request, scopes: [...new Set([...scopes, ...request.scopes])] },
        { usesPkce: true },
      ),
    exchange: (request) => exchangeCode(tokenUrl, { id: clientId, secret: clientSecret }, request),
  };
}
