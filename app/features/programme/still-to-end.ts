/** The part of a supabase-js read that this narrows. */
interface Read<Self> {
  gt(column: string, value: string): Self;
}

/** The maximum length of a session: the database rejects longer ones. */
const MAX_SESSION_MS = 24 * 60 * 60_000;

/**
 * Dates that are running or in the future. Also filtered by their start: lists are ordered by it, and without that the
 * database reads all past dates first.
 */
export function stillToEnd<Self extends Read<Self>>(read: Self, now: Date): Self {
  return read
    .gt('ends_at', now.toISOString())
    .gt('starts_at', new Date(now.getTime() - MAX_SESSION_MS - 1).toISOString());
}
