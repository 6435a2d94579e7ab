// A household as staff see it.
import { t } from '#app/language/messages.ts';
import type { HouseholdBooking } from '#contracts/households.ts';
export const bookingLabels: Record<HouseholdBooking['state'], string> = {
  pending: 'not paid yet',
  seated: 'booked',
  cancelled: 'cancelled',
  lapsed: 'expired',
};

export function householdName({ name }: { name: string }): string {
  return name || t('dashboard.households.unnamed_household');
}

export function formatCount(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
