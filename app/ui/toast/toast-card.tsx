// One toast: its text, action, close button and timer. The timer is its own: a toast closed under the pointer must not
// stop the timer of the next one.

import * as Radix from 'radix-ui/toast';
import { type FocusEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { t } from '#app/language/messages.ts';
import { TOAST_DURATION_MS, type ToastItem } from './toast-store.ts';

type ToastCardProps = {
  item: ToastItem;
  /** Focus came in, by key or by press. */
  onEnter: (event: FocusEvent<HTMLElement>) => void;
  onClose: () => void;
};

export function ToastCard({ item, onEnter, onClose }: ToastCardProps) {
  const [isHovered, setIsHovered] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const isPageVisible = usePageVisible();
  const isHeld = isHovered || isFocused || !isPageVisible;
  const durationMs = item.durationMs ?? TOAST_DURATION_MS;
  useCountdown({ durationMs, restartKey: item.revision, isRunning: item.isOpen && !isHeld, onEnd: onClose });

  return (
    <Radix.Root
      data-slot="toast"
      data-variant={item.variant ?? 'default'}
      className="toast"
      open={item.isOpen}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      // Foreground is announced at once; success messages can wait for the end of the sentence.
      type={item.variant === 'destructive' ? 'foreground' : 'background'}
      onPointerEnter={() => setIsHovered(true)}
      onPointerLeave={() => setIsHovered(false)}
      onFocus={(event) => {
        setIsFocused(true);
        onEnter(event);
      }}
      onBlur={() => setIsFocused(false)}
    >
      <div className="toast-text">
        {item.title && <Radix.Title className="toast-title">{item.title}</Radix.Title>}
        {item.description && (
          <Radix.Description className="toast-description">{item.description}</Radix.Description>
        )}
      </div>
      {item.action && (
        <Radix.Action className="toast-action" altText={item.action.label} onClick={item.action.onClick}>
          {item.action.label}
        </Radix.Action>
      )}
      <Radix.Close className="toast-close" aria-label={t('shared.ui.close_notification')}>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M3 3l10 10M13 3L3 13" />
        </svg>
      </Radix.Close>
    </Radix.Root>
  );
}

type Countdown = { durationMs: number; restartKey: number; isRunning: boolean; onEnd: () => void };

/** Calls onEnd after durationMs of running time; pauses retain the remaining time, a new restartKey starts over. */
function useCountdown({ durationMs, restartKey, isRunning, onEnd }: Countdown) {
  const remainingMs = useRef(durationMs);
  const startedWith = useRef({ durationMs, restartKey });
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  useEffect(() => {
    const before = startedWith.current;
    if (before.durationMs !== durationMs || before.restartKey !== restartKey) {
      startedWith.current = { durationMs, restartKey };
      remainingMs.current = durationMs;
    }
    if (!isRunning || remainingMs.current === Number.POSITIVE_INFINITY) return;
    const startedAt = Date.now();
    const timer = setTimeout(() => end.current(), remainingMs.current);
    return () => {
      clearTimeout(timer);
      remainingMs.current = Math.max(0, remainingMs.current - (Date.now() - startedAt));
    };
  }, [durationMs, restartKey, isRunning]);
}

/** False in a background tab, where the toast would pass unseen. */
function usePageVisible(): boolean {
  return useSyncExternalStore(
    subscribeToVisibility,
    () => document.visibilityState === 'visible',
    () => true,
  );
}

function subscribeToVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
