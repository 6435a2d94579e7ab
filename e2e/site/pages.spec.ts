import { expect, type Page, ready, test } from './visitor.ts';

test.describe('finding a class', () => {
  test('a parent looks for a nine-year-old, and the address contains the filter', async ({ page }) => {
    const age = page.getByRole('spinbutton', { name: 'Age' });
    await page.goto('/classes');
    await ready(page);
    await age.fill('9');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(page).toHaveURL(/\/classes\?age=9$/);
    const found = page.getByRole('heading', { level: 2, name: /for age 9$/ });
    await expect(found).toBeVisible();
    await expect(page.getByRole('heading', { level: 3, name: 'Radio for under-twelves' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 3, name: 'Patching by ear' })).toHaveCount(0);
    await page.reload();
    await expect(age).toHaveValue('9');
    await page.getByRole('link', { name: 'Show all' }).click();
    await expect(page).toHaveURL(/\/classes$/);
    await expect(age).toHaveValue('');
    await expect(page.getByRole('heading', { level: 3, name: 'Patching by ear' })).toBeVisible();

    // A title is drawn letter by letter and read as one name.
    await page.getByRole('link', { name: 'Breath and bowed metal' }).first().click();
    const title = page.getByRole('heading', { level: 1, name: 'Breath and bowed metal', exact: true });
    await expect(title).toBeVisible();
    const widths = await title
      .locator('[aria-hidden] span span')
      .evaluateAll((letters) => new Set(letters.map((letter) => getComputedStyle(letter).fontStretch)).size);
    expect(widths).toBeGreaterThan(5);
  });
});

test.describe('the timetable', () => {
  /** A week that is wholly to come, and far enough away that no other test plans anything in it. */
  const openFarWeek = async (page: Page) => {
    const day = new Date(Date.now() + 28 * 86_400_000).toISOString().slice(0, 10);
    await page.goto(`/timetable?week=${day}`);
    await ready(page);
  };

  const columnWidth = (page: Page, day: RegExp) =>
    page
      .locator('.week-day')
      .filter({ has: page.getByRole('button', { name: day }) })
      .evaluate((column) => column.getBoundingClientRect().width);

  test('opens a chosen day at once', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await openFarWeek(page);
    const before = await columnWidth(page, /^Sat /);
    await page.getByRole('button', { name: /^Sat / }).click();
    await expect(page.getByRole('button', { name: /^Sat / })).toHaveAttribute('aria-pressed', 'true');
    expect(await columnWidth(page, /^Sat /)).toBeGreaterThan(before);
    expect(await columnWidth(page, /^Sat /)).toBeGreaterThan(await columnWidth(page, /^Thu /));
  });

  test('leaves every title readable at every width, however many sessions run at once', async ({ page }) => {
    await openFarWeek(page);
    for (const width of [900, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const hidden = await page.locator('.week-session h3').evaluateAll((titles) =>
        titles.flatMap((title) => {
          title.scrollIntoView({ block: 'center' });
          const box = title.getBoundingClientRect();
          const block = title.closest('.week-session');
          const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
          const edges = block?.getBoundingClientRect() ?? new DOMRect();
          // Upright or not, the whole title is in its block.
          const fits =
            Math.max(box.width, box.height) > 30 &&
            box.left >= edges.left &&
            box.right <= edges.right + 1 &&
            box.top >= edges.top &&
            box.bottom <= edges.bottom + 1 &&
            title.scrollWidth <= title.clientWidth + 1 &&
            title.scrollHeight <= title.clientHeight + 1;
          return fits && top && block?.contains(top) ? [] : [title.textContent];
        }),
      );
      expect(hidden, `${width} px`).toEqual([]);
      expect(await page.locator('.week-session').count()).toBeGreaterThan(10);
      const covered = await page.locator('.week-session').evaluateAll((blocks) => {
        const boxes = blocks.map((block) => block.getBoundingClientRect());
        return boxes.flatMap((a, i) =>
          boxes.slice(i + 1).filter((b) => {
            const isBeside = a.right <= b.left + 1 || b.right <= a.left + 1;
            return !isBeside && a.top < b.bottom - 1 && b.top < a.bottom - 1;
          }),
        ).length;
      });
      expect(covered, `${width} px`).toBe(0);
    }
  });

  test('is one day at a time on a phone, from the next open day on', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openFarWeek(page);
    const chips = page.locator('.day-chips button');
    await expect(chips).toHaveCount(7);
    const opened = chips.and(page.locator('[aria-pressed="true"]'));
    await expect(opened).toHaveCount(1);
    await expect(opened).not.toHaveAttribute('data-empty');
    // Nothing before it is open; closed days are struck through and stay in the row.
    const before = await chips.evaluateAll((all) =>
      all
        .slice(
          0,
          all.findIndex((chip) => chip.getAttribute('aria-pressed') === 'true'),
        )
        .map((chip) => chip.hasAttribute('data-empty')),
    );
    expect(before.every(Boolean)).toBe(true);
    const closed = page.locator('.day-chips [data-empty] b').first();
    await expect(closed).toHaveCSS('text-decoration-line', 'line-through');
    const edges = (part: string, side: 'left' | 'right') =>
      page
        .locator(`.week-session:visible ${part}:visible`)
        .evaluateAll(
          (all, name) => [...new Set(all.map((each) => Math.round(each.getBoundingClientRect()[name])))],
          side,
        );
    expect(await edges('.week-time', 'left')).toHaveLength(1);
    expect(await edges('.week-price', 'right')).toHaveLength(1);

    await page.getByRole('button', { name: /^Sat / }).click();
    await expect(page.getByRole('heading', { level: 2, name: /^Saturday / })).toBeVisible();
    await expect(page.locator('.week-day:visible')).toHaveCount(1);
    await closed.click();
    await expect(page.locator('.week-note:visible')).toHaveText(/^(closed|quiet)/);
  });

  test('prints on one A4 page, with every class whole', async ({ page }) => {
    await openFarWeek(page);
    // As wide as the paper is.
    await page.setViewportSize({ width: 1047, height: 720 });
    await page.emulateMedia({ media: 'print' });
    const cut = await page.locator('.week-session').evaluateAll((blocks) =>
      blocks
        .filter((block) => {
          const text = block.querySelector('.week-text') ?? block;
          const hides = (one: Element) =>
            one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1;
          return hides(block) || hides(text);
        })
        .map((block) => block.textContent),
    );
    expect(cut).toEqual([]);
    await page.emulateMedia({ media: null });
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page[^s]/g)).toHaveLength(1);
    const [, width, height] = /MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? [];
    expect(Number(width)).toBeCloseTo(841.9, 0);
    expect(Number(height)).toBeCloseTo(595, 0);
  });
});

test('works are shown whole: no picture is cropped or stretched', async ({ page }) => {
  for (const path of ['/works', '/works/nobody-leads']) {
    await page.goto(path);
    const bent = await page.locator('main img').evaluateAll(async (pictures) => {
      const bad: string[] = [];
      for (const picture of pictures as HTMLImageElement[]) {
        picture.loading = 'eager';
        await picture.decode();
        const { width, height } = picture.getBoundingClientRect();
        const own = picture.naturalWidth / picture.naturalHeight;
        if (Math.abs(width / height / own - 1) > 0.02) bad.push(picture.src);
      }
      return bad;
    });
    expect(bent).toEqual([]);
  }
});
