// The provider that a client names, if it is configured and enabled.
import type { AuthContext } from '../context.ts';
import { errors } from '../errors.ts';
import { customProvider, findCustomProvider } from './custom-provider.ts';
import { githubProvider } from './github.ts';
import { googleProvider } from './google.ts';
import type { Provider } from './provider.ts';

export async function findProvider(auth: AuthContext, name: string): Promise<Provider | undefined> {
  const { google, github } = auth.settings;
  if (name === 'google' && google) return googleProvider(auth, google);
  if (name === 'github' && github) return githubProvider(github);
  if (!name.startsWith('custom:')) return undefined;
  const row = await findCustomProvider(auth.sql, name);
  return row?.enabled ? customProvider(auth, row) : undefined;
}

export async function requireProvider(auth: AuthContext, name: string): Promise<Provider> {
  const provider = await findProvider(auth, name.toLowerCase());
  if (!provider) throw errors.unsupportedProvider();
  return provider;
}
