// Errors of the booking functions: every problem at its field, and limits for guests without proof.
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readApiError } from '#app/features/booking/api-error.ts';
import { signUp } from '../accounts/testing/people.ts';
import { type BotCheck, createBotCheck } from '../http-kit/bot-check.ts';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';
import {
  bookPlaces,
  call,
  callError,
  countsOf,
  details,
  type HoldAnswer,
  makeClassroom,
} from './testing/classroom.ts';

let studio: StudioApp;
let guest: SupabaseClient;
let botCheck: BotCheck;

beforeAll(async () => {
  studio = await startStudioApp();
  guest = studio.newClient();
  botCheck = createBotCheck({
    sql: studio.sql,
    secret: 'a secret of this test',
    onFailure: () => undefined,
  });
});
afterAll(() => studio?.close());

/** The fields that an error names, in order, and their messages. */
async function problems(name: string, args: Record<string, unknown>): Promise<[string, string][]> {
  const { error, status } = await guest.rpc(name, args);
  expect(status).toBe(422);
  const details = JSON.parse(error?.details ?? '{}') as { problems: { field: string; message: string }[] };
  expect(error?.message).toBe(details.problems[0]?.message);
  // Worded from the catalogue it is the same, field by field.
  const unworded = { ...details, problems: details.problems.map((problem) => ({ ...problem, message: '' })) };
  expect(
    readApiError({ message: '', hint: error?.hint ?? null, details: JSON.stringify(unworded) }),
  ).toMatchObject({
    message: error?.message,
    fields: Object.fromEntries(details.problems.map(({ field, message }) => [field, message])),
  });
  return details.problems.map(({ field, message }) => [field, message]);
}

describe('a form with many problems gets all of them at once', () => {
  it('when booking: the buyer, each person, each answer, the payment, the policy', async () => {
    const room = await makeClassroom(studio.sql);
    const [question] = await studio.sql`
      insert into public.questions (offering_id, label, kind, choices, is_required)
      values (${room.offeringId}, 'Which loom?', 'choice', ${['Tall', 'Low']}, true) returning id`;
    const { hold_token } = await call<HoldAnswer>(guest, 'hold_places', {
      session_id: room.sessionId,
      places: 2,
    });
    const booking = {
      buyer: { name: ' ', email: 'nobody', phone: '1'.repeat(41) },
      attendees: [
        { name: '', born_on: '2999-01-01', answers: {} },
        { name: 'Ama', born_on: 'spring', answers: { [question?.id]: 'Wide' } },
      ],
      method: 'pass',
      pass_code: 'NONE',
    };
    expect(await problems('book', { hold_token, booking })).toEqual([
      ['name', 'Enter your name.'],
      ['email', 'Enter a valid email address.'],
      ['phone', 'Use at most 40 characters.'],
      ['attendees.0.name', 'Enter a name for this place.'],
      ['attendees.0.born_on', 'The date of birth must be in the past.'],
      [`attendees.0.answers.${question?.id}`, 'Answer this question: Which loom?'],
      ['attendees.1.born_on', 'Enter a date of birth such as 2015-04-30.'],
      [`attendees.1.answers.${question?.id}`, 'Choose one of the answers: Which loom?'],
      ['pass_code', 'No valid pass has this code.'],
      ['accepts_policy', 'Accept the cancellation policy.'],
    ]);
    const good = { [question?.id]: 'Low' };
    await call(guest, 'book', {
      hold_token,
      booking: details({
        more: {
          attendees: [
            { name: 'Tom', answers: good },
            { name: 'Ama', answers: good },
          ],
        },
      }),
    });
    const rows = await studio.sql`select answers from public.bookings where pool_id = ${room.poolId}`;
    expect(rows.map(({ answers }) => answers)).toEqual([{ 'Which loom?': 'Low' }, { 'Which loom?': 'Low' }]);
  });

  it('a child’s date of birth is asked for where a class has ages', async () => {
    const room = await makeClassroom(studio.sql, { ages: { from: 7, to: 12 } });
    const { hold_token } = await call<HoldAnswer>(guest, 'hold_places', { session_id: room.sessionId });
    const attendees = [{ name: 'Mia', born_on: '' }];
    expect(await problems('book', { hold_token, booking: details({ more: { attendees } }) })).toEqual([
      ['attendees.0.born_on', 'Enter the date of birth: this class is for certain ages.'],
    ]);
  });

  it('the same person cannot have two places on one date', async () => {
    const room = await makeClassroom(studio.sql);
    const parent = await signUp(studio);
    await call(parent.client, 'save_family_member', { name: 'Leo', born_on: null, note: '' });
    const family = await call<{ id: string; name: string }[]>(parent.client, 'my_family');
    const leo = { participant_id: family.find(({ name }) => name === 'Leo')?.id };
    const book = async (client: SupabaseClient, attendees: object[]) => {
      const { hold_token } = await call<HoldAnswer>(client, 'hold_places', {
        session_id: room.sessionId,
        places: attendees.length,
      });
      const { error } = await client.rpc('book', { hold_token, booking: details({ more: { attendees } }) });
      return error?.hint;
    };
    expect(await book(guest, [{ name: 'Rui' }, { name: 'rui ' }])).toBe('already_booked');
    expect(await book(parent.client, [leo, leo])).toBe('already_booked');
    expect(await book(parent.client, [leo, { name: 'Leo' }])).toBeUndefined();
    expect(await book(parent.client, [leo])).toBe('already_booked');
    // What others say about a family is not answered.
    expect(await book(guest, [{ ...leo, name: 'Leo' }])).toBe('no_such_person');
  });

  it('a guest cannot book for someone of another family', async () => {
    const room = await makeClassroom(studio.sql);
    const { hold_token } = await call<HoldAnswer>(guest, 'hold_places', { session_id: room.sessionId });
    const attendees = [{ participant_id: crypto.randomUUID(), name: 'Nobody' }];
    expect(await problems('book', { hold_token, booking: details({ more: { attendees } }) })).toEqual([
      ['attendees.0.participant_id', 'This person is not in your family.'],
    ]);
  });

  it('when waiting and when buying', async () => {
    const room = await makeClassroom(studio.sql, { capacity: 1 });
    await bookPlaces(guest, room.sessionId);
    expect(
      (await problems('join_waitlist', { session_id: room.sessionId, places: 99, person: {} })).map(
        ([f]) => f,
      ),
    ).toEqual(['name', 'email', 'places']);
    const order = { kind: 'voucher', buyer: { email: 'x' }, method: 'gold', amount_cents: 3 };
    expect((await problems('buy', order)).map(([field]) => field)).toEqual([
      'amount',
      'name',
      'email',
      'method',
    ]);
  });
});

