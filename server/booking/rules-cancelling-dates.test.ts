// What staff do with the programme: cancelling dates.
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signUp, type TestPerson } from '../accounts/testing/people.ts';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';
import { addDate, bookPlaces, call, callError, makeClassroom } from './testing/classroom.ts';

let studio: StudioApp;
let guest: SupabaseClient;
let staff: TestPerson;

beforeAll(async () => {
  studio = await startStudioApp();
  guest = studio.newClient();
  staff = await signUp(studio, 'staff');
});
afterAll(() => studio?.close());

describe('cancelling dates', () => {
  it('what the preview promises is what goes back, once', async () => {
    const room = await makeClassroom(studio.sql, { priceCents: 2000 });
    const order = await bookPlaces(guest, room.sessionId, { places: 2 });
    await call(staff.client, 'record_payment', {
      order_id: order.order_id,
      amount_cents: 4000,
      method: 'cash',
    });
    const args = { session_id: room.sessionId, scope: 'this' };
    expect(await call(staff.client, 'preview_cancel', args)).toMatchObject({
      refund_cents: 4000,
      credit_cents: 0,
      recipients: { orders: 1, places: 2 },
    });
    expect(await call(staff.client, 'cancel_sessions', { ...args, reason: 'Ill' })).toEqual({
      dates: 1,
      places: 2,
    });
    expect(await call(staff.client, 'cancel_sessions', args)).toEqual({ dates: 0, places: 0 });
    const [sum] = await studio.sql`
      select sum(amount_cents)::int as cents from public.refunds where order_id = ${order.order_id}`;
    expect(sum?.cents).toBe(4000);
    expect(await callError(staff.client, 'restore_session', { session_id: room.sessionId })).toMatchObject({
      reason: 'people_were_notified',
    });
  });

  it('a course that is cancelled date by date gives everything back, not more', async () => {
    const room = await makeClassroom(studio.sql, { kind: 'course', dates: 3, priceCents: 1000 });
    const order = await bookPlaces(guest, room.sessionId);
    await call(staff.client, 'record_payment', {
      order_id: order.order_id,
      amount_cents: 3000,
      method: 'cash',
    });
    const ids = (
      await studio.sql`select id from public.sessions where pool_id = ${room.poolId} order by starts_at`
    ).map(({ id }) => id);
    for (const session_id of ids) await call(staff.client, 'cancel_session', { session_id });
    const [money] = await studio.sql`
      select (select coalesce(sum(amount_cents), 0)::int from public.refunds where order_id = ${order.order_id}) as refunded,
        (select coalesce(sum(e.delta_cents), 0)::int from public.voucher_entries e where e.order_id = ${order.order_id}) as credited`;
    expect(money).toEqual({ refunded: 1000, credited: 2000 });
  });

  it('a session without bookings can be restored, or deleted without a trace', async () => {
    const room = await makeClassroom(studio.sql);
    const second = await addDate(studio.sql, room);
    await call(staff.client, 'cancel_sessions', { session_id: room.sessionId, scope: 'this' });
    await call(staff.client, 'restore_session', { session_id: room.sessionId });
    const [row] = await studio.sql`select status from public.sessions where id = ${room.sessionId}`;
    expect(row?.status).toBe('planned');
    expect(await call(staff.client, 'remove_sessions', { session_id: second, scope: 'this' })).toEqual({
      removed: 1,
      remaining: 0,
    });
    await bookPlaces(guest, room.sessionId);
    expect(
      await callError(staff.client, 'remove_sessions', { session_id: room.sessionId, scope: 'this' }),
    ).toMatchObject({
      reason: 'has_bookings',
    });
  });
});
