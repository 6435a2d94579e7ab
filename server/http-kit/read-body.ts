// Reads a request's body by its schema: the schema gives the values, their types and an error message for each field.
import * as v from 'valibot';
import { apiErrors } from './api-error.ts';
import { readJson, storableText } from './read-json.ts';

type Schema = v.GenericSchema<unknown, object>;

export async function readBody<Given extends Schema>(
  request: Request,
  schema: Given,
): Promise<v.InferOutput<Given>> {
  return checkFields(await readJson(request), schema);
}

export function checkFields<Given extends Schema>(given: unknown, schema: Given): v.InferOutput<Given> {
  const parsed = v.safeParse(schema, given, { abortPipeEarly: true });
  if (parsed.success) return parsed.output;
  throw apiErrors.invalid(fieldErrors(parsed.issues));
}

/** The first message of each field. */
export function fieldErrors(issues: readonly v.BaseIssue<unknown>[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of issues) fields[String(issue.path?.[0]?.key ?? '')] ??= issue.message;
  return fields;
}

/** Text without surrounding space and without characters that PostgreSQL cannot store; empty for anything else. */
export const text = v.pipe(
  v.optional(v.unknown(), ''),
  v.transform((value) => (typeof value === 'string' ? storableText(value).trim() : '')),
);

/** Text as it was typed, as passwords need it; empty for anything else. */
export const typedText = v.pipe(
  v.optional(v.unknown(), ''),
  v.transform((value) => (typeof value === 'string' ? value : '')),
);

export const personName = v.pipe(text, v.maxLength(120, 'Enter a name of at most 120 characters.'));
export const ownName = v.pipe(personName, v.nonEmpty('Enter your name.'));

// No invisible characters: two addresses that look alike must not be two people.
const EMAIL = /^[^\s@\p{C}]+@[^\s@\p{C}]+\.[^\s@\p{C}]+$/u;

export function emailAddress(message: string) {
  return v.pipe(text, v.regex(EMAIL, message), v.maxLength(254, message));
}
