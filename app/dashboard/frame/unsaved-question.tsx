// Stands once in the dashboard's frame and asks before anything unsaved is left: by a link, by going back, by closing.
import { useEffect, useSyncExternalStore } from 'react';
import { useBlocker } from 'react-router';
import { confirm } from '#app/ui/confirm/confirm-store.ts';
import { forgetUnsaved, hasUnsaved, hasUnsavedOnServer, subscribeToUnsaved } from './unsaved-store.ts';

export function UnsavedQuestion() {
  const isUnsaved = useSyncExternalStore(subscribeToUnsaved, hasUnsaved, hasUnsavedOnServer);
  // Asked of the store, not of the last render: a form that was kept a moment ago lets go at once.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => hasUnsaved() && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (!isUnsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isUnsaved]);

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void confirm({
      title: 'Leave without keeping?',
      content: 'What you changed here is not kept yet.',
      type: 'destructive',
      confirmText: 'Leave it',
      cancelText: 'Stay here',
    }).then((isLeaving) => {
      if (!isLeaving) return blocker.reset();
      forgetUnsaved();
      blocker.proceed();
    });
  }, [blocker]);
  return null;
}
