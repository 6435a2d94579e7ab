// One shape for every refusal of the product API: a code for programs, a sentence for people.
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, string> | undefined;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    code: string,
    message: string,
    extra: { fields?: Record<string, string>; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = extra.fields;
    this.headers = extra.headers ?? {};
  }

  toResponse(): Response {
    const body = { code: this.code, message: this.message, ...(this.fields && { fields: this.fields }) };
    return Response.json(body, { status: this.status, headers: this.headers });
  }
}

export const apiErrors = {
  notJson: () => new ApiError(400, 'bad_json', 'The body must be a JSON object.'),
  missing: (path: string) => new ApiError(404, 'not_found', `There is nothing at ${path}.`),
  methodNotAllowed: (method: string, allowed: string[]) =>
    new ApiError(405, 'method_not_allowed', `${method} is not possible here. Use ${allowed.join(' or ')}.`, {
      headers: { allow: allowed.join(', ') },
    }),
  badValue: () =>
    new ApiError(
      400,
      'bad_value',
      'One of the values cannot be read. Check numbers, dates and special characters.',
    ),
  tooLarge: () => new ApiError(413, 'too_large', 'The request is larger than this endpoint takes.'),
  tooMany: (retryAfterS: number) =>
    new ApiError(429, 'too_many_requests', `Too many requests. Try again in ${retryAfterS} s.`, {
      headers: { 'retry-after': String(retryAfterS) },
    }),
  invalid: (fields: Record<string, string>) =>
    new ApiError(422, 'invalid', Object.values(fields)[0] ?? 'Something is missing.', { fields }),
  botCheck: () =>
    new ApiError(
      403,
      'bot_check_failed',
      'The check that you are a person did not succeed or has expired. Try again in a moment.',
    ),
  crossOrigin: () =>
    new ApiError(
      403,
      'cross_origin',
      'This can only be sent by a page of this site. Open it here and try again.',
    ),
  unexpected: () =>
    new ApiError(500, 'unexpected', 'Something went wrong on our side. It has been written down.'),
};
