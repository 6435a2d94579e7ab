import { t } from './messages.ts';

/** Walk-ins have a placeholder address. */
export function formatEmail(email: string): string {
  return email.endsWith('@invalid') ? t('shared.ui.no_email_address') : email;
}
