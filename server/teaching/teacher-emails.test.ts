// Emails to teachers about their sessions: reassigned, moved, cancelled, deleted, restored.
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BookingDate } from '#contracts/booking.ts';
import { signUp, type TestPerson } from '../accounts/testing/people.ts';
import { formatWhen } from '../booking/format-booking.ts';
import { bookPlaces, call, callError, makeClassroom } from '../booking/testing/classroom.ts';
import type { JobRunner } from '../jobs/job-runner.ts';
import { createLogger } from '../logger.ts';
import { startJobs } from '../start-jobs.ts';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';

let studio: StudioApp;
let jobs: JobRunner;
let guest: SupabaseClient;
let teacher: TestPerson;
let otherTeacher: TestPerson;
let staff: TestPerson;
let teacherId = '';
let otherTeacherId = '';
let strangerId = '';

interface Request {
  id: string;
}
interface Preview {
  recipients: { orders: number };
  teachers: {
    name: string;
    teaches: boolean;
    dates: number;
    unchanged: number;
    is_reached: boolean;
    is_self: boolean;
  }[];
}

beforeAll(async () => {
  studio = await startStudioApp();
  const { sql, outbox, siteUrl } = studio;
  jobs = await startJobs({ sql, outbox, siteUrl, log: createLogger('silent') });
  guest = studio.newClient();
  [teacher, otherTeacher, staff] = await Promise.all([
    signUp(studio, 'teacher'),
    signUp(studio, 'teacher'),
    signUp(studio, 'staff'),
  ]);
  const people = await sql<{ id: string }[]>`
    insert into public.people (slug, name, line, bio)
    values ('test-one', 'One', '', ''), ('test-two', 'Two', '', ''), ('test-three', 'Three', '', '') returning id`;
  [teacherId = '', otherTeacherId = '', strangerId = ''] = people.map(({ id }) => id);
  await call(staff.client, 'link_teacher', { person_id: teacherId, email: teacher.email });
  await call(staff.client, 'link_teacher', { person_id: otherTeacherId, email: otherTeacher.email });
});
afterAll(async () => {
  await jobs?.close();
  await studio?.close();
});

const change = (session_id: string, scope: string, changes: object) => ({ session_id, scope, changes });

/** Three sessions a week apart, created by one rule. */
async function seriesOf(inHours: number, teaches = teacherId) {
  const room = await makeClassroom(studio.sql, { teacherId: teaches, inHours, kind: 'course', dates: 3 });
  const [line] = await studio.sql`
    insert into public.series (offering_id, room_id, teacher_id, weekday, local_time, duration_min, zone, capacity, starts_on, ends_on)
    select offering_id, room_id, teacher_id, extract(isodow from local_date), local_time, 60, zone, 10, local_date, local_date + 14
    from public.sessions where id = ${room.sessionId} returning id`;
  await studio.sql`update public.sessions set series_id = ${line?.id} where offering_id = ${room.offeringId}`;
  const dates = await studio.sql<{ id: string }[]>`
    select id from public.sessions where offering_id = ${room.offeringId} order by starts_at`;
  return { ...room, ids: dates.map(({ id }) => id) };
}

async function addRoom(name: string) {
  const [room] = await studio.sql<{ id: string }[]>`
    insert into public.rooms (slug, name) values (${name.toLowerCase()}, ${name}) returning id`;
  return room?.id ?? '';
}

/** The emails to teachers that a change leads to. */
async function mailsOf(work: () => Promise<unknown>) {
  await jobs.run();
  const [{ at: since } = { at: new Date() }] = await studio.sql`select clock_timestamp() as at`;
  await work();
  await jobs.run();
  return studio.sql<{ kind: string; to_address: string; subject: string; text_body: string }[]>`
    select kind, to_address, subject, text_body from public.outbox where created_at > ${since}
      and kind in ('teaching_changed', 'teaching_cancelled', 'teaching_restored', 'teacher_changed')
    order by kind, to_address`;
}
const addressed = (mails: { kind: string; to_address: string }[]) =>
  mails.map(({ kind, to_address }) => [kind, to_address]);

