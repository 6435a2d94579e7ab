import { confirm } from '#app/ui/confirm/confirm-store.ts';

/** The one question before anything unsaved is left; true when it may go. */
export const askToLeave = (): Promise<boolean> =>
  confirm({
    title: 'Leave without keeping?',
    content: 'What you changed here is not kept yet.',
    type: 'destructive',
    confirmText: 'Leave it',
    cancelText: 'Stay here',
  });
