// What prevents deleting the account, and a link to resolve it.
import { t } from '#app/language/messages.ts';

export interface Obstacle {
  sentence: string;
  way: { label: string; to: string } | null;
}

const OBSTACLES = {
  bookings_to_come: {
    sentence: 'dashboard.your_data.bookings_to_come',
    label: 'dashboard.your_data.open_bookings',
    to: '/dashboard/bookings#upcoming',
  },
  unpaid: {
    sentence: 'dashboard.your_data.unpaid',
    label: 'dashboard.your_data.open_unpaid_orders',
    to: '/dashboard/passes#payments',
  },
  refund_due: {
    sentence: 'dashboard.your_data.refund_due',
    label: 'dashboard.your_data.contact_us',
    to: '/contact',
  },
  last_owner: {
    sentence: 'dashboard.your_data.last_owner',
    label: 'dashboard.your_data.open_people',
    to: '/dashboard/people',
  },
} as const;

/** From the database's response; null if nothing prevents it. */
export function readObstacle(answer: unknown): Obstacle | null {
  const { reason = '', sentence } = (answer ?? {}) as { reason?: string; sentence?: string };
  if (!sentence) return null;
  if (!isKnown(reason)) return { sentence, way: null };
  const known = OBSTACLES[reason];
  return { sentence: t(known.sentence), way: { label: t(known.label), to: known.to } };
}

function isKnown(reason: string): reason is keyof typeof OBSTACLES {
  return Object.hasOwn(OBSTACLES, reason);
}
