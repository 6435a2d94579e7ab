// The text message with a sign-in code, short enough for one SMS.
import type { AuthSms } from '#backend/auth/options.ts';
import { formatDuration } from './auth-mail.ts';

export function composeAuthSms(
  { code }: Pick<AuthSms, 'code'>,
  { studioName, lifeS }: { studioName: string; lifeS: number },
): string {
  return `${code} is your code for ${studioName}. It is valid for ${formatDuration(lifeS)}. Do not share it with anyone.`;
}
