// The register, notes and messages, and what each role may not see or do of them.
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signUp, type TestPerson } from '../accounts/testing/people.ts';
import { bookPlaces, call, callError, makeClassroom } from '../booking/testing/classroom.ts';
import type { JobRunner } from '../jobs/job-runner.ts';
import { createLogger } from '../logger.ts';
import { startJobs } from '../start-jobs.ts';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';

let studio: StudioApp;
let jobs: JobRunner;
let guest: SupabaseClient;
let member: TestPerson;
let teacher: TestPerson;
let otherTeacher: TestPerson;
let staff: TestPerson;
let teacherId = '';
let otherTeacherId = '';

interface Register {
  people: {
    booking_id: string;
    name: string;
    mark: string | null;
    version: number | null;
    call: string | null;
    rival: { mark: string; by: string } | null;
  }[];
  notes: { id: string; body: string; is_mine: boolean }[];
}

beforeAll(async () => {
  studio = await startStudioApp();
  const { sql, outbox, siteUrl } = studio;
  jobs = await startJobs({ sql, outbox, siteUrl, log: createLogger('silent') });
  guest = studio.newClient();
  [member, teacher, otherTeacher, staff] = await Promise.all([
    signUp(studio),
    signUp(studio, 'teacher'),
    signUp(studio, 'teacher'),
    signUp(studio, 'staff'),
  ]);
  const people = await sql<{ id: string }[]>`
    insert into public.people (slug, name, line, bio) values ('test-one', 'One', '', ''), ('test-two', 'Two', '', '') returning id`;
  [teacherId = '', otherTeacherId = ''] = people.map(({ id }) => id);
  await call(staff.client, 'link_teacher', { person_id: teacherId, email: teacher.email });
  await call(staff.client, 'link_teacher', { person_id: otherTeacherId, email: otherTeacher.email });
});
afterAll(async () => {
  await jobs?.close();
  await studio?.close();
});

const at = (minute: number) => new Date(Date.UTC(2026, 0, 5, 18, minute)).toISOString();
const sync = (
  client: SupabaseClient,
  session_id: string,
  device: string,
  marks: { booking_id?: string; mark: string; marked_at: string; seen?: number | null }[],
  more: object = {},
) =>
  call<Register>(client, 'sync_register', {
    session_id,
    device,
    sent_at: new Date().toISOString(),
    marks,
    ...more,
  });

async function classOf(names: string[], inHours: number) {
  const room = await makeClassroom(studio.sql, { teacherId, inHours, capacity: 40 });
  const order = await bookPlaces(guest, room.sessionId, { places: names.length, names });
  return { ...room, order, bookings: order.bookings.map(({ id }) => id) };
}

