// Shows a change at once, keeps it, and offers the way back for a few seconds. Only for what can be undone wholly.
import { describeReason } from '#app/ui/confirm/confirm-store.ts';
import { toast } from '#app/ui/toast/toast-store.ts';

const UNDO_MS = 8000;

interface Undoable {
  /** What happened, in a few words: "Removed from the list". */
  title: string;
  /** Changes the screen; hands back how to change it back. */
  show(): () => void;
  keep(): PromiseLike<unknown>;
  /** Takes back what was kept. */
  undo(): PromiseLike<unknown>;
}

/** True once it is kept; false when it was refused and the screen put back. */
export async function doWithUndo({ title, show, keep, undo }: Undoable): Promise<boolean> {
  const putBack = show();
  try {
    await keep();
  } catch (reason) {
    putBack();
    toast({ variant: 'destructive', title: 'That did not work', description: describeReason(reason) });
    return false;
  }
  const takeBack = async () => {
    putBack();
    try {
      await undo();
      toast({ title: 'As it was' });
    } catch (reason) {
      toast({ variant: 'destructive', title: 'It could not be undone', description: describeReason(reason) });
    }
  };
  toast({
    variant: 'success',
    title,
    durationMs: UNDO_MS,
    action: { label: 'Undo', onClick: () => void takeBack() },
  });
  return true;
}
