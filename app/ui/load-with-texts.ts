// A late part and its texts: the document brings the texts of the page, not those of its late parts.
import { loadMessages, messageFileOf } from '#app/language/page-messages.ts';
import { loadFile, noteReached, noteSlow } from './load-file.ts';

const SLOW_MS = 5000;
const PARTS = 'late parts';

/**
 * Resolves with the part when its texts are there, too. `setLate` says whether it has failed or takes long; such a part is
 * asked for again until it is there. Without `setLate` nobody waits for the part: it appears after a while without its texts,
 * because it may have to say that there is no network.
 */
export async function loadWithTexts<Part>(
  load: () => Promise<Part>,
  setLate?: (isLate: boolean) => void,
): Promise<Part> {
  const noteFailure = (reason: unknown) => {
    setLate?.(true);
    throw reason;
  };
  const loadTexts = () => loadMessages(messageFileOf(location.pathname));
  const timer = setTimeout(() => {
    setLate?.(true);
    noteSlow(PARTS);
  }, SLOW_MS);
  const texts = setLate
    ? loadFile(() => loadTexts().catch(noteFailure), 'messages')
    : Promise.race([loadTexts().catch(() => undefined), sleep(SLOW_MS)]);
  try {
    const [part] = await Promise.all([loadFile(() => load().catch(noteFailure)), texts]);
    setLate?.(false);
    return part;
  } finally {
    clearTimeout(timer);
    noteReached(PARTS);
  }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
