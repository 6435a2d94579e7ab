// An application that signs people in with their account at the studio: registered by the owner's key, its own pages
// played by the program of the tests beside the site.
import { createHash, randomBytes } from 'node:crypto';
import { serviceKey } from './service-key.ts';
import { PROVIDER_PORT } from './worker-studio.ts';

export interface Application {
  name: string;
  id: string;
  secret: string;
  /** Where a person goes to come in with their account here. */
  authorizePath(verifier: string): string;
  back: string;
}

export async function registerApplication(base: string): Promise<Application> {
  const name = `Portfolio ${randomBytes(3).toString('hex')}`;
  const back = `http://127.0.0.1:${PROVIDER_PORT}/app`;
  const response = await fetch(`${base}/auth/v1/admin/oauth/clients`, {
    method: 'POST',
    headers: { authorization: `Bearer ${serviceKey()}`, 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: name, redirect_uris: [back] }),
  });
  const made = (await response.json()) as { client_id: string; client_secret: string };
  const authorizePath = (verifier: string) =>
    `/auth/v1/oauth/authorize?${new URLSearchParams({
      client_id: made.client_id,
      redirect_uri: back,
      response_type: 'code',
      scope: 'openid email',
      state: 'their-state',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    })}`;
  return { name, back, authorizePath, id: made.client_id, secret: made.client_secret };
}
