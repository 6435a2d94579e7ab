// Waiting list and households in the staff dashboard.
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signUp, type TestPerson } from '../accounts/testing/people.ts';
import type { JobRunner } from '../jobs/job-runner.ts';
import { createLogger } from '../logger.ts';
import { startJobs } from '../start-jobs.ts';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';
import {
  bookPlaces,
  type Classroom,
  call,
  callError,
  countsOf,
  makeClassroom,
  type WaitAnswer,
} from './testing/classroom.ts';

let studio: StudioApp;
let guest: SupabaseClient;
let staff: TestPerson;
let staffClient: SupabaseClient;
let jobs: JobRunner;

beforeAll(async () => {
  studio = await startStudioApp();
  guest = studio.newClient();
  staff = await signUp(studio, 'staff');
  staffClient = staff.client;
  const { sql, outbox, siteUrl } = studio;
  jobs = await startJobs({ sql, outbox, siteUrl, log: createLogger('silent') });
});
afterAll(async () => {
  await jobs?.close();
  await studio?.close();
});

interface WaitlistAnswer {
  capacity: number;
  waiting: number;
  added: number;
  size_changes: { places: number; by: string; reason: string }[];
  offers: { id: number; name: string }[];
  entries: { id: number; place: number; name: string; moved: { reason: string; by: string }[] | null }[];
  gone: { name: string; state: string; reason: string | null }[];
}

