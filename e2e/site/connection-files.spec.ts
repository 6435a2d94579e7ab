// A built file that does not come, each of them alone: the open page loses neither its sound nor its text, the document
// is loaded once, and the file is used as soon as it can be fetched.
import { closureOf, importedFiles, lateFiles, nameOf, partOf, readPages } from './built-files.ts';
import {
  countLoads,
  isPlaying,
  MESSAGE,
  message,
  openContact,
  openPath,
  playRadio,
  reconnect,
  toastOf,
} from './open-tab.ts';
import { isEveryPage } from './pages-to-check.ts';
import { expect, type Page, ready, slot, test } from './visitor.ts';

// What the service worker asks for in the page's place could not be cut off.
test.use({ expectsComplaints: true, serviceWorkers: 'block' });

/** All of them are missing once: those of the dashboard in account-connection.spec.ts. */
const LATE_PARTS =
  'browser-client command-palette companion confirm-dialog delete-cookies derive-key excerpt-bar late-parts leave-phone radio-panel search-box shortcut-sheet solve toast-region';

/** What a visitor has left while something is missing, in one question to the browser. */
const stateOf = (page: Page) =>
  page.evaluate(() => {
    const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
    const audio = document.querySelector('audio');
    return {
      path: location.pathname,
      text: document.querySelector('textarea')?.value,
      isPlaying: audio?.paused === false,
      strangeToasts: all('[data-slot="toast"]')
        .filter((toast) => toast.checkVisibility())
        .map((toast) => toast.innerText)
        .filter((text) => !/^(We can’t reach the studio|This page could not be loaded)/.test(text)),
    };
  });

/** How many documents are opened to take one file away after the other; for some of the pages all at once is enough. */
const DOCUMENTS = isEveryPage ? 4 : 1;
const isTried = (_page: unknown, index: number) => isEveryPage || index % 12 === 0;
const UNHARMED = { path: '/contact', text: MESSAGE, isPlaying: true, strangeToasts: [] };

test('each missing file of a page breaks nothing and is used when it loads', async ({ page }) => {
  if (isEveryPage) test.setTimeout(600_000);
  const pages = readPages();
  expect(pages.length).toBeGreaterThan(100);
  const imported = importedFiles();
  // A page's file may come under a second name, and what it shares with others would be there twice.
  expect(pages.filter(({ file }) => imported.has(file)).map(({ id }) => id)).toEqual([]);
  // What the page itself has, and the parts that come to every page.
  const contact = pages.find(({ path }) => path === '/contact');
  const early = closureOf([...(contact?.files ?? []), ...lateFiles()]);
  const tried = pages.filter(isTried);
  const left = new Set(tried.flatMap(({ files }) => [...files]).filter((file) => !early.has(file)));
  expect(left.size).toBeGreaterThan(tried.length);

  let isMissing = (_name: string): boolean => false;
  const fetched = new Set<string>();
  await page.route('**/assets/*.js', (route) => {
    const name = nameOf(route.request().url());
    if (isMissing(name)) return route.abort();
    fetched.add(name);
    return route.continue();
  });
  const nextPage = () =>
    tried
      .map(({ path, files }) => ({
        path,
        files: [...files].filter((file) => left.has(file) && !fetched.has(file)),
      }))
      .filter(({ files }) => files.length > 0)
      .sort((one, other) => one.files.length - other.files.length)[0];
  // What pages show is held back: the visitor stays on the page with the text, whatever is opened.
  const isHeld = ({ pathname }: URL) => pathname.endsWith('.data');

  for (let document = 1; left.size > 0; document++) {
    // A browser fetches a file once in the life of a document. Links on the screen are fetched ahead: not before their turn.
    isMissing = (name) => left.has(name);
    fetched.clear();
    const loads = await openContact(page);
    await page.route(isHeld, () => {});
    for (let next = nextPage(); next; next = nextPage()) {
      // The few that always come with the same others are missing together in the end.
      const missing = document < DOCUMENTS ? next.files.slice(0, 1) : next.files;
      const [file = ''] = missing;
      for (const name of missing) left.delete(name);
      isMissing = (name) => missing.includes(name);
      const failed = page.waitForEvent('requestfailed', (request) => nameOf(request.url()) === file);
      await openPath(page, next.path);
      await failed;
      expect(await stateOf(page), file).toEqual(UNHARMED);
      // Instead of it: a page that shows nothing of the studio's would open with its file.
      await openPath(page, '/contact');
      isMissing = () => false;
      const hasCome = () => reconnect(page).then(() => missing.every((name) => fetched.has(name)));
      await expect.poll(hasCome, { message: file, intervals: [20] }).toBe(true);
    }
    expect(loads()).toBe(1);
    await page.unroute(isHeld);
  }
  await openPath(page, '/works');
  await expect(page).toHaveURL(/\/works$/);
});

