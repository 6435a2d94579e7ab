// Turns a database error into what a form shows: a reason, a message, and a message per field.
import { isRouteErrorResponse } from 'react-router';
import { errorDetails, errorText } from '#app/language/error-text.ts';
import { t } from '#app/language/messages.ts';
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

const badValue = (): ApiError => ({ reason: 'bad_value', message: t('errors.common.form_unreadable') });
const signedOut = (): ApiError => ({ reason: 'signed_out', message: t('errors.common.form_signed_out') });
const OURS = /^[a-z_]{2,40}$/;

/** The error to show the visitor; an error that is not one of ours is thrown. */
export function readApiError(error: FunctionError): ApiError {
  const senderStatus = senderStatusOf(error);
  if (senderStatus) return senderStatus === 400 ? badValue() : signedOut();
  if (!error.hint || !OURS.test(error.hint)) throw error;
  const message = errorText(error) ?? error.message;
  const fields = fieldsOf(error, message);
  return { reason: error.hint, message, ...(fields && { fields }) };
}

interface Problem {
  field: string;
  reason: string;
  message: string;
  message_name?: string;
  values?: unknown;
}

function fieldsOf(error: FunctionError, message: string): Record<string, string> | undefined {
  const { field, problems } = errorDetails(error);
  if (Array.isArray(problems))
    return Object.fromEntries(problems.map((problem: Problem) => [problem.field, textOf(problem)]));
  return typeof field === 'string' ? { [field]: message } : undefined;
}

function textOf({ reason, message, message_name, values }: Problem): string {
  return errorText({ hint: reason, message_name, values }) ?? message;
}

/** The message above the form: the error itself, or how many fields have one. */
export function shortMessage({ message, fields = {} }: ApiError): string {
  const count = Object.keys(fields).length;
  return count < 2 ? message : t('errors.common.check_fields', { count });
}

export const NOT_HUMAN = 'bot_check';
export const NO_NETWORK = 'network';
export const notHuman = (): ApiError => ({
  reason: NOT_HUMAN,
  message: t('errors.common.bot_check_impossible'),
});
export const noNetwork = (): ApiError => ({ reason: NO_NETWORK, message: t('errors.common.form_not_sent') });
const tooLarge = (): ApiError => ({ reason: 'too_large', message: t('errors.common.form_too_long') });

/** The error for a form that never reached its action, so that the page keeps what was typed. */
export function errorOfFailure(reason: unknown): ApiError | undefined {
  if (reason instanceof TypeError) return noNetwork();
  return isRouteErrorResponse(reason) && reason.status === 413 ? tooLarge() : undefined;
}
