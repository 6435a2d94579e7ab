// Turns a database error into what a form shows: a reason, a message, and a message per field.
import { isRouteErrorResponse } from 'react-router';
import { senderStatusOf } from '#contracts/sender-errors.ts';

export interface ApiError {
  reason: string;
  message: string;
  /** The message for each invalid field, in the order of the form; undefined when the error concerns the whole form. */
  fields?: Record<string, string>;
}

interface FunctionError {
  message: string;
  hint?: string | null;
  details?: string | null;
}

const badValue: ApiError = {
  reason: 'bad_value',
  message: 'This form could not be read. Reload the page, fill it in again and send it.',
};
const signedOut: ApiError = {
  reason: 'signed_out',
  message: 'You are signed out. Sign in again in another tab, then send this form again.',
};
const OURS = /^[a-z_]{2,40}$/;

/** The error to show the visitor; an error that is not one of ours is thrown. */
export function readApiError(error: FunctionError): ApiError {
  const senderStatus = senderStatusOf(error);
  if (senderStatus) return senderStatus === 400 ? badValue : signedOut;
  if (!error.hint || !OURS.test(error.hint)) throw error;
  const fields = fieldsOf(error);
  return { reason: error.hint, message: error.message, ...(fields && { fields }) };
}

function fieldsOf({ details, message }: FunctionError): Record<string, string> | undefined {
  let parsed: { field?: unknown; problems?: { field: string; message: string }[] };
  try {
    parsed = JSON.parse(details ?? '{}');
  } catch {
    return undefined;
  }
  if (Array.isArray(parsed.problems))
    return Object.fromEntries(parsed.problems.map((problem) => [problem.field, problem.message]));
  return typeof parsed.field === 'string' ? { [parsed.field]: message } : undefined;
}

/** The message above the form: the error itself, or how many fields have one. */
export function shortMessage({ message, fields = {} }: ApiError): string {
  const count = Object.keys(fields).length;
  return count < 2 ? message : `Check the ${count} marked fields.`;
}

export const notHuman: ApiError = {
  reason: 'bot_check',
  message: 'We could not check that you are human. What you typed is still here. Try again in a moment.',
};
export const noNetwork: ApiError = {
  reason: 'network',
  message: 'That could not be sent. You may be offline. What you typed is still here: try again.',
};
const tooLarge: ApiError = {
  reason: 'too_large',
  message: 'That is too long to send. Shorten it and send it again.',
};

/** The error for a form that never reached its action, so that the page keeps what was typed. */
export function errorOfFailure(reason: unknown): ApiError | undefined {
  if (reason instanceof TypeError) return noNetwork;
  return isRouteErrorResponse(reason) && reason.status === 413 ? tooLarge : undefined;
}
