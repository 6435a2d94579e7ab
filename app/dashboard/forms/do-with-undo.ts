// Shows a change at once, saves it, and offers to undo it for a few seconds. Only for what can be undone completely.

import { t } from '#app/language/messages.ts';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { toast, toastError } from '#app/ui/toast/toast-store.ts';
import { reportFailure } from './report-failure.ts';

const UNDO_MS = 8000;

interface Undoable {
  /** What happened: "Removed from the list". */
  title: string;
  /** Changes the screen and returns a function that reverts it. */
  show(): () => void;
  save(): PromiseLike<unknown>;
  /** Reverts what was saved. */
  undo(): PromiseLike<unknown>;
}

/** True once it is saved; false when saving failed and the screen was reverted. */
export async function doWithUndo({ title, show, save, undo }: Undoable): Promise<boolean> {
  const revert = show();
  try {
    await save();
  } catch (reason) {
    revert();
    reportFailure(reason);
    return false;
  }
  const undoNow = async () => {
    revert();
    try {
      await undo();
      toast({ title: t('dashboard.forms.undone') });
    } catch (reason) {
      toastError(t('dashboard.forms.could_not_undo'), describeReason(reason));
    }
  };
  toast({
    variant: 'success',
    title,
    durationMs: UNDO_MS,
    action: { label: t('dashboard.common.undo'), onClick: () => void undoNow() },
  });
  return true;
}
