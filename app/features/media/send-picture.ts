// Uploads a picture to the library: the file to the storage service, then its row. XMLHttpRequest, because fetch does
// not report upload progress. If the row is rejected, the file is deleted.

import { accessToken } from '#app/backend/access-token.ts';
import { backend, backendSettings } from '#app/backend/backend.ts';
import { backendHeaders } from '#app/backend/backend-headers.ts';
import { dataOf } from '#app/backend/data-of.ts';
import { errorText } from '#app/language/error-text.ts';
import { t } from '#app/language/messages.ts';
import type { Media } from '#contracts/media.ts';
import { type ReadPicture, readPicture } from './read-picture.ts';

export const MEDIA_COLUMNS = 'id,path,alt,credit,width,height,colour,focal_x,focal_y';
const BUCKET = 'media';
const CACHE_SECONDS = 365 * 24 * 3600;

type OnProgress = (sentBytes: number) => void;

export async function addPicture(file: File, onProgress: OnProgress): Promise<Media> {
  const picture = await readPicture(file);
  const id = crypto.randomUUID();
  const path = await sendFile(id, picture, onProgress);
  const client = await backend();
  const { data, error } = await client
    .from('media')
    .insert({ id, ...rowOf(file, picture, path) })
    .select(MEDIA_COLUMNS)
    .single();
  if (!error) return data;
  await removeFile(path);
  throw error;
}

/** Replaces the file: all uses of the picture show the new one. */
export async function replacePicture(media: Media, file: File, onProgress: OnProgress): Promise<void> {
  const picture = await readPicture(file);
  const path = await sendFile(media.id, picture, onProgress);
  const client = await backend();
  const { data, error } = await client
    .from('media')
    .update({ ...rowOf(file, picture, path), focal_x: 0.5, focal_y: 0.5 })
    .eq('id', media.id)
    .eq('path', media.path)
    .select('id');
  if (error || data.length === 0) {
    await removeFile(path);
    throw error ?? new Error(t('shared.media.picture_was_replaced_or_deleted'));
  }
  await removeFile(media.path);
}

/** The database rejects the deletion while the picture is used. */
export async function deletePicture(media: Media): Promise<void> {
  const client = await backend();
  await dataOf(client.from('media').delete().eq('id', media.id));
  await removeFile(media.path);
}

function rowOf(file: File, picture: ReadPicture, path: string) {
  const { width, height, colour, bytes } = picture;
  return { path, file_name: file.name.slice(-200), size_bytes: bytes.size, width, height, colour };
}

/** No policy allows deleting a file that a row names, so this cannot remove a picture in use. */
async function removeFile(path: string): Promise<void> {
  const client = await backend();
  await client.storage.from(BUCKET).remove([path]);
}

async function sendFile(id: string, picture: ReadPicture, onProgress: OnProgress): Promise<string> {
  const token = await accessToken();
  const { backendUrl } = backendSettings();
  const path = `${id}/${crypto.randomUUID().replaceAll('-', '')}.${picture.extension}`;
  await new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `${backendUrl}/storage/v1/object/${BUCKET}/${path}`);
    for (const [name, value] of Object.entries(backendHeaders(token))) request.setRequestHeader(name, value);
    request.setRequestHeader('content-type', picture.type);
    request.setRequestHeader('cache-control', `max-age=${CACHE_SECONDS}`);
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded));
    request.addEventListener('error', () => reject(new Error(t('errors.common.connection_lost'))));
    request.addEventListener('load', () => {
      if (request.status < 300) return resolve();
      reject(new Error(describeFailure(request)));
    });
    request.send(picture.bytes);
  });
  return path;
}

function describeFailure({ status, responseText }: XMLHttpRequest): string {
  try {
    const error = JSON.parse(responseText) as { message?: string };
    const text = errorText(error) ?? error.message;
    if (text) return text;
  } catch {
    // An HTML page from a proxy instead of an answer.
  }
  return t('errors.common.server_status', { status: String(status) });
}
