// Loads who is muted, as row policies allow hosts and staff: by name in this show, and by address.

import { backend } from '#app/backend/backend.ts';
import { dataOf } from '#app/backend/data-of.ts';

export interface Mute {
  id: string;
  name: string;
}

export interface AddressMute extends Mute {
  muted_at: string;
  ends_at: string;
}

const MAX_MUTES = 100;

export async function readMutes(chatId: string): Promise<Mute[]> {
  const client = await backend();
  const data = await dataOf(
    client
      .from('radio_chat_mutes')
      .select('id,name')
      .eq('chat_id', chatId)
      .order('muted_at')
      .limit(MAX_MUTES),
  );
  return data;
}

export async function readAddressMutes(): Promise<AddressMute[]> {
  const client = await backend();
  const data = await dataOf(
    client
      .from('radio_chat_address_mutes')
      .select('id,name,muted_at,ends_at')
      .gt('ends_at', new Date().toISOString())
      .order('muted_at', { ascending: false })
      .limit(MAX_MUTES),
  );
  return data;
}
