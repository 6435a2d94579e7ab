// The questions that wait for an answer, the open one first. Small, because every page subscribes to it.

import type { ReactNode } from 'react';

type ConfirmType = 'default' | 'destructive' | 'notice';

export type ConfirmOptions = {
  title: string;
  content?: ReactNode;
  /** A notice has nothing to cancel: one button, "Continue". */
  type?: ConfirmType;
  confirmText?: string;
  cancelText?: string;
  /** May be async: the dialog stays open and busy meanwhile, and open when it rejects. */
  onConfirm?: () => unknown;
  onCancel?: () => unknown;
};

export type ConfirmQuestion = {
  readonly id: number;
  readonly title: string;
  readonly content: ReactNode;
  readonly type: ConfirmType;
  readonly confirmText: string;
  /** Null when there is nothing to cancel. */
  readonly cancelText: string | null;
  readonly isBusy: boolean;
};

export type Pending = {
  question: ConfirmQuestion;
  options: ConfirmOptions;
  settle: (isConfirmed: boolean) => void;
};

let queue: readonly Pending[] = [];
const listeners = new Set<() => void>();

export function publishQuestions(next: readonly Pending[]) {
  queue = next;
  for (const listener of listeners) listener();
}

/** All questions, the open one first. */
export function getQuestions(): readonly Pending[] {
  return queue;
}

export function subscribeToConfirm(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The question being asked, or null. */
export function getConfirm(): ConfirmQuestion | null {
  return queue[0]?.question ?? null;
}

export function getServerConfirm(): null {
  return null;
}
