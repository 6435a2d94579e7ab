// The key with which tests write content as the studio's own server would. Made from the secret of the test server.
import { createHmac } from 'node:crypto';

export const JWT_SECRET = process.env.JWT_SECRET ?? 'a-secret-for-browser-tests-only-0123456789';

export function serviceKey(): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const now = Math.floor(Date.now() / 1000);
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ role: 'service_role', iss: 'onda', iat: now, exp: now + 3600 })}`;
  return `${signed}.${createHmac('sha256', JWT_SECRET).update(signed).digest('base64url')}`;
}
