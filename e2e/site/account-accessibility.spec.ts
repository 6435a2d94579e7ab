import { expect, OWNER_STATE, test } from './account.ts';
import { checkPages } from './page-checks.ts';
import { DASHBOARD_PAGES, isEveryPage } from './pages-to-check.ts';

test.use({ storageState: OWNER_STATE });
test.describe.configure({ timeout: isEveryPage ? 360_000 : 120_000 });

for (const [group, paths] of Object.entries(DASHBOARD_PAGES))
  test(`axe finds nothing on the pages of ${group}, and they fit every screen`, async ({ page }) => {
    expect(await checkPages(page, paths)).toEqual([]);
  });
