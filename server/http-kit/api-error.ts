// The one error of the product API: an HTTP status, a code for programs, a message for people, and messages for form fields.
// The English sentence is on the wire; its reader words it in its own language by the name of the message and its values.
import { errorName, fieldProblems } from './error-name.ts';

interface Extra {
  fields?: Record<string, string>;
  headers?: Record<string, string>;
  /** What the sentence names, such as a number of seconds. */
  values?: Record<string, string | number>;
  /** The name of the message of a sentence with values, where it is not the code. */
  name?: string;
}

export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, string> | undefined;
  readonly headers: Record<string, string>;
  readonly values: Record<string, string | number> | undefined;
  readonly #name: string | undefined;

  constructor(status: number, code: string, message: string, extra: Extra = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = extra.fields;
    this.headers = extra.headers ?? {};
    this.values = extra.values;
    this.#name = extra.values ? extra.name : errorName(message, code);
  }

  toResponse(): Response {
    return Response.json(this.body(), { status: this.status, headers: this.headers });
  }

  body(): object {
    const { code, message, fields, values } = this;
    const problems = fieldProblems(fields ?? {});
    return {
      code,
      message,
      ...(this.#name && this.#name !== code && { message_name: this.#name }),
      ...(values && { values }),
      ...(fields && { fields }),
      ...(problems.length > 0 && { problems }),
    };
  }
}

export const apiErrors = {
  notJson: () => new ApiError(400, 'bad_json', 'The body must be a JSON object.'),
  missing: (path: string) =>
    new ApiError(404, 'not_found', `Not found: ${path}.`, { name: 'path_not_found', values: { path } }),
  methodNotAllowed: (method: string, allowed: string[]) =>
    new ApiError(405, 'method_not_allowed', `${method} is not allowed here. Use ${allowed.join(' or ')}.`, {
      headers: { allow: allowed.join(', ') },
      values: { method, allowed: allowed.join(', ') },
    }),
  badValue: () =>
    new ApiError(
      400,
      'bad_value',
      'One of the values is invalid. Check numbers, dates and special characters.',
    ),
  tooLarge: () => new ApiError(413, 'too_large', 'The request is too large.'),
  tooMany: (retryAfterS: number) =>
    new ApiError(429, 'too_many_requests', `Too many requests. Try again in ${retryAfterS} s.`, {
      headers: { 'retry-after': String(retryAfterS) },
      values: { seconds: retryAfterS },
    }),
  invalid: (fields: Record<string, string>) =>
    new ApiError(422, 'invalid', Object.values(fields)[0] ?? 'Some fields are missing or invalid.', {
      fields,
    }),
  botCheck: () =>
    new ApiError(403, 'bot_check_failed', 'The security check failed or has expired. Try again in a moment.'),
  crossOrigin: () =>
    new ApiError(
      403,
      'cross_origin',
      'This request must come from a page of this site. Open the page here and try again.',
    ),
  unexpected: () =>
    new ApiError(
      500,
      'unexpected',
      'Something went wrong on our side. The error has been logged. Try again in a moment.',
    ),
};
