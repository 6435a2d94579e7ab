// Offerings for tests, written as staff write them.
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Sql } from '#backend/database/driver/sql.ts';
import { call } from './classroom.ts';

export interface SavedOffering {
  id: string;
  version: number;
  slug: string;
}

/** What save_offering is called with. */
export const saving = (
  fields: Record<string, unknown>,
  id: string | null = null,
  version = 0,
  questions: unknown = null,
) => ({ offering_id: id, known_version: version, fields, questions });

export const makeOffering = (staff: SupabaseClient, fields: Record<string, unknown> = {}) =>
  call<SavedOffering>(
    staff,
    'save_offering',
    saving({ title: 'Clay', discipline: 'making', summary: 'Mud.', ...fields }),
  );

/** Default arguments of plan_dates: five Tuesdays at six. */
export const planning = (
  offering_id: string,
  { room_id, ...more }: Record<string, unknown>,
  dry_run = false,
) => ({
  offering_id,
  dry_run,
  plan: {
    weekdays: [2],
    starts_on: '2027-03-16',
    ends_on: '2027-04-13',
    local_time: '18:00',
    duration_min: 90,
    room_id,
    capacity: 10,
    ...more,
  },
});

/** A separate room, so that sessions of different tests never clash. */
export async function ownRoom(sql: Sql): Promise<string> {
  const [room] = await sql`
    insert into public.rooms (slug, name) values ('r-' || gen_random_uuid(), 'own room') returning id`;
  return room?.id;
}
