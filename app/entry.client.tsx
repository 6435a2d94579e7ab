import { type ReactNode, startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';

declare global {
  interface Window {
    /** Set by the page itself: repeats the input from before the program ran. */
    ondaReady?(): void;
  }
}

function Ready({ children }: { children: ReactNode }) {
  useEffect(() => window.ondaReady?.(), []);
  return children;
}

startTransition(() => {
  hydrateRoot(
    document,
    <Ready>
      <HydratedRouter />
    </Ready>,
  );
});
