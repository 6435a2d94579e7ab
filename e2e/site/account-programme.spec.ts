import type { APIRequestContext, Browser } from '@playwright/test';
import sharp from 'sharp';
import { enter, expect, OWNER, OWNER_STATE, test, toastWith } from './account.ts';
import { studioDatabase } from './classroom.ts';
import { ready, slot } from './visitor.ts';

interface Studio {
  browser: Browser;
  baseURL: string | undefined;
  request: APIRequestContext;
}

test('the owner makes a class with a picture and a weekly series, publishes it, and the first person books', async ({
  ownerPage: page,
  browser,
  baseURL,
}) => {
  await page.goto('/dashboard');
  await ready(page);
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Classes' }).click();
  await page.getByRole('link', { name: 'New class or event' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'New class or event' })).toBeVisible();
  await page.getByLabel('Title', { exact: true }).fill('Clay for slow hands');
  await page.getByLabel('Summary').fill('A wheel, a lump, an hour without a phone.');
  await page.getByLabel('Price in EUR').fill('18,50');
  // Anyone who works here can teach: no profile has to be written first.
  await page.getByLabel('Taught by').selectOption({ label: 'Marta Reis' });
  await expect(toastWith(page, 'Profile added for Marta Reis')).toBeVisible();
  // Leaving with something unsaved asks first.
  await page.getByRole('link', { name: 'Classes' }).first().click();
  await expect(slot(page, 'confirm-dialog')).toContainText('not been saved');
  await page.getByRole('button', { name: 'Stay on page' }).click();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Clay for slow hands' })).toBeVisible();

  await page.getByRole('button', { name: 'Choose picture' }).click();
  const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#7a5c46' } })
    .jpeg()
    .toBuffer();
  await slot(page, 'picture-dialog')
    .locator('input[type="file"]')
    .setInputFiles({ name: 'clay.jpg', mimeType: 'image/jpeg', buffer: photo });
  await page.getByLabel('What it shows').fill('Two hands on a wheel');
  await page.getByRole('textbox', { name: 'Credit' }).fill('Ana Sol');
  await page.getByRole('button', { name: 'Save and use picture' }).click();
  await expect(page.getByRole('img', { name: 'Two hands on a wheel' })).toBeVisible();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(toastWith(page, 'Changes saved')).toBeVisible();

  const plan = page.getByRole('form', { name: 'Add sessions' });
  await plan.getByLabel('Thursday').check();
  // An unfinished plan counts as unsaved too.
  await page.getByRole('link', { name: 'Classes' }).first().click();
  await slot(page, 'confirm-dialog').getByRole('button', { name: 'Stay on page' }).click();
  await plan.getByLabel('Starts at').fill('07:15');
  await plan.getByLabel('Length in minutes').fill('45');
  await plan.getByLabel('Room', { exact: true }).selectOption('new');
  await plan.getByLabel('Name of the room').fill('kiln room');
  await plan.getByRole('button', { name: 'Preview sessions' }).click();
  await expect(plan.getByText('10 sessions.')).toBeVisible();
  await plan.getByRole('checkbox', { name: /^Thu/ }).last().uncheck();
  await plan.getByRole('button', { name: 'Add 9 sessions' }).click();
  await expect(toastWith(page, '9 sessions added')).toBeVisible();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Published', { exact: true })).toBeVisible();

  const visitor = await (await browser.newContext({ baseURL })).newPage();
  await visitor.goto('/classes/clay-for-slow-hands');
  await ready(visitor);
  await expect(visitor.getByRole('img', { name: 'Two hands on a wheel' })).toBeVisible();
  await expect(visitor.getByText('Thursdays 07:15–08:00')).toBeVisible();
  await expect(visitor.getByText('Marta Reis').first()).toBeVisible();
  await visitor.getByRole('link', { name: 'Book a place' }).click();
  await visitor.getByLabel('Your name', { exact: true }).fill('Clara Nunes');
  await visitor.getByLabel('Email', { exact: true }).fill('clara@post.example');
  await visitor.getByRole('checkbox', { name: 'I accept the cancellation policy' }).check();
  await visitor.getByRole('button', { name: /^Book for/ }).click();
  await expect(visitor.getByRole('heading', { level: 1, name: 'You are booked' })).toBeVisible();
  await visitor.context().close();
  await page.locator('.date-rows a').first().click();
  await expect(page.getByRole('row', { name: /Clara Nunes/ })).toBeVisible();

  // The message links to the bookings that prevent archiving.
  await page.getByRole('main').getByRole('link', { name: 'Clay for slow hands' }).click();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await page.getByRole('button', { name: 'Archive offering' }).click();
  await expect(toastWith(page, '1 upcoming session has bookings')).toBeVisible();
  await page.getByRole('button', { name: 'View sessions' }).click();
  await expect(page.getByText('1 session of Clay for slow hands, upcoming.')).toBeVisible();
});

