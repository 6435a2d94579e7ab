// Shows the toasts of the store: announces and times them; they can be swiped, closed and focused with F8. Loaded
// lazily by the shell.

import * as Radix from 'radix-ui/toast';
import { type FocusEvent, useRef, useSyncExternalStore } from 'react';
import { currentLanguage, t } from '#app/language/messages.ts';
import { ToastCard } from './toast-card.tsx';
import { dismissToast, getServerToasts, getToasts, subscribeToToasts } from './toast-store.ts';

const HOTKEY = ['F8'];
const SWIPE_THRESHOLD_PX = 50;

export default function ToastRegion() {
  const toasts = useSyncExternalStore(subscribeToToasts, getToasts, getServerToasts);
  const cameFrom = useRef<HTMLElement | null>(null);
  const current = toasts.find((item) => item.isOpen);

  function rememberOrigin(event: FocusEvent<HTMLElement>) {
    const origin = event.relatedTarget;
    const region = event.currentTarget.closest('[role="region"]');
    if (origin instanceof HTMLElement && !region?.contains(origin)) cameFrom.current = origin;
  }

  function close(id: string) {
    dismissToast(id);
    // Radix leaves the focus on the empty list; return it to where F8 took it from.
    const origin = cameFrom.current;
    cameFrom.current = null;
    if (document.activeElement?.closest('[data-slot="toast-viewport"]') && origin?.isConnected)
      origin.focus();
  }

  return (
    <Radix.Provider
      swipeDirection={currentLanguage().direction === 'rtl' ? 'left' : 'right'}
      swipeThreshold={SWIPE_THRESHOLD_PX}
      duration={Number.POSITIVE_INFINITY}
    >
      {toasts.map((item) => (
        <ToastCard key={item.id} item={item} onEnter={rememberOrigin} onClose={() => close(item.id)} />
      ))}
      {/* Without this attribute, an open dialog would hide the toasts from screen readers. */}
      <Radix.Viewport
        data-slot="toast-viewport"
        className="toast-viewport"
        hotkey={HOTKEY}
        label={t('shared.ui.notifications_with_hotkey')}
        aria-live="off"
        onFocus={rememberOrigin}
      />
      <p className="sr-only" role="status">
        {current && current.revision > 0 && [current.title, current.description].filter(Boolean).join('. ')}
      </p>
    </Radix.Provider>
  );
}