describe('sessions that staff assign to someone else', () => {
  it('are previewed, and both teachers and everyone who booked get one email about all sessions', async () => {
    const course = await seriesOf(160);
    const email = 'course@post.example';
    await bookPlaces(guest, course.sessionId, { names: ['Ana'], email });
    const args = change(course.sessionId, 'all', { teacher_id: otherTeacherId });
    const preview = await call<Preview>(staff.client, 'preview_change', args);
    expect(preview.recipients.orders).toBe(1);
    expect(preview.teachers).toMatchObject([
      { name: 'One', teaches: false, dates: 3, is_reached: true },
      { name: 'Two', teaches: true, dates: 3, is_reached: true },
    ]);
    const mails = await mailsOf(() => call(staff.client, 'change_sessions', args));
    expect(mails.map(({ kind, to_address }) => [kind, to_address])).toEqual([
      ['teacher_changed', email],
      ...[teacher.email, otherTeacher.email].sort().map((to) => ['teaching_changed', to]),
    ]);
    const mailTo = (to: string) => mails.find(({ to_address }) => to_address === to);
    expect(mailTo(teacher.email)?.subject).toMatch(/^You no longer teach Class .*, 3 sessions from /);
    expect(mailTo(teacher.email)?.text_body).toContain('Two teaches Class');
    expect(mailTo(otherTeacher.email)?.subject).toMatch(/^You teach Class .*, 3 sessions from /);
    expect(mailTo(email)?.text_body).toMatch(
      /Two teaches Class .* and 2 more, instead of One\. The time and the room stay/,
    );
  });

  it('answer an open substitute request, without a second email', async () => {
    const { sessionId } = await makeClassroom(studio.sql, { teacherId, inHours: 170 });
    await bookPlaces(guest, sessionId, { names: ['Ana'] });
    const { id } = await call<Request>(teacher.client, 'request_substitute', { session_id: sessionId });
    const mails = await mailsOf(() =>
      call(staff.client, 'change_sessions', change(sessionId, 'this', { teacher_id: otherTeacherId })),
    );
    expect(mails.map(({ kind }) => kind)).toEqual([
      'teacher_changed',
      'teaching_changed',
      'teaching_changed',
    ]);
    expect((await call<Request[]>(staff.client, 'open_substitutes')).map((open) => open.id)).not.toContain(
      id,
    );
    // Back to the teacher of the class.
    const back = await mailsOf(() =>
      call(staff.client, 'change_sessions', change(sessionId, 'this', { teacher_id: null })),
    );
    expect(back.find(({ to_address }) => to_address === teacher.email)?.subject).toMatch(/^You teach /);
  });
});

describe('sessions that staff move', () => {
  it('are emailed to their teacher, with time and room before and after', async () => {
    const { ids, slug } = await seriesOf(330);
    const garden = await addRoom('Garden');
    const args = change(ids[1] ?? '', 'following', { days: 1, room_id: garden });
    const preview = await call<Preview>(staff.client, 'preview_change', args);
    expect(preview.teachers).toEqual([
      expect.objectContaining({
        name: 'One',
        teaches: true,
        dates: 2,
        unchanged: 2,
        is_reached: true,
        is_self: false,
      }),
    ]);
    const [before] = await studio.sql<Pick<BookingDate, 'starts_at' | 'ends_at' | 'zone'>[]>`
      select starts_at, ends_at, zone from public.sessions where id = ${ids[1] ?? ''}`;
    const mails = await mailsOf(() => call(staff.client, 'change_sessions', args));
    expect(addressed(mails)).toEqual([['teaching_changed', teacher.email]]);
    expect(mails[0]?.subject).toMatch(/^Sessions moved: Class .*, now 2 sessions from /);
    expect(mails[0]?.text_body).toContain(' are now at a different time and in a different room.');
    expect(mails[0]?.text_body.match(/, Garden\nbefore: .*, test-/g)).toHaveLength(2);
    expect(mails[0]?.text_body).toContain(`before: ${before && formatWhen(before)}, ${slug}`);
    // The same move again changes nothing, so nobody is notified.
    const same = change(ids[1] ?? '', 'this', { room_id: garden });
    expect((await call<Preview>(staff.client, 'preview_change', same)).teachers).toEqual([]);
    expect(await mailsOf(() => call(staff.client, 'change_sessions', same))).toEqual([]);
  });

  it('include the reason for an overlap', async () => {
    const taken = await makeClassroom(studio.sql, { teacherId: strangerId, inHours: 400 });
    const { sessionId } = await makeClassroom(studio.sql, { teacherId, inHours: 400 });
    const [mail, ...more] = await mailsOf(() =>
      call(staff.client, 'change_sessions', {
        ...change(sessionId, 'this', { room_id: taken.roomId }),
        clash_reason: 'One big evening',
      }),
    );
    expect(more).toEqual([]);
    expect(mail?.text_body).toMatch(/Before: .*, test-.*\nReason: One big evening\n/);
  });

  it('are sent to the current substitute, and to no one without an account', async () => {
    const { ids } = await seriesOf(500);
    const only = (id: string | null) => change(ids[0] ?? '', 'this', { teacher_id: id });
    await call(staff.client, 'change_sessions', only(otherTeacherId));
    await call(staff.client, 'change_sessions', change(ids[1] ?? '', 'this', { teacher_id: strangerId }));
    const later = change(ids[0] ?? '', 'all', { duration_min: 75 });
    const { teachers } = await call<Preview>(staff.client, 'preview_change', later);
    expect(teachers.map(({ name, dates, is_reached }) => [name, dates, is_reached])).toEqual([
      ['One', 1, true],
      ['Three', 1, false],
      ['Two', 1, true],
    ]);
    const mails = await mailsOf(() => call(staff.client, 'change_sessions', later));
    expect(addressed(mails)).toEqual(
      [teacher.email, otherTeacher.email].sort().map((to) => ['teaching_changed', to]),
    );
    // A teacher who gets new sessions and has one moved gets a single email about all of them.
    const both = change(ids[0] ?? '', 'all', { duration_min: 90, teacher_id: otherTeacherId });
    const [gets] = (await mailsOf(() => call(staff.client, 'change_sessions', both))).filter(
      ({ to_address }) => to_address === otherTeacher.email,
    );
    expect(gets?.text_body).toContain('you now teach 2 more sessions, and one of your sessions has moved.');
  });

  it('are no news to anyone who moves them', async () => {
    const [own] = await studio.sql<{ id: string }[]>`
      insert into public.people (slug, name, line, bio) values ('test-desk', 'Desk', '', '') returning id`;
    await call(staff.client, 'link_teacher', { person_id: own?.id, email: staff.email });
    const { sessionId } = await makeClassroom(studio.sql, { teacherId: own?.id ?? '', inHours: 620 });
    const args = change(sessionId, 'this', { days: 1 });
    expect((await call<Preview>(staff.client, 'preview_change', args)).teachers).toMatchObject([
      { name: 'Desk', is_reached: false, is_self: true },
    ]);
    expect(await mailsOf(() => call(staff.client, 'change_sessions', args))).toEqual([]);
    const given = await mailsOf(() =>
      call(staff.client, 'change_sessions', change(sessionId, 'this', { teacher_id: otherTeacherId })),
    );
    expect(addressed(given)).toEqual([['teaching_changed', otherTeacher.email]]);
  });
});

