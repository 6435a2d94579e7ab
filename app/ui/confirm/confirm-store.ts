// One question at a time, asked from anywhere and awaited; later questions are queued. Runs onConfirm and onCancel and
// reports failures as toasts. Rendering is done elsewhere.

import { errorText } from '#app/language/error-text.ts';
import { t } from '#app/language/messages.ts';
import { isUnreached } from '../load-file.ts';
import { toastError } from '../toast/toast-store.ts';
import {
  type ConfirmOptions,
  type ConfirmQuestion,
  getQuestions,
  type Pending,
  publishQuestions,
} from './confirm-queue.ts';

let lastId = 0;

/** Asks, and resolves to true once confirmed (and done), to false once cancelled. */
export function confirm(options: ConfirmOptions): Promise<boolean> {
  const type = options.type ?? 'default';
  lastId += 1;
  const question: ConfirmQuestion = {
    id: lastId,
    title: options.title,
    content: options.content ?? null,
    type,
    confirmText:
      options.confirmText ?? (type === 'notice' ? t('shared.ui.continue_verb') : t('shared.ui.confirm')),
    cancelText: type === 'notice' ? null : (options.cancelText ?? t('shared.ui.cancel')),
    isBusy: false,
  };
  return new Promise((settle) => {
    publishQuestions([...getQuestions(), { question, options, settle }]);
  });
}

/** The confirm button: runs onConfirm, then closes. A rejection leaves the dialog open and shows the reason. */
export async function acceptConfirm(id: number): Promise<void> {
  const pending = openQuestion(id);
  if (!pending) return;
  const { onConfirm } = pending.options;
  if (onConfirm) {
    try {
      const running = onConfirm();
      if (isThenable(running)) {
        setBusy(id, true);
        await running;
      }
    } catch (reason) {
      setBusy(id, false);
      reportFailure(reason);
      return;
    }
  }
  close(pending, true);
}

/** The cancel button and Escape: runs onCancel, then closes, whatever onCancel does. Ignored while busy. */
export function cancelConfirm(id: number): void {
  const pending = openQuestion(id);
  if (!pending) return;
  try {
    const running = pending.options.onCancel?.();
    if (isThenable(running)) running.then(undefined, reportFailure);
  } catch (reason) {
    reportFailure(reason);
  }
  close(pending, false);
}

// Not instanceof Promise: database query builders are thenables of their own.
function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

function openQuestion(id: number): Pending | undefined {
  const front = getQuestions()[0];
  // A second press while the first is still running must not run the action twice.
  return front?.question.id === id && !front.question.isBusy ? front : undefined;
}

function setBusy(id: number, isBusy: boolean) {
  publishQuestions(
    getQuestions().map((pending) =>
      pending.question.id === id ? { ...pending, question: { ...pending.question, isBusy } } : pending,
    ),
  );
}

function close(pending: Pending, isConfirmed: boolean) {
  publishQuestions(getQuestions().filter((other) => other.question.id !== pending.question.id));
  pending.settle(isConfirmed);
}

function reportFailure(reason: unknown) {
  toastError(t('shared.ui.that_did_not_work'), describeReason(reason));
}

/** Rejections come as errors, as plain text, or as an API's JSON error body. */
export function describeReason(reason: unknown): string {
  if (typeof reason === 'string' && reason.trim()) return reason;
  const text = errorText(reason);
  if (text !== undefined) return text;
  if (typeof reason === 'object' && reason !== null) {
    for (const field of ['message', 'msg', 'error_description', 'error']) {
      const sent = (reason as Record<string, unknown>)[field];
      if (typeof sent !== 'string' || !sent.trim()) continue;
      if (isUnreached({ message: sent })) return t('errors.common.no_answer');
      // A gateway's HTML page instead of an answer.
      if (!/^\s*</.test(sent)) return sent;
    }
  }
  return t('errors.common.something_went_wrong');
}
