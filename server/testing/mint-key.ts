// API keys for tests, signed as secrets.ts signs them.
import { createHmac } from 'node:crypto';

export const testJwtSecret = 'a-secret-of-these-tests-with-at-least-32-characters';

export function mintKey(role: 'anon' | 'service_role'): string {
  return mintToken({ iss: 'onda', role, exp: Math.floor(Date.now() / 1000) + 86_400 });
}

export function mintToken(claims: Record<string, unknown>, secret = testJwtSecret): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}