describe('guests bring the proof of the human check, or get only a part', () => {
  const limits = (percent: number, perHour: number, maxHolds = 8) => studio.sql`
    update public.booking_settings
    set unproven_percent = ${percent}, unproven_per_hour = ${perHour}, max_holds = ${maxHolds}`;
  const hold = (sessionId: string, proof?: string, client = guest) =>
    client.rpc('hold_places', { session_id: sessionId, proof });

  it('of thirty at once without proof two get a quarter of eight places; with proof anybody goes on', async () => {
    const room = await makeClassroom(studio.sql, { capacity: 8, asksProof: true });
    await limits(25, 40);
    const answers = await Promise.all(Array.from({ length: 30 }, () => hold(room.sessionId)));
    expect(answers.filter(({ error }) => !error)).toHaveLength(2);
    for (const { error, status } of answers.filter(({ error }) => error))
      expect([status, error?.hint]).toEqual([429, 'prove_human']);
    const proven = await Promise.all(
      Array.from({ length: 6 }, async () => hold(room.sessionId, await botCheck.vouch())),
    );
    expect(proven.map(({ error }) => error)).toEqual(Array(6).fill(null));
    expect((await countsOf(studio.sql, room.poolId)).held).toBe(8);
  });

  it('a proof counts once, and not after it expires; an error does not use it up', async () => {
    const room = await makeClassroom(studio.sql, { capacity: 1, asksProof: true });
    const other = await makeClassroom(studio.sql, { capacity: 4, asksProof: true });
    await limits(25, 40);
    await hold(room.sessionId);
    await hold(other.sessionId);
    const proof = await botCheck.vouch();
    expect((await hold(room.sessionId, proof)).error?.hint).toBe('full');
    expect((await hold(other.sessionId, proof)).error).toBeNull();
    expect((await hold(other.sessionId, proof)).error?.hint).toBe('prove_human');
    expect((await hold(other.sessionId, 'made up')).error?.hint).toBe('prove_human');
    const late = await botCheck.vouch();
    await studio.sql`update private.bot_checks set expires_at = now() - interval '1 second' where used_at is null`;
    expect((await hold(other.sessionId, late)).error?.hint).toBe('prove_human');
  });

  it('booking does not make room for more without proof; cancelling does', async () => {
    const room = await makeClassroom(studio.sql, { capacity: 4, asksProof: true });
    await limits(25, 40);
    const order = await bookPlaces(guest, room.sessionId);
    expect((await hold(room.sessionId)).error?.hint).toBe('prove_human');
    await call(guest, 'cancel_bookings', {
      booking_ids: [order.bookings[0]?.id],
      order_token: order.order_token,
    });
    expect((await hold(room.sessionId)).error).toBeNull();
  });

  it('someone without a name of their own is a guest; a member needs no proof, up to a number of holds', async () => {
    const room = await makeClassroom(studio.sql, { capacity: 20, asksProof: true });
    await limits(0, 40, 3);
    await hold(room.sessionId);
    const nameless = studio.newClient();
    await nameless.auth.signInAnonymously();
    expect((await hold(room.sessionId, undefined, nameless)).error?.hint).toBe('prove_human');
    const member = await signUp(studio);
    for (let held = 0; held < 3; held++)
      expect((await hold(room.sessionId, undefined, member.client)).error).toBeNull();
    expect(await callError(member.client, 'hold_places', { session_id: room.sessionId })).toMatchObject({
      status: 429,
      reason: 'too_many_holds',
    });
  });

  it('and limits the emails through the waiting list and the shop', async () => {
    const room = await makeClassroom(studio.sql, { capacity: 1 });
    await bookPlaces(guest, room.sessionId);
    await studio.sql`delete from private.unproven_acts`;
    await limits(25, 1);
    const join = (name: string, proof?: string) =>
      guest.rpc('join_waitlist', {
        session_id: room.sessionId,
        places: 1,
        person: { name: name, email: `${name}@post.example` },
        proof,
      });
    expect((await join('one')).error).toBeNull();
    expect((await join('two')).error?.hint).toBe('prove_human');
    expect((await join('two', await botCheck.vouch())).error).toBeNull();
    const buy = (proof?: string) =>
      guest.rpc('buy', {
        kind: 'voucher',
        buyer: { name: 'Clara', email: 'clara@post.example' },
        method: 'studio',
        amount_cents: 5000,
        proof,
      });
    expect((await buy()).error).toBeNull();
    expect((await buy()).error?.hint).toBe('prove_human');
    expect((await buy(await botCheck.vouch())).error).toBeNull();
  });
});
