// What the database says when it refuses, in the form the screens show: a reason, a sentence, and what is wrong where.
import { isRouteErrorResponse } from 'react-router';
import { senderStatusOf } from '#contracts/sender-errors.ts';

export interface ApiError {
  reason: string;
  message: string;
  /** Every field with a problem and the words for it, in the order of the form; none when it concerns the whole. */
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

/** A refusal in words for the visitor; anything else is a fault and thrown. */
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

/** What is said above the form: the sentence itself, or how many fields have one beside them. */
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
export const tooLarge: ApiError = {
  reason: 'too_large',
  message: 'That is too long to send. Shorten it and send it again.',
};

/** For a form that never reached its action: what to say above it, so that the page and what was typed stay. */
export function errorOfFailure(reason: unknown): ApiError | undefined {
  if (reason instanceof TypeError) return noNetwork;
  return isRouteErrorResponse(reason) && reason.status === 413 ? tooLarge : undefined;
}
