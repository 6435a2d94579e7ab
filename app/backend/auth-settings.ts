// The settings of the auth service: providers, sign-up, passkeys. Needs no client library.
import { backendSettings } from './backend.ts';
import { backendHeaders } from './backend-headers.ts';

export interface AuthSettings {
  external: Record<string, boolean>;
  disable_signup: boolean;
  passkeys_enabled?: boolean;
  /** Only our own host reports it; a hosted backend returns an error when it is off. */
  manual_linking_enabled?: boolean;
}

let reading: Promise<AuthSettings> | undefined;

/** Requested once per page; a failed request is repeated. */
export function readAuthSettings(): Promise<AuthSettings> {
  reading ??= read().catch((reason) => {
    reading = undefined;
    throw reason;
  });
  return reading;
}

async function read(): Promise<AuthSettings> {
  const response = await fetch(`${backendSettings().backendUrl}/auth/v1/settings`, {
    headers: backendHeaders(),
  });
  if (!response.ok) throw new Error(`The auth service answered ${response.status}.`);
  return (await response.json()) as AuthSettings;
}
