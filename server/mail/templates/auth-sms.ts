// The text message with a sign-in code, short enough for one SMS.
import { t } from '#app/language/messages.ts';
import type { AuthSms } from '#backend/auth/options.ts';
import { formatDuration } from './auth-mail.ts';

export function composeAuthSms(
  { code }: Pick<AuthSms, 'code'>,
  { studioName, lifeS }: { studioName: string; lifeS: number },
): string {
  return t('email.auth.text_message', { code, studio: studioName, duration: formatDuration(lifeS) });
}
