import { expect, test, toastWith } from './account.ts';
import { ready, slot } from './visitor.ts';

/** Five seconds of a tone that no other call makes. */
function tone(hertz: number): Buffer {
  const [rate, seconds] = [22_050, 5];
  const sound = Buffer.alloc(44 + rate * seconds * 2);
  sound.write('RIFF', 0);
  sound.writeUInt32LE(sound.length - 8, 4);
  sound.write('WAVEfmt ', 8);
  sound.writeUInt32LE(16, 16);
  sound.writeUInt16LE(1, 20);
  sound.writeUInt16LE(1, 22);
  sound.writeUInt32LE(rate, 24);
  sound.writeUInt32LE(rate * 2, 28);
  sound.writeUInt16LE(2, 32);
  sound.writeUInt16LE(16, 34);
  sound.write('data', 36);
  sound.writeUInt32LE(rate * seconds * 2, 40);
  for (let i = 0; i < rate * seconds; i++)
    sound.writeInt16LE(Math.round(9000 * Math.sin((2 * Math.PI * hertz * i) / rate)), 44 + i * 2);
  return sound;
}

test('staff add music: a good file is added, a broken one shows an error, a duplicate is recognised', async ({
  ownerPage: page,
}) => {
  await page.goto('/dashboard/radio/library');
  await ready(page);
  await page.getByRole('button', { name: 'Add music' }).click();
  const files = page.getByLabel('Audio files');
  const good = { name: 'Harbour_Tone.wav', mimeType: 'audio/wav', buffer: tone(333) };
  await files.setInputFiles([
    good,
    { name: 'broken.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('no sound in here at all') },
  ]);
  const rows = slot(page, 'file-list').getByRole('listitem');
  await expect(rows.filter({ hasText: 'broken.mp3' })).toHaveAttribute('data-state', 'failed', {
    timeout: 30_000,
  });
  await expect(rows.filter({ hasText: good.name })).toHaveAttribute('data-state', 'done', {
    timeout: 30_000,
  });
  await files.setInputFiles([good]);
  await expect(rows.filter({ hasText: 'already in the library' })).toHaveCount(1);

  await page.getByLabel('Search by title, artist or album').fill('harbour tone');
  await page.getByRole('button', { name: 'Edit Harbour Tone' }).click();
  await page.getByRole('textbox', { name: 'Artist' }).fill('The Cranes');
  // Where it begins and ends: typed, and moved on the waveform by keys.
  await page.getByLabel('Cue-in (seconds)').fill('1.5');
  await page.getByRole('slider', { name: 'Cue-out' }).press('ArrowLeft');
  const cueOut = await page.getByLabel('Cue-out (seconds)').inputValue();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('row', { name: /Harbour Tone.*The Cranes/ })).toBeVisible();
  await page.getByRole('button', { name: 'Edit Harbour Tone' }).click();
  await expect(page.getByLabel('Cue-in (seconds)')).toHaveValue('1.5');
  await expect(page.getByLabel('Cue-out (seconds)')).toHaveValue(cueOut);
});

test('staff move a show by keyboard and by mouse, and plan the hour clock, which they can change right after saving', async ({
  ownerPage: page,
}) => {
  await page.goto('/dashboard/radio/schedule');
  await ready(page);
  const wednesday = page.getByRole('region', { name: 'Wednesday' });
  // The last that no earlier attempt has moved.
  const slot = wednesday.getByRole('button', { name: /^1\d:00/ }).last();
  const hour = (await slot.innerText()).slice(0, 2);
  await slot.press('Enter');
  await page.getByLabel('Starts at').first().fill(`${hour}:10`);
  await page.getByRole('button', { name: 'Save time slot' }).press('Enter');
  const moved = wednesday.getByRole('button', { name: new RegExp(`^${hour}:10`) });
  await expect(moved).toBeVisible();

  // The same by mouse: to the next day, at another time.
  await page.setViewportSize({ width: 1280, height: 1700 });
  const thursday = page.getByRole('region', { name: 'Thursday' });
  const before = await thursday.getByRole('button').count();
  await moved.dragTo(thursday.getByRole('list'), { targetPosition: { x: 40, y: 130 } });
  await expect(thursday.getByRole('button')).toHaveCount(before + 1);
  await expect(moved).toHaveCount(0);

  await page.getByRole('link', { name: 'Hour clock' }).click();
  await expect(page.getByRole('heading', { name: 'Hour clock', level: 1 })).toBeVisible();
  // From an earlier attempt of this test.
  const remove = page.getByRole('button', { name: /^Remove Stop set/ });
  while ((await remove.count()) > 0) await remove.first().click();
  await page.getByRole('button', { name: 'Add item' }).click();
  await page.getByLabel('Minute', { exact: true }).fill('45');
  await page.getByLabel('Type').selectOption('Stop set');
  const time = page.getByRole('slider', { name: 'Time of the item: Stop set' });
  await time.press('ArrowRight');
  await expect(time).toHaveAttribute('aria-valuetext', '45:15');
  // Nothing is saved before its next 24 hours were shown.
  await expect(page.getByRole('button', { name: 'Save hour clock' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Simulate 24 hours' }).click();
  await expect(page.getByRole('region', { name: 'Simulation' }).locator('details')).toHaveCount(24);
  await page.getByRole('button', { name: 'Save hour clock' }).click();
  await expect(toastWith(page, 'Hour clock saved')).toBeVisible();
  await time.press('Delete');
  await expect(time).toHaveCount(0);
});
