// What stands between a person and the way out, and the place where it can be dealt with.
export interface Obstacle {
  sentence: string;
  way: { label: string; to: string } | null;
}

const WAYS: Record<string, Obstacle['way']> = {
  bookings_to_come: { label: 'See them', to: '/dashboard/bookings#upcoming' },
  unpaid: { label: 'See what is open', to: '/dashboard/passes#payments' },
  refund_due: { label: 'Write to us', to: '/contact' },
  last_owner: { label: 'See who works here', to: '/dashboard/people' },
};

/** From the answer of the database; null where nothing stands in the way. */
export function readObstacle(answer: unknown): Obstacle | null {
  const { reason = '', sentence } = (answer ?? {}) as { reason?: string; sentence?: string };
  return sentence ? { sentence, way: WAYS[reason] ?? null } : null;
}
