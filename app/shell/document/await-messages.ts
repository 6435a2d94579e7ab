// A page is shown when its texts are there. Without a network the navigation waits, as it does for data.
import type { MiddlewareFunction } from 'react-router';
import { loadMessages, messageFileOf } from '#app/language/page-messages.ts';

const RETRY_MS = 1500;

export const awaitMessages: MiddlewareFunction = async ({ request }, next) => {
  const file = messageFileOf(new URL(request.url).pathname);
  while (!request.signal.aborted) {
    const isLoaded = await loadMessages(file).then(
      () => true,
      () => false,
    );
    if (isLoaded) break;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
  return next();
};
