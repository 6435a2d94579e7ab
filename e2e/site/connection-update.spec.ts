import { join } from 'node:path';
import { findFreePort } from '#backend/find-free-port.ts';
import { cleanUp, startProgram } from '../start/program.ts';
import { makeUsedDataDir } from '../start/used-folder.ts';
import { makeNextVersion, removeVersion } from './next-version.ts';
import { MESSAGE, message, openContact, toastOf } from './open-tab.ts';
import { expect, slot, test } from './visitor.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test.use({ expectsComplaints: true });
let nextVersion = '';
test.afterEach(async () => {
  await cleanUp();
  if (nextVersion) removeVersion(nextVersion);
});

test('a tab that is open during an update loses nothing, uses its own files and is updated after one reload', async ({
  page,
}) => {
  const port = await findFreePort();
  const site = `http://localhost:${port}`;
  const environment = { DATA_DIR: await makeUsedDataDir('studio'), PORT: String(port), SITE_URL: site };
  const before = startProgram(environment);
  nextVersion = makeNextVersion({ 'Where the door is': 'Where the new door is' });
  await before.url();

  const statuses = new Map<string, number>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/assets/')) statuses.set(pathname, response.status());
  });
  const loads = await openContact(page, site);
  const known = [...statuses.keys()];
  before.child.kill('SIGTERM');
  await before.exit;

  // Between two versions nobody answers.
  const main = page.getByRole('navigation', { name: 'Main' });
  await main.getByRole('link', { name: 'Journal' }).click();
  await expect(toastOf(page)).toContainText('We can’t reach the studio');
  await expect(message(page)).toHaveValue(MESSAGE);
  expect(loads()).toBe(1);

  const after = startProgram(environment, { parameters: [join(nextVersion, 'server', 'main.ts')] });
  await after.url();
  await expect(page).toHaveURL(/\/journal$/);
  await expect(slot(page, 'radio-player')).toHaveAttribute('data-state', 'playing');
  const fresh = await (await page.request.get(`${site}/visit`)).text();
  expect(fresh).toContain('Where the new door is');
  // The new version names none of the files that the tab has.
  for (const file of known.filter((path) => /-[\w-]{8}\.js$/.test(path))) expect(fresh).not.toContain(file);

  for (const [name, heading] of [
    ['Works', /./],
    ['Visit', 'Where the door is'],
  ] as const) {
    await main.getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(slot(page, 'route-overlay')).toHaveAttribute('data-state', 'idle');
  }
  expect([...statuses].filter(([, status]) => status >= 400)).toEqual([]);
  await expect(toastOf(page)).toHaveCount(0);
  expect(loads()).toBe(1);

  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Where the new door is' })).toBeVisible();
  await page.waitForTimeout(1500);
  expect(loads()).toBe(2);
});
