import { expect, ready, slot, test } from './visitor.ts';

// A piece that was on air within the hour is refused, and the browser notes every refusal.
test.use({ expectsComplaints: true });

test('a visitor reads what is on this minute and wishes for a piece', async ({ page }) => {
  await page.goto('/radio');
  await ready(page);
  const minute = page.getByRole('region', { name: 'This minute' });
  await expect(minute.getByText('Playing')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Hear it again' })).toBeVisible();

  const wishes = page.getByRole('region', { name: 'Wish for a piece' });
  await wishes.getByRole('button', { name: 'Look in the library' }).click();
  const pieces = wishes.getByRole('button', { name: /^Wish for / });
  // The demo library is being made while the studio opens.
  await expect(async () => {
    await wishes.getByRole('button', { name: 'Look in the library' }).click();
    await expect(pieces.first()).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 40_000 });
  await pieces.last().click();
  await expect(wishes.getByRole('status')).toContainText(/on its way|already|within the last hour/);
  await expect(slot(page, 'radio-player')).toHaveAttribute('data-state', 'idle');
});
