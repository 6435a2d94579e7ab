// What prevents deleting the account, and a link to resolve it.
export interface Obstacle {
  sentence: string;
  way: { label: string; to: string } | null;
}

const ACTIONS: Record<string, Obstacle['way']> = {
  bookings_to_come: { label: 'Open bookings', to: '/dashboard/bookings#upcoming' },
  unpaid: { label: 'Open unpaid orders', to: '/dashboard/passes#payments' },
  refund_due: { label: 'Contact us', to: '/contact' },
  last_owner: { label: 'Open people', to: '/dashboard/people' },
};

/** From the database's response; null if nothing prevents it. */
export function readObstacle(answer: unknown): Obstacle | null {
  const { reason = '', sentence } = (answer ?? {}) as { reason?: string; sentence?: string };
  return sentence ? { sentence, way: ACTIONS[reason] ?? null } : null;
}
