// What emails about bookings and waiting lists say of the studio.

import { t } from '#app/language/messages.ts';
import type { BookingDate } from '#contracts/booking.ts';
import type { LinkedSite } from '../language/page-url.ts';

/** The studio as its emails name it. */
export interface Studio extends LinkedSite {
  name: string;
  address: string;
  zone: string;
  email: string;
  transferAccount: string;
}

export function contactLine({ email }: Studio): string {
  return email ? t('email.booking.questions_by_email', { email }) : t('email.booking.questions_at_studio');
}

export function formatPlace({ is_online, room }: BookingDate): string {
  return is_online ? t('email.booking.online') : room;
}
