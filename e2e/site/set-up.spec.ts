import { removeDataDir, startProgram } from '../start/program.ts';
import { makeUsedDataDir } from '../start/used-folder.ts';
import { expect, OWNER, SETUP_TOKEN, test } from './account.ts';
import { ready } from './visitor.ts';

test.skip(Boolean(process.env.BASE_URL), 'starts a program of its own');

test('the owner sets up the studio with the printed link, once', async ({ page, browser }) => {
  const dataDir = await makeUsedDataDir('studio', { isLasting: true });
  const program = startProgram({ DATA_DIR: dataDir, SETUP_TOKEN, LOG_LEVEL: 'error' }, { isLasting: true });
  const site = (await program.url()).replace('127.0.0.1', 'localhost');
  const guess = await page.request.post(`${site}/api/setup`, { data: { token: 'guess', name: 'mine' } });
  expect(guess.status()).toBe(403);
  expect((await guess.json()).message).toContain('set-up link');
  expect(await (await page.request.get(site)).text()).toContain('<title>onda</title>');

  await page.goto(`${site}/setup?token=${SETUP_TOKEN}`);
  await ready(page);
  await page.getByLabel('Kind of studio').selectOption('Dance');
  await page.getByLabel('Town').fill('Faro');
  const headline = page.getByLabel('Headline of the home page');
  await expect(headline).toHaveValue('A dance studio in Faro.');
  await headline.fill('Dance in Faro.');
  await page.getByLabel('Kind of studio').selectOption('Music');
  await expect(headline).toHaveValue('Dance in Faro.');
  await expect(page.getByLabel('Text below the headline')).toHaveValue(/^Music lessons in Faro\. /);
  await page.getByLabel('Your name').fill(OWNER.name);
  await page.getByLabel('Email').fill(OWNER.email);
  await page.getByLabel('Password').fill('short');
  await page.getByRole('button', { name: 'Set up the studio' }).click();
  await expect(page.getByText('at least 8 characters')).toBeVisible();
  await expect(page.getByLabel('Password')).toBeFocused();
  await expect(page.getByLabel('Your name')).toHaveValue(OWNER.name);

  await page.getByLabel('Password').fill(OWNER.password);
  await page.getByRole('button', { name: 'Set up the studio' }).click();
  await page.waitForURL('**/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  await expect(page.getByText('Marta Reis, owner')).toBeVisible();
  expect(await (await page.request.get(site)).text()).toContain('Dance in Faro.');
  // A new owner sees what to do first, and that the content is a sample.
  const steps = page.getByRole('region', { name: 'First steps' });
  await expect(steps.getByRole('link', { name: 'Remove samples' })).toBeVisible();

  const another = await (await browser.newContext()).newPage();
  await another.goto(`${site}/setup?token=${SETUP_TOKEN}`);
  await expect(another.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await another.context().close();
  await page.goto('about:blank');
  program.child.kill('SIGTERM');
  await program.exit;
  await removeDataDir(dataDir);
});