describe('the register of phones without a network', () => {
  it('thirty marks of two phones arrive twice, at once and in any order: nothing is lost or doubled', async () => {
    const room = await makeClassroom(studio.sql, { teacherId, inHours: 30, capacity: 40 });
    const bookings: string[] = [];
    for (let party = 0; party < 5; party++)
      bookings.push(...(await bookPlaces(guest, room.sessionId, { places: 6 })).bookings.map(({ id }) => id));
    const marks = (value: string, minute: number) =>
      bookings.map((booking_id) => ({ booking_id, mark: value, marked_at: at(minute) }));
    const [early, late] = [marks('present', 1).slice(0, 20), marks('late', 2).slice(10)];
    await Promise.all([
      sync(teacher.client, room.sessionId, 'phone-one', early),
      sync(staff.client, room.sessionId, 'phone-two', late),
      sync(staff.client, room.sessionId, 'phone-two', late.toReversed()),
      sync(teacher.client, room.sessionId, 'phone-one', early.slice(5)),
    ]);
    const { people } = await call<Register>(teacher.client, 'get_register', { session_id: room.sessionId });
    expect(people).toHaveLength(30);
    expect(people.filter(({ mark }) => mark === 'present')).toHaveLength(10);
    expect(people.filter(({ mark }) => mark === 'late')).toHaveLength(20);
    const saved = await teacher.client.from('attendance_marks').select('id').eq('session_id', room.sessionId);
    expect(saved.data).toHaveLength(40);
    // Ten people were marked by both, neither knowing of the other.
    expect(people.filter(({ rival }) => rival?.mark === 'present')).toHaveLength(10);
  });

  it('the latest mark counts, whichever arrives last; the other one is shown until someone saw both', async () => {
    const { sessionId, bookings } = await classOf(['Ana'], 40);
    const booking_id = bookings[0];
    await sync(teacher.client, sessionId, 'phone-one', [{ booking_id, mark: 'present', marked_at: at(5) }]);
    const after = await sync(staff.client, sessionId, 'phone-two', [
      { booking_id, mark: 'absent', marked_at: at(3) },
    ]);
    expect(after.people[0]).toMatchObject({ mark: 'present', rival: { mark: 'absent' } });
    const settled = await sync(staff.client, sessionId, 'phone-two', [
      { booking_id, mark: 'late', marked_at: at(9), seen: after.people[0]?.version ?? null },
    ]);
    expect(settled.people[0]).toMatchObject({ mark: 'late', rival: null });
  });

  it('one phone that changes its mind has no rival but itself', async () => {
    const { sessionId, bookings } = await classOf(['Ana'], 50);
    const booking_id = bookings[0];
    await sync(teacher.client, sessionId, 'phone-one', [{ booking_id, mark: 'absent', marked_at: at(1) }]);
    const after = await sync(teacher.client, sessionId, 'phone-one', [
      { booking_id, mark: 'late', marked_at: at(2), seen: null },
    ]);
    expect(after.people[0]).toMatchObject({ mark: 'late', rival: null });
  });

  it('a phone whose clock is a day behind or ahead does not decide by it', async () => {
    const { sessionId, bookings } = await classOf(['Ana'], 60);
    const booking_id = bookings[0];
    const clock = (ms: number) => new Date(Date.now() + ms).toISOString();
    const day = 86_400_000;
    await call(teacher.client, 'sync_register', {
      session_id: sessionId,
      device: 'phone-fast',
      sent_at: clock(day),
      marks: [{ booking_id, mark: 'absent', marked_at: clock(day - 60_000) }],
    });
    const after = await call<Register>(teacher.client, 'sync_register', {
      session_id: sessionId,
      device: 'phone-slow',
      sent_at: clock(-day),
      marks: [{ booking_id, mark: 'present', marked_at: clock(-day - 10_000) }],
    });
    expect(after.people[0]?.mark).toBe('present');
  });

  it('a mark of someone else’s class, or no mark at all, changes nothing and says so', async () => {
    const { sessionId } = await classOf(['Ana'], 70);
    const elsewhere = await classOf(['Rui'], 80);
    const marks = [{ booking_id: elsewhere.bookings[0], mark: 'present', marked_at: at(1) }];
    expect((await sync(teacher.client, sessionId, 'phone-one', marks)).people[0]?.mark).toBeNull();
    const bad = { session_id: sessionId, device: 'phone-one', sent_at: null };
    expect(
      await callError(teacher.client, 'sync_register', { ...bad, marks: [{ mark: 'asleep' }] }),
    ).toMatchObject({ status: 422, reason: 'bad_marks' });
    expect(await callError(teacher.client, 'sync_register', { ...bad, device: '' })).toMatchObject({
      reason: 'bad_device',
    });
  });

  it('a note written without a network is there once', async () => {
    const { sessionId } = await classOf(['Ana'], 90);
    const note = { id: crypto.randomUUID(), body: ' We reached bar 40. ', written_at: at(50) };
    await sync(teacher.client, sessionId, 'phone-one', [], { notes: [note] });
    const { notes } = await sync(teacher.client, sessionId, 'phone-one', [], { notes: [note] });
    expect(notes).toMatchObject([{ id: note.id, body: 'We reached bar 40.', is_mine: true }]);
    await otherTeacher.client.from('session_notes').delete().eq('id', note.id);
    expect((await teacher.client.from('session_notes').select('id').eq('id', note.id)).data).toHaveLength(1);
    await teacher.client.from('session_notes').delete().eq('id', note.id);
    expect((await teacher.client.from('session_notes').select('id').eq('id', note.id)).data).toEqual([]);
  });
});

