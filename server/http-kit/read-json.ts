import { findJsonExcess } from '#backend/gateway/json-shape.ts';
import { readWithin } from '#backend/gateway/read-within.ts';
import { apiErrors } from './api-error.ts';

const MAX_BODY_BYTES = 256 * 1024;
const limits = { maxDepth: 100, maxValues: 20_000 };
const MAY_BE_UNSTORABLE = /\\u(0000|d[89a-f])/i;

/** The body as a JSON object, or an error. Characters that PostgreSQL cannot store are removed. */
export async function readJson(request: Request): Promise<Record<string, unknown>> {
  const bytes = await readWithin(request, MAX_BODY_BYTES, apiErrors.tooLarge);
  if (findJsonExcess(bytes, limits)) throw apiErrors.tooLarge();
  let text: string;
  let body: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    body = JSON.parse(text);
  } catch {
    throw apiErrors.notJson();
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw apiErrors.notJson();
  return (MAY_BE_UNSTORABLE.test(text) ? storable(body) : body) as Record<string, unknown>;
}

function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [storableText(name), storable(item)]),
  );
}

/** Without the characters that PostgreSQL cannot store. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