describe('the waiting list', () => {
  /** A full class of one, with these people waiting in the order of their names. */
  async function lineOf(...names: string[]): Promise<Classroom> {
    const room = await makeClassroom(studio.sql, { capacity: 1 });
    await bookPlaces(guest, room.sessionId);
    for (const name of names)
      await call<WaitAnswer>(guest, 'join_waitlist', {
        session_id: room.sessionId,
        places: 1,
        person: { name, email: `${name.toLowerCase()}@${room.slug}.example` },
      });
    return room;
  }
  const look = (room: Classroom) =>
    call<WaitlistAnswer>(staffClient, 'get_waitlist', { pool_id: room.poolId });
  const namesOf = ({ entries }: WaitlistAnswer) => entries.map(({ name }) => name).join('');
  const move = async (room: Classroom, name: string, place: number) => {
    const entry = (await look(room)).entries.find((one) => one.name === name);
    return call<WaitlistAnswer>(staffClient, 'set_waitlist_position', {
      waitlist_entry_id: entry?.id,
      place,
      reason: `to ${place}`,
    });
  };

  it('[STUDIO-3] is ordered by priority, then joining time; a move to any position lands exactly there', async () => {
    const room = await lineOf('A', 'B', 'C', 'D', 'E');
    let line = ['A', 'B', 'C', 'D', 'E'];
    for (const [name, place] of [
      ['D', 1],
      ['A', 5],
      ['E', 2],
      ['B', 3],
      ['C', 1],
      ['D', 4],
      ['A', 3],
      ['E', 9],
      ['C', 1],
    ] as const) {
      line = line.filter((one) => one !== name);
      line.splice(place - 1, 0, name);
      expect(namesOf(await move(room, name, place)), `${name} to ${place}`).toBe(line.join(''));
    }
    // People who join later are behind everyone, moved or not.
    await call(guest, 'join_waitlist', {
      session_id: room.sessionId,
      places: 1,
      person: { name: 'Z', email: `z@${room.slug}.example` },
    });
    expect(namesOf(await look(room))).toBe(`${line.join('')}Z`);
  });

  it('no move without a reason; the reason, who and when stay with the entry', async () => {
    const room = await lineOf('A', 'B');
    const [, second] = (await look(room)).entries;
    for (const name of ['set_waitlist_position', 'offer_now', 'remove_from_waitlist']) {
      const args = {
        waitlist_entry_id: second?.id,
        reason: ' ',
        ...(name === 'set_waitlist_position' && { place: 1 }),
      };
      expect((await callError(staffClient, name, args)).reason, name).toBe('reason_missing');
    }
    await move(room, 'B', 1);
    const [first] = (await look(room)).entries;
    expect(first).toMatchObject({ name: 'B', place: 1, moved: [{ reason: 'to 1' }] });
    expect(first?.moved?.[0]?.by).toContain('Person');
    const { data } = await staffClient
      .from('timeline')
      .select('what,actor')
      .eq('waitlist_entry_id', first?.id);
    expect(data).toContainEqual({ what: 'position on the waiting list changed', actor: staff.id });
  });

  it('a free place is offered to the first person after the move', async () => {
    const room = await lineOf('A', 'B');
    await move(room, 'B', 1);
    const [{ id } = { id: '' }] =
      await studio.sql`select id from public.bookings where pool_id = ${room.poolId}`;
    await call(staffClient, 'cancel_for_person', { booking_ids: [id], everything_back: true, reason: 'ill' });
    expect((await look(room)).offers).toMatchObject([{ name: 'B' }]);
  });

  it('[STUDIO-1] an offer out of turn needs a free place, or one that is made', async () => {
    const room = await lineOf('A', 'B');
    const [, second] = (await look(room)).entries;
    const offer = { waitlist_entry_id: second?.id, reason: 'came from far' };
    expect(await callError(staffClient, 'offer_now', offer)).toMatchObject({ status: 409, reason: 'full' });
    const after = await call<WaitlistAnswer>(staffClient, 'offer_now', { ...offer, add_places: true });
    expect(after).toMatchObject({ capacity: 2, waiting: 1, offers: [{ name: 'B' }] });
    expect(await countsOf(studio.sql, room.poolId)).toMatchObject({ seats: 1, offered: 1, capacity: 2 });
    await jobs.run();
    const mails = await studio.sql`
      select kind from public.outbox where to_address = ${`b@${room.slug}.example`} order by created_at`;
    expect(mails.map(({ kind }) => kind)).toContain('queue_offer');
  });

  it('[STUDIO-1] a place that was added is taken back, with a reason, once it is free and not before', async () => {
    const room = await lineOf('A', 'B');
    const [first, second] = (await look(room)).entries;
    const back = { pool_id: room.poolId, places: 1, reason: 'the chair broke' };
    expect(await callError(staffClient, 'remove_added_places', back)).toMatchObject({
      status: 422,
      reason: 'bad_places',
    });
    const offered = { waitlist_entry_id: second?.id, reason: 'came from far', add_places: true };
    expect(await call<WaitlistAnswer>(staffClient, 'offer_now', offered)).toMatchObject({
      capacity: 2,
      added: 1,
    });
    expect(await callError(staffClient, 'remove_added_places', back)).toMatchObject({
      status: 409,
      reason: 'taken',
    });
    expect(await callError(staffClient, 'remove_added_places', { ...back, reason: ' ' })).toMatchObject({
      reason: 'reason_missing',
    });
    // The place is not accepted: the next person gets the offer and leaves as well.
    for (const { id } of [second, first] as { id: number }[])
      await call(staffClient, 'remove_from_waitlist', { waitlist_entry_id: id, reason: 'cannot come' });
    expect(await callError(staffClient, 'remove_added_places', { ...back, places: 2 })).toMatchObject({
      status: 422,
    });
    const presses = await Promise.all([1, 2, 3].map(() => staffClient.rpc('remove_added_places', back)));
    expect(presses.filter(({ error }) => error === null)).toHaveLength(1);
    const after = await look(room);
    expect(after).toMatchObject({ capacity: 1, added: 0 });
    expect(after.size_changes).toMatchObject([
      { places: -1, reason: 'the chair broke' },
      { places: 1, reason: 'came from far' },
    ]);
    expect(await countsOf(studio.sql, room.poolId)).toMatchObject({
      capacity: 1,
      seats: 1,
      held: 0,
      offered: 0,
    });
    const log = await studio.sql`
      select actor, details -> 'capacity' as capacity from public.audit_events
      where area = 'waitlist' and details ->> 'pool' = ${room.poolId}`;
    expect(log).toEqual([{ actor: staff.id, capacity: { from: 2, to: 1 } }]);
  });

  it('removing an entry emails that person and offers the place to the next', async () => {
    const room = await lineOf('A', 'B', 'C');
    const [, second] = (await look(room)).entries;
    await call(staffClient, 'offer_now', {
      waitlist_entry_id: second?.id,
      reason: 'first try',
      add_places: true,
    });
    const after = await call<WaitlistAnswer>(staffClient, 'remove_from_waitlist', {
      waitlist_entry_id: second?.id,
      reason: 'cannot come',
    });
    expect(after.offers).toMatchObject([{ name: 'A' }]);
    expect(after.gone).toMatchObject([{ name: 'B', state: 'left', reason: 'cannot come' }]);
    await jobs.run();
    const [mail] = await studio.sql`
      select subject from public.outbox where kind = 'waitlist_removed' and to_address = ${`b@${room.slug}.example`}`;
    expect(mail?.subject).toContain('Removed from the waiting list');
    expect(
      (
        await callError(staffClient, 'remove_from_waitlist', {
          waitlist_entry_id: second?.id,
          reason: 'again',
        })
      ).status,
    ).toBe(409);
  });

  it('the list of queues is turned by date and finds by who waits', async () => {
    const room = await lineOf('Wilhelmina');
    const found = await call<{ pool_id: string; waiting: number }[]>(staffClient, 'list_waitlists', {
      query: 'wilhelm',
    });
    expect(found).toMatchObject([{ pool_id: room.poolId, waiting: 1, first_name: 'Wilhelmina' }]);
    const all = await call<{ pool_id: string; starts_at: string }[]>(staffClient, 'list_waitlists', {});
    const [first] = all;
    const rest = await call<{ pool_id: string }[]>(staffClient, 'list_waitlists', {
      after_at: first?.starts_at,
      after_pool: first?.pool_id,
    });
    expect(rest.map(({ pool_id }) => pool_id)).toEqual(all.slice(1).map(({ pool_id }) => pool_id));
  });
});

