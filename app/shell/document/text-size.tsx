// The page cannot be pinched larger, so its text can: 100 to 200 %, remembered, applied before the first paint.
import { useEffect, useState } from 'react';
import { TEXT_SIZE_KEY } from './boot-script.ts';

const SMALLEST = 100;
const LARGEST = 200;
const STEP = 10;

export function TextSize() {
  const [percent, setPercent] = useState(SMALLEST);

  useEffect(() => {
    const stored = Number(readStored());
    if (stored > SMALLEST && stored <= LARGEST) setPercent(stored);
  }, []);

  const change = (by: number) => {
    const next = Math.min(LARGEST, Math.max(SMALLEST, percent + by));
    setPercent(next);
    document.documentElement.style.setProperty('--text-scale', String(next / 100));
    document.documentElement.dataset.text = next >= 140 ? 'large' : 'normal';
    store(String(next));
  };

  return (
    <fieldset data-slot="text-size" className="text-size" aria-label="Text size">
      <button
        type="button"
        aria-label="A−, smaller text"
        disabled={percent === SMALLEST}
        onClick={() => change(-STEP)}
      >
        A−
      </button>
      <output aria-live="polite">{percent} %</output>
      <button
        type="button"
        aria-label="A+, larger text"
        disabled={percent === LARGEST}
        onClick={() => change(STEP)}
      >
        A+
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
    // Forbidden storage: the size holds until the page is left.
  }
}
