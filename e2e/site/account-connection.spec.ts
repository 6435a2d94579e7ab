// A file that fails to load in the dashboard: what was typed stays, the radio plays on, the document is loaded once, and
// a retry works.
import { expect, openUserMenu, type Page, signOut, test } from './account.ts';
import { partOf } from './built-files.ts';
import { countLoads, isPlaying, playRadio, reconnect, toastOf } from './open-tab.ts';
import { ready, slot } from './visitor.ts';

// Requests of a service worker could not be aborted here.
test.use({ expectsComplaints: true, serviceWorkers: 'block' });

const NOTE = 'Reads music, left-handed, and would rather';
const note = (page: Page) => page.getByLabel('What your teachers should know');
const dialog = (page: Page) => slot(page, 'confirm-dialog');

async function openProfile(page: Page): Promise<() => number> {
  const loads = countLoads(page);
  await page.goto('/dashboard/profile');
  await ready(page);
  await slot(page, 'user-menu').locator('summary').click();
  await page.getByRole('button', { name: 'Show radio player' }).click();
  await playRadio(page);
  await note(page).fill(NOTE);
  return loads;
}

async function expectUnharmed(page: Page, loads: () => number, what: string): Promise<void> {
  await expect(note(page), what).toHaveValue(NOTE);
  expect(await isPlaying(page), what).toBe(true);
  expect(loads(), what).toBe(1);
}

test('a missing part of the dashboard loses neither what was typed, nor the sound, nor the document', async ({
  memberPage: page,
}) => {
  let missing = 'confirm-dialog';
  await page.route('**/assets/*.js', (route) =>
    partOf(route.request().url()) === missing ? route.abort() : route.continue(),
  );
  const retry = async (title: string) => {
    await expect(toastOf(page).filter({ hasText: title })).toBeVisible();
    await expectUnharmed(page, loads, title);
    missing = 'nothing';
    await toastOf(page).filter({ hasText: title }).getByRole('button', { name: 'Try again' }).click();
  };
  let loads = await openProfile(page);
  await page.getByRole('main').getByRole('link', { name: 'Security' }).click();
  await expect(toastOf(page)).toContainText('The dialog could not be loaded');
  await expectUnharmed(page, loads, 'the question');
  missing = 'nothing';
  await reconnect(page);
  await dialog(page).getByRole('button', { name: 'Stay on page' }).click();

  missing = 'command-palette';
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await retry('Could not open');
  await expect(page.getByRole('combobox', { name: /^Find a page/ })).toBeFocused();
  await page.keyboard.press('Escape');

  missing = 'shortcut-sheet';
  await openUserMenu(page);
  await page.getByRole('button', { name: 'Shortcuts', exact: true }).click();
  await retry('Could not open');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expectUnharmed(page, loads, 'all parts');

  // Signed-in people have the client from the start.
  missing = 'browser-client';
  page.once('dialog', (question) => void question.accept());
  loads = await openProfile(page);
  const save = page.getByRole('main').getByRole('button', { name: 'Save changes' });
  await save.click();
  await expect(toastOf(page).filter({ hasText: 'That did not work' })).toBeVisible();
  await expectUnharmed(page, loads, 'saving');
  missing = 'nothing';
  await save.click();
  await expect(toastOf(page).filter({ hasText: 'Changes saved' })).toBeVisible();
  await expectUnharmed(page, loads, 'saved');

  missing = 'leave-phone';
  await page.evaluate(() => localStorage.setItem('onda:register', 'saved'));
  await signOut(page);
  await retry('You are still signed in');
  await page.waitForURL((url) => url.pathname === '/');
});
