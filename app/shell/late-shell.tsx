// What the first view does not need: toasts, bot check, analytics, live places, service worker. Loaded when the page
// has settled, or at once when needed. The dialog is loaded with the first question.

import { useEffect, useState } from 'react';
import { localPath } from '#app/language/language-path.ts';
import { t } from '#app/language/messages.ts';
import type { PublicSettings } from '#app/site-context.ts';
import { subscribeToConfirm } from '#app/ui/confirm/confirm-queue.ts';
import { latePart } from '#app/ui/late-part.tsx';
import { subscribeToToasts, toast } from '#app/ui/toast/toast-store.ts';
import { inPause, whenSettled } from '#app/ui/when-settled.ts';

const ToastRegion = latePart(() => import('#app/ui/toast/toast-region.tsx'));
const ConfirmDialog = latePart(() => import('#app/ui/confirm/confirm-dialog.tsx'), QuestionMissing);
const LateParts = latePart(() => import('./late-parts.tsx'));

export function LateShell({ settings }: { settings: PublicSettings }) {
  const [isIdle, setIdle] = useState(false);
  const [hasParts, setParts] = useState(false);
  const [hasToast, setToast] = useState(false);
  const [hasQuestion, setQuestion] = useState(false);

  useEffect(() => {
    const forgetToasts = subscribeToToasts(() => setToast(true));
    const forgetConfirms = subscribeToConfirm(() => setQuestion(true));
    const forgetIdle = whenSettled(() => {
      setIdle(true);
      // Starting all at once would block input on a slow phone.
      inPause(() => setParts(true));
      if (import.meta.env.PROD) inPause(registerWorker);
    });
    return () => {
      forgetToasts();
      forgetConfirms();
      forgetIdle();
    };
  }, []);

  return (
    <>
      {(isIdle || hasToast) && <ToastRegion />}
      {hasQuestion && <ConfirmDialog />}
      {hasParts && <LateParts settings={settings} />}
    </>
  );
}

/** Its own offline page is in the studio's default language; this adds the one in the language of the page. */
async function registerWorker(): Promise<void> {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  try {
    await serviceWorker.register('/service-worker.js');
    const path = localPath('/offline');
    if (path !== '/offline') (await serviceWorker.ready).active?.postMessage({ type: 'cache-offline', path });
  } catch {
    // Without a worker there is no offline page.
  }
}

/** A question waits until its dialog is loaded; meanwhile the press must be visible. */
function QuestionMissing({ retry }: { retry(): void }) {
  useEffect(() => {
    toast({
      variant: 'destructive',
      title: t('shared.shell.the_dialog_could_not_be_loaded'),
      description: t('shared.shell.nothing_has_changed_try_again'),
      action: { label: t('shared.shell.try_again'), onClick: retry },
    });
  }, [retry]);
  return null;
}
