// Which names buckets and objects may have: what every store and every address can carry.
import { errors } from '../errors.ts';

const BUCKET = /^[\w!\-.*'() &$@=;:+,?]{1,100}$/;
const KEY = /^[\w/!\-.*'() &$@=;:+,?]+$/;
const maxKeyBytes = 1024;

export function requireBucketName(name: string): string {
  if (!BUCKET.test(name) || name.trim() !== name || name === '.' || name === '..')
    throw errors.invalidBucketName();
  return name;
}

/** A key that a URL can lead to: `a/../b` and `a//b` cannot be asked for, so nothing may be put there. */
export function requireKey(key: string): string {
  const isPlain = KEY.test(key) && key.length <= maxKeyBytes;
  if (!isPlain || key.split('/').some((part) => part === '' || part === '.' || part === '..')) {
    throw errors.invalidKey(key.slice(0, 200));
  }
  return key;
}
