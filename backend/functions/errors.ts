// Errors of the host itself, before or instead of the function. The header shows clients whose error it
// is: a function's own response, good or bad, passes unchanged and never has it.

export class RelayError extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'RelayError';
    this.status = status;
    this.code = code;
  }
}

export const errors = {
  notFound: () => new RelayError(404, 'NOT_FOUND', 'Requested function was not found'),
  missingAuthorization: () =>
    new RelayError(401, 'UNAUTHORIZED_NO_AUTH_HEADER', 'Missing authorization header'),
  notAProgram: () =>
    new RelayError(403, 'NOT_A_PROGRAM', 'Pages of this origin cannot load a function as a script or style'),
  invalidJwt: () => new RelayError(401, 'UNAUTHORIZED_INVALID_JWT', 'Invalid JWT'),
  insufficientScope: (message: string) => new RelayError(403, 'INSUFFICIENT_SCOPE', message),
  bodyTooLarge: (maxBytes: number) =>
    new RelayError(413, 'BODY_TOO_LARGE', `The request body is larger than ${maxBytes} bytes`),
  tooManyRequests: () =>
    new RelayError(429, 'TOO_MANY_REQUESTS', 'The function is busy, try again in a moment'),
  bootFailed: (cause: unknown) =>
    new RelayError(503, 'BOOT_ERROR', 'Function failed to start (please check logs)', cause),
  workerLimit: (cause?: unknown) =>
    new RelayError(
      546,
      'WORKER_LIMIT',
      'Function failed due to not having enough compute resources (please check logs)',
      cause,
    ),
  timedOut: () => new RelayError(504, 'REQUEST_TIMEOUT', 'The function did not answer in time'),
  workerDied: (cause?: unknown) =>
    new RelayError(500, 'WORKER_ERROR', 'Function exited due to an error (please check logs)', cause),
};

export function renderError({ status, code, message }: RelayError): Response {
  return Response.json(
    { code, message },
    {
      status,
      headers: {
        'x-relay-error': 'true',
        'cache-control': 'no-store',
        ...(status === 429 && { 'retry-after': '1' }),
      },
    },
  );
}
