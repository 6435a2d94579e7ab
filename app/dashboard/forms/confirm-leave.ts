import { confirm } from '#app/ui/confirm/confirm-store.ts';
import { formQuestion, type LeaveQuestion } from './unsaved-store.ts';

/** The one question before anything unsaved is left; true when it may go. */
export const confirmLeave = (question: LeaveQuestion = formQuestion()): Promise<boolean> =>
  confirm({ ...question, type: 'destructive' });
