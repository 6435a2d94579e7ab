// A code for a phone, as short as a text message must be.
import type { AuthSms } from '#backend/auth/options.ts';
import { span } from './auth-mail.ts';

export function composeAuthSms(
  { code }: Pick<AuthSms, 'code'>,
  { studioName, lifeS }: { studioName: string; lifeS: number },
): string {
  return `${code} is your code for ${studioName}. It holds for ${span(lifeS)}. Tell it to nobody.`;
}
