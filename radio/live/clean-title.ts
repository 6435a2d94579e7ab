// Cleans titles from hosts and their programs for players, pages, logs and the database.

export interface Title {
  artist: string;
  title: string;
}

const MAX_TITLE_LENGTH = 300;
// Control characters, line separators, and marks that change the text direction.
const UNPRINTABLE = /[\p{Cc}\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]+/gu;

export function cleanTitle({ artist, title }: Title): Title {
  return { artist: cleanText(artist), title: cleanText(title) };
}

export function cleanText(text: string, maxLength = MAX_TITLE_LENGTH): string {
  const clean = text
    // Cut first: the rest is over the limit in any case.
    .slice(0, maxLength * 4)
    .toWellFormed()
    .replaceAll(UNPRINTABLE, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return [...clean].slice(0, maxLength).join('').trim();
}
