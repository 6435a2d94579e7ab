// Writing an offering; only staff can change the programme.
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signUp, type TestPerson } from '../accounts/testing/people.ts';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';
import { bookPlaces, call, callError, makeClassroom } from './testing/classroom.ts';
import { ownRoom, planning, saving as save, makeOffering as writeOffering } from './testing/offerings.ts';

let studio: StudioApp;
let guest: SupabaseClient;
let member: TestPerson;
let teacher: TestPerson;
let staff: TestPerson;
let other: TestPerson;
let roomId = '';

beforeAll(async () => {
  studio = await startStudioApp();
  guest = studio.newClient();
  [member, teacher, staff, other] = await Promise.all([
    signUp(studio),
    signUp(studio, 'teacher'),
    signUp(studio, 'staff'),
    signUp(studio, 'staff'),
  ]);
  const [room] =
    await studio.sql`insert into public.rooms (slug, name) values ('planning', 'planning room') returning id`;
  roomId = room?.id;
});
afterAll(() => studio?.close());

const makeOffering = (fields?: Record<string, unknown>) => writeOffering(staff.client, fields);
const plan = (offeringId: string, more: Record<string, unknown> = {}, dryRun = false) =>
  planning(offeringId, { room_id: roomId, ...more }, dryRun);

describe('writing an offering', () => {
  it('begins as a draft that only staff read, and is public once it is published', async () => {
    const made = await makeOffering({ title: 'Açaí & Clay', price_cents: 1250 });
    expect(made).toMatchObject({ slug: 'acai-clay', version: 1 });
    const seenBy = async (client: SupabaseClient) =>
      (await client.from('offerings').select('title').eq('id', made.id)).data?.length;
    expect([await seenBy(guest), await seenBy(member.client), await seenBy(teacher.client)]).toEqual([
      0, 0, 0,
    ]);
    expect(await seenBy(staff.client)).toBe(1);
    await call(staff.client, 'save_offering', save({ published_at: 'now' }, made.id, 1));
    expect(await seenBy(guest)).toBe(1);
    const [row] =
      await studio.sql`select currency, version, price_cents from public.offerings where id = ${made.id}`;
    expect(row).toEqual({ currency: 'EUR', version: 2, price_cents: 1250 });
  });

  it('of two people editing the same item, the second gets both versions, and nothing is lost', async () => {
    const made = await makeOffering({ title: 'Loom' });
    await call(staff.client, 'save_offering', save({ title: 'Loom and thread' }, made.id, 1));
    const late = await other.client.rpc('save_offering', save({ title: 'The loom' }, made.id, 1));
    expect(late.error).toMatchObject({ hint: 'changed_meanwhile' });
    expect(late.status).toBe(409);
    expect(JSON.parse(late.error?.details ?? '{}')).toMatchObject({
      current: { title: 'Loom and thread', version: 2 },
      by: `Person ${staff.email}`,
    });
    await call(other.client, 'save_offering', save({ title: 'The loom' }, made.id, 2));
  });

  it.each([
    [{ title: '' }, 'title'],
    [{ title: 'x', slug: 'No Spaces' }, 'slug'],
    [{ title: 'x', kind: 'party' }, 'kind'],
    [{ title: 'x', price_cents: -1 }, 'price_cents'],
    [{ title: 'x', age_from: 12, age_to: 7 }, 'age_to'],
    [{ title: 'x', usual_capacity: 0 }, 'usual_capacity'],
    [{ title: 'x', policy_id: 'none' }, 'policy_id'],
    [{ title: 'x', summary: ' ', published_at: 'now' }, 'summary'],
  ])('%j is rejected with the field named', async (fields, field) => {
    const { error, status } = await staff.client.rpc(
      'save_offering',
      save({ discipline: 'word', ...fields }),
    );
    expect(status).toBe(422);
    expect(JSON.parse(error?.details ?? '{}')).toMatchObject({ field });
  });

  it('an address is used once; one made of a title gets out of the way by itself', async () => {
    const [one, two] = [await makeOffering({ title: 'Twice' }), await makeOffering({ title: 'Twice' })];
    expect([one.slug, two.slug]).toEqual(['twice', 'twice-2']);
    expect(await callError(staff.client, 'save_offering', save({ slug: 'twice' }, two.id, 1))).toMatchObject({
      status: 409,
      reason: 'slug_taken',
    });
  });

  it('questions are replaced as a whole and keep their order and identity', async () => {
    const made = await makeOffering({ title: 'Asked' });
    const ask = (label: string, more = {}) => ({
      label,
      kind: 'text',
      hint: '',
      choices: [],
      is_required: false,
      ...more,
    });
    await call(staff.client, 'save_offering', save({}, made.id, 1, [ask('First?'), ask('Second?')]));
    const read = async () =>
      (await staff.client.from('questions').select('id,label').eq('offering_id', made.id).order('position'))
        .data ?? [];
    const [first, second] = await read();
    await call(
      staff.client,
      'save_offering',
      save({}, made.id, 2, [{ ...ask('Second!'), id: second?.id }, ask('Third?')]),
    );
    const after = await read();
    expect(after.map(({ label }) => label)).toEqual(['Second!', 'Third?']);
    expect(after[0]?.id).toBe(second?.id);
    expect(after.map(({ id }) => id)).not.toContain(first?.id);
    expect(
      await callError(
        staff.client,
        'save_offering',
        save({}, made.id, 3, [ask('Which?', { kind: 'choice' })]),
      ),
    ).toMatchObject({ status: 422, reason: 'bad_questions' });
  });

  it('what someone booked is archived, not deleted; without bookings it is deleted with its places', async () => {
    const room = await makeClassroom(studio.sql);
    await bookPlaces(guest, room.sessionId);
    expect(await callError(staff.client, 'delete_offering', { offering_id: room.offeringId })).toMatchObject({
      reason: 'has_bookings',
    });
    expect(await callError(staff.client, 'archive_offering', { offering_id: room.offeringId })).toMatchObject(
      {
        reason: 'has_bookings',
      },
    );
    await call(staff.client, 'cancel_sessions', {
      session_id: room.sessionId,
      scope: 'this',
      reason: 'Rain',
    });
    await call(staff.client, 'archive_offering', { offering_id: room.offeringId });
    expect((await guest.from('offerings').select('id').eq('id', room.offeringId)).data).toEqual([]);
    const copy = await call<string>(staff.client, 'duplicate_offering', { offering_id: room.offeringId });
    const [row] =
      await studio.sql`select slug, published_at, archived_at from public.offerings where id = ${copy}`;
    expect(row).toEqual({ slug: `${room.slug}-2`, published_at: null, archived_at: null });

    const unused = await makeClassroom(studio.sql);
    await call(staff.client, 'delete_offering', { offering_id: unused.offeringId });
    expect(await studio.sql`select from public.capacity_pools where id = ${unused.poolId}`).toHaveLength(0);
  });

  it('a class does not become a course while it has dates', async () => {
    const room = await makeClassroom(studio.sql);
    expect(
      await callError(staff.client, 'save_offering', save({ kind: 'course' }, room.offeringId, 1)),
    ).toMatchObject({ status: 409, reason: 'has_dates' });
  });
});

