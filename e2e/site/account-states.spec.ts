// What every room says besides its content: that it is on its way, that it is not yours, that nobody answered, that
// something typed is not kept. The rooms are those of the menus themselves, so a new one is tested without a word here.
import { randomBytes } from 'node:crypto';
import type { APIRequestContext, Route } from '@playwright/test';
import { enter, expect, makePerson, test, toastWith } from './account.ts';
import { studioDesk } from './classroom.ts';
import { ready, slot } from './visitor.ts';

// A request that is cut off is written to the console by the browser itself.
test.use({ expectsComplaints: true });

test('each role reads in every room that is not in its menu whose it is and how to get out', async ({
  ownerPage,
  browser,
  baseURL,
  post,
  request,
}) => {
  test.slow();
  const { areas, rooms } = await everyRoom(ownerPage.request);
  expect(rooms.length).toBeGreaterThan(40);
  const visit = async (role: 'member' | 'teacher' | 'host' | 'staff') => {
    const person = await makePerson(baseURL ?? '', post, `A ${role}`);
    if (role !== 'member') await studioDesk(request).insert('roles', { user_id: person.id, role });
    const context = await browser.newContext({ baseURL });
    await enter(context, person.session);
    const menu = await roomsIn(context.request, '/dashboard');
    // Rooms beneath a closed one are closed by the same door: knocked at by the role that has the fewest keys.
    const tried = role === 'member' ? rooms : [...areas, ...rooms.filter((room) => HOSTLESS.test(room))];
    const closed = tried.filter(
      (room) => !menu.includes(areaOf(room)) || (role === 'host' && HOSTLESS.test(room)),
    );
    expect(closed.length, role).toBeGreaterThan(role === 'staff' ? 3 : 20);
    for (const room of closed) {
      const answer = await context.request.get(room);
      const page = await answer.text();
      expect(answer.status(), `${role} at ${room}`).toBe(403);
      expect(page, `${role} at ${room}`).toContain('This room is not yours.');
      expect(page, `${role} at ${room}`).toMatch(new RegExp(`It belongs to [a-z ]*${whose(room)}\\.`));
      expect(page, `${role} at ${room}`).toContain('aria-label="Dashboard"');
    }
    for (const [room, words] of [
      ['no-such-room', 'There is no such room.'],
      ['bookings/00000000-0000-4000-8000-000000000000', 'There is no such room.'],
    ]) {
      const answer = await context.request.get(`/dashboard/${room}`);
      expect(answer.status(), room).toBe(404);
      expect(await answer.text(), room).toContain(words);
    }
    await context.close();
  };
  await Promise.all((['member', 'teacher', 'host', 'staff'] as const).map(visit));
});

/** The end of the sentence that says whose a room is. */
function whose(room: string): string {
  const isOwners = /^\/dashboard\/(import|export|settings|system)/.test(room);
  return isOwners ? 'the studio’s owner' : 'the studio’s staff';
}

/** Hosts have four rooms of the radio; the rest of it is for staff. */
const HOSTLESS = /^\/dashboard\/radio\/(?!(live|library|recordings)$)/;

test('a room that breaks says so inside the frame, and opens when it is tried again', async ({
  ownerPage: page,
}) => {
  test.slow();
  await page.goto('/dashboard');
  await ready(page);
  const menu = page.getByRole('navigation', { name: 'Dashboard' });
  const rooms = await menu
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  let isSlow = true;
  const answer = (route: Route) => route.fulfill({ status: 500, body: '<h1>Internal Server Error</h1>' });
  await page.route(/\.data(\?|$)/, (route) => {
    if (isSlow) return void setTimeout(() => void route.continue(), 1500);
    return answer(route);
  });
  await page.route(/\/(rest\/v1|api)\//, (route) => (isSlow ? route.continue() : answer(route)));
  await menu.getByRole('link', { name: 'Bookings' }).click();
  await expect(page.getByRole('progressbar', { name: 'Opening' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Bookings' })).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Opening' })).toHaveCount(0);
  isSlow = false;
  // Where one is already is only read again: that is for the next test.
  for (const room of [...rooms.slice(2), ...rooms.slice(0, 2).toReversed()]) {
    const link = menu.locator(`a[href="${room}"]`);
    await link.click();
    const refusal = slot(page, 'refusal');
    await expect(link, room).toHaveAttribute('aria-current', 'page');
    await expect(refusal.getByRole('heading', { level: 1 }), room).toHaveText(/fell over/);
    await expect(refusal.getByRole('button', { name: 'Try again' })).toBeVisible();
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
});

test('someone at work without a network loses neither the room, nor the words, nor the radio', async ({
  ownerPage: page,
}) => {
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads++;
  });
  await page.goto('/dashboard/terms');
  await ready(page);
  await page.getByRole('button', { name: 'Play radio' }).click();
  await expect(slot(page, 'radio-player')).toHaveAttribute('data-state', 'playing');
  const name = page.getByRole('region', { name: 'Closed days' }).getByRole('textbox', { name: 'Name' });
  await name.fill('Days of the dead');
  await page.context().setOffline(true);

  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.keyboard.press('Escape');
  for (const button of ['Find', 'Keys']) {
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect(toastWith(page, 'That did not open')).toContainText('Try again');
  }
  // A form that was sent and did not arrive is not saved: leaving it asks.
  await page.getByRole('button', { name: 'Add closed days' }).click();
  await expect(toastWith(page, 'The studio did not answer')).toBeVisible();
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Orders' }).click();
  await page.getByRole('button', { name: 'Leave it' }).click();
  await expect(toastWith(page, 'You’re offline')).toContainText(
    'The page opens when the connection is back.',
  );
  await expect(page.getByRole('heading', { level: 1, name: 'Terms' })).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Opening' })).toHaveCount(0);
  await expect(name).toHaveValue('Days of the dead');

  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
  await expect(slot(page, 'radio-player')).toHaveAttribute('data-state', 'playing', { timeout: 20_000 });
  expect(loads).toBe(1);
});