describe('[STUDIO-9] who sees the people of a class', () => {
  it('its teacher and staff; a child’s phone to call, never a grown-up’s', async () => {
    const room = await makeClassroom(studio.sql, { teacherId, inHours: 100 });
    await bookPlaces(guest, room.sessionId, {
      more: {
        buyer: { name: 'Clara', email: 'clara@post.example', phone: '+351 900' },
        attendees: [{ name: 'Tomás', born_on: '2017-02-01' }],
      },
    });
    await bookPlaces(guest, room.sessionId, {
      more: {
        buyer: { name: 'Rui', email: 'rui@post.example', phone: '+351 901' },
        attendees: [{ name: 'Rui' }],
      },
    });
    const args = { session_id: room.sessionId };
    const { people } = await call<Register>(teacher.client, 'get_register', args);
    expect(people.map(({ name, call: phone }) => [name, phone])).toEqual([
      ['Rui', null],
      ['Tomás', '+351 900'],
    ]);
    // Booked at the desk without a birthday: the class is for children.
    const children = await makeClassroom(studio.sql, { teacherId, inHours: 517, ages: { from: 6, to: 10 } });
    await call(staff.client, 'book_for_person', {
      session_id: children.sessionId,
      buyer: { name: 'Vera', email: '', phone: '+351 902' },
      attendees: [{ name: 'Ivo' }],
      method: 'studio',
    });
    const register = await call<Register>(teacher.client, 'get_register', { session_id: children.sessionId });
    expect(register.people.map(({ name, call: phone }) => [name, phone])).toEqual([['Ivo', '+351 902']]);
    await call(staff.client, 'get_register', args);
    for (const [client, status] of [
      [otherTeacher.client, 403],
      [member.client, 403],
      [guest, 401],
    ] as const)
      for (const name of ['get_register', 'sync_register', 'request_substitute', 'message_class']) {
        const asked = {
          get_register: args,
          sync_register: { ...args, device: 'phone-one', sent_at: null, marks: [] },
          request_substitute: args,
          message_class: { ...args, subject: 'x', body: 'y' },
        }[name];
        expect((await callError(client, name, asked)).status, name).toBe(status);
      }
  });

  it('everyone’s timetable is for staff, the own one for teachers, none for members', async () => {
    const room = await makeClassroom(studio.sql, { teacherId, inHours: 110 });
    const [{ day } = { day: '' }] = await studio.sql<{ day: string }[]>`
      select local_date::text as day from public.sessions where id = ${room.sessionId}`;
    const span = { from_day: day, days: 1 };
    const ids = async (client: SupabaseClient, more = {}) =>
      (await call<{ sessions: { id: string }[] }>(client, 'my_teaching', { ...span, ...more })).sessions.map(
        ({ id }) => id,
      );
    expect(await ids(teacher.client)).toContain(room.sessionId);
    expect(await ids(otherTeacher.client)).not.toContain(room.sessionId);
    expect(await ids(staff.client)).not.toContain(room.sessionId);
    expect(await ids(staff.client, { all_teachers: true })).toContain(room.sessionId);
    expect(await callError(teacher.client, 'my_teaching', { ...span, all_teachers: true })).toMatchObject({
      status: 403,
    });
    expect(await callError(member.client, 'my_teaching', span)).toMatchObject({ status: 403 });
    expect(
      await callError(teacher.client, 'my_teaching', { from_day: '2026-01-01', days: 366 }),
    ).toMatchObject({ status: 422 });
  });

  it('marks and requests are written by no one directly', async () => {
    for (const client of [guest, member.client, teacher.client, staff.client])
      for (const table of ['attendance', 'attendance_marks', 'substitute_requests', 'person_accounts']) {
        expect((await client.from(table).insert({})).error?.code, table).toBe('42501');
        expect((await client.from(table).delete().not('session_id', 'is', null)).error, table).not.toBeNull();
      }
    expect((await member.client.from('substitute_requests').select('id')).data).toEqual([]);
    for (const client of [member.client, teacher.client])
      for (const name of ['link_teacher', 'teaching_accounts'])
        expect(
          await callError(client, name, name === 'link_teacher' ? { person_id: teacherId, email: '' } : {}),
        ).toMatchObject({ status: 403 });
  });
});

describe('a message to the class', () => {
  it('goes to everyone with a place, once, and five times a day at most', async () => {
    const room = await makeClassroom(studio.sql, { teacherId, inHours: 120 });
    const write = { session_id: room.sessionId, subject: 'Bring a cup', body: 'We drink tea.' };
    expect(await callError(teacher.client, 'message_class', write)).toMatchObject({ reason: 'nobody_there' });
    await bookPlaces(guest, room.sessionId, { email: 'one@post.example' });
    await bookPlaces(guest, room.sessionId, { email: 'two@post.example', places: 2 });
    const atDesk = (name: string, phone: string) =>
      call(staff.client, 'book_for_person', {
        session_id: room.sessionId,
        attendees: [{ name }],
        buyer: { name, email: '', phone },
        method: 'studio',
      });
    await atDesk('Zoe', '+351 912 000 111');
    expect(await call(teacher.client, 'message_class', write)).toEqual({
      emails: 2,
      without_email: [{ name: 'Zoe', phone: '+351 912 000 111' }],
    });
    expect(await callError(teacher.client, 'message_class', write)).toMatchObject({
      status: 409,
      reason: 'sent_already',
    });
    for (let turn = 1; turn < 5; turn++)
      await call(teacher.client, 'message_class', { ...write, body: `Tea number ${turn}.` });
    expect(await callError(staff.client, 'message_class', { ...write, body: 'More tea.' })).toMatchObject({
      status: 429,
    });
    await jobs.run();
    const sent = await studio.sql`
      select to_address, text_body from public.outbox
      where kind = 'class_message' and text_body like '%We drink tea.%' order by 1`;
    expect(sent.map(({ to_address }) => to_address)).toEqual(['one@post.example', 'two@post.example']);
    const [sender] = await studio.sql`select name from public.profiles where user_id = ${teacher.id}`;
    expect(sent[0]?.text_body).toContain(`Sent by ${sender?.name},`);
  });
});

