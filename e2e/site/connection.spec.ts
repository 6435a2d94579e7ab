// What a lost network, a file that does not come and an update do to a page that is open: nothing is taken away, the
// radio plays on, and the document is loaded once.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, ready, slot, test } from './visitor.ts';

test.use({ expectsComplaints: true });

const ASSETS = join(import.meta.dirname, '..', '..', 'build', 'client', 'assets');
const MESSAGE = 'We are a choir of nine and would like to';

/** How often the page itself was fetched. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads++;
  });
  return () => loads;
}

const isPlaying = (page: Page) =>
  slot(page, 'radio-audio').evaluate((audio) => audio instanceof HTMLAudioElement && !audio.paused);
const toastOf = (page: Page) => slot(page, 'toast').filter({ visible: true });
const message = (page: Page) => page.getByLabel('Message');

async function openContact(page: Page): Promise<() => number> {
  const loads = countLoads(page);
  await page.goto('/contact');
  await ready(page);
  await page.getByRole('button', { name: 'Play radio' }).click();
  await expect(slot(page, 'radio-player')).toHaveAttribute('data-state', 'playing');
  await message(page).fill(MESSAGE);
  return loads;
}

test('someone who listens and writes while the network is gone loses neither, and gets the page when it is back', async ({
  page,
  context,
}) => {
  const loads = await openContact(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);

  for (const y of [600, 1200, 2400, 0]) await page.evaluate((top) => scrollTo(0, top), y);
  const main = page.getByRole('navigation', { name: 'Main' });
  await main.getByRole('link', { name: 'Works' }).click();
  await expect(toastOf(page)).toHaveText(/You’re offline.*The page opens when the connection is back\./);
  await expect(slot(page, 'route-overlay')).toHaveAttribute('data-state', 'idle');
  await expect(message(page)).toHaveValue(MESSAGE);
  // Elsewhere instead: the last link counts.
  await main.getByRole('link', { name: 'Journal' }).dispatchEvent('click');
  await toastOf(page).getByRole('button', { name: 'Close notification' }).click();

  await main.getByRole('link', { name: 'Search' }).click();
  await page.getByRole('button', { name: 'What is on the radio' }).click();
  for (const part of [page.locator('.site-search'), page.getByRole('region', { name: 'On the radio' })]) {
    await expect(part).toContainText('This could not be loaded.');
    await expect(part.getByRole('button', { name: 'Try again' })).toBeVisible();
  }

  await page.getByLabel('Name', { exact: true }).fill('Nina Costa');
  await page.getByLabel('Email', { exact: true }).fill('nina@onda.example');
  await page.getByRole('button', { name: 'Send the letter' }).click();
  await expect(page.locator('form [role="alert"]')).toContainText('still here', { timeout: 20_000 });
  await expect(message(page)).toHaveValue(MESSAGE);
  expect(new URL(page.url()).pathname).toBe('/contact');
  expect(await isPlaying(page)).toBe(true);

  await context.setOffline(false);
  await expect(page).toHaveURL(/\/journal$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Journal' })).toBeVisible();
  await expect(slot(page, 'route-overlay')).toHaveAttribute('data-state', 'idle');
  await expect(toastOf(page)).toHaveCount(0);
  await expect(slot(page, 'radio-player')).toHaveAttribute('data-state', 'playing', { timeout: 20_000 });
  expect(loads()).toBe(1);
});

test.describe('files that do not come', () => {
  // What the service worker asks for in the page's place could not be cut off.
  test.use({ serviceWorkers: 'block' });

  test('no page whose file does not come takes the sound, the page or the document away', async ({
    page,
  }) => {
    const pages = readPages();
    expect(pages.length).toBeGreaterThan(100);
    const files = new Set(pages.flatMap((route) => route.files));
    const imported = importedFiles();
    // A page's file may come under a second name, and what it shares with others would be there twice.
    expect(pages.filter(({ files: [file] }) => imported.has(file ?? '')).map(({ id }) => id)).toEqual([]);
    const asked = new Set<string>();
    await page.route(
      ({ pathname }) => files.has(pathname) && !/contact-page|public-layout|root-/.test(pathname),
      (route) => {
        asked.add(new URL(route.request().url()).pathname);
        return route.abort();
      },
    );
    const loads = await openContact(page);
    const opened = await page.evaluate(
      async (paths) => {
        const { __reactRouterDataRouter: router } = window as unknown as RouterWindow;
        const open: string[] = [];
        for (const path of paths) {
          void router.navigate(path);
          await new Promise((resolve) => setTimeout(resolve, 40));
          if (router.state.navigation.state !== 'loading') open.push(path);
        }
        return open;
      },
      pages.map(({ path }) => path).filter((path) => path !== '/contact'),
    );
    expect(opened).toEqual([]);
    for (const { id, files: needed } of pages)
      if (id !== 'site/contact/contact-page') expect([...asked], id).toContain(needed[0]);

    await page.evaluate(() => {
      void (window as unknown as RouterWindow).__reactRouterDataRouter.navigate('/works');
    });
    await expect(toastOf(page)).toContainText('We can’t reach the studio');
    await expect(slot(page, 'route-overlay')).toHaveAttribute('data-state', 'idle');
    await expect(message(page)).toHaveValue(MESSAGE);
    expect(await isPlaying(page)).toBe(true);
    expect(loads()).toBe(1);

    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await expect(page).toHaveURL(/\/works$/, { timeout: 20_000 });
    await expect(message(page)).toHaveCount(0);
    expect(loads()).toBe(1);
  });

  test('no part that does not come takes more than itself away', async ({ page }) => {
    const parts = readLazyParts();
    expect(parts.length).toBeGreaterThan(5);
    const blocked = new Set(parts);
    const arrived = new Set<string>();
    await page.route('**/assets/*.js', (route) => {
      const name = new URL(route.request().url()).pathname.replace('/assets/', '');
      if (blocked.has(name)) return route.abort();
      arrived.add(name);
      return route.continue();
    });
    const loads = countLoads(page);
    await page.goto('/visit');
    await page.getByRole('button', { name: 'Play radio' }).click();
    await page.getByRole('button', { name: 'What is on the radio' }).click();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Search' }).click();
    const search = page.locator('.site-search');
    const panel = page.locator('.radio-panel');
    for (const part of [search, panel]) await expect(part).toContainText('This could not be loaded.');
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect.poll(() => isPlaying(page)).toBe(true);

    for (const part of parts) {
      blocked.delete(part);
      await page.evaluate(() => dispatchEvent(new Event('online')));
      // Nobody here has asked for a dialog or for the database.
      if (!/confirm-dialog|browser-client/.test(part)) await expect.poll(() => [...arrived]).toContain(part);
      await expect(page.getByRole('heading', { level: 1, name: 'Where the door is' }), part).toBeVisible();
      expect(await isPlaying(page), part).toBe(true);
      expect(loads(), part).toBe(1);
    }
    await expect(search.getByRole('combobox')).toBeVisible();
    await expect(panel).toContainText('Volume');
    await expect(slot(page, 'toast-viewport')).toBeAttached();
  });

  test('a page whose program does not come at first is read meanwhile, and comes to life', async ({
    page,
  }) => {
    let isMissing = true;
    await page.route('**/assets/shell-*', (route) => (isMissing ? route.abort() : route.continue()));
    const loads = countLoads(page);
    await page.goto('/contact');
    await expect(page.getByRole('heading', { level: 1, name: 'Write to the studio' })).toBeVisible();
    await page.waitForTimeout(500);
    isMissing = false;
    await ready(page);
    expect(loads()).toBe(1);
  });

  test('an update beneath an open tab ends nothing: the reload is offered, and done once when asked for', async ({
    page,
  }) => {
    // The new version has other names for its files, and this studio no longer has the old ones.
    await page.route('**/assets/works-page-*', (route) =>
      route.fulfill({ status: 404, body: '<h1>404</h1>' }),
    );
    const loads = await openContact(page);
    const works = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Works' });
    await works.click();
    await expect(toastOf(page)).toContainText('A new version is ready');
    await expect(slot(page, 'route-overlay')).toHaveAttribute('data-state', 'idle');
    await expect(message(page)).toHaveValue(MESSAGE);
    expect(await isPlaying(page)).toBe(true);
    await page.waitForTimeout(1500);
    expect(loads()).toBe(1);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await toastOf(page).getByRole('button', { name: 'Reload' }).click();
    await expect(page).toHaveURL(/\/works$/);
    await expect(message(page)).toHaveCount(0);
    expect(loads()).toBeLessThanOrEqual(2);
  });
});