test('what is typed outlives a network that fails, and is not left without a question', async ({
  ownerPage: page,
}) => {
  const name = `Term ${randomBytes(4).toString('hex')}`;
  await page.goto('/dashboard/terms');
  await ready(page);
  const terms = page.getByRole('region', { name: 'Terms', exact: true });
  const closed = page.getByRole('region', { name: 'Closed days' });
  await closed.getByRole('textbox', { name: 'Name' }).fill('Days of the dead');
  await terms.getByRole('textbox', { name: 'Name' }).last().fill(name);
  await terms.getByLabel('First day').last().fill('2049-01-04');
  await terms.getByLabel('Last day').last().fill('2049-02-04');

  // The form itself reaches nobody.
  await page.route(/\/rest\/v1\/terms/, (route) => route.abort());
  await terms.getByRole('button', { name: 'Add term' }).click();
  await expect(toastWith(page, 'The studio did not answer')).toBeVisible();
  await expect(terms.getByRole('textbox', { name: 'Name' }).last()).toHaveValue(name);
  await page.unroute(/\/rest\/v1\/terms/);

  // It is kept, but the room cannot be read again.
  await page.route(/\.data(\?|$)/, (route) => route.abort());
  await terms.getByRole('button', { name: 'Add term' }).click();
  const stale = page.getByText('The studio does not answer just now.');
  await expect(stale).toBeVisible();
  await expect(closed.getByRole('textbox', { name: 'Name' })).toHaveValue('Days of the dead');
  await page.unroute(/\.data(\?|$)/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(stale).toHaveCount(0);
  await expect(terms.getByText(name)).toBeVisible();
  await expect(closed.getByRole('textbox', { name: 'Name' })).toHaveValue('Days of the dead');

  const away = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Rooms' });
  await away.click();
  await page.getByRole('button', { name: 'Stay here' }).click();
  await expect(closed.getByRole('textbox', { name: 'Name' })).toHaveValue('Days of the dead');
  await terms.getByRole('button', { name: `Remove ${name}` }).click();
  await away.click();
  await page.getByRole('button', { name: 'Leave it' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Rooms' })).toBeVisible();
});

/** The rooms of the owner's menu and those that are reached from one of them by a tab or a button. */
async function everyRoom(request: APIRequestContext) {
  const menu = await roomsIn(request, '/dashboard');
  const beneath = await Promise.all(
    menu.map(async (room) => (await roomsIn(request, room)).filter((other) => other.startsWith(`${room}/`))),
  );
  const rooms = [...menu, ...beneath.flat().filter((room) => room.startsWith(`${areaOf(room)}/`))];
  return { areas: menu.filter((room) => room === areaOf(room)), rooms: [...new Set(rooms)] };
}

/** Addresses of rooms that a page leads to; those of single things, an order say, are many and left out. */
async function roomsIn(request: APIRequestContext, path: string): Promise<string[]> {
  const page = await (await request.get(path)).text();
  const found = [...page.matchAll(/href="(\/dashboard[^"?#]*)"/g)].map(([, to]) => to ?? '');
  return [...new Set(found.filter((to) => !/[0-9a-f]{8}-|\d|\.csv$/.test(to)))];
}

/** The room of the menu that one belongs to. */
function areaOf(room: string): string {
  const parts = room.split('/');
  return parts.slice(0, parts[2] === 'messages' ? 4 : 3).join('/');
}
