// Keeps a change only if nobody else changed the same thing since it was read; otherwise asks whose words shall stand.
import { confirm } from '#app/ui/confirm/confirm-store.ts';

type Answer = PromiseLike<{ data: readonly unknown[] | null; error: unknown }>;

interface VersionedSave {
  /** What the thing's version (say its updated_at) was when it was read. */
  version: string;
  /**
   * Writes: with `.eq('updated_at', expected)` when a version is given, over everything when it is null. Ends in
   * `.select('id')`, so that the number of written rows comes back.
   */
  write(expected: string | null): Answer;
}

/** True once it is kept; false when somebody else's words were left standing. Throws what the database refuses. */
export async function saveVersioned({ version, write }: VersionedSave): Promise<boolean> {
  if (await wrote(write(version))) return true;
  return confirm({
    title: 'Somebody else changed this.',
    content: 'It was kept by another person since you opened it. Yours would replace their words.',
    type: 'destructive',
    confirmText: 'Replace theirs',
    cancelText: 'Look first',
    onConfirm: async () => {
      if (!(await wrote(write(null)))) throw new Error('It is gone: somebody has deleted it.');
    },
  });
}

async function wrote(answer: Answer): Promise<boolean> {
  const { data, error } = await answer;
  if (error) throw error;
  return (data?.length ?? 0) > 0;
}
