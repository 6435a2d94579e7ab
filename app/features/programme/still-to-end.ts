/** The part of a supabase-js read that this narrows. */
interface Read<Self> {
  gt(column: string, value: string): Self;
}

/** The longest that a date may last: the database refuses longer ones. */
const LONGEST_MS = 24 * 60 * 60_000;

/**
 * Dates that are on or to come. Said by their beginning as well: lists are ordered by it, and without that the database
 * walks through every date of the past to the first one that has not ended.
 */
export function stillToEnd<Self extends Read<Self>>(read: Self, now: Date): Self {
  return read
    .gt('ends_at', now.toISOString())
    .gt('starts_at', new Date(now.getTime() - LONGEST_MS - 1).toISOString());
}
