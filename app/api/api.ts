// Calls the product's own API. On a non-ok status it rejects with the parsed JSON error body, as it came but for the
// sentences in it, which are in the language of the page; on success it returns the parsed JSON. What is no JSON is
// neither: on any status it rejects with an error body of our own, `{ code: 'not_json', message }`. Nothing on success
// is null.

import { apiUrl } from '#app/backend/backend.ts';
import { errorText } from '#app/language/error-text.ts';
import { t } from '#app/language/messages.ts';
import { apiToken } from './api-token.ts';

export interface ApiError {
  code: string;
  message: string;
}

/** Whether the server answered with an error; false where there was no answer. */
export function isApiError<Error extends ApiError = ApiError>(reason: unknown): reason is Error {
  return typeof reason === 'object' && reason !== null && 'message' in reason && 'code' in reason;
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
  if (!response.ok) throw translateError(answer);
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
      message: t('errors.common.no_answer_with_status', { status: String(response.status) }),
    };
    throw error;
  }
}

interface Problem {
  field: string;
  message_name: string;
}

interface ErrorAnswer extends ApiError {
  /** The English message of each invalid field. */
  fields?: Record<string, string>;
  /** The name of the message of each invalid field. */
  problems?: Problem[];
}

/** The messages of invalid fields in the language of the page. */
export function problemTexts(fields: Record<string, string>, problems: Problem[]): Record<string, string> {
  const texts = { ...fields };
  for (const problem of problems) {
    const text = errorText(problem);
    if (text !== undefined) texts[problem.field] = text;
  }
  return texts;
}

function translateError(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || !('code' in answer)) return answer;
  const error = answer as ErrorAnswer;
  const { message, fields, problems = [], ...rest } = error;
  const own = errorText(rest);
  if (!fields) return { ...error, message: own ?? message };
  const texts = problemTexts(fields, problems);
  // The message of an invalid form is that of its first field.
  const [first] = Object.keys(fields).filter((field) => fields[field] === message);
  return { ...error, message: (first && texts[first]) ?? own ?? message, fields: texts };
}
