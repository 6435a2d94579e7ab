import type { Locator, Page, Request } from '@playwright/test';
import ICAL from 'ical.js';
import { studioDatabase } from './classroom.ts';
import { findings } from './page-checks.ts';
import { expect, ready, slot, test } from './visitor.ts';

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

async function hold(page: Page, sessionId: string, places = 'One') {
  await page.goto(`/book/${sessionId}`);
  await ready(page);
  await page.getByRole('radio', { name: places, exact: true }).check();
  await field(page, 'Your name').fill('Clara');
  await expect(page.getByRole('timer')).toBeVisible();
  await expect(page).toHaveURL(/\?hold=/);
}

async function sayWho(page: Page, { name = 'Clara Nunes', email = 'clara@post.example' } = {}) {
  await field(page, 'Your name').fill(name);
  await field(page, 'Email').fill(email);
}
const agree = (page: Page) =>
  page.getByRole('checkbox', { name: 'I accept the cancellation policy' }).check();
const book = (page: Page) => page.getByRole('button', { name: /^Book for/ }).click();

test('a visitor finds a class, books a place, takes it to the calendar and moves it by the link alone', async ({
  page,
  request,
  context,
}) => {
  const database = studioDatabase(request);
  const testClass = await database.addClass();
  await database.patch('booking_settings?id=is.true', { transfer_account: 'DE00 1234, onda' });
  await page.goto(`/classes/${testClass.slug}`);
  await ready(page);
  await page.getByRole('link', { name: 'Book a place' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'How many people are coming?' })).toBeVisible();
  await page.getByRole('button', { name: 'One place more' }).click();
  await expect(page.getByRole('button', { name: 'Book for €48' })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Place 2' })).toBeVisible();
  await page.getByRole('button', { name: 'One place fewer' }).click();
  await expect(page.getByRole('group', { name: 'Place 2' })).toBeHidden();
  await sayWho(page);
  await expect(page.getByRole('timer')).toHaveText(/^(10:00|9:\d\d)$/);
  await agree(page);
  await page.getByRole('radio', { name: 'By bank transfer' }).check();
  await book(page);
  await expect(page.getByRole('heading', { level: 1, name: 'You are booked' })).toBeVisible();
  const number = await page.locator('.booked-number').textContent();
  // The ticket: the class's name, its code in the first view of a phone, the calendar first.
  await expect(page.getByRole('heading', { level: 1, name: testClass.title })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('img', { name: `QR code that opens booking ${number}` })).toBeInViewport({
    ratio: 1,
  });
  await page.setViewportSize({ width: 1280, height: 720 });
  const actions = page.locator('.ticket-actions').getByRole('link');
  await expect(actions.first()).toHaveText('Add to calendar');
  await expect
    .poll(async () => database.read(`outbox?text_body=like.*${number}*&select=kind,to_address`))
    .toEqual([{ kind: 'booking_confirmation', to_address: 'clara@post.example' }]);
  const receipt = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(receipt.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  const file = await request.get(`${new URL(page.url()).pathname}/calendar.ics`);
  expect(file.headers()['content-type']).toContain('text/calendar');
  const [event] = new ICAL.Component(ICAL.parse(await file.text())).getAllSubcomponents('vevent');
  expect(new ICAL.Event(event).summary).toBe(testClass.title);
  const link = new URL(page.url()).pathname;
  await page.goto(`/classes/${testClass.slug}`);
  await expect(page.getByText('7 of 8 places left')).toBeVisible();
  const elsewhere = await context.newPage();
  await elsewhere.goto(link);
  await elsewhere.locator('summary', { hasText: 'Change date' }).click();
  await elsewhere.getByRole('button', { name: 'Change date' }).click();
  await expect
    .poll(() => database.read(`capacity_pools?id=eq.${testClass.poolId}&select=seats`))
    .toEqual([{ seats: 0 }]);
});

test('a form sent while its places are being held, or before, takes one check and books once', async ({
  page,
  request,
}) => {
  const database = studioDatabase(request);
  const testClass = await database.addClass();
  await page.clock.install();
  await page.goto(`/book/${testClass.sessionId}`);
  await ready(page);
  const isHold = (sent: Request) => sent.method() === 'POST' && sent.url().includes('/book/');
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  let isHolding = false;
  let checks = 0;
  // The check of the hold itself passes.
  await page.route('**/bot-check/challenge', async (route) => {
    if (isHolding) {
      checks += 1;
      await second.promise;
    }
    await route.continue();
  });
  await page.route('**/book/**', async (route) => {
    isHolding ||= isHold(route.request());
    await first.promise;
    await route.continue();
  });
  const held = page.waitForRequest(isHold);
  await page.getByRole('button', { name: 'One place more' }).click();
  await held;
  await page.getByRole('button', { name: 'One place fewer' }).click();
  await sayWho(page);
  await agree(page);
  const checked = page.waitForRequest('**/bot-check/challenge');
  first.resolve();
  await checked;
  await book(page);
  second.resolve();
  await expect(page.getByRole('heading', { level: 1, name: 'You are booked' })).toBeVisible();
  expect(checks).toBe(1);
  await page.unrouteAll();

  const asked: string[] = [];
  page.on('request', (sent) => {
    if (sent.method() === 'POST' && new URL(sent.url()).pathname.startsWith('/booking/'))
      asked.push(sent.url());
  });
  await page.goto(`/book/${testClass.sessionId}`);
  await ready(page);
  await sayWho(page);
  await agree(page);
  await book(page);
  await expect(page.getByRole('heading', { level: 1, name: 'You are booked' })).toBeVisible();
  // Longer than typing must pause before places are held: nothing is asked of the next page.
  await page.clock.fastForward(1500);
  await page.getByRole('button', { name: /^Cancel/ }).click();
  await expect(slot(page, 'confirm-dialog')).toBeVisible();
  expect(asked).toEqual([]);
  expect(await database.read(`capacity_pools?id=eq.${testClass.poolId}&select=seats,held`)).toEqual([
    { seats: 2, held: 0 },
  ]);
});

test.describe('a parent', () => {
  // The browser itself logs what is lost and rejected.
  test.use({ expectsComplaints: true });
  test('corrects mistakes, loses the network and nothing typed, books two children and cancels one', async ({
    page,
    request,
    context,
  }) => {
    const database = studioDatabase(request);
    const testClass = await database.addClass({ ageTo: 12 });
    await database.insert('questions', {
      offering_id: testClass.offeringId,
      label: 'Cloth',
      kind: 'choice',
      choices: ['Grey', 'Red'],
    });
    await hold(page, testClass.sessionId, 'Two');
    await look(page, 'wide');
    const child = (number: number) => page.getByRole('group', { name: `Place ${number}` });
    for (const number of [1, 2]) await child(number).getByLabel('Date of birth').fill('2017-05-04');
    await child(1).getByLabel('Name of this person').fill('Tomás');
    await sayWho(page, { email: 'nobody' });
    await book(page);
    await expect(page.getByRole('alert')).toHaveText('Check the 3 marked fields.');
    await expect(field(page, 'Email')).toBeFocused();
    const name = child(2).getByLabel('Name of this person');
    await expect(name).toHaveAccessibleDescription(/Enter a name for this place/);
    const policy = page.getByRole('checkbox', { name: 'I accept the cancellation policy' });
    await expect(policy).toHaveAccessibleDescription(/Accept the cancellation policy/);
    await look(page, 'on a phone');
    await name.fill('Ama');
    await agree(page);
    await book(page);
    await expect(page.getByRole('alert')).toContainText('Enter a valid email address');
    await expect(field(page, 'Email')).toHaveAttribute('aria-invalid', 'true');
    await expect(field(page, 'Your name')).toHaveValue('Clara Nunes');
    await sayWho(page);
    await context.setOffline(true);
    await book(page);
    await expect(page.getByRole('alert')).toContainText('may be offline');
    await expect(field(page, 'Your name')).toHaveValue('Clara Nunes');
    await context.setOffline(false);
    await book(page);
    await expect(page.getByRole('heading', { level: 1, name: 'You are booked' })).toBeVisible();
    await look(page, 'wide');
    await page.getByRole('button', { name: 'Cancel booking for Tomás' }).click();
    await expect(slot(page, 'confirm-dialog')).toContainText('You will not be charged.');
    await slot(page, 'confirm-dialog').getByRole('button', { name: 'Cancel booking' }).click();
    await expect(page.getByText('Cancelled', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Cancel booking for Ama' })).toBeVisible();
    expect(await database.read(`capacity_pools?id=eq.${testClass.poolId}&select=seats`)).toEqual([
      { seats: 1 },
    ]);
  });
});

/** What axe finds, wide by day or on a phone at night. */
async function look(page: Page, how: 'wide' | 'on a phone'): Promise<void> {
  const isWide = how === 'wide';
  await page.emulateMedia({ colorScheme: isWide ? 'light' : 'dark', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: isWide ? 1440 : 390, height: 900 });
  expect(await findings(page)).toEqual([]);
}

test('a held place survives reload, back, the end of its time and a second tab, and a double click books once', async ({
  page,
  request,
  context,
}) => {
  const database = studioDatabase(request);
  const testClass = await database.addClass();
  await hold(page, testClass.sessionId);
  const address = page.url();
  await page.reload();
  await expect(page.getByRole('timer')).toBeVisible();
  await page.goBack();
  await page.goForward();
  await expect(page).toHaveURL(address);
  await database.patch(`holds?pool_id=eq.${testClass.poolId}`, {
    expires_at: new Date(Date.now() - 1000).toISOString(),
  });
  await page.reload();
  await ready(page);
  await expect(page.getByText('The time ran out and others can book')).toBeVisible();
  const second = await context.newPage();
  await second.goto(address);
  await sayWho(page);
  await agree(page);
  await page.getByRole('button', { name: /^Book for/ }).dblclick();
  await expect(page.getByRole('heading', { level: 1, name: 'You are booked' })).toBeVisible();
  await sayWho(second);
  await agree(second);
  await book(second);
  await expect(second.getByRole('heading', { level: 1, name: 'You are booked' })).toBeVisible();
  expect(await database.read(`capacity_pools?id=eq.${testClass.poolId}&select=seats,held`)).toEqual([
    { seats: 1, held: 0 },
  ]);
});

test('someone joins the waiting list, sees their position, is offered a place and accepts it', async ({
  page,
  request,
}) => {
  const database = studioDatabase(request);
  const testClass = await database.addClass({ capacity: 1 });
  const taken = await database.call<{ hold_token: string }>('hold_places', {
    session_id: testClass.sessionId,
  });
  await page.goto(`/book/${testClass.sessionId}`);
  await ready(page);
  await look(page, 'on a phone');
  await field(page, 'Name').fill('Wim');
  await field(page, 'Email').fill('wim@post.example');
  await page.getByRole('button', { name: 'Join the waiting list' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Your position on the waiting list' }),
  ).toBeVisible();
  await expect(page.getByText('Position 1')).toBeAttached();
  await look(page, 'wide');
  await database.call('release_hold', { hold_token: taken.hold_token });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'A place is free' })).toBeVisible();
  // Hours by day; the night is not counted (server/booking/promises.test.ts).
  await expect(page.getByRole('timer')).toHaveText(/^\d+:\d\d:\d\d$/);
  await page.getByRole('button', { name: 'Accept the place' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Who is coming?' })).toBeVisible();
});

test('a visitor finds and books a class within a minute, by keyboard alone, on a phone, on a slow network', async ({
  page,
  request,
}) => {
  const testClass = await studioDatabase(request).addClass({ priceCents: 0 });
  await page.setViewportSize({ width: 390, height: 800 });
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  // A phone at the edge of its cell: half a megabit, and a third of a second there and back.
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 300,
    downloadThroughput: 62_500,
    uploadThroughput: 31_250,
  });
  const { keyboard } = page;
  // Each step may take its time; together they have the minute after which a test ends.
  const until = async (target: Locator) => {
    for (let step = 0; step < 60; step++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await keyboard.press('Tab');
    }
    throw new Error(`the keyboard does not reach ${target}`);
  };
  await page.goto('/');
  await ready(page);
  await until(page.getByRole('button', { name: 'Menu' }));
  await keyboard.press('Enter');
  await until(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Search' }));
  await keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Search the studio' })).toBeFocused();
  await keyboard.type(testClass.title);
  await expect(page.getByRole('option', { name: new RegExp(testClass.title) })).toBeVisible();
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: testClass.title })).toBeFocused();
  await until(page.getByRole('link', { name: /^Book for / }).first());
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'How many people are coming?' })).toBeFocused();
  await until(page.getByRole('textbox', { name: /^Your name/ }));
  await keyboard.type('Clara Nunes');
  await keyboard.press('Tab');
  await keyboard.type('clara@post.example');
  await until(page.getByRole('checkbox', { name: /I accept the cancellation policy/ }));
  await keyboard.press('Space');
  await until(page.getByRole('button', { name: 'Book for free' }));
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'You are booked' })).toBeVisible();
});
