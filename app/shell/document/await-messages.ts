// A page is shown when its texts are there. Without a network the navigation waits, as it does for data, and says so.
import type { MiddlewareFunction } from 'react-router';
import { loadMessages, messageFileOf } from '#app/language/page-messages.ts';
import { pageRouter } from '#app/shell/connection/held-navigation.ts';
import { noteReached, untilRetry } from '#app/ui/load-file.ts';

export const awaitMessages: MiddlewareFunction = async ({ request }, next) => {
  const file = messageFileOf(new URL(request.url).pathname);
  // By the key of its address, a page that waits is held (connection/held-navigation.ts).
  const name = pageRouter()?.state.navigation.location?.key ?? file;
  let isHeld = false;
  while (!(await isLoaded(file)) && !request.signal.aborted) {
    isHeld = true;
    await untilRetry(name, request.signal);
  }
  // A page that waits for its data has its texts: each retry would cover the page on the screen, and begin to count anew.
  if (isHeld) noteReached(name);
  return next();
};

function isLoaded(file: ReturnType<typeof messageFileOf>): Promise<boolean> {
  return loadMessages(file).then(
    () => true,
    () => false,
  );
}
