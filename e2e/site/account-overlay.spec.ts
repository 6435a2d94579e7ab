import { expect, openUserMenu, test } from './account.ts';
import { ready, slot } from './visitor.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('pages of the dashboard change without the overlay', async ({ memberPage: page }) => {
  await page.goto('/dashboard');
  await ready(page);
  await page.evaluate(() => {
    const overlay = document.querySelector<HTMLElement>('[data-slot="route-overlay"]') as HTMLElement;
    new MutationObserver(() => {
      overlay.dataset.seen = `${overlay.dataset.seen ?? ''} ${overlay.dataset.state}`;
    }).observe(overlay, { attributes: true, attributeFilter: ['data-state'] });
  });
  await openUserMenu(page);
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Security' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible();
  await expect(slot(page, 'route-overlay')).toHaveAttribute('data-state', 'idle');
  await expect(slot(page, 'route-overlay')).not.toHaveAttribute('data-seen');
});