interface RouterWindow {
  __reactRouterDataRouter: {
    navigate(to: string): Promise<void>;
    state: { navigation: { state: string } };
  };
}

interface BuiltRoute {
  parentId?: string;
  path?: string;
  hasDefaultExport?: boolean;
  module: string;
  clientActionModule?: string;
  clientLoaderModule?: string;
}

/** Every page of the build with an address that leads to it, from the route table that browsers get. */
function readPages(): { id: string; path: string; files: string[] }[] {
  const name = readdirSync(ASSETS).find((file) => /^manifest-[\w-]+\.js$/.test(file)) ?? '';
  const text = readFileSync(join(ASSETS, name), 'utf8');
  const table = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf(';for(')));
  const routes = Object.entries(table.routes as Record<string, BuiltRoute>);
  const pathOf = ({ path = '', parentId }: BuiltRoute): string => {
    const parent = parentId ? table.routes[parentId] : undefined;
    return `${parent ? pathOf(parent) : ''}${path && `/${path}`}`;
  };
  const parents = new Set(routes.map(([, { parentId }]) => parentId));
  return routes
    .filter(([id, { hasDefaultExport }]) => hasDefaultExport && !parents.has(id))
    .map(([id, route]) => ({
      id,
      path: pathOf(route).replace('*', 'x1/x2/x3').replace(/:\w+/g, 'x1') || '/',
      files: [route.module, route.clientActionModule, route.clientLoaderModule].filter(
        (file) => file !== undefined,
      ),
    }));
}

/** Paths of the built files that another one cannot do without. */
function importedFiles(): Set<string> {
  const texts = readdirSync(ASSETS)
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(ASSETS, name), 'utf8'));
  const imports = texts.flatMap((text) => [
    ...text.matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g),
  ]);
  return new Set(imports.map(([, name]) => `/assets/${name}`));
}

/** Names of the built files that the shell of every page imports later. */
function readLazyParts(): string[] {
  const shell = readdirSync(ASSETS).find((file) => /^shell-[\w-]+\.js$/.test(file)) ?? '';
  const text = readFileSync(join(ASSETS, shell), 'utf8');
  return [...text.matchAll(/import\(["'`]\.\/([\w.-]+\.js)["'`]\)/g)].map(([, name]) => name ?? '');
}
