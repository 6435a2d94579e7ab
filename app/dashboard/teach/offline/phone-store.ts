// What a teacher's phone keeps: registers to read without a network, and marks and notes that were not sent yet.
// One mark a person and date: a second tap replaces the first, so a queue can never hold the same person twice.
import type { WaitingMark, WaitingNote } from '../register/register.ts';

const NAME = 'onda-register';
/** Says, without opening the database, that this browser keeps something. */
const FLAG = 'onda:register';

interface Kept {
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
      result.createObjectStore('kept', { keyPath: ['user', 'what'] });
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

type Store = 'kept' | 'marks' | 'notes' | 'self';

/** One transaction: everything in it is written, or nothing. */
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

/** Everything of a person, or of a person and one date: keys are sorted, an array sorts after every text. */
const rangeOf = (...start: string[]) => IDBKeyRange.bound(start, [...start, []]);

export async function saveOnPhone(user: string, what: string, value: unknown): Promise<void> {
  setFlag('kept');
  await within(['kept'], 'readwrite', (store) => store('kept').put({ user, what, value } satisfies Kept));
}

export async function readFromPhone<Value>(user: string, what: string): Promise<Value | undefined> {
  const kept = await within<Kept | undefined>(['kept'], 'readonly', (store) =>
    store('kept').get([user, what]),
  );
  return kept?.value as Value | undefined;
}

export async function addMark(mark: WaitingMark): Promise<void> {
  setFlag('kept');
  await within(['marks'], 'readwrite', (store) => store('marks').put(mark));
}

export async function addNote(note: WaitingNote): Promise<void> {
  setFlag('kept');
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

/** Forgets what was sent; a mark that was changed while it was on its way stays. */
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

/** Which phone this is: a number of its own that says nothing about anybody. */
export async function deviceId(): Promise<string> {
  const known = await within<string | undefined>(['self'], 'readonly', (store) =>
    store('self').get('device'),
  );
  if (known) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const made = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  await within(['self'], 'readwrite', (store) => store('self').put(made, 'device'));
  return made;
}

/** Names of other people's classes must not lie on a phone that another person uses now. */
export async function forgetOthers(user: string): Promise<void> {
  await within(['kept'], 'readwrite', (store) => {
    const cursor = store('kept').openCursor();
    cursor.onsuccess = () => {
      if (!cursor.result) return;
      if ((cursor.result.value as Kept).user !== user) cursor.result.delete();
      cursor.result.continue();
    };
    return undefined;
  });
}

/** Where it cannot be written, signing out only does not know that there is something to forget. */
function setFlag(value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(FLAG);
    else localStorage.setItem(FLAG, value);
  } catch {
    // What matters is in the database.
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
  await within(['kept', 'marks', 'notes'], 'readwrite', (store) => {
    store('kept').clear();
    store('marks').clear();
    store('notes').clear();
    return undefined;
  });
  setFlag(null);
}
