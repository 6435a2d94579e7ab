// A Supabase project's config.toml, read into the environment that it stands for.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { openProject, projectArgument } from './find-project.ts';
import { projectEnvironment } from './project-environment.ts';

const HOOK_SECRET = `v1,whsec_${'c2VjcmV0'.repeat(5)}`;
const config = `
project_id = "shop" # the name
[api]
port = 54321
schemas = [
  "public", # tables
  "graphql_public",
  'api',
]
max_rows = 1_000
[auth]
site_url = "https://shop.example/"
additional_redirect_urls = ["https://*.shop.example/**"]
enable_anonymous_sign_ins = false
minimum_password_length = 6
[auth.email]
enable_confirmations = false
max_frequency = "1m30s"
[auth.sms.test_otp]
15551234567 = "123456"
[auth.external.google]
enabled = true
client_id = "shop"
secret = "env(GOOGLE_SECRET)"
[auth.external.github]
enabled = false
client_id = "off"
[auth.hook.custom_access_token]
enabled = true
uri = "pg-functions://postgres/public/add_claims"
[auth.hook.send_email]
enabled = true
uri = "https://mail.example/hook"
secrets = "env(HOOK_SECRETS)"
[auth.hook.send_sms]
enabled = false
uri = "off"
[storage]
file_size_limit = "50MiB"
[storage.buckets.images]
public = true
[edge_runtime.secrets]
MAIL_KEY = "env(MAIL_KEY)"
`;
const project = (text: string, environment = {}) => ({
  directory: '/shop/supabase',
  settings: parse(text, { integersAsBigInt: false }),
  environment,
});

describe('config.toml', () => {
  it.each([
    ['a = ', 'line 1'],
    ['a = 1\na = 2', 'line 2'],
  ])('names the line of a mistake: %j', (text, line) => {
    const folder = mkdtempSync(join(tmpdir(), 'onda-project-'));
    try {
      writeFileSync(join(folder, 'config.toml'), text);
      expect(() => openProject(folder, {})).toThrow(`config.toml, ${line}: `);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('stands for variables, reads env(NAME), and gives way to variables that are set', () => {
    const shop = project(config, {
      GOOGLE_SECRET: 'from the environment',
      MAIL_KEY: 'k',
      HOOK_SECRETS: HOOK_SECRET,
    });
    const read = readConfig(projectEnvironment(shop, {}));
    expect(read).toMatchObject({
      port: 54321,
      siteUrl: 'https://shop.example',
      apiUrl: 'http://127.0.0.1:54321',
      rest: { schemas: ['public', 'api'], maxRows: 1000 },
      auth: {
        anonymous: false,
        autoconfirm: true,
        passwordMin: 6,
        passwordCheck: 'length',
        maxFrequencyS: 90,
        testOtps: { '15551234567': '123456' },
        redirectUrls: ['https://*.shop.example/**'],
        google: { clientId: 'shop', clientSecret: 'from the environment' },
        github: undefined,
        hooks: {
          custom_access_token: { kind: 'sql', schema: 'public', name: 'add_claims' },
          send_email: { kind: 'http', url: 'https://mail.example/hook', secrets: [HOOK_SECRET] },
        },
      },
      storage: { fileSizeLimitBytes: 50 * 2 ** 20 },
      functions: { directory: '/shop/supabase/functions', secrets: { MAIL_KEY: 'k' } },
    });
    const env = { PORT: '80', SITE_URL: 'https://other.example', AUTH_AUTOCONFIRM: 'off', REST_SCHEMAS: '' };
    expect(readConfig(projectEnvironment(shop, env))).toMatchObject({
      port: 80,
      siteUrl: 'https://other.example',
      apiUrl: 'https://other.example',
      auth: { autoconfirm: false },
      rest: { schemas: ['public', 'api'] },
    });
  });

  it.each([
    ['nothing', '', true],
    ['an empty table', '[auth.email]', true],
    ['another setting', '[auth.email]\nenable_signup = true', true],
    ['off', '[auth.email]\nenable_confirmations = false', true],
    ['on', '[auth.email]\nenable_confirmations = true', false],
  ])('confirms addresses only when it says so: %s', (_name, text, autoconfirm) => {
    expect(readConfig(projectEnvironment(project(text), {})).auth.autoconfirm).toBe(autoconfirm);
  });

  it('turns phones on by nothing but someone who sends text messages', () => {
    const phones = project('[auth.sms]\nenable_signup = true\nenable_confirmations = true');
    expect(readConfig(projectEnvironment(phones, {})).auth.phone).toBeUndefined();
    expect(readConfig(projectEnvironment(phones, { AUTH_PHONE: 'on' })).auth.phone).toBe(true);
  });

  it('rejects a duration that it cannot read', () => {
    const shop = project('[auth.email]\nmax_frequency = "soon"');
    expect(() => projectEnvironment(shop, {})).toThrow('max_frequency is "soon"');
  });
});

it('the folder is the argument after --project', () => {
  expect(projectArgument(['--backend'])).toBeUndefined();
  expect(projectArgument(['--backend', '--project', '../app'])).toBe('../app');
  expect(projectArgument(['--project=../app'])).toBe('../app');
  expect(() => projectArgument(['--project', '--backend'])).toThrow('--project needs the folder');
});
