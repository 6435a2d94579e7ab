// Server-sent events of the product API for signed-in people. Not by EventSource: it cannot send the token that an API on
// another site needs.
import { apiToken } from '#app/api/api-token.ts';
import { apiUrl } from '#app/backend/backend.ts';
import { announceEnd, sessionRound } from '#app/shell/session/session-store.ts';

interface EventReader {
  onEvent(name: string, data: string): void;
  /** The server cannot be reached; it is tried again. */
  onAway(): void;
}

const RETRY_MS = [500, 1000, 2000, 5000];

/** Returns a function that ends it. */
export function openEvents(path: string, { onEvent, onAway }: EventReader): () => void {
  const over = new AbortController();
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function read(): Promise<void> {
    const round = sessionRound();
    const token = await apiToken();
    const response = await fetch(apiUrl(path), {
      headers: { accept: 'text/event-stream', ...(token && { authorization: `Bearer ${token}` }) },
      credentials: 'include',
      signal: over.signal,
    });
    if (response.status === 401) announceEnd(round);
    if (!response.ok || !response.body) throw new Error(String(response.status));
    const parse = createEventParser(onEvent);
    const decoder = new TextDecoder();
    for (const reader = response.body.getReader(); ; ) {
      const { done, value } = await reader.read();
      // The server ends a stream from time to time, to check again who reads it.
      if (done) return;
      failures = 0;
      parse(decoder.decode(value, { stream: true }));
    }
  }
  function open(): void {
    read().then(open, () => {
      if (over.signal.aborted) return;
      onAway();
      timer = setTimeout(open, RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)]);
    });
  }
  open();
  return () => {
    clearTimeout(timer);
    over.abort();
  };
}

/** Takes text as it arrives, in any chunks. */
export function createEventParser(onEvent: EventReader['onEvent']): (text: string) => void {
  let rest = '';
  return (text) => {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const fieldOf = (name: string) =>
        block
          .split('\n')
          .find((line) => line.startsWith(`${name}: `))
          ?.slice(name.length + 2);
      const data = fieldOf('data');
      if (data !== undefined) onEvent(fieldOf('event') ?? 'message', data);
    }
  };
}
