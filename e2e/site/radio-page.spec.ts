import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serviceKey } from './service-key.ts';
import { expect, ready, slot, test } from './visitor.ts';

// A track that was on air within the hour is rejected, and the browser logs every error.
test.use({ expectsComplaints: true });

test('a visitor sees what is playing and requests a song', async ({ page }) => {
  await page.goto('/radio');
  await ready(page);
  // The page names the show once; the bar has the track.
  await expect(slot(page, 'radio-player').getByText(/since \d\d:\d\d$/i)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Episodes', exact: true })).toBeVisible();

  const requests = page.getByRole('region', { name: 'Request a song' });
  await requests.getByRole('button', { name: 'Search the library' }).click();
  const tracks = requests.getByRole('button', { name: /^Request / });
  // The demo library is being made while the studio opens.
  await expect(async () => {
    await requests.getByRole('button', { name: 'Search the library' }).click();
    await expect(tracks.first()).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 40_000 });
  await tracks.last().click();
  await expect(requests.getByRole('status')).toContainText(/is requested|already|within the last hour/);
  await expect(slot(page, 'radio-player')).toHaveAttribute('data-state', 'idle');
});

test.describe('the archive', () => {
  // A recording needs a file beside the database, which only the studio of this very test has within reach.
  test.skip(Boolean(process.env.BASE_URL), 'another studio has its recordings elsewhere');

  test('a recording plays, pauses the radio and is paused by it; deleted, its file is gone', async ({
    page,
    baseURL,
    workerStudio,
  }) => {
    const rest = `${baseURL}/rest/v1/radio_episodes`;
    const headers = { authorization: `Bearer ${serviceKey()}`, prefer: 'return=representation' };
    const name = `test-${Date.now()}.mp3`;
    const sound = await (await page.request.get('/radio/live.mp3?preload=1')).body();
    const folder = join(workerStudio.dataDir, 'radio', 'episodes');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), sound);
    const now = new Date().toISOString();
    const title = `An evening at the quay ${Date.now()}`;
    const made = await page.request.post(rest, {
      headers,
      data: {
        title,
        file: name,
        bytes: sound.length,
        duration_ms: 4000,
        recorded_at: now,
        published_at: now,
      },
    });
    expect(made.status()).toBe(201);
    const [{ id }] = (await made.json()) as [{ id: string }];

    await page.goto('/radio');
    await ready(page);
    await page.getByRole('button', { name: 'Play radio' }).click();
    const player = slot(page, 'radio-player');
    await expect(player).toHaveAttribute('data-state', 'playing');
    const row = page.getByRole('listitem').filter({ hasText: title });
    const recording = slot(page, 'excerpt-bar');
    await row.getByRole('button', { name: `Play ${title}` }).click();
    await expect(recording.getByRole('button', { name: `Pause ${title}` })).toBeVisible();
    await expect(row.getByRole('button', { name: `Pause ${title}` })).toBeVisible();
    await expect
      .poll(() => row.evaluate((item) => Number(item.style.getPropertyValue('--heard'))))
      .toBeGreaterThan(0.02);
    await expect(player).toHaveAttribute('data-state', 'paused');
    // One player: the row itself has none, and the radio's buttons on the page end the recording.
    await expect(row.locator('audio')).toHaveCount(0);
    await page.locator('.air-listen').click();
    await expect(recording).toHaveCount(0);
    await expect(row.getByRole('button', { name: `Play ${title}` })).toBeVisible();
    await expect(player).toHaveAttribute('data-state', 'playing');

    await page.request.delete(`${rest}?id=eq.${id}`, { headers });
    await expect.poll(() => existsSync(join(folder, name))).toBe(false);
  });
});
