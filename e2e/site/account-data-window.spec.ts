import { enter, expect, protect, signInByPassword, test, totp } from './account.ts';
import { studioDatabase } from './classroom.ts';
import { checkPages } from './page-checks.ts';
import { DATA_PAGES } from './pages-to-check.ts';
import { ready } from './visitor.ts';

const DATA = '/dashboard/system/data';

test('an owner with a second factor reads the database as anyone else would, and changes nothing by mistake', async ({
  page,
  person,
  request,
  baseURL,
}) => {
  test.slow();
  await studioDatabase(request).insert('roles', { user_id: person.id, role: 'owner' });
  const secret = await protect(baseURL ?? '', person);
  await enter(page.context(), await signInByPassword(baseURL ?? '', person.email, person.password));
  await page.goto(`/sign-in?next=${DATA}/sql`);
  await ready(page);
  await page.getByLabel('Code from your app').fill(totp(secret));
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${DATA}/sql`);

  const statement = page.getByLabel('Statement');
  const result = page.getByRole('region', { name: 'Result' });
  await statement.fill('select count(*) as kept from public.orders');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(result.getByRole('columnheader', { name: /kept/ })).toBeVisible();
  await page.getByRole('button', { name: 'Explain', exact: true }).click();
  await expect(result).toContainText('Aggregate');
  await statement.fill("update public.studio set name = 'Lost'");
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByText('read-only transaction')).toBeVisible();

  await page.goto(`${DATA}/table`);
  await expect(page).toHaveURL(new RegExp(`${DATA}$`));
  await page.goto(`${DATA}/table?table=no_such_table`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();

  expect(await checkPages(page, DATA_PAGES)).toEqual([]);
});
