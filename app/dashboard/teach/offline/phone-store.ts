// The data on a teacher's phone: registers to read offline, and marks and notes that were not sent yet. One mark per
// person and session: a second tap replaces the first, so a person is never queued twice.
import { newId } from '#app/api/new-id.ts';
import type { WaitingMark, WaitingNote } from '../register/register.ts';

const NAME = 'onda-teaching';
/** Shows, without opening the database, that this browser has saved data. */
const FLAG = 'onda:register';

interface SavedValue {
  user: string;
  what: string;
  value: unknown;
}

let opening: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      const { result } = request;
      result.createObjectStore('cache', { keyPath: ['user', 'what'] });
      result.createObjectStore('marks', { keyPath: ['user', 'session', 'booking'] });
      result.createObjectStore('notes', { keyPath: 'id' });
      result.createObjectStore('self');
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  }).catch((reason) => {
    opening = undefined;
    throw reason;
  });
  return opening;
}

type Store = 'cache' | 'marks' | 'notes' | 'self';

/** Runs one transaction. */
async function within<Answer>(
  stores: Store[],
  mode: IDBTransactionMode,
  work: (store: (name: Store) => IDBObjectStore) => IDBRequest<Answer> | undefined,
): Promise<Answer | undefined> {
  const database = await open();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(stores, mode);
    const request = work((name) => transaction.objectStore(name));
    transaction.oncomplete = () => resolve(request?.result);
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });
}

/** All keys of a user, or of a user and one session: in key order an array sorts after every string. */
const rangeOf = (...start: string[]) => IDBKeyRange.bound(start, [...start, []]);

export async function saveOnPhone(user: string, what: string, value: unknown): Promise<void> {
  setFlag('saved');
  await within(['cache'], 'readwrite', (store) =>
    store('cache').put({ user, what, value } satisfies SavedValue),
  );
}

export async function readFromPhone<Value>(user: string, what: string): Promise<Value | undefined> {
  const found = await within<SavedValue | undefined>(['cache'], 'readonly', (store) =>
    store('cache').get([user, what]),
  );
  return found?.value as Value | undefined;
}

export async function addMark(mark: WaitingMark): Promise<void> {
  setFlag('saved');
  await within(['marks'], 'readwrite', (store) => store('marks').put(mark));
}

export async function addNote(note: WaitingNote): Promise<void> {
  setFlag('saved');
  await within(['notes'], 'readwrite', (store) => store('notes').put(note));
}

export interface Waiting {
  marks: WaitingMark[];
  notes: WaitingNote[];
}

export async function waitingOnPhone(user: string, session?: string): Promise<Waiting> {
  const range = session ? rangeOf(user, session) : rangeOf(user);
  const [marks, notes] = await Promise.all([
    within<WaitingMark[]>(['marks'], 'readonly', (store) => store('marks').getAll(range)),
    within<WaitingNote[]>(['notes'], 'readonly', (store) => store('notes').getAll()),
  ]);
  return {
    marks: marks ?? [],
    notes: (notes ?? []).filter((note) => note.user === user && (!session || note.session === session)),
  };
}

/** Deletes what was sent, except marks that were changed while they were being sent. */
export async function dropSent({ marks, notes }: Waiting): Promise<void> {
  await within(['marks', 'notes'], 'readwrite', (store) => {
    for (const sent of marks) {
      const asked = store('marks').get([sent.user, sent.session, sent.booking]);
      asked.onsuccess = () => {
        const now = asked.result as WaitingMark | undefined;
        if (now?.marked_at === sent.marked_at) store('marks').delete([sent.user, sent.session, sent.booking]);
      };
    }
    for (const { id } of notes) store('notes').delete(id);
    return undefined;
  });
}

/** A random id of this phone. */
export async function deviceId(): Promise<string> {
  const known = await within<string | undefined>(['self'], 'readonly', (store) =>
    store('self').get('device'),
  );
  if (known) return known;
  const made = newId();
  await within(['self'], 'readwrite', (store) => store('self').put(made, 'device'));
  return made;
}

/** Deletes the names saved by another user of this phone. */
export async function forgetOthers(user: string): Promise<void> {
  await within(['cache'], 'readwrite', (store) => {
    const cursor = store('cache').openCursor();
    cursor.onsuccess = () => {
      if (!cursor.result) return;
      if ((cursor.result.value as SavedValue).user !== user) cursor.result.delete();
      cursor.result.continue();
    };
    return undefined;
  });
}

/** Without it, sign-out does not know that there is data to delete. */
function setFlag(value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(FLAG);
    else localStorage.setItem(FLAG, value);
  } catch {
    // Storage may be blocked; the data is in the database.
  }
}

export function hasUnsentData(): boolean {
  try {
    return localStorage.getItem(FLAG) !== null;
  } catch {
    return false;
  }
}

export async function forgetEverything(): Promise<void> {
  await within(['cache', 'marks', 'notes'], 'readwrite', (store) => {
    store('cache').clear();
    store('marks').clear();
    store('notes').clear();
    return undefined;
  });
  setFlag(null);
}
