// What members read of their bookings, in the language of the page, or in the one that they chose for their calendar.
import { RouterContextProvider } from 'react-router';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadBookings } from '#app/dashboard/bookings/load-bookings.server.ts';
import { langOf, localized, type Marks } from '#app/language/in-language.ts';
import { loadOrder } from '#app/site/booking/booking-page.server.ts';
import { loader as calendarLoader } from '#app/site/booking/private-calendar.ts';
import { type SiteContext, siteContext } from '#app/site-context.ts';
import { signUp, type TestPerson } from '../accounts/testing/people.ts';
import { inLanguage } from '../language/current-language.ts';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';
import { bookPlaces, call, makeClassroom, type OrderAnswer } from './testing/classroom.ts';
import { ENGLISH, makeTranslatedClass } from './testing/translated-class.ts';

const codes = ['en', 'pt'];
const inSite = <Value>(code: string, write: () => Value) =>
  inLanguage(code, write, { base: code === 'en' ? '' : `/${code}`, codes });

let studio: StudioApp;
let member: TestPerson;
let order: OrderAnswer;
let context: SiteContext;

beforeAll(async () => {
  studio = await startStudioApp();
  await studio.sql`update public.studio set languages = '{en,pt}'`;
  member = await signUp(studio);
  const room = await makeTranslatedClass(studio.sql);
  order = await bookPlaces(member.client, room.sessionId, { email: member.email });
  context = {
    backend: member.client,
    visitor: async () => ({ user: null, roles: [] }),
    settings: { siteUrl: studio.siteUrl },
    now: new Date(),
    inLanguage: inSite,
  } as unknown as SiteContext;
});
afterAll(() => studio?.close());

const own = () => ({ me: member.id, now: new Date(), siteUrl: studio.siteUrl });

it('bookings and next dates of a member name class and room in the page’s language', async () => {
  const next = await member.client.rpc('my_next_dates');
  await inSite('pt', async () => {
    const { upcoming, calendarUrl } = await loadBookings(context.backend, own());
    expect(upcoming.map(({ offering }) => offering?.title)).toEqual(['Barro à mão']);
    expect(calendarUrl).toMatch(`${studio.siteUrl}/pt/calendar/`);
    expect(localized(next.data)).toMatchObject([{ title: 'Barro à mão', room: 'Forno' }]);
    const page = await loadOrder(context, order.order_token);
    expect(page.order.dates).toMatchObject([{ title: 'Barro à mão', room: 'Forno', teacher: 'Irmã Ana' }]);
    expect(JSON.stringify(page.order)).not.toMatch(ENGLISH);
  });
  await inSite('en', async () => {
    const { upcoming } = await loadBookings(context.backend, own());
    expect(upcoming.map(({ offering }) => offering?.title)).toEqual(['Clay by hand']);
  });
});

it('a class that is not translated keeps its name, marked with its language', async () => {
  const room = await makeClassroom(studio.sql, { capacity: 1, inHours: 96 });
  await bookPlaces(member.client, room.sessionId, { email: member.email });
  const other = await signUp(studio);
  await call(other.client, 'join_waitlist', {
    session_id: room.sessionId,
    places: 1,
    person: { name: 'Wim', email: other.email },
  });
  await inSite('pt', async () => {
    const { upcoming } = await loadBookings(context.backend, own());
    const untranslated = upcoming.find(({ offering }) => offering?.title === `Class ${room.slug}`);
    expect(langOf(untranslated?.offering, 'title')).toEqual({ lang: 'en', dir: 'ltr' });
    const theirs = await loadBookings(other.client as unknown as SiteContext['backend'], {
      ...own(),
      me: other.id,
    });
    expect(langOf(theirs.waitlist[0] as Marks, 'title')).toEqual({ lang: 'en', dir: 'ltr' });
  });
});

it('a private calendar is in the language that its holder chose, else in that of its address', async () => {
  const file = `${await call<string>(member.client, 'my_calendar_link')}.ics`;
  const read = (code: string) =>
    inSite(code, async () => {
      const provider = new RouterContextProvider();
      provider.set(siteContext, context);
      const args = { context: provider, params: { file } } as unknown as Parameters<typeof calendarLoader>[0];
      return (await (await calendarLoader(args)).text()).replaceAll('\r\n ', '');
    });
  const english = await read('en');
  expect(english).toContain('SUMMARY:Clay by hand');
  expect(english).toContain('LOCATION:Kiln\\, 1 Quay');
  const portuguese = await read('pt');
  expect(portuguese).toContain('SUMMARY:Barro à mão');
  expect(portuguese).toContain('LOCATION:Forno\\, Cais 1');
  expect(portuguese).toMatch(`URL:${studio.siteUrl}/pt/classes/barro-`);
  await member.client.from('profiles').update({ language: 'pt' }).eq('user_id', member.id);
  const chosen = await read('en');
  expect(chosen).toContain('SUMMARY:Barro à mão');
  expect(chosen).toMatch(`URL:${studio.siteUrl}/pt/classes/barro-`);
});