test('staff move a session by mouse, by keyboard and by finger, see who is notified, and are warned of a clash', async ({
  ownerPage: page,
  browser,
  baseURL,
  request,
}) => {
  const database = studioDatabase(request);
  const [testClass, taken] = [
    await database.addClass({ inDays: 17 }),
    await database.addClass({ inDays: 18 }),
  ];
  const read = async (id: string) => {
    const [date] = await database.read<{ local_date: string; local_time: string; room_id: string }>(
      `sessions?id=eq.${id}&select=local_date,local_time,room_id`,
    );
    return date as NonNullable<typeof date>;
  };
  const [before, other] = [await read(testClass.sessionId), await read(taken.sessionId)];
  const isMonday = new Date(`${before.local_date}T12:00:00Z`).getUTCDay() === 1;
  await page.setViewportSize({ width: 1440, height: 1500 });
  await page.goto(`/dashboard/calendar?day=${before.local_date}`);
  await ready(page);
  const own = page.getByRole('button', { name: new RegExp(testClass.title) });
  const target = page.getByRole('region', { name: isMonday ? /^Sunday/ : /^Monday/ });
  await own.dragTo(target.getByRole('list'), { targetPosition: { x: 20, y: 200 } });
  const sheet = slot(page, 'sheet');
  await expect(sheet).toContainText('No bookings, so nobody is notified.');
  await sheet.getByRole('button', { name: 'Save changes' }).click();
  await expect(target.getByRole('button', { name: new RegExp(testClass.title) })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(target.getByRole('button', { name: new RegExp(testClass.title) })).toHaveCount(0);

  // By keyboard, onto another session: rejected until a reason is given.
  await own.focus();
  await page.keyboard.press('Enter');
  await sheet.getByLabel('Room').selectOption(other.room_id);
  await sheet.getByLabel('Day').fill(other.local_date);
  // Escape asks before it discards what was typed.
  await page.keyboard.press('Escape');
  await slot(page, 'confirm-dialog').getByRole('button', { name: 'Stay on page' }).click();
  await expect(sheet).toContainText(taken.title);
  await expect(sheet.getByRole('button', { name: 'Save despite clash' })).toBeDisabled();
  await sheet.getByLabel('Reason for the overlap').fill('One big evening');
  await sheet.getByRole('button', { name: 'Save despite clash' }).click();
  await expect(sheet).toHaveCount(0);
  const reason = () => database.read(`sessions?id=eq.${testClass.sessionId}&select=clash_reason`);
  await expect.poll(reason).toEqual([{ clash_reason: 'One big evening' }]);

  await moveByFinger({ browser, baseURL, request });
});

/** A long press drags a session to another day, and a swipe scrolls. */
async function moveByFinger({ browser, baseURL, request }: Studio): Promise<void> {
  const database = studioDatabase(request);
  const testClass = await database.addClass({ inDays: 31 });
  const read = () =>
    database.read<{ local_date: string; local_time: string }>(
      `sessions?id=eq.${testClass.sessionId}&select=local_date,local_time`,
    );
  const [before] = await read();
  const day = new Date(`${before?.local_date}T12:00:00Z`);
  const isMonday = day.getUTCDay() === 1;
  day.setUTCDate(day.getUTCDate() + (isMonday ? 1 : -1));
  const wanted = day.toISOString().slice(0, 10);
  const context = await browser.newContext({
    storageState: OWNER_STATE,
    baseURL,
    hasTouch: true,
    viewport: { width: 390, height: 1100 },
  });
  const page = await context.newPage();
  await page.goto(`/dashboard/calendar?day=${before?.local_date}`);
  await ready(page);
  const own = page.getByRole('button', { name: new RegExp(testClass.title) });
  const target = page.locator(`[data-zone="${wanted}"]`);
  const devtools = await context.newCDPSession(page);
  const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
  const middleOf = async (box = own.boundingBox()) => {
    const { x, y, width, height } = (await box) ?? { x: 0, y: 0, width: 0, height: 0 };
    return { x: x + width / 2, y: y + height / 2 };
  };
  const flag = page.locator('.drag-flag');

  await own.evaluate((button) => button.scrollIntoView({ block: 'center', behavior: 'instant' }));
  const start = await middleOf();
  await finger('touchStart', start);
  await expect(flag).toContainText(testClass.title);
  // The edge of the other day that lies nearest.
  const edge = isMonday ? target.getByRole('heading') : target.getByRole('button', { name: 'Add a session' });
  const end = await middleOf(edge.boundingBox());
  await finger('touchMove', { x: start.x, y: (start.y + end.y) / 2 });
  await finger('touchMove', { x: start.x, y: end.y });
  await expect(target).toHaveAttribute('data-target');
  await finger('touchEnd');
  const sheet = slot(page, 'sheet');
  await expect(sheet.getByLabel('Day')).toHaveValue(wanted);
  await expect(sheet).toContainText('No bookings, so nobody is notified.');
  await sheet.getByRole('button', { name: 'Save changes' }).click();
  await expect.poll(read).toEqual([{ ...before, local_date: wanted }]);
  await expect(sheet).toHaveCount(0);

  await own.evaluate((button) => button.scrollIntoView({ block: 'center', behavior: 'instant' }));
  const swipe = await middleOf();
  const scrolled = await page.evaluate(() => scrollY);
  await finger('touchStart', swipe);
  for (const by of [20, 60, 120]) await finger('touchMove', { x: swipe.x, y: swipe.y + by });
  await finger('touchEnd');
  await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(scrolled);
  await expect(flag).toHaveCount(0);
  await context.close();
}

test('two people who edit one class are warned, and neither loses their changes', async ({
  ownerPage: page,
  page: second,
  person,
  request,
}) => {
  const database = studioDatabase(request);
  const testClass = await database.addClass();
  await database.insert('roles', { user_id: person.id, role: 'staff' });
  await enter(second.context(), person.session);
  for (const one of [page, second]) {
    await one.goto(`/dashboard/offerings/${testClass.offeringId}`);
    await ready(one);
  }
  await expect(page.getByText(`Also open: ${person.name}.`)).toBeVisible();
  await expect(second.getByText(`Also open: ${OWNER.name}.`)).toBeVisible();
  await page.getByLabel('Summary').fill('The first to save.');
  await second.getByLabel('Summary').fill('The second.');
  await second.getByLabel('What to bring').fill('An apron');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(toastWith(page, 'Changes saved')).toBeVisible();
  await expect(second.getByText(`${OWNER.name} has changed this since you opened it.`)).toBeVisible();
  // Someone moves a session: the page shows it at once, and unsaved input stays.
  await database.patch(`sessions?id=eq.${testClass.sessionId}`, { local_time: '17:40' });
  await expect(second.getByRole('link', { name: /17:40/ })).toBeVisible();
  await expect(second.getByLabel('Summary')).toHaveValue('The second.');
  await second.getByRole('button', { name: 'Save changes' }).click();
  await expect(second.getByRole('heading', { name: /saved this while you were editing/ })).toBeVisible();
  await second.getByRole('button', { name: 'Use their summary' }).click();
  await second.getByRole('button', { name: 'Save my version' }).click();
  await expect(toastWith(second, 'Changes saved')).toBeVisible();
  await expect(second.getByLabel('Summary')).toHaveValue('The first to save.');
  await expect(second.getByLabel('What to bring')).toHaveValue('An apron');
});
