// What the first view does not need: toasts, bot check, analytics, live places, service worker. Arrives when the page
// has settled, or at once when something asks for it. The dialog comes with the first question.
import { lazy, Suspense, useEffect, useState } from 'react';
import type { PublicSettings } from '#app/site-context.ts';
import { subscribeToConfirm } from '#app/ui/confirm/confirm-store.ts';
import { subscribeToToasts } from '#app/ui/toast/toast-store.ts';
import { whenSettled } from '#app/ui/when-settled.ts';

const ToastRegion = lazy(() => import('#app/ui/toast/toast-region.tsx'));
const ConfirmDialog = lazy(() => import('#app/ui/confirm/confirm-dialog.tsx'));
const LateParts = lazy(() => import('./late-parts.tsx'));

export function LateShell({ settings }: { settings: PublicSettings }) {
  const [isIdle, setIdle] = useState(false);
  const [hasToast, setToast] = useState(false);
  const [hasQuestion, setQuestion] = useState(false);

  useEffect(() => {
    const forgetToasts = subscribeToToasts(() => setToast(true));
    const forgetConfirms = subscribeToConfirm(() => setQuestion(true));
    const forgetIdle = whenSettled(() => {
      setIdle(true);
      if (import.meta.env.PROD) navigator.serviceWorker?.register('/service-worker.js').catch(() => {});
    });
    return () => {
      forgetToasts();
      forgetConfirms();
      forgetIdle();
    };
  }, []);

  // Each part waits for itself: one that is still being fetched must not hide the others.
  return (
    <>
      {(isIdle || hasToast) && (
        <Suspense>
          <ToastRegion />
        </Suspense>
      )}
      {hasQuestion && (
        <Suspense>
          <ConfirmDialog />
        </Suspense>
      )}
      {isIdle && (
        <Suspense>
          <LateParts settings={settings} />
        </Suspense>
      )}
    </>
  );
}
