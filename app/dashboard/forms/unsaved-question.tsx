// Stands once in the dashboard's frame and asks before anything unsaved is left: by a link, by going back, by closing.
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useBlocker } from 'react-router';
import { getToasts, subscribeToToasts } from '#app/ui/toast/toast-store.ts';
import { whenSettled } from '#app/ui/when-settled.ts';
import { confirmLeave } from './confirm-leave.ts';
import { forgetSubmitted, hasTypedFields, markSubmitted } from './typed-fields.ts';
import {
  forgetUnsaved,
  hasUnsaved,
  hasUnsavedOnServer,
  leaveQuestion,
  subscribeToUnsaved,
} from './unsaved-store.ts';

export function UnsavedQuestion() {
  // Asked of the store and of the page, not of the last render: a form that was kept a moment ago lets go at once.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isUnsaved(),
  );

  // From the first word on only: a page that listens for its end is kept by no browser for the way back.
  const [hasTyped, setTyped] = useState(false);
  const hasStored = useSyncExternalStore(subscribeToUnsaved, hasUnsaved, hasUnsavedOnServer);
  const isWatching = hasTyped || hasStored;

  useEffect(() => {
    const type = () => setTyped(true);
    const send = ({ target }: Event) => target instanceof HTMLFormElement && markSubmitted(target);
    addEventListener('input', type, { once: true });
    addEventListener('submit', send, true);
    const forget = subscribeToToasts(() => {
      const [latest] = getToasts();
      if (latest?.isOpen && latest.variant === 'destructive') forgetSubmitted();
    });
    return () => {
      forget();
      removeEventListener('input', type);
      removeEventListener('submit', send, true);
    };
  }, []);

  useEffect(() => {
    if (!isWatching) return;
    const warn = (event: BeforeUnloadEvent) => {
      if (isUnsaved()) event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isWatching]);

  // Fetched ahead: a question that comes up while there is no network could not be drawn, and would take the page along.
  useEffect(() => whenSettled(() => void import('#app/ui/confirm/confirm-dialog.tsx').catch(() => {})), []);

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void confirmLeave(leaveQuestion()).then((isLeaving) => {
      if (!isLeaving) return blocker.reset();
      forgetUnsaved();
      blocker.proceed();
    });
  }, [blocker]);
  return null;
}

function isUnsaved(): boolean {
  const room = document.getElementById('main');
  return hasUnsaved() || (room !== null && hasTypedFields(room));
}