describe('who may', () => {
  const zero = '00000000-0000-0000-0000-000000000000';
  it.each([
    ['save_offering', { offering_id: null, known_version: 0, fields: { title: 'x' } }],
    ['duplicate_offering', { offering_id: zero }],
    ['archive_offering', { offering_id: zero }],
    ['delete_offering', { offering_id: zero }],
    ['plan_dates', { offering_id: zero, plan: { local_time: '18:00' } }],
    ['preview_change', { session_id: zero, scope: 'this', changes: {} }],
    ['set_capacity', { session_id: zero, scope: 'this', capacity: 3 }],
    ['cancel_sessions', { session_id: zero, scope: 'this' }],
    ['preview_cancel', { session_id: zero, scope: 'this' }],
    ['restore_session', { session_id: zero }],
    ['remove_sessions', { session_id: zero, scope: 'this' }],
  ])('%s is for staff', async (name, args) => {
    for (const client of [guest, member.client, teacher.client])
      expect([401, 403]).toContain((await client.rpc(name, args)).status);
  });

  it('terms, closed days, rooms and rules are written by staff alone', async () => {
    const rows: [string, Record<string, unknown>][] = [
      ['terms', { name: 'Autumn', starts_on: '2027-09-01', ends_on: '2027-12-20' }],
      ['closed_days', { name: 'Feast', starts_on: '2027-12-24', ends_on: '2027-12-26' }],
      ['rooms', { name: 'Attic', slug: 'attic' }],
      [
        'cancellation_policies',
        { id: 'strict', name: 'Strict', summary: 'No.', full_until_h: 72, late_credit_percent: 0 },
      ],
    ];
    for (const [table, row] of rows) {
      for (const client of [guest, member.client, teacher.client])
        expect((await client.from(table).insert(row)).error?.code, `${table} by others`).toBe('42501');
      expect((await staff.client.from(table).insert(row)).error, table).toBeNull();
      const [key] = Object.keys(row);
      for (const client of [guest, member.client, teacher.client]) {
        const removed = await client
          .from(table)
          .delete()
          .eq(key ?? '', String(row[key ?? '']))
          .select();
        expect(removed.data ?? [], `${table} removed by others`).toEqual([]);
      }
    }
    const read = async (client: SupabaseClient) =>
      (await client.from('terms').select('name').eq('is_demo', false)).data?.length ?? 0;
    expect([await read(guest), await read(member.client), await read(teacher.client)]).toEqual([0, 0, 1]);
    const remaining = await staff.client.from('cancellation_policies').delete().eq('id', 'standard').select();
    expect(remaining.data).toEqual([]);
    const [event] = await studio.sql`select actor from public.timeline where what = 'terms added'`;
    expect(event?.actor).toBe(staff.id);
  });

  it('the tables of the programme itself are written only through functions', async () => {
    for (const client of [guest, member.client, teacher.client, staff.client]) {
      for (const table of ['offerings', 'series', 'sessions', 'questions']) {
        expect((await client.from(table).insert({})).error?.code, `insert into ${table}`).toBe('42501');
        expect((await client.from(table).delete().not('id', 'is', null)).error?.code, table).toBe('42501');
      }
    }
  });

  it('dates of a draft are read by staff, not by members', async () => {
    const { id } = await makeOffering({ title: 'Hidden' });
    await call(staff.client, 'plan_dates', plan(id, { room_id: await ownRoom(studio.sql) }));
    const seen = async (client: SupabaseClient) =>
      (await client.from('sessions').select('id').eq('offering_id', id)).data?.length;
    expect([await seen(guest), await seen(member.client), await seen(teacher.client)]).toEqual([0, 0, 0]);
    expect(await seen(staff.client)).toBeGreaterThan(0);
  });
});
