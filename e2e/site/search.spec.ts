import { studioDatabase } from './classroom.ts';
import { expect, ready, test } from './visitor.ts';

test('someone finds a person without knowing how to write the name, by keyboard from any page', async ({
  page,
}) => {
  await page.goto('/visit');
  await ready(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Search' }).press('Enter');
  const field = page.getByRole('combobox', { name: 'Search the studio' });
  await expect(field).toBeFocused();
  await field.pressSequentially('ines va');
  await expect(page.getByRole('option', { name: /Inês Valadão/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/people/ines-valadao');
});

test('the search page lists what it found, and says what else there is when it found nothing', async ({
  page,
}) => {
  await page.goto('/search?q=bookb');
  await expect(page.getByRole('link', { name: 'Bookbinding in one night' })).toBeVisible();
  await page.goto('/search?q=xyzzy');
  await expect(page.getByRole('heading', { name: /No results for “xyzzy”/ })).toBeVisible();
});

test('a visitor orders a voucher, pays at the studio and gets the code', async ({ page, request }) => {
  const database = studioDatabase(request);
  await page.goto('/passes');
  await ready(page);
  await page.getByRole('radio', { name: 'Other', exact: true }).check();
  await page.getByLabel('Amount, in EUR').fill('35');
  await page.getByLabel('Name', { exact: true }).fill('Clara Nunes');
  await page.getByLabel('Email').fill('clara@post.example');
  await page.getByRole('radio', { name: 'At the studio' }).check();
  await page.getByRole('button', { name: 'Buy voucher for €35' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Order received' })).toBeVisible();
  const token = new URL(page.url()).pathname.split('/').at(-1);
  const order = await database.call<{ order_id: string }>('booking_status', { order_token: token });
  await database.call('record_payment', { order_id: order.order_id, amount_cents: 3500, method: 'cash' });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Order complete' })).toBeVisible();
  await expect(page.locator('.booked-number')).toHaveText(/^V[A-Z0-9]{11}$/);
});

test('places left update live on every page that shows them', async ({ page, request }) => {
  const database = studioDatabase(request);
  const testClass = await database.addClass({ capacity: 5 });
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  const coming = await database.read<{
    id: string;
    offering: { title: string };
    pool: { taken: number; capacity: number };
  }>(
    `sessions?select=id,offering:offerings(title),pool:capacity_pools(taken,capacity)&status=eq.planned&starts_at=gt.${inAnHour}&order=starts_at,id&limit=5`,
  );
  const next = coming.find(({ pool }) => pool.taken < pool.capacity);
  let subscriptions = 0;
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('Subscribed to PostgreSQL')) subscriptions += 1;
    }),
  );
  const inFiveDays = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  const rowOf = (title = '') =>
    page.getByRole('main').getByRole('listitem').filter({ hasText: title }).first();
  const views = [
    {
      path: `/classes/${testClass.slug}`,
      sessionId: testClass.sessionId,
      shown: page.getByText(/ of 5 places left/),
    },
    { path: '/classes', sessionId: testClass.sessionId, shown: rowOf(testClass.title) },
    { path: `/timetable?week=${inFiveDays}`, sessionId: testClass.sessionId, shown: rowOf(testClass.title) },
    { path: '/', sessionId: next?.id, shown: rowOf(next?.offering.title) },
  ];
  for (const { path, sessionId, shown } of views) {
    const before = subscriptions;
    await page.goto(path);
    // A narrow lane of the timetable hides the places that it holds.
    const text = await shown.textContent();
    // The first movement shows that a person is there.
    const moveAndSubscribe = async () => {
      await page.mouse.move(200 + Math.random() * 100, 300);
      return subscriptions;
    };
    await expect.poll(moveAndSubscribe, path).toBeGreaterThan(before);
    await database.call('hold_places', { session_id: sessionId });
    await expect.poll(() => shown.textContent(), path).not.toBe(text);
  }
});
