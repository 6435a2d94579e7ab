import { apiErrors } from './api-error.ts';

/** The body as a JSON object, or the refusal that says so. */
export async function readJson(request: Request): Promise<Record<string, unknown>> {
  let body: unknown;
  try {
    body = await request.json();
  } catch {
    throw apiErrors.notJson();
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw apiErrors.notJson();
  return body as Record<string, unknown>;
}

/** A text field without surrounding space and without characters that PostgreSQL cannot store. */
export function textOf(body: Record<string, unknown>, field: string): string {
  const value = body[field];
  return typeof value === 'string' ? value.replaceAll('\0', '').trim() : '';
}
