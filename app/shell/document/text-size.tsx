// Pinch zoom is off, so the text size can be set: 100 to 200 %, saved, applied before the first paint.

import { useSyncExternalStore } from 'react';
import { t } from '#app/language/messages.ts';
import { TEXT_SIZE_KEY } from './boot-script.ts';

const MIN_PERCENT = 100;
const MAX_PERCENT = 200;
const STEP = 10;

// The phone's menu and the footer both have the control, and show the same size.
const shown = new Set<() => void>();
let chosen: number | undefined;

function subscribe(show: () => void) {
  shown.add(show);
  return () => {
    shown.delete(show);
  };
}

function readPercent(): number {
  chosen ??= Number(readStored());
  return chosen > MIN_PERCENT && chosen <= MAX_PERCENT ? chosen : MIN_PERCENT;
}

export function TextSize() {
  const percent = useSyncExternalStore(subscribe, readPercent, () => MIN_PERCENT);

  const change = (by: number) => {
    const next = Math.min(MAX_PERCENT, Math.max(MIN_PERCENT, percent + by));
    chosen = next;
    document.documentElement.style.setProperty('--text-scale', String(next / 100));
    document.documentElement.dataset.text = next >= 140 ? 'large' : 'normal';
    store(String(next));
    for (const show of shown) show();
  };

  return (
    <fieldset data-slot="text-size" className="text-size" aria-label={t('shared.shell.text_size')}>
      <button
        type="button"
        aria-label={t('shared.shell.smaller_text_label')}
        disabled={percent === MIN_PERCENT}
        onClick={() => change(-STEP)}
      >
        {t('shared.shell.smaller_text_sign')}
      </button>
      <output aria-live="polite">{percent} %</output>
      <button
        type="button"
        aria-label={t('shared.shell.larger_text_label')}
        disabled={percent === MAX_PERCENT}
        onClick={() => change(STEP)}
      >
        {t('shared.shell.larger_text_sign')}
      </button>
    </fieldset>
  );
}

// Storage can be forbidden by the browser; the control still works for this page.
function readStored(): string | null {
  try {
    return localStorage.getItem(TEXT_SIZE_KEY);
  } catch {
    return null;
  }
}

function store(value: string): void {
  try {
    localStorage.setItem(TEXT_SIZE_KEY, value);
  } catch {
    // Without storage, the size lasts until the page is left.
  }
}
