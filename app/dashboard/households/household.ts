// A household as staff see it.
import { t } from '#app/language/messages.ts';
import type { HouseholdBooking } from '#contracts/households.ts';

export function bookingLabel(state: HouseholdBooking['state']): string {
  return t(`dashboard.households.booking_${state}`);
}

export function householdName({ name }: { name: string }): string {
  return name || t('dashboard.households.unnamed_household');
}

const CONSENT_LABELS = {
  terms: 'dashboard.households.consent_terms',
  privacy: 'dashboard.households.consent_privacy',
  photos: 'dashboard.households.consent_photos',
  newsletter: 'dashboard.households.consent_newsletter',
} as const;

/** "photos, 12 Nov" */
export function formatConsent(kind: string, day: string): string {
  return isConsent(kind) ? t(CONSENT_LABELS[kind], { day }) : `${kind}, ${day}`;
}

function isConsent(kind: string): kind is keyof typeof CONSENT_LABELS {
  return Object.hasOwn(CONSENT_LABELS, kind);
}
