/** Rows on a page of a list. A slow laptop lays out 40 in more than a tenth of a second. */
export const PAGE_SIZE = 25;
