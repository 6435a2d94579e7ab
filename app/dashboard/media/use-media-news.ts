// Looks again when somebody else adds, describes or deletes a picture.
import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { backend } from '#app/backend/backend.ts';

const TOGETHER_MS = 300;

export function useMediaNews(): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    let isGone = false;
    let leave = () => {};
    let pending: ReturnType<typeof setTimeout> | undefined;
    const lookAgain = () => {
      // Twenty pictures at once are one look.
      pending ??= setTimeout(() => {
        pending = undefined;
        void revalidate();
      }, TOGETHER_MS);
    };
    backend()
      .then((client) => {
        if (isGone) return;
        const channel = client
          .channel('media')
          .on('postgres_changes', { event: '*', schema: 'public', table: 'media' }, lookAgain)
          .subscribe();
        leave = () => void client.removeChannel(channel);
      })
      // Without it the room is as true as when it was opened.
      .catch(() => {});
    return () => {
      isGone = true;
      clearTimeout(pending);
      leave();
    };
  }, [revalidate]);
}
