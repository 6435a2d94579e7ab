import { confirm } from '#app/ui/confirm/confirm-store.ts';
import { FORM_QUESTION, type LeaveQuestion } from './unsaved-store.ts';

/** The one question before anything unsaved is left; true when it may go. */
export const confirmLeave = (question: LeaveQuestion = FORM_QUESTION): Promise<boolean> =>
  confirm({ ...question, type: 'destructive' });
