// Parameters that the lists of the S3 protocol share.
import { s3Errors } from './s3-errors.ts';

const maxListed = 1000;

/** How many a page holds; more than a thousand are never sent. */
export function limitOf(query: URLSearchParams, name: string): number {
  const given = query.get(name);
  if (given === null) return maxListed;
  if (!/^\d{1,9}$/.test(given)) throw s3Errors.badArgument(`${name} must be a number`);
  return Math.min(Number(given), maxListed);
}

export function encodingOf(query: URLSearchParams): (text: string) => string {
  return query.get('encoding-type') === 'url' ? encodeURIComponent : (text) => text;
}
