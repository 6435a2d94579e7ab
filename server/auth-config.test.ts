import { describe, expect, it } from 'vitest';
import { readAuth } from './auth-config.ts';

const SECRET = `v1,whsec_${'c2VjcmV0'.repeat(5)}`;

describe('hooks', () => {
  it('are functions of the database, or addresses with secrets', () => {
    const { hooks } = readAuth({
      AUTH_HOOK_CUSTOM_ACCESS_TOKEN_URI: 'pg-functions://postgres/public/add_claims',
      AUTH_HOOK_SEND_EMAIL_URI: 'https://mail.example/hook',
      AUTH_HOOK_SEND_EMAIL_SECRETS: `${SECRET}|${SECRET}`,
    });
    expect(hooks).toEqual({
      custom_access_token: { kind: 'sql', schema: 'public', name: 'add_claims' },
      send_email: { kind: 'http', url: 'https://mail.example/hook', secrets: [SECRET, SECRET] },
    });
  });

  it.each([
    [
      { AUTH_HOOK_SEND_SMS_URI: 'http://sms.example/hook' },
      'AUTH_HOOK_SEND_SMS_URI is "http://sms.example/hook" but must be pg-functions://postgres/schema/function or',
    ],
    [
      { AUTH_HOOK_SEND_SMS_URI: 'https://me:geheim@sms.example/', AUTH_HOOK_SEND_SMS_SECRETS: SECRET },
      'AUTH_HOOK_SEND_SMS_URI is "https://me:***@sms.example/"',
    ],
    [
      { AUTH_HOOK_SEND_SMS_URI: 'https://sms.example/hook', AUTH_HOOK_SEND_SMS_SECRETS: 'geheim' },
      'AUTH_HOOK_SEND_SMS_SECRETS (value hidden) must be v1,whsec_',
    ],
    [
      { AUTH_HOOK_SEND_SMS_SECRETS: 'geheim' },
      'AUTH_HOOK_SEND_SMS_SECRETS is set but AUTH_HOOK_SEND_SMS_URI is not',
    ],
  ])('name the wrong variable and no secret: %j', (env, message) => {
    expect(() => readAuth(env)).toThrow(message);
    expect(() => readAuth(env)).not.toThrow('geheim');
  });
});
