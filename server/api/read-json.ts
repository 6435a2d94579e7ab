import { apiErrors } from './api-error.ts';

const LARGEST_BODY_BYTES = 256 * 1024;

/** The body as a JSON object, or the refusal that says so. */
export async function readJson(request: Request): Promise<Record<string, unknown>> {
  const bytes = await readBody(request);
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw apiErrors.notJson();
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw apiErrors.notJson();
  return body as Record<string, unknown>;
}

/** Reads no further than the limit: a body without a length could go on for ever. */
async function readBody(request: Request): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > LARGEST_BODY_BYTES) throw apiErrors.tooLarge();
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of request.body ?? []) {
    total += chunk.byteLength;
    if (total > LARGEST_BODY_BYTES) throw apiErrors.tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** A text field without surrounding space and without characters that PostgreSQL cannot store. */
export function textOf(body: Record<string, unknown>, field: string): string {
  const value = body[field];
  return typeof value === 'string' ? value.replaceAll('\0', '').trim() : '';
}
