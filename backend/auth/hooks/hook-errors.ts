// What a client reads when a hook says no, or says nothing that can be used.
import { AuthError } from '../errors.ts';
import type { JsonObject } from '../http/fields.ts';

const failure = (message: string) => new AuthError(500, 'unexpected_failure', message);
const seconds = (ms: number) => (ms / 1000).toFixed(6);

export const hookErrors = {
  timeout: (limitMs: number) =>
    new AuthError(
      422,
      'hook_timeout',
      `Failed to reach hook within maximum time of ${seconds(limitMs)} seconds`,
    ),
  unreachable: () =>
    new AuthError(422, 'hook_timeout_after_retry', 'Failed to reach hook after maximum retries'),
  answerTooLarge: (limitBytes: number) =>
    new AuthError(
      422,
      'hook_payload_over_size_limit',
      `Payload size exceeded size limit of ${limitBytes} bytes`,
    ),
  badContentType: (message: string) => new AuthError(400, 'hook_payload_invalid_content_type', message),
  unavailable: () => failure('Service currently unavailable due to hook'),
  badStatus: (status: number) => {
    if (status === 400) return failure('Invalid payload sent to hook');
    if (status === 401) return failure('Hook requires authorization token');
    return failure(`Unexpected status code returned from hook: ${status}`);
  },
  notJson: () => failure('Error unmarshaling JSON output.'),
  functionFailed: () => failure('Error running the function of the hook'),
  claimsMissing: () => failure('output claims field is missing'),
  badClaims: (faults: string[]) =>
    failure(
      `output claims do not conform to the expected schema: \n${faults.map((fault) => `- ${fault}\n`).join('')}`,
    ),
  mfaRejected: (message: string) => new AuthError(403, 'mfa_verification_rejected', message),
  passwordRejected: (message: string) => new AuthError(400, 'invalid_credentials', message),
};

/** `{"error": {"http_code", "message"}}` is the hook's own error and goes to the client as it is. */
export function throwHookError(output: JsonObject): void {
  const { error } = output;
  if (typeof error !== 'object' || error === null || Array.isArray(error)) return;
  const { http_code: code, message } = error;
  if (typeof message !== 'string' || message === '') return;
  const status =
    typeof code === 'number' && Number.isInteger(code) && code >= 400 && code <= 599 ? code : 500;
  throw new AuthError(status, status === 500 ? 'unexpected_failure' : 'unknown', message);
}
