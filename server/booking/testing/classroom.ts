// Classes for booking tests: an offering, its own room, sessions with a capacity pool, and people who book.
import { randomBytes } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { expect } from 'vitest';
import type { Sql } from '#backend/database/driver/sql.ts';

export interface Classroom {
  offeringId: string;
  sessionId: string;
  poolId: string;
  roomId: string;
  slug: string;
}

export interface ClassroomOptions {
  capacity?: number;
  inHours?: number;
  priceCents?: number;
  kind?: 'class' | 'course' | 'workshop' | 'event';
  /** A course has several, a week apart, in one pool. */
  dates?: number;
  teacherId?: string | null;
  ages?: { from: number; to: number | null };
  /** Whether guests need a bot-check token, as in a real studio; off in tests about other rules. */
  asksProof?: boolean;
}

export async function makeClassroom(sql: Sql, options: ClassroomOptions = {}): Promise<Classroom> {
  const {
    capacity = 10,
    inHours = 72,
    priceCents = 2400,
    kind = 'class',
    dates = 1,
    teacherId = null,
  } = options;
  if (!options.asksProof)
    await sql`update public.booking_settings set unproven_percent = 100, unproven_per_hour = 1000000, max_holds = 1000`;
  // Default prices and payment methods for tests.
  await sql`update public.studio set first_class_price_cents = null where first_class_price_cents is not null`;
  const slug = `test-${randomBytes(5).toString('hex')}`;
  const [room] = await sql`insert into public.rooms (slug, name) values (${slug}, ${slug}) returning id`;
  const [offering] = await sql`
    insert into public.offerings (slug, kind, title, summary, body, discipline, price_cents, currency, published_at, teacher_id,
      age_from, age_to)
    values (${slug}, ${kind}, ${`Class ${slug}`}, 'A test.', 'A test.', 'sound', ${priceCents}, 'EUR', now(), ${teacherId},
      ${options.ages?.from ?? 0}, ${options.ages?.to ?? null})
    returning id`;
  const [pool] = await sql`insert into public.capacity_pools (capacity) values (${capacity}) returning id`;
  const sessions = await sql`
    insert into public.sessions (offering_id, room_id, pool_id, teacher_id, local_date, local_time, duration_min, zone)
    select ${offering?.id}, ${room?.id}, ${pool?.id}, ${teacherId}, begins::date, begins::time, 60, 'Europe/Lisbon'
    from (
      select timezone('Europe/Lisbon', now() + make_interval(mins => ${inHours * 60}, days => 7 * turn)) as begins
      from generate_series(0, ${dates - 1}) turn
    ) planned
    returning id`;
  return {
    offeringId: offering?.id,
    sessionId: sessions[0]?.id,
    poolId: pool?.id,
    roomId: room?.id,
    slug,
  };
}

/** Another session of the same offering, with its own places. */
export async function addDate(
  sql: Sql,
  classroom: Classroom,
  { inHours = 240, capacity = 10 } = {},
): Promise<string> {
  const [pool] = await sql`insert into public.capacity_pools (capacity) values (${capacity}) returning id`;
  const [session] = await sql`
    insert into public.sessions (offering_id, room_id, pool_id, local_date, local_time, duration_min, zone)
    select ${classroom.offeringId}, ${classroom.roomId}, ${pool?.id}, begins::date, begins::time, 60, 'Europe/Lisbon'
    from (select timezone('Europe/Lisbon', now() + make_interval(hours => ${inHours})) as begins) planned
    returning id`;
  return session?.id;
}

export async function countsOf(sql: Sql, poolId: string) {
  const [pool] = await sql<
    { capacity: number; seats: number; held: number; offered: number; waiting: number; taken: number }[]
  >`select capacity, seats, held, offered, waiting, taken from public.capacity_pools where id = ${poolId}`;
  if (!pool) throw new Error('no such pool');
  return pool;
}

export interface BookingOptions {
  places?: number;
  method?: 'studio' | 'transfer' | 'card' | 'pass';
  names?: string[];
  more?: Record<string, unknown>;
  email?: string;
}

export function details({
  places = 1,
  method = 'studio',
  names,
  more = {},
  email = 'clara@post.example',
}: BookingOptions = {}) {
  return {
    buyer: { name: 'Clara Nunes', email },
    attendees: Array.from({ length: places }, (_, index) => ({
      name: names?.[index] ?? `Guest ${index + 1}`,
    })),
    method,
    accepts_policy: true,
    ...more,
  };
}

/** Calls a database function and returns its result; an error fails the test. */
export async function call<Answer = Record<string, never>>(
  client: SupabaseClient,
  name: string,
  args: Record<string, unknown> = {},
): Promise<Answer> {
  const { data, error } = await client.rpc(name, args);
  expect(error, `${name} failed`).toBeNull();
  return data as Answer;
}

/** Calls a database function that must fail; returns status and reason. */
export async function callError(client: SupabaseClient, name: string, args: Record<string, unknown> = {}) {
  const { error, status } = await client.rpc(name, args);
  expect(error, `${name} was allowed`).not.toBeNull();
  return { status, reason: error?.hint, message: error?.message, code: error?.code };
}

export interface HoldAnswer {
  hold_token: string;
  state: string;
  places: number;
  price_cents: number;
  seconds_left: number;
  expires_at: string;
}
export interface OrderAnswer {
  order_token: string;
  order_id: string;
  number: string;
  state: string;
  method: string;
  total_cents: number;
  paid_cents: number;
  bookings: {
    id: string;
    name: string;
    state: string;
    gets_back: string;
    retained_cents: number;
    price_cents: number;
    pool_id: string;
    is_outside_age: boolean;
  }[];
  due_at: string | null;
  dates: { id: string; starts_at: string }[];
  refunds: { amount_cents: number; method: string; state: string }[];
  credits: { code: string; balance_cents: number }[];
  passes: { code: string; entries: number; is_active: boolean }[];
}
export interface WaitAnswer {
  waitlist_token: string;
  state: string;
  position: number | null;
  hold_token: string | null;
}

/** Holds and books, and returns the order. */
export async function bookPlaces(
  client: SupabaseClient,
  sessionId: string,
  options: BookingOptions = {},
): Promise<OrderAnswer> {
  const hold = await call<HoldAnswer>(client, 'hold_places', {
    session_id: sessionId,
    places: options.places ?? 1,
  });
  const booked = await call<OrderAnswer>(client, 'book', {
    hold_token: hold.hold_token,
    booking: details(options),
  });
  return call<OrderAnswer>(client, 'booking_status', { order_token: booked.order_token });
}
