import { expect, ready, slot, test } from './visitor.ts';

// The browser itself logs the error that is part of the test.
test.use({ contextOptions: { reducedMotion: 'no-preference' }, expectsComplaints: true });

test('pages change behind an overlay below the radio, and one that fails is tried again in place', async ({
  page,
}) => {
  // From the beginning: the page may load the next one's data before anyone clicks the link.
  await page.route('**/contact.data*', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/');
  await ready(page);
  // Looked at from inside the page: it covers for a quarter of a second.
  await page.evaluate(() => {
    Object.assign(window, { isSameDocument: true });
    const overlay = document.querySelector('[data-slot="route-overlay"]') as HTMLElement;
    const radio = document.querySelector('.radio-button') as HTMLElement;
    const seen: object[] = [];
    Reflect.set(window, 'seen', seen);
    new MutationObserver(() => {
      const { left, top, width, height } = radio.getBoundingClientRect();
      const onTop = document.elementFromPoint(left + width / 2, top + height / 2);
      seen.push({
        state: overlay.dataset.state,
        isPageInert: document.getElementById('page')?.inert,
        isRadioFree: radio.contains(onTop) && radio.closest('[inert]') === null,
      });
    }).observe(overlay, { attributes: true, attributeFilter: ['data-state'] });
  });
  const covered = { isPageInert: true, isRadioFree: true };
  const whole = [
    { state: 'covering', ...covered },
    { state: 'completing', ...covered },
    { state: 'idle', isPageInert: false, isRadioFree: true },
  ];
  const seen = () => page.evaluate(() => Reflect.get(window, 'seen') ?? 'the document was loaded anew');
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });

  await page.getByRole('contentinfo').getByRole('link', { name: 'Write to the studio' }).click();
  await expect(heading('Something went wrong')).toBeVisible();
  await expect(slot(page, 'route-overlay')).toHaveAttribute('data-state', 'idle');
  await page.unrouteAll();
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(heading('Write to the studio')).toBeVisible();
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);

  await page.evaluate(() => Reflect.get(window, 'seen').splice(0));
  await page.goBack();
  await expect.poll(seen).toEqual(whole);
  await expect(heading('A studio for sound')).toBeFocused();
  await page.goForward();
  await expect.poll(seen).toEqual([...whole, ...whole]);
  await expect(heading('Write to the studio')).toBeFocused();
  await expect(page.locator('#route-announcer')).toHaveText('contact · onda');
});