describe('an account that teaches', () => {
  it('is linked by its address, belongs to one person, and brings the role', async () => {
    const newcomer = await signUp(studio);
    const [person] = await studio.sql<{ id: string }[]>`
      insert into public.people (slug, name, line, bio) values ('test-three', 'Three', '', '') returning id`;
    const link = (email: string) => ({ person_id: person?.id, email });
    expect(await callError(staff.client, 'link_teacher', link('nobody@example.com'))).toMatchObject({
      reason: 'no_account',
    });
    expect(await callError(staff.client, 'link_teacher', link(teacher.email))).toMatchObject({
      reason: 'linked',
    });
    await call(staff.client, 'link_teacher', link(newcomer.email.toUpperCase()));
    expect(await call(newcomer.client, 'my_teaching')).toMatchObject({ is_linked: true, sessions: [] });
    const shown = await call<{ name: string; email: string | null }[]>(staff.client, 'teaching_accounts');
    expect(shown).toContainEqual({ person_id: person?.id, name: 'Three', email: newcomer.email });
    await call(staff.client, 'link_teacher', link(''));
    expect(await call<{ name: string }[]>(staff.client, 'teaching_accounts')).not.toContainEqual(
      expect.objectContaining({ name: 'Three' }),
    );
  });
});

describe('someone who is to teach for the first time', () => {
  it('is offered by the name of the account, becomes one person however often, and has a week of classes', async () => {
    const newcomer = await signUp(studio, 'teacher');
    const offered = async () =>
      (await call<{ user_id: string }[]>(staff.client, 'teacher_candidates')).map(({ user_id }) => user_id);
    expect(await offered()).toContain(newcomer.id);
    expect(await offered()).not.toContain(teacher.id);
    expect(await offered()).not.toContain(member.id);
    const made = await Promise.all(
      Array.from({ length: 4 }, () => call<string>(staff.client, 'make_teacher', { account: newcomer.id })),
    );
    expect(new Set(made).size).toBe(1);
    expect(await offered()).not.toContain(newcomer.id);
    const room = await makeClassroom(studio.sql, { teacherId: made[0] ?? '', inHours: 48 });
    expect(await call(newcomer.client, 'my_teaching')).toMatchObject({
      is_linked: true,
      sessions: [{ id: room.sessionId }],
    });
  });

  it('is made by staff alone, and only of people who work here', async () => {
    for (const { client } of [member, teacher])
      for (const name of ['make_teacher', 'teacher_candidates'])
        expect(
          await callError(client, name, name === 'make_teacher' ? { account: member.id } : {}),
        ).toMatchObject({
          status: 403,
        });
    expect((await guest.rpc('make_teacher', { account: teacher.id })).error).not.toBeNull();
    expect((await guest.rpc('teacher_candidates')).error).not.toBeNull();
    expect(await callError(staff.client, 'make_teacher', { account: member.id })).toMatchObject({
      reason: 'no_account',
    });
  });
});

describe('who edits the same thing', () => {
  it.each([
    ['staff', 'editing:post:1', 2],
    ['staff', 'elsewhere', 0],
    ['teacher', 'editing:post:1', 0],
    ['member', 'editing:post:1', 0],
  ] as const)('is sent to staff only: %s on %s', async (person, topic, readable) => {
    const { id } = { staff, teacher, member }[person];
    const claims = JSON.stringify({ sub: id, role: 'authenticated', aal: 'aal1' });
    const seen = await studio.sql.begin(async (within) => {
      await within`select realtime.onda_probe(${topic})`;
      await within`select set_config('realtime.topic', ${topic}, true), set_config('request.jwt.claims', ${claims}, true)`;
      await within`set local role authenticated`;
      const rows = await within`
        select id from realtime.messages where id = current_setting('realtime.onda_probe')::uuid`;
      const canBroadcast = await within
        .savepoint(
          (inside) => inside`
            insert into realtime.messages (topic, extension, event, private, broadcasted_at)
            values (${topic}, 'presence', 'probe', true, now())`,
        )
        .then(
          () => true,
          () => false,
        );
      return { rows: rows.length, canTell: canBroadcast };
    });
    expect(seen).toEqual({ rows: readable, canTell: readable > 0 });
  });
});
