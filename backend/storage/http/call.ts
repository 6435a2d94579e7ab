// One request on its way through the service: who asks, for which bucket and object, with which fields.
import { readWithin } from '#backend/gateway/read-within.ts';
import type { Caller } from '#contracts/caller.ts';
import { isJsonObject } from '#contracts/json-object.ts';
import { errors } from '../errors.ts';

export interface Call {
  readonly request: Request;
  /** Below /storage/v1. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly params: Record<string, string>;
  readonly caller: Caller;
}

export type Fields = Record<string, unknown>;

const maxJsonBytes = 1_000_000;

/** The JSON object of a request; an absent body counts as an empty one. */
export async function readFields(request: Request): Promise<Fields> {
  const bytes = await readWithin(request, maxJsonBytes, errors.bodyTooLarge);
  if (bytes.length === 0) return {};
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    throw errors.invalidRequest('Body is not valid JSON');
  }
  if (!isJsonObject(value)) throw errors.invalidRequest('body must be object');
  return value;
}

export function textField(fields: Fields, name: string): string {
  const value = fields[name];
  if (value === undefined || value === null)
    throw errors.invalidRequest(`body must have required property '${name}'`);
  if (typeof value !== 'string') throw errors.invalidRequest(`body/${name} must be string`);
  return value;
}

export function optionalText(fields: Fields, name: string): string | undefined {
  return fields[name] === undefined || fields[name] === null ? undefined : textField(fields, name);
}

export function optionalBoolean(fields: Fields, name: string): boolean | undefined {
  const value = fields[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'boolean') throw errors.invalidRequest(`body/${name} must be boolean`);
  return value;
}

export function textList(fields: Fields, name: string, { maxItems }: { maxItems: number }): string[] {
  const value = fields[name];
  if (!Array.isArray(value) || !value.every((item): item is string => typeof item === 'string')) {
    throw errors.invalidRequest(`body/${name} must be an array of strings`);
  }
  if (value.length === 0) throw errors.invalidRequest(`body/${name} must NOT have fewer than 1 items`);
  if (value.length > maxItems)
    throw errors.invalidRequest(`body/${name} must NOT have more than ${maxItems} items`);
  return value;
}

export function wholeNumber(
  value: unknown,
  name: string,
  { min, max, fallback }: { min: number; max: number; fallback: number },
): number {
  if (value === undefined || value === null || value === '') return fallback;
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isInteger(number))
    throw errors.invalidRequest(`${name} must be integer`);
  if (number < min) throw errors.invalidRequest(`${name} must be >= ${min}`);
  return Math.min(number, max);
}