test('each missing late part breaks only itself and loads when it can be fetched', async ({
  page,
  baseURL,
}) => {
  expect(lateFiles().map(partOf).sort().join(' ')).toBe(LATE_PARTS);
  let missing = ['delete-cookies'];
  const failed = new Set<string>();
  await page.route('**/assets/*.js', (route) => {
    const part = partOf(route.request().url());
    if (!missing.includes(part)) return route.continue();
    failed.add(part);
    return route.abort();
  });
  const expectMissing = async (part: string, { next = [] as string[] } = {}) => {
    await expect.poll(() => failed.has(part), { message: part }).toBe(true);
    expect(await stateOf(page), part).toEqual(UNHARMED);
    expect(loads(), part).toBe(1);
    missing = next;
    await reconnect(page);
  };
  const begin = async () => {
    const count = countLoads(page);
    await page.goto('/contact');
    await page.mouse.move(1, 1);
    await playRadio(page);
    await message(page).fill(MESSAGE);
    return count;
  };
  // Cookies of an older site are deleted by the next load.
  await page.context().addCookies([{ name: 'older', value: '1', url: baseURL }]);
  let loads = await begin();
  await expectMissing('delete-cookies', { next: ['toast-region'] });

  loads = await begin();
  await expect.poll(() => page.evaluate(() => document.cookie)).not.toContain('older');
  await expectMissing('toast-region', { next: ['radio-panel'] });
  await ready(page);
  const panel = page.locator('.radio-panel');
  await page.getByRole('button', { name: 'What is on the radio' }).click();
  await expect(panel).toContainText('This could not be loaded.');
  await expectMissing('radio-panel', { next: ['search-box'] });
  await expect(panel).toContainText('Volume');
  const search = page.locator('.site-search');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Search' }).click();
  await expect(search).toContainText('This could not be loaded.');
  await expectMissing('search-box', { next: ['companion'] });
  await expect(search.getByRole('combobox')).toBeVisible();

  loads = await begin();
  await expectMissing('companion', { next: ['late-parts'] });

  loads = await begin();
  await page.evaluate(() => sessionStorage.removeItem('onda:bot-check'));
  // A visitor without a solved puzzle gets an error, and can send it all the same.
  await expectMissing('late-parts', { next: ['solve-worker', 'solve'] });
  await page.evaluate(() => Object.defineProperty(Crypto.prototype, 'subtle', { get: () => undefined }));
  await page.getByLabel('Name', { exact: true }).fill('Nina Costa');
  await page.getByLabel('Email', { exact: true }).fill('nina@onda.example');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('alert')).toContainText('What you typed is still here');
  await expectMissing('solve', { next: ['solve-worker', 'derive-key'] });
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  await expect(toastOf(page)).toContainText('Message sent');
  expect(failed).toContain('derive-key');
  await expect(message(page)).toHaveValue('');
  expect(await isPlaying(page)).toBe(true);
  expect(loads()).toBe(1);

  // A recording is heard without its bar, and the radio's bar stays until that one comes.
  missing = ['excerpt-bar'];
  loads = countLoads(page);
  await page.goto('/works');
  await ready(page);
  const recording = page.locator('.sound-picture').first();
  await recording.getByRole('button', { name: /^Play / }).click();
  await expect.poll(() => failed.has('excerpt-bar')).toBe(true);
  await expect(recording.getByRole('button', { name: /^Pause / })).toBeVisible();
  await expect(slot(page, 'radio-player')).toBeVisible();
  const bar = slot(page, 'excerpt-bar');
  await expect(bar).toHaveCount(0);
  missing = [];
  await reconnect(page);
  await expect(bar.getByRole('button', { name: /^Pause / })).toBeVisible();
  await expect(slot(page, 'radio-player')).toBeHidden();
  expect(loads()).toBe(1);
});