describe('sessions that staff cancel', () => {
  it('are emailed to their teacher with the reason, and again when one is restored', async () => {
    const { ids } = await seriesOf(700);
    const args = { session_id: ids[0], scope: 'all' };
    expect((await call<Preview>(staff.client, 'preview_cancel', args)).teachers).toMatchObject([
      { name: 'One', dates: 3, unchanged: 3, is_reached: true },
    ]);
    const cancel = () => call(staff.client, 'cancel_sessions', { ...args, reason: 'A burst pipe.' });
    const mails = await mailsOf(cancel);
    expect(addressed(mails)).toEqual([['teaching_cancelled', teacher.email]]);
    expect(mails[0]?.subject).toMatch(/^Cancelled: Class .*, 3 sessions from /);
    expect(mails[0]?.text_body).toContain('Reason: A burst pipe.');
    expect(await mailsOf(cancel)).toEqual([]);
    const back = await mailsOf(async () => {
      const answer = await call<Preview>(staff.client, 'restore_session', { session_id: ids[1] });
      expect(answer.teachers).toMatchObject([{ name: 'One', is_reached: true }]);
    });
    expect(addressed(back)).toEqual([['teaching_restored', teacher.email]]);
  });

  it('of the past send no email', async () => {
    const { sessionId } = await makeClassroom(studio.sql, { teacherId, inHours: -30 });
    expect(
      (await call<Preview>(staff.client, 'preview_cancel', { session_id: sessionId, scope: 'this' }))
        .teachers,
    ).toEqual([]);
    expect(await mailsOf(() => call(staff.client, 'cancel_session', { session_id: sessionId }))).toEqual([]);
  });

  it('are emailed one by one, removed silently, or deleted with their offering', async () => {
    const [single, unseen, archived, deleted] = await Promise.all([
      makeClassroom(studio.sql, { teacherId, inHours: 900 }),
      seriesOf(910),
      seriesOf(920),
      seriesOf(930),
    ]);
    const [mail] = await mailsOf(() =>
      call(staff.client, 'cancel_session', { session_id: single.sessionId, reason: 'Ill' }),
    );
    expect(mail).toMatchObject({ kind: 'teaching_cancelled', to_address: teacher.email });
    // Undoing a plan sends no email.
    expect(
      await mailsOf(() =>
        call(staff.client, 'remove_sessions', { session_id: unseen.ids[0], scope: 'this' }),
      ),
    ).toEqual([]);
    const ends: [string, () => Promise<unknown>, number][] = [
      [
        'unseen',
        () =>
          call(staff.client, 'remove_sessions', {
            session_id: unseen.ids[1],
            scope: 'following',
            notify_teachers: true,
            reason: 'Too hot',
          }),
        2,
      ],
      ['archived', () => call(staff.client, 'archive_offering', { offering_id: archived.offeringId }), 3],
      ['deleted', () => call(staff.client, 'delete_offering', { offering_id: deleted.offeringId }), 3],
    ];
    for (const { offeringId } of [archived, deleted])
      expect(
        (await call<Preview>(staff.client, 'preview_archive', { offering_id: offeringId })).teachers,
      ).toMatchObject([{ name: 'One', dates: 3 }]);
    for (const [what, work, dates] of ends) {
      const mails = await mailsOf(work);
      expect([what, ...addressed(mails)]).toEqual([what, ['teaching_cancelled', teacher.email]]);
      expect(mails[0]?.subject).toContain(`${dates} sessions from `);
    }
  });

  it('are visible to staff only', async () => {
    const { offeringId } = await makeClassroom(studio.sql, { teacherId, inHours: 990 });
    for (const client of [guest, teacher.client])
      expect(
        (await callError(client, 'preview_archive', { offering_id: offeringId })).status,
      ).toBeGreaterThan(400);
  });
});
