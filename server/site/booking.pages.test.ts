// Booking without scripts: every step is a form and a page.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDate, bookPlaces, call, countsOf, makeClassroom } from '../booking/testing/classroom.ts';
import { createPlainVisitor, fieldNamed, type PlainVisitor } from '../testing/plain-visitor.ts';
import { first, textOf } from '../testing/read-html.ts';
import { startSite, type TestSite } from '../testing/start-site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.close());

const BUYER = { 'Your name': 'Clara Nunes', Email: 'clara@post.example' };
const AGREED = { 'I accept the cancellation policy': 'on' };
const heading = (visitor: PlainVisitor) => textOf(first(visitor.page, 'h1'));
const spoken = (visitor: PlainVisitor) => textOf(first(visitor.page, 'main'));

it('a place is held, booked and cancelled', async () => {
  const { sessionId, poolId } = await makeClassroom(site.sql, { asksProof: true });
  const visitor = createPlainVisitor(site);
  await visitor.open(`/book/${sessionId}`);
  expect(spoken(visitor)).toContain('Book for €48');
  await visitor.send(/^Book for/, { ...BUYER, ...AGREED, Email: 'nobody' });
  expect(spoken(visitor)).toContain('Enter a valid email address');
  expect(fieldNamed(visitor.page, 'Your name').value).toBe('Clara Nunes');
  expect(await countsOf(site.sql, poolId)).toMatchObject({ seats: 0, held: 1 });
  await visitor.send(/^Book for/, { ...BUYER, ...AGREED });
  expect(spoken(visitor)).toContain('You are booked');
  expect(await countsOf(site.sql, poolId)).toMatchObject({ seats: 1, held: 0 });
  await visitor.send(/^Cancel/);
  expect(heading(visitor)).toBe('Booking cancelled');
  expect(await countsOf(site.sql, poolId)).toMatchObject({ seats: 0 });
});

it('the page of a booking shows the dates of those who still come', async () => {
  const room = await makeClassroom(site.sql);
  const other = await addDate(site.sql, room);
  const order = await bookPlaces(site.service, room.sessionId, { places: 2, names: ['Ama', 'Ben'] });
  const { order_token, bookings } = order;
  const [ama, ben] = bookings.map(({ id }) => id);
  const visitor = createPlainVisitor(site);
  const open = async () => {
    await visitor.open(`/booking/${order_token}`);
    return spoken(visitor);
  };
  await call(site.service, 'move_booking', { booking_id: ama, to_session: other, order_token });
  expect(await open()).toContain('and 1 more');
  await call(site.service, 'cancel_bookings', { booking_ids: [ben], order_token });
  expect(await open()).not.toContain('and 1 more');
});

it('a Portuguese form asks to accept the policy in Portuguese before and while a place is held', async () => {
  const summary = 'Cancele até à véspera.';
  await site.sql`update public.cancellation_policies set translations = ${{ pt: { summary } }}`;
  const { sessionId } = await makeClassroom(site.sql);
  const page = `/pt/book/${sessionId}`;
  expect(await (await site.fetch(page)).text()).toContain(summary);
  const held = await site.fetch(`${page}.data`, {
    method: 'POST',
    headers: { origin: site.siteUrl },
    body: new URLSearchParams({ intent: 'hold', places: '1' }),
  });
  const answer = await held.text();
  expect([held.status, answer]).toEqual([200, expect.stringContaining('hold_token')]);
  expect(answer).toContain(summary);
  expect(answer).not.toContain('full refund');
});

it('a pass and a voucher are bought in the shop', async () => {
  const visitor = createPlainVisitor(site);
  await visitor.open('/passes');
  expect(spoken(visitor)).toMatch(/You keep €\d+ with dates of .+ The pass pays off from \d dates on\./);
  await visitor.follow('Buy Ten entries for €160');
  expect(heading(visitor)).toContain('Ten entries');
  await visitor.send('Buy for €160', { Name: 'Clara Nunes', Email: 'nobody' });
  expect(spoken(visitor)).toContain('Enter a valid email address');
  await visitor.send('Buy for €160', { Email: 'clara@post.example' });
  expect(visitor.path).toMatch(/^\/booking\//);
  expect(spoken(visitor)).toContain('€160');

  await visitor.open('/passes');
  await visitor.send(/^Buy voucher/, { Name: 'Clara Nunes', Email: 'clara@post.example' });
  expect(visitor.path).toMatch(/^\/booking\//);
  expect(spoken(visitor)).toContain('€50');

  await visitor.open('/passes?buy=sold-out');
  expect(visitor.path).toBe('/passes');
});
