// Saves the registers of the coming days on the phone while online.
import { backend } from '#app/backend/backend.ts';
import { cachePages } from '../offline/cache-pages.ts';
import { forgetOthers, saveOnPhone } from '../offline/phone-store.ts';
import { phoneOwner } from '../offline/read-or-cached.ts';
import { registerKey } from '../offline/sync-register.ts';

const MAX_REGISTERS = 20;
const AGAIN_MS = 5 * 60_000;
let last = { sessions: '', at: 0 };

export async function cacheWeek(sessions: readonly string[]): Promise<boolean> {
  const wanted = sessions.slice(0, MAX_REGISTERS);
  const name = wanted.join(' ');
  if (last.sessions === name && Date.now() - last.at < AGAIN_MS) return true;
  const user = phoneOwner();
  await forgetOthers(user);
  const client = await backend();
  for (const session of wanted) {
    const { data, error } = await client.rpc('get_register', { session_id: session });
    if (!error) await saveOnPhone(user, registerKey(session), data);
  }
  const pages = ['/dashboard/teach', ...wanted.map((session) => `/dashboard/teach/${session}`)];
  const isCached = await cachePages(pages, { isAll: true });
  if (isCached) last = { sessions: name, at: Date.now() };
  return isCached;
}
