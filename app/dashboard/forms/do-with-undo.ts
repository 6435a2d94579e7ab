// Shows a change at once, saves it, and offers to undo it for a few seconds. Only for what can be undone completely.
import { t } from '#app/language/messages.ts';
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { toast } from '#app/ui/toast/toast-store.ts';

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
    toast({
      variant: 'destructive',
      title: t('dashboard.common.that_did_not_work'),
      description: describeReason(reason),
    });
    return false;
  }
  const undoNow = async () => {
    revert();
    try {
      await undo();
      toast({ title: t('dashboard.forms.undone') });
    } catch (reason) {
      toast({
        variant: 'destructive',
        title: t('dashboard.forms.could_not_undo'),
        description: describeReason(reason),
      });
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
