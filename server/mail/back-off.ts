const minute = 60;
const hour = 60 * minute;

/** Seconds to wait after the first, second ... failed try; after the last of them a mail has failed. */
export const backOffS: readonly number[] = [minute, 5 * minute, 30 * minute, 2 * hour, 12 * hour];