describe('households', () => {
  interface HouseholdAnswer {
    id: string;
    name: string;
    guardians: { email: string }[];
    participants: { id: string; name: string; born_on: string | null; note: string; bookings: number }[];
    bookings: { number: string }[];
    notes: { body: string }[];
    merges: { id: string; reason: string; undone_at: string | null }[];
    alike: { id: string }[];
  }
  const look = (id: string) => call<HouseholdAnswer>(staffClient, 'get_household', { household_id: id });
  async function family(child: { name: string; born_on?: string; note?: string }) {
    const parent = await signUp(studio);
    const member = await call<{ id: string; household_id: string }>(
      parent.client,
      'save_family_member',
      child,
    );
    const room = await makeClassroom(studio.sql);
    const order = await bookPlaces(parent.client, room.sessionId, {
      more: { attendees: [{ participant_id: member.id }] },
    });
    return { parent, childId: member.id, id: member.household_id, order };
  }

  it('two that are one: shown before, nothing lost, taken apart again as it was', async () => {
    const [one, two] = [
      await family({ name: 'Lúcia Prado', note: 'nuts' }),
      await family({ name: 'Lucia Prado', born_on: '2015-04-30' }),
    ];
    await studio.sql`insert into public.consents (participant_id, kind, version) values (${two.childId}, 'photos', '1')`;
    await call(staffClient, 'add_household_note', { household_id: two.id, body: 'comes by bus' });
    const before = [await look(one.id), await look(two.id)];
    const preview = await call<{ same: { from: string; into: string }[] }>(staffClient, 'preview_merge', {
      target_household_id: one.id,
      merged_id: two.id,
    });
    expect(preview.same).toMatchObject([{ from: two.childId, into: one.childId }]);
    const merge = await call<string>(staffClient, 'merge_households', {
      target_household_id: one.id,
      merged_id: two.id,
      reason: 'both parents signed up',
      same: preview.same,
    });
    const after = await look(one.id);
    expect(after.guardians.map(({ email }) => email).sort()).toEqual(
      [one.parent.email, two.parent.email].sort(),
    );
    expect(after.participants.find(({ id }) => id === one.childId)).toMatchObject({
      bookings: 2,
      born_on: '2015-04-30',
      note: 'nuts',
    });
    expect(after.participants.some(({ id }) => id === two.childId)).toBe(false);
    expect(after.notes).toMatchObject([{ body: 'comes by bus' }]);
    expect(after.bookings.map(({ number }) => number).sort()).toEqual(
      [one.order.number, two.order.number].sort(),
    );
    expect((await callError(staffClient, 'get_household', { household_id: two.id })).status).toBe(404);
    // Each parent now sees the child's places of both.
    const seen = await one.parent.client
      .from('bookings')
      .select('order_id')
      .eq('participant_id', one.childId);
    expect(seen.data).toHaveLength(2);

    await call(staffClient, 'undo_merge', { merge_id: merge });
    const again = [await look(one.id), await look(two.id)];
    const facts = ({ guardians, participants, notes, bookings, name }: HouseholdAnswer) => ({
      guardians,
      participants,
      notes,
      bookings,
      name,
    });
    expect(again.map(facts)).toEqual(before.map(facts));
    expect(again[0]?.merges).toMatchObject([
      { reason: 'both parents signed up', undone_at: expect.any(String) },
    ]);
    expect((await callError(staffClient, 'undo_merge', { merge_id: merge })).reason).toBe('undone');
  });

  it('two accounts are never one person, and nothing joins itself or without a reason', async () => {
    const [one, two] = [await family({ name: 'A' }), await family({ name: 'B' })];
    const [mine, theirs] = [await look(one.id), await look(two.id)].map(
      ({ participants }) => participants.find(({ name }) => name.startsWith('Person'))?.id,
    );
    const join = {
      target_household_id: one.id,
      merged_id: two.id,
      reason: 'because',
      same: [{ from: theirs, into: mine }],
    };
    expect((await callError(staffClient, 'merge_households', join)).reason).toBe('two_accounts');
    expect((await callError(staffClient, 'merge_households', { ...join, reason: '' })).reason).toBe(
      'reason_missing',
    );
    expect((await callError(staffClient, 'merge_households', { ...join, merged_id: one.id })).reason).toBe(
      'same_household',
    );
    expect((await look(two.id)).guardians).toHaveLength(1);
  });

  it('are found by a child’s name without its marks, by an address, and turned page by page', async () => {
    const one = await family({ name: 'Zoë Żółw' });
    const find = (args: Record<string, unknown>) =>
      call<{ id: string; sort_name: string }[]>(staffClient, 'list_households', args);
    expect((await find({ query: 'zoe zolw' })).map(({ id }) => id)).toEqual([one.id]);
    expect(await find({ query: one.parent.email })).toMatchObject([{ id: one.id, emails: one.parent.email }]);
    await studio.sql`insert into public.households (name, email) values ('By post', 'by.post@onda.example')`;
    expect(await find({ query: 'by post' })).toMatchObject([{ emails: 'by.post@onda.example' }]);
    const all = await find({ max_rows: 200 });
    const middle = all[2];
    const rest = await find({ after_name: middle?.sort_name, after_id: middle?.id, max_rows: 200 });
    expect(rest.map(({ id }) => id)).toEqual(all.slice(3).map(({ id }) => id));
    const back = await find({ before_name: middle?.sort_name, before_id: middle?.id, max_rows: 200 });
    expect(back.map(({ id }) => id)).toEqual(all.slice(0, 2).map(({ id }) => id));
  });
});
