// The messages in the browser. The document brings those of its own page; the rest of the language follows in one file.
import { type MessageFile, type Messages, type Speech, setSpeech } from './messages.ts';

let speech: Speech | undefined;
const loading = new Map<MessageFile, Promise<void>>();

/** Called before anything is rendered. */
export function readPageMessages(): void {
  const text = document.getElementById('messages')?.textContent;
  if (!text) throw new Error('The page has no messages.');
  const read = JSON.parse(text) as Speech;
  speech = read;
  setSpeech(() => read);
}

/** Fetches all messages of the public pages or of the dashboard, once. */
export function loadMessages(file: MessageFile): Promise<void> {
  let load = loading.get(file);
  if (!load && speech) {
    load = fetchMessages(speech, file).catch((error) => {
      // Asked for again by the next navigation.
      loading.delete(file);
      throw error;
    });
    loading.set(file, load);
  }
  return load ?? Promise.resolve();
}

/** The file that a page of this address needs. */
export function messageFileOf(pathname: string): MessageFile {
  return /^(\/[a-z]{2,3})?\/dashboard(\/|$)/.test(pathname) ? 'dashboard' : 'site';
}

/** A connection that hangs counts as lost: it is asked again. */
const MAX_WAIT_MS = 15_000;

async function fetchMessages(target: Speech, file: MessageFile): Promise<void> {
  const messages = await readFile(target.files[file]).catch((error: Error) => {
    // In the words of a lost connection (ui/load-file.ts), also where a proxy answers or the login page of a wireless network.
    throw new TypeError(`Failed to fetch the messages: ${error.message}`, { cause: error });
  });
  Object.assign(target.messages, messages);
}

async function readFile(address: string): Promise<Messages> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(MAX_WAIT_MS) });
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}
