// A tab that is open while things go wrong: the radio plays, a message is half typed, and the document is to be loaded
// once. Knows nothing of what goes wrong.
import { expect, type Page, ready, slot } from './visitor.ts';

export const MESSAGE = 'We are a choir of nine and would like to';

/** How often the page itself was fetched. */
export function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads++;
  });
  return () => loads;
}

export const isPlaying = (page: Page) =>
  slot(page, 'radio-audio').evaluate((audio) => audio instanceof HTMLAudioElement && !audio.paused);
export const toastOf = (page: Page) => slot(page, 'toast').filter({ visible: true });
export const message = (page: Page) => page.getByLabel('Message');

export async function playRadio(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Play radio' }).click();
  await expect(slot(page, 'radio-player')).toHaveAttribute('data-state', 'playing');
}

/** Opens the contact page, plays the radio and types; answers how often the document was loaded since. */
export async function openContact(page: Page, site = ''): Promise<() => number> {
  const loads = countLoads(page);
  await page.goto(`${site}/contact`);
  await ready(page);
  await playRadio(page);
  await message(page).fill(MESSAGE);
  return loads;
}

interface RouterWindow {
  __reactRouterDataRouter: { navigate(to: string): Promise<void> };
}

/** As a link does that leads there, without waiting for the page. */
export const openPath = (page: Page, path: string) =>
  page.evaluate((to) => {
    void (window as unknown as RouterWindow).__reactRouterDataRouter.navigate(to);
  }, path);

/** Says that there is a network again: what is missing is asked for at once. */
export const reconnect = (page: Page) => page.evaluate(() => void dispatchEvent(new Event('online')));
