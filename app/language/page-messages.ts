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

async function fetchMessages(target: Speech, file: MessageFile): Promise<void> {
  const answer = await fetch(target.files[file]);
  if (!answer.ok) throw new Error(`The messages could not be loaded: ${answer.status}`);
  Object.assign(target.messages, (await answer.json()) as Messages);
}
