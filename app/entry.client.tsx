import { type ReactNode, startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { loadMessages, messageFileOf, readPageMessages } from './language/page-messages.ts';

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

readPageMessages();

startTransition(() => {
  hydrateRoot(
    document,
    <Ready>
      <HydratedRouter />
    </Ready>,
  );
});

// What the next pages need. Without it, the navigation itself asks again (shell/document/await-messages.ts).
requestIdleCallback(() => loadMessages(messageFileOf(location.pathname)).catch(() => undefined));
