// Settings of the Supabase-compatible backend, from the environment: keys, REST, messages, functions. Accounts: auth-config.ts.
import type { MessageFigures } from '#backend/limits/message-limits.ts';
import type { RestLimits } from '#backend/rest/limits.ts';
import {
  type Environment,
  readInteger,
  readLimit,
  readList,
  readSizeBytes,
  readSwitch,
  readText,
  rejectSecret,
  rejectValue,
} from './environment-reader.ts';

const FUNCTION_SECRET = 'FUNCTION_SECRET_';

export function readApiKey(env: Environment, variable: string, prefix: string): string | undefined {
  const value = readText(env, variable);
  if (value === undefined) return undefined;
  const isJwt = /^[\w-]+\.[\w-]+\.[\w-]+$/.test(value);
  if (!isJwt && !value.startsWith(prefix))
    rejectSecret(variable, `a JWT or a key that begins with ${prefix}`);
  return value;
}

export function readSchemas(env: Environment): string[] {
  const schemas = readList(env, 'REST_SCHEMAS');
  const bad = schemas.find((schema) => !/^[\p{L}_][\p{L}\p{N}_$]{0,62}$/u.test(schema));
  if (bad !== undefined)
    rejectValue('REST_SCHEMAS', bad, 'a comma-separated list of schema names, such as public,api');
  return schemas.length > 0 ? schemas : ['public'];
}

export function readRestLimits(env: Environment): RestLimits {
  return {
    maxEmbedDepth: readLimit(env, 'REST_MAX_EMBED_DEPTH', 4),
    maxEmbeds: readLimit(env, 'REST_MAX_EMBEDS', 16),
    maxTerms: readLimit(env, 'REST_MAX_TERMS', 120),
    maxEmbeddedRows: readLimit(env, 'REST_MAX_EMBEDDED_ROWS', 20_000),
    maxResponseBytes: readSizeBytes(env, 'REST_MAX_RESPONSE_SIZE', 5 * 2 ** 20),
    maxBodyBytes: readSizeBytes(env, 'REST_MAX_BODY_SIZE', 2 ** 20),
  };
}

export function readMessageLimits(env: Environment): MessageFigures | undefined {
  const perHour = (variable: string, fallback: number) =>
    readInteger(env, variable, { min: 1, max: 1_000_000, fallback });
  const figures = {
    emails: perHour('MAIL_LIMIT', 600),
    emailsPerAddress: perHour('MAIL_LIMIT_PER_ADDRESS', 60),
    emailsPerAccount: perHour('MAIL_LIMIT_PER_ACCOUNT', 20),
    emailsPerRecipient: perHour('MAIL_LIMIT_PER_RECIPIENT', 10),
    sms: perHour('SMS_LIMIT', 100),
  };
  return readSwitch(env, 'AUTH_RATE_LIMITS', true) ? figures : undefined;
}

export function readFunctionSecrets(env: Environment): Record<string, string> {
  const secrets: Record<string, string> = {};
  for (const [variable, value] of Object.entries(env)) {
    if (!variable.startsWith(FUNCTION_SECRET) || value === undefined) continue;
    const name = variable.slice(FUNCTION_SECRET.length);
    if (!/^[A-Za-z_]\w*$/.test(name) || name.startsWith('SUPABASE_')) {
      rejectSecret(variable, 'called FUNCTION_SECRET_ and a name that does not begin with SUPABASE_');
    }
    secrets[name] = value;
  }
  return secrets;
}
