// Mounted once in the dashboard layout; asks before unsaved changes are lost by a link, the back button or closing the tab.
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
  // Reads the store and the page, not the last render: a form that was saved a moment ago must not block.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isUnsaved(),
  );

  // Only after the first input: pages that listen to beforeunload are excluded from the back/forward cache.
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

  // Loaded ahead, because the dialog could not be loaded while offline.
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
  const page = document.getElementById('main');
  return hasUnsaved() || (page !== null && hasTypedFields(page));
}
