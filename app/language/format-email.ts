import { t } from './messages.ts';

/** People who book at the desk may have none: then rows have a placeholder. */
export function hasEmail(email: string): boolean {
  return email !== '' && !email.endsWith('@invalid');
}

export function formatEmail(email: string): string {
  return hasEmail(email) ? email : t('shared.ui.no_email_address');
}
