// Conditional requests: what must hold of the object that is read or copied, and of the name that is written to.
import { storageErrorOf } from '../errors.ts';
import type { StoredObject } from '../stored-object.ts';
import { s3Errors } from './s3-errors.ts';

/** Throws 412 unless the object is still the one that the reader means. */
export function requireUnchanged(headers: Headers, object: StoredObject, prefix = ''): void {
  const match = headers.get(`${prefix}if-match`);
  const since = headers.get(`${prefix}if-unmodified-since`);
  if (match !== null ? !isListed(match, object) : since !== null && isNewer(object, since))
    throw s3Errors.preconditionFailed();
}

/** The conditions of a copy on its source; unlike for a read, an unchanged source is an error too. */
export function requireCopyConditions(headers: Headers, object: StoredObject): void {
  const prefix = 'x-amz-copy-source-';
  requireUnchanged(headers, object, prefix);
  const match = headers.get(`${prefix}if-none-match`);
  const since = headers.get(`${prefix}if-modified-since`);
  if (match !== null ? isListed(match, object) : since !== null && !isNewer(object, since))
    throw s3Errors.preconditionFailed();
}

/** Whether only a name that is free may be written to: "If-None-Match: *". */
export function wantsFreeName(headers: Headers): boolean {
  const none = headers.get('if-none-match');
  // To write in spite of a condition that is not understood would destroy what it protects.
  if (headers.has('if-match') || (none !== null && none !== '*'))
    throw s3Errors.notImplemented('Writing under this condition');
  return none === '*';
}

export async function writeIfAllowed<T>(isConditional: boolean, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const isTaken = isConditional && storageErrorOf(error).code === 'KeyAlreadyExists';
    throw isTaken ? s3Errors.preconditionFailed() : error;
  }
}

function isListed(etags: string, { metadata }: StoredObject): boolean {
  const own = metadata.eTag.replaceAll('"', '');
  return etags.split(',').some((etag) => {
    const one = etag.trim().replaceAll('"', '');
    return one === '*' || one === own;
  });
}

function isNewer({ metadata }: StoredObject, since: string): boolean {
  return Math.floor(Date.parse(metadata.lastModified) / 1000) * 1000 > Date.parse(since);
}
