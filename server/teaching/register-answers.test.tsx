// What was answered when booking reaches the teacher: each kind of question, each way of booking, on screen with and without
// a network, and on paper.
import { renderToStaticMarkup } from 'react-dom/server';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MarkList } from '#app/dashboard/teach/register/mark-list.tsx';
import { PrintSheet } from '#app/dashboard/teach/register/print-sheet.tsx';
import { withWaiting } from '#app/dashboard/teach/register/register.ts';
import { register as registerSchema } from '#contracts/teaching.ts';
import { signUp, type TestPerson } from '../accounts/testing/people.ts';
import {
  addDate,
  bookPlaces,
  type Classroom,
  call,
  details,
  type HoldAnswer,
  makeClassroom,
  type OrderAnswer,
  type WaitAnswer,
} from '../booking/testing/classroom.ts';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';

/** The last two have the same text: both answers are kept. */
const QUESTIONS = [
  { kind: 'text', label: 'Allergies?', answer: (who: string) => `nuts & <bees>, ${who}` },
  { kind: 'choice', label: 'Who picks up?', answer: () => 'Grandfather' },
  { kind: 'yes_no', label: 'Wheelchair place?', answer: () => 'yes' },
  { kind: 'text', label: 'Anything else?', answer: (who: string) => `first of ${who}` },
  { kind: 'text', label: 'Anything else?', answer: (who: string) => `second of ${who}` },
];

let studio: StudioApp;
let room: Classroom;
let staff: TestPerson;
let parent: TestPerson;
let teacher: TestPerson;
let ids: string[];
let passCode = '';

beforeAll(async () => {
  studio = await startStudioApp();
  [staff, parent, teacher] = await Promise.all([
    signUp(studio, 'staff'),
    signUp(studio),
    signUp(studio, 'teacher'),
  ]);
  const [person] = await studio.sql`
    insert into public.people (slug, name, line, bio) values ('test-answers', 'Ana', '', '') returning id`;
  await call(staff.client, 'link_teacher', { person_id: person?.id, email: teacher.email });
  room = await makeClassroom(studio.sql, { teacherId: person?.id, capacity: 20 });
  ids = [];
  for (const [position, { kind, label }] of QUESTIONS.entries()) {
    const choices = kind === 'choice' ? ['Mother', 'Grandfather'] : [];
    const [row] =
      await studio.sql`insert into public.questions (offering_id, label, kind, choices, is_required, position)
      values (${room.offeringId}, ${label}, ${kind}, ${choices}, ${position < 3}, ${position}) returning id`;
    ids.push(row?.id);
  }
  await studio.sql`insert into public.pass_types (id, name, entries, price_cents, currency, valid_days)
    values ('test-answers', 'Ten', 10, 10000, 'EUR', 90)`;
  const sold = await call<OrderAnswer>(staff.client, 'buy', {
    kind: 'pass',
    buyer: { name: 'Pia', email: 'pia@post.example' },
    method: 'studio',
    pass_type: 'test-answers',
  });
  await call(staff.client, 'record_payment', {
    order_id: sold.order_id,
    amount_cents: 10000,
    method: 'cash',
  });
  const order = await call<OrderAnswer>(staff.client, 'booking_status', { order_token: sold.order_token });
  passCode = order.passes[0]?.code ?? '';
});
afterAll(() => studio?.close());

const attendee = (name: string, more: object = {}) => ({
  name,
  note: `note of ${name}`,
  answers: Object.fromEntries(QUESTIONS.map(({ answer }, index) => [ids[index], answer(name)])),
  ...more,
});
const guest = () => studio.newClient();
const bookFor = (client = guest(), name = '', more: object = {}) =>
  bookPlaces(client, room.sessionId, { more: { attendees: [attendee(name)], ...more } });

