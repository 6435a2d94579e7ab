import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { createPublicSettings } from './public-settings.ts';
import type { Secrets } from './secrets.ts';

const secrets = { anonKey: 'public', serviceRoleKey: 'secret' } as Secrets;

function settingsOf(environment: Record<string, string>) {
  const config = readConfig({ DATA_DIR: tmpdir(), ...environment });
  return createPublicSettings(config, secrets, {
    mail: { isConnected: false } as never,
    cards: { takesCards: false },
  });
}

it('name the providers that have an id and a secret', () => {
  const google = { AUTH_GOOGLE_CLIENT_ID: 'studio', AUTH_GOOGLE_CLIENT_SECRET: 'hidden' };
  expect(settingsOf({}).signInProviders).toEqual([]);
  expect(settingsOf(google).signInProviders).toEqual(['google']);
});

it('leave the providers of a hosted backend to its answer', () => {
  const hosted = {
    BACKEND_URL: 'https://project.supabase.co',
    DATABASE_URL: 'postgres://studio@db.example/studio',
    ANON_KEY: 'sb_publishable_key',
    SERVICE_ROLE_KEY: 'sb_secret_key',
  };
  expect(settingsOf(hosted).signInProviders).toBeNull();
});

it('hold no secret', () => {
  const google = { AUTH_GOOGLE_CLIENT_ID: 'studio', AUTH_GOOGLE_CLIENT_SECRET: 'hidden' };
  expect(JSON.stringify(settingsOf(google))).not.toMatch(/hidden|secret/);
});
