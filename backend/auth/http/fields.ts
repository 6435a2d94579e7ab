// Reads request bodies: at most 1 MB of JSON, one object, with typed access to its fields.
// Rejects what PostgreSQL cannot store (NUL, lone surrogates), so that no endpoint fails on it.
import { readWithin } from '#backend/gateway/read-within.ts';
import { AuthError, errors } from '../errors.ts';

export type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue };
export type JsonObject = { [name: string]: JsonValue };

const bodyLimitBytes = 1_048_576;
const nestingLimit = 64;

export class Fields {
  readonly values: JsonObject;
  constructor(values: JsonObject) {
    this.values = values;
  }

  has(name: string): boolean {
    return Object.hasOwn(this.values, name) && this.values[name] !== null;
  }

  /** Absent and null both read as the empty string: clients of the implicit flow send nulls. */
  string(name: string): string {
    const value = this.has(name) ? this.values[name] : '';
    if (typeof value !== 'string') throw errors.badJson(`${name} must be a string`);
    return value;
  }

  optionalString(name: string): string | undefined {
    return this.has(name) ? this.string(name) : undefined;
  }

  boolean(name: string, fallback: boolean): boolean {
    const value = this.has(name) ? this.values[name] : fallback;
    if (typeof value !== 'boolean') throw errors.badJson(`${name} must be a boolean`);
    return value;
  }

  object(name: string): JsonObject | undefined {
    if (!this.has(name)) return undefined;
    const value = this.values[name];
    if (!isJsonObject(value)) throw errors.badJson(`${name} must be an object`);
    return value;
  }

  strings(name: string): string[] | undefined {
    if (!this.has(name)) return undefined;
    const value = this.values[name];
    if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) {
      throw errors.badJson(`${name} must be an array of strings`);
    }
    return value;
  }

  nested(name: string): Fields {
    return new Fields(this.object(name) ?? {});
  }
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export async function readFields(request: Request, { mayBeEmpty = false } = {}): Promise<Fields> {
  const text = await readText(request);
  if (text === '' && mayBeEmpty) return new Fields({});
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw errors.badJson(text === '' ? 'the body is empty' : 'the body is not valid JSON');
  }
  if (!isJsonObject(value)) throw errors.badJson('the body must be an object');
  requireStorable(value, 0);
  return new Fields(value);
}

/** The body as text, for endpoints that accept forms. */
export async function readText(request: Request): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(
      await readWithin(request, bodyLimitBytes, errors.bodyTooLarge),
    );
  } catch (error) {
    if (error instanceof AuthError) throw error;
    throw errors.badJson('the body is not valid UTF-8');
  }
}

export function requireStorableText(text: string): void {
  if (text.includes('\u0000')) throw errors.validationFailed('NUL characters are not allowed');
  if (!text.isWellFormed()) throw errors.validationFailed('Lone surrogates are not allowed');
}

function requireStorable(value: JsonValue, depth: number): void {
  if (typeof value === 'string') requireStorableText(value);
  if (typeof value !== 'object' || value === null) return;
  if (depth >= nestingLimit) throw errors.validationFailed('The body is nested too deeply');
  if (Array.isArray(value)) {
    for (const item of value) requireStorable(item, depth + 1);
    return;
  }
  for (const [name, item] of Object.entries(value)) {
    requireStorableText(name);
    requireStorable(item, depth + 1);
  }
}
