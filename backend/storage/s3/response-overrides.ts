// What the address of a read wants its answer's headers to be. A user can sign any address for a file of their own, so
// what a browser does with the bytes is decided as for every other stored file.
import { setTypeHeaders } from '../http/send-object.ts';
import { headerValue, requireContentType, requireEncoding } from '../stored-metadata.ts';
import type { S3Call } from './s3-call.ts';
import { s3Errors } from './s3-errors.ts';

const DISPOSITION = /^\s*(inline|attachment)\s*(;[\x20-\x7e]{0,1000})?$/i;

export function overrideHeaders(
  { status, headers }: Response,
  { query }: S3Call,
  place: { isStorageOrigin: boolean },
): void {
  if (status >= 300) return;
  const asked = (name: string) => query.get(`response-${name}`);
  const type = asked('content-type');
  if (type !== null) {
    headers.delete('content-disposition');
    headers.delete('content-security-policy');
    setTypeHeaders(headers, requireContentType(type), query, place);
  }
  const disposition = asked('content-disposition');
  if (disposition !== null) headers.set('content-disposition', dispositionOf(disposition, headers));
  const encoding = requireEncoding(asked('content-encoding') ?? undefined);
  if (encoding !== undefined) headers.set('content-encoding', encoding);
  for (const name of ['cache-control', 'content-language']) {
    const value = asked(name);
    if (value !== null) headers.set(name, headerValue(value, `response-${name}`));
  }
  const expires = asked('expires');
  if (expires !== null) headers.set('expires', dateOf(expires));
}

/** What must be downloaded stays so, under the name that is asked for. */
function dispositionOf(asked: string, headers: Headers): string {
  const [, kind = '', rest = ''] = DISPOSITION.exec(asked) ?? [];
  if (kind === '') throw s3Errors.badArgument('response-content-disposition is not valid');
  return (headers.has('content-disposition') ? 'attachment' : kind.toLowerCase()) + rest;
}

function dateOf(text: string): string {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) throw s3Errors.badArgument('response-expires is not a date');
  return date.toUTCString();
}
