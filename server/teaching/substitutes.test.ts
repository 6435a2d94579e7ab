// Substitutes: who is asked, who may accept, and what each role may not do.
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

interface Request {
  id: string;
  state: string;
  found: string | null;
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

async function classOf(names: string[], inHours: number) {
  const room = await makeClassroom(studio.sql, { teacherId, inHours, capacity: 40 });
  const order = await bookPlaces(guest, room.sessionId, { places: names.length, names });
  return { ...room, order, bookings: order.bookings.map(({ id }) => id) };
}

describe('a substitute', () => {
  it('is asked for once, seen by teachers and staff, and taken over by one', async () => {
    const { sessionId } = await classOf(['Ana'], 130);
    const asked = await call<Request>(teacher.client, 'request_substitute', {
      session_id: sessionId,
      reason: 'A cold',
    });
    const again = await call<Request>(teacher.client, 'request_substitute', { session_id: sessionId });
    expect(again.id).toBe(asked.id);
    const open = await call<Request[]>(otherTeacher.client, 'open_substitutes');
    expect(open.find(({ id }) => id === asked.id)).toMatchObject({ reason: '' });
    const table = await otherTeacher.client.from('substitute_requests').select('reason');
    expect(table.error?.code).toBe('42501');
    const known = await call<Request[]>(staff.client, 'open_substitutes');
    expect(known.find(({ id }) => id === asked.id)).toMatchObject({ reason: 'A cold' });
    const take = { request_id: asked.id };
    expect(await callError(teacher.client, 'accept_substitute', take)).toMatchObject({
      reason: 'same_teacher',
    });
    expect(await callError(member.client, 'accept_substitute', take)).toMatchObject({ status: 403 });
    expect(await callError(staff.client, 'accept_substitute', take)).toMatchObject({ reason: 'no_teacher' });
    expect(
      await callError(otherTeacher.client, 'accept_substitute', { ...take, person_id: otherTeacherId }),
    ).toMatchObject({ status: 403 });
    const found = await call<Request>(otherTeacher.client, 'accept_substitute', take);
    expect(found).toMatchObject({ state: 'found', found: 'Two' });
    // Pressed twice it is still theirs; and the people of the class are theirs to see, no longer the other's.
    await call(otherTeacher.client, 'accept_substitute', take);
    await call(otherTeacher.client, 'get_register', { session_id: sessionId });
    expect(await callError(teacher.client, 'get_register', { session_id: sessionId })).toMatchObject({
      status: 403,
    });
    await jobs.run();
    const mails = await studio.sql<{ kind: string; to_address: string; text_body: string }[]>`
      select kind, to_address, text_body from public.outbox where kind like 'substitute_%' order by kind, to_address`;
    for (const { text_body } of mails) expect(text_body).not.toContain('A cold');
    expect(
      mails.filter(({ kind }) => kind === 'substitute_found').map(({ to_address }) => to_address),
    ).toEqual(expect.arrayContaining([teacher.email, otherTeacher.email, staff.email]));
    expect(mails.map(({ to_address }) => to_address)).not.toContain(member.email);
  });

  it('is emailed to the people who booked: one email per order, and none for cancelled bookings', async () => {
    const { sessionId } = await classOf(['Ana', 'Ben'], 134);
    const gone = await bookPlaces(guest, sessionId, { names: ['Cleo'], email: 'cleo@post.example' });
    await call(guest, 'cancel_bookings', {
      order_token: gone.order_token,
      booking_ids: gone.bookings.map(({ id }) => id),
    });
    const { id } = await call<Request>(teacher.client, 'request_substitute', { session_id: sessionId });
    const notified = () =>
      studio.sql<{ to_address: string; subject: string; text_body: string }[]>`
        select m.to_address, m.subject, m.text_body from public.outbox m where m.kind = 'teacher_changed'`;
    await jobs.run();
    const before = (await notified()).length;
    await call(otherTeacher.client, 'accept_substitute', { request_id: id });
    await call(otherTeacher.client, 'accept_substitute', { request_id: id });
    await jobs.run();
    const emails = (await notified()).slice(before);
    expect(emails).toHaveLength(1);
    expect(emails[0]?.subject).toMatch(/^New teacher for Class .*: Two,/);
    expect(emails[0]?.text_body).toContain('instead of One');
    expect(emails[0]?.text_body).toContain('Ana');
  });

  it('is emailed only to people who want it; the substitute is always notified', async () => {
    const choose = (person: TestPerson, change: object) =>
      person.client.from('profiles').update(change).eq('user_id', person.id).select('user_id');
    expect((await choose(otherTeacher, { wants_substitute_calls: false })).data).toHaveLength(1);
    await choose(otherTeacher, { wants_substitute_news: false });
    await choose(staff, { wants_substitute_news: false });
    expect(
      (await choose({ ...staff, client: member.client }, { wants_substitute_calls: false })).data,
    ).toEqual([]);
    await jobs.run();
    const [{ at: since } = { at: new Date() }] = await studio.sql`select clock_timestamp() as at`;
    const { sessionId } = await classOf(['Ana'], 137);
    const { id } = await call<Request>(teacher.client, 'request_substitute', { session_id: sessionId });
    await jobs.run();
    await call(otherTeacher.client, 'accept_substitute', { request_id: id });
    await jobs.run();
    const mails = await studio.sql<{ kind: string; to_address: string }[]>`
      select kind, to_address from public.outbox where kind like 'substitute_%' and created_at > ${since}`;
    const to = (wanted: string) => mails.filter(({ kind }) => kind === wanted).map((mail) => mail.to_address);
    expect(to('substitute_asked')).toContain(staff.email);
    expect(to('substitute_asked')).not.toContain(otherTeacher.email);
    expect(to('substitute_found')).toEqual(expect.arrayContaining([teacher.email, otherTeacher.email]));
    expect(to('substitute_found')).not.toContain(staff.email);
  });

  it('excludes people who teach elsewhere at that time', async () => {
    const { sessionId } = await classOf(['Ana'], 140);
    const busy = await makeClassroom(studio.sql, { teacherId: otherTeacherId, inHours: 140.5 });
    const { id } = await call<Request>(teacher.client, 'request_substitute', { session_id: sessionId });
    const clash = { status: 409, reason: 'clash', message: `Two teaches Class ${busy.slug} at that time.` };
    expect(await callError(otherTeacher.client, 'accept_substitute', { request_id: id })).toMatchObject(
      clash,
    );
    expect(
      await callError(staff.client, 'accept_substitute', { request_id: id, person_id: otherTeacherId }),
    ).toMatchObject(clash);
    expect(await callError(otherTeacher.client, 'withdraw_substitute', { request_id: id })).toMatchObject({
      status: 404,
    });
    expect(await call<Request>(teacher.client, 'withdraw_substitute', { request_id: id })).toMatchObject({
      state: 'withdrawn',
    });
    expect(await callError(otherTeacher.client, 'accept_substitute', { request_id: id })).toMatchObject({
      reason: 'taken',
    });
  });
});
