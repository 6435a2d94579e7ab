// Calls the product's own API. Rejects with the server's JSON error body; resolves with its JSON answer.

import { apiUrl } from '#app/backend/backend.ts';
import { apiToken } from './api-token.ts';

export interface ApiError {
  code: string;
  message: string;
}

export interface ApiOptions extends Omit<RequestInit, 'body'> {
  /** An object is sent as JSON; form data goes as it is, so that the browser sets its boundary. */
  body?: object | FormData;
}

export async function api<Answer>(path: string, options: ApiOptions = {}): Promise<Answer> {
  const { body, headers: given, ...rest } = options;
  const headers = new Headers(given);
  const isForm = body instanceof FormData;
  if (isForm) headers.delete('content-type');
  else headers.set('content-type', 'application/json');
  const token = await apiToken();
  if (token) headers.set('authorization', `Bearer ${token}`);
  const response = await fetch(apiUrl(path), {
    ...rest,
    headers,
    credentials: 'include',
    body: isForm ? body : body && JSON.stringify(body),
  });
  const answer = await readJson(response);
  if (!response.ok) throw answer;
  return answer as Answer;
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '' && response.ok) return null;
  try {
    return JSON.parse(text);
  } catch {
    const error: ApiError = {
      code: 'not_json',
      // A proxy answers like this while the program behind it starts.
      message: `The studio did not answer (${response.status}). Nothing is lost: try again in a moment.`,
    };
    throw error;
  }
}
