// A household as staff see it.
export interface ListedHousehold {
  id: string;
  name: string;
  sort_name: string;
  guardians: string | null;
  emails: string | null;
  people: string | null;
  people_count: number;
}

interface Consent {
  kind: string;
  version: string;
  given_at: string;
  withdrawn_at: string | null;
}
export interface HouseholdPerson {
  id: string;
  name: string;
  born_on: string | null;
  note: string;
  is_guardian: boolean;
  bookings: number;
  consents: Consent[];
}
interface Guardian {
  user_id: string;
  name: string | null;
  email: string | null;
  phone: string | null;
  since: string;
  last_seen: string | null;
}
export interface HouseholdBooking {
  id: string;
  order_id: string;
  number: string;
  name: string;
  state: 'pending' | 'seated' | 'cancelled' | 'lapsed';
  title: string | null;
  starts_at: string | null;
}
interface HouseholdNote {
  id: number;
  at: string;
  body: string;
  by: string | null;
}
interface HouseholdMerge {
  id: string;
  at: string;
  reason: string;
  by: string | null;
  name: string;
  undone_at: string | null;
}
export interface Household {
  id: string;
  name: string;
  email?: string | null;
  phone?: string | null;
  created_at: string;
  guardians: Guardian[];
  participants: HouseholdPerson[];
  bookings: HouseholdBooking[];
  notes: HouseholdNote[];
  merges: HouseholdMerge[];
  alike: { id: string; name: string; who: string }[];
}

export interface MergePreview {
  target: Household;
  merged: Household;
  same: { from: string; into: string; name: string }[];
}

export const bookingLabels: Record<HouseholdBooking['state'], string> = {
  pending: 'not paid yet',
  seated: 'booked',
  cancelled: 'cancelled',
  lapsed: 'expired',
};

export function householdName({ name }: { name: string }): string {
  return name || 'Unnamed household';
}

export function formatCount(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
