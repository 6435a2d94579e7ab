// Which hooks a project has: a function of the database or an address on the web, with the secrets that sign its requests.
// Reads what Supabase's settings say, knows nothing about when a hook runs.

export const hookNames = [
  'custom_access_token',
  'send_email',
  'send_sms',
  'before_user_created',
  'mfa_verification_attempt',
  'password_verification_attempt',
] as const;

export type HookName = (typeof hookNames)[number];

export type Hook =
  | { readonly kind: 'sql'; readonly schema: string; readonly name: string }
  | { readonly kind: 'http'; readonly url: string; readonly secrets: readonly string[] };

export type Hooks = Readonly<Partial<Record<HookName, Hook>>>;

/** What is wrong with a setting, without its value: a secret must not reach a log. */
export class HookSettingError extends Error {
  readonly setting: 'uri' | 'secrets';
  constructor(setting: 'uri' | 'secrets', allowed: string) {
    super(allowed);
    this.setting = setting;
  }
}

const secretPattern = /^v1,whsec_[A-Za-z0-9+/=]{32,88}$/;
const namePattern = /^[a-zA-Z_][a-zA-Z0-9_]{0,62}$/;
const localHosts = new Set(['localhost', '127.0.0.1', '[::1]', 'host.docker.internal']);

export function readHook(uri: string, secrets: string | undefined): Hook {
  const url = URL.canParse(uri) ? new URL(uri) : undefined;
  if (url?.protocol === 'pg-functions:') return readFunction(url);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && localHosts.has(url.hostname));
  if (!url || !isSafe || url.username || url.password)
    throw new HookSettingError(
      'uri',
      'pg-functions://postgres/schema/function or an https:// address (http:// on this machine alone)',
    );
  const list = (secrets ?? '').split('|').map((secret) => secret.trim());
  if (!list.every((secret) => secretPattern.test(secret)))
    throw new HookSettingError(
      'secrets',
      'v1,whsec_ and 32 to 88 characters of base64; several are divided by |',
    );
  return { kind: 'http', url: url.href, secrets: list };
}

function readFunction(url: URL): Hook {
  const [schema = '', name = '', ...others] = url.pathname.split('/').slice(1);
  if (!namePattern.test(schema) || !namePattern.test(name) || others.length > 0)
    throw new HookSettingError(
      'uri',
      'pg-functions://postgres/ and a schema and a function, as in /public/my_hook',
    );
  return { kind: 'sql', schema, name };
}
