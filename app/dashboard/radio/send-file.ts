// Uploads one file to the station with XMLHttpRequest, because fetch does not report progress.

import type { ApiError } from '#app/api/api.ts';
import { apiToken } from '#app/api/api-token.ts';
import { apiUrl } from '#app/backend/backend.ts';
import { t } from '#app/language/messages.ts';

export const SOUND_FILES = '.mp3,.wav,.flac,.aac,.m4a,.ogg,.oga,.opus';

export async function sendFile<Answer>(
  path: string,
  file: File,
  { method = 'POST', onProgress }: { method?: 'POST' | 'PUT'; onProgress?: (sentBytes: number) => void } = {},
): Promise<Answer> {
  const token = await apiToken();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = (message: string) => reject({ code: 'network', message } satisfies ApiError);
    request.open(method, apiUrl(path));
    request.withCredentials = true;
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`);
    request.setRequestHeader('content-type', file.type || 'application/octet-stream');
    request.setRequestHeader('x-file-name', encodeURIComponent(file.name));
    request.upload.addEventListener('progress', ({ loaded }) => onProgress?.(loaded));
    request.addEventListener('error', () => fail(t('dashboard.radio.the_connection_was_lost_try_again')));
    request.addEventListener('load', () => {
      let answer: unknown;
      try {
        answer = JSON.parse(request.responseText);
      } catch {
        return fail(t('dashboard.radio.upload_failed_status_try_again', { status: request.status }));
      }
      if (request.status < 300) resolve(answer as Answer);
      else reject(answer);
    });
    request.send(file);
  });
}