/** Each gives the names that must be on the register. */
const WAYS: Record<string, () => Promise<string[]>> = {
  async 'a guest'() {
    await bookFor(guest(), 'Gil');
    return ['Gil'];
  },
  async 'a group'() {
    const attendees = [attendee('Hana'), attendee('Hugo')];
    await bookPlaces(guest(), room.sessionId, { places: 2, more: { attendees } });
    return ['Hana', 'Hugo'];
  },
  async 'a parent for a child of the family'() {
    const child = await call<{ id: string }>(parent.client, 'save_family_member', {
      name: 'Kai',
      born_on: '2018-03-04',
    });
    await bookFor(parent.client, 'Kai', { attendees: [attendee('Kai', { participant_id: child.id })] });
    return ['Kai'];
  },
  async 'with a pass'() {
    await bookFor(guest(), 'Pia', { method: 'pass', pass_code: passCode });
    return ['Pia'];
  },
  async 'at the desk'() {
    await call(staff.client, 'book_for_person', {
      session_id: room.sessionId,
      buyer: { name: 'Vera', email: '', phone: '+351 902' },
      attendees: [attendee('Ivo', { born_on: '2017-05-06' })],
    });
    return ['Ivo'];
  },
  async 'from the waiting list'() {
    const [{ seats = 0 } = {}] =
      await studio.sql`select seats from public.capacity_pools where id = ${room.poolId}`;
    await studio.sql`update public.capacity_pools set capacity = ${seats} where id = ${room.poolId}`;
    const person = { name: 'Wim', email: 'wim@post.example', phone: '' };
    const client = guest();
    const wait = await call<WaitAnswer>(client, 'join_waitlist', {
      session_id: room.sessionId,
      places: 1,
      person,
    });
    await call(staff.client, 'set_capacity', { session_id: room.sessionId, scope: 'this', capacity: 20 });
    const { hold_token } = await call<WaitAnswer>(client, 'accept_offer', {
      waitlist_token: wait.waitlist_token,
    });
    await call(client, 'book', { hold_token, booking: details({ more: { attendees: [attendee('Wim')] } }) });
    return ['Wim'];
  },
  async 'moved from another date'() {
    const other = await addDate(studio.sql, room);
    const hold = await call<HoldAnswer>(staff.client, 'hold_places', { session_id: other, places: 1 });
    const booked = await call<OrderAnswer>(staff.client, 'book', {
      hold_token: hold.hold_token,
      booking: details({ more: { attendees: [attendee('Mo')] } }),
    });
    const order = await call<OrderAnswer>(staff.client, 'booking_status', {
      order_token: booked.order_token,
    });
    await call(staff.client, 'move_booking', {
      booking_id: order.bookings[0]?.id,
      to_session: room.sessionId,
    });
    return ['Mo'];
  },
};

it.each(Object.entries(WAYS))(
  'booked by or %s: the register has every answer and the note',
  async (_way, book) => {
    const names = await book();
    const online = await call(teacher.client, 'get_register', { session_id: room.sessionId });
    // What the phone saves and shows without a network.
    const offline = await call(teacher.client, 'sync_register', {
      session_id: room.sessionId,
      device: 'phone-0001',
      sent_at: new Date().toISOString(),
    });
    for (const answer of [online, offline]) {
      const register = v.parse(registerSchema, answer);
      const people = withWaiting(register, []).filter(({ name }) => names.includes(name));
      expect(people.map(({ name }) => name).sort()).toEqual(names);
      for (const page of [
        <MarkList key="list" people={people} onMark={() => undefined} />,
        <PrintSheet key="sheet" register={register} people={people} />,
      ]) {
        const html = renderToStaticMarkup(page);
        for (const name of names) {
          expect(html).toContain(`note of ${name}`);
          for (const { label, answer: given } of QUESTIONS) {
            expect(html).toContain(label);
            const text = given(name) === 'yes' ? 'Yes' : given(name);
            expect(html).toContain(text.replace('&', '&amp;').replace('<bees>', '&lt;bees&gt;'));
          }
        }
      }
    }
  },
);

it('asks at the desk, too: a wrong answer is rejected, and nobody gets two places on one date', async () => {
  const desk = (attendees: object[]) =>
    staff.client.rpc('book_for_person', {
      session_id: room.sessionId,
      buyer: { name: 'Olga', email: '' },
      attendees,
    });
  const wrong = { name: 'Otto', answers: { [ids[1] ?? '']: 'A stranger' } };
  expect((await desk([wrong])).error).toMatchObject({ hint: 'bad_answer' });
  expect((await desk([{ name: 'Otto' }])).error).toBeNull();
  expect((await desk([{ name: 'OTTO ' }])).error).toMatchObject({ hint: 'already_booked' });
  expect((await desk([{ name: 'Oda' }, { name: 'Oda' }])).error).toMatchObject({ hint: 'already_booked' });
});
