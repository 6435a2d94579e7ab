// How large a body each kind of caller may send, and whether it is exceeded. Checked before a body is parsed: parsing
// blocks all other requests, and the anonymous key is on every page.
import { findJsonExcess } from '#backend/gateway/json-shape.ts';
import { isAnonymousCaller } from '#backend/limits/caller-share.ts';
import type { Caller } from '#contracts/caller.ts';
import { errors } from '../errors.ts';
import type { ContentType } from './parse-body.ts';

export interface RestBodyLimits {
  maxBytes: number;
  /** Of JSON, or cells of CSV. */
  maxValues: number;
}

const anonymous: RestBodyLimits = { maxBytes: 1_048_576, maxValues: 50_000 };
/** Bulk inserts of people who are signed in, imports among them. */
const signedIn: RestBodyLimits = { maxBytes: 4_194_304, maxValues: 200_000 };
/** Callers with the service key are trusted with the whole database. */
const service: RestBodyLimits = { maxBytes: 20_000_000, maxValues: 2_000_000 };

const maxFormBytes = 262_144;
const maxFormFields = 1000;
const maxJsonDepth = 100;
const comma = 0x2c;
const lineFeed = 0x0a;
const ampersand = 0x26;

/** `maxBytes` is the limit for all callers; `strangerBytes` the configured limit for anonymous ones. */
export function bodyLimitsOf(
  caller: Caller,
  { maxBytes = Infinity, strangerBytes }: { maxBytes?: number; strangerBytes?: number } = {},
): RestBodyLimits {
  const limits = limitsFor(caller, strangerBytes);
  return { ...limits, maxBytes: Math.min(limits.maxBytes, maxBytes) };
}

function limitsFor(caller: Caller, strangerBytes = anonymous.maxBytes): RestBodyLimits {
  if (caller.role === 'service_role') return service;
  return isAnonymousCaller(caller) ? { ...anonymous, maxBytes: strangerBytes } : signedIn;
}

export function checkBody(bytes: Uint8Array, type: ContentType, { maxValues }: RestBodyLimits): void {
  switch (type) {
    case 'json': {
      const excess = findJsonExcess(bytes, { maxDepth: maxJsonDepth, maxValues });
      if (excess === 'depth') throw errors.bodyTooDeep(maxJsonDepth);
      if (excess === 'values') throw errors.tooManyValues(maxValues);
      return;
    }
    case 'csv':
      if (countOf(bytes, [comma, lineFeed]) > maxValues) throw errors.tooManyValues(maxValues);
      return;
    case 'form':
      if (bytes.length > maxFormBytes) throw errors.bodyTooLarge(maxFormBytes);
      if (countOf(bytes, [ampersand]) >= maxFormFields) throw errors.tooManyValues(maxFormFields);
      return;
    default:
  }
}

function countOf(bytes: Uint8Array, wanted: number[]): number {
  let count = 0;
  for (const byte of bytes) if (wanted.includes(byte)) count += 1;
  return count;
}
