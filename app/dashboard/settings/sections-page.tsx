// The sections of the website: which are on, and what visitors find in each.
import { useRevalidator } from 'react-router';
import { backend } from '#app/backend/backend.ts';
import { dataOf } from '#app/backend/data-of.ts';
import { t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { toastSuccess } from '#app/ui/toast/toast-store.ts';
import { SITE_SECTIONS, type SiteSection } from '#contracts/site-sections.ts';
import { dashboardMeta } from '../dashboard-meta.ts';
import { reportFailure } from '../forms/report-failure.ts';
import { useBusy } from '../forms/use-busy.ts';
import { requireRole } from '../guard.server.ts';
import { Panel, ReadingPage } from '../layout/page.tsx';
import type { Route } from './+types/sections-page.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'owner');
  const { backend: client } = context.get(siteContext);
  return { rows: await dataOf(client.from('site_sections').select('name,is_on,has_content')) };
}

export const meta = dashboardMeta(() => t('dashboard.settings.sections_page_title'));

export default function SectionSettings({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  const [isBusy, run] = useBusy();
  const rows = SITE_SECTIONS.flatMap((section) => {
    const row = loaderData.rows.find(({ name }) => name === section);
    return row ? [{ ...row, section }] : [];
  });
  const turn = (section: SiteSection, isOn: boolean) =>
    run(async () => {
      try {
        await switchSection(section, isOn);
        const name = t(`dashboard.settings.section_${section}`);
        toastSuccess(
          t(isOn ? 'dashboard.settings.section_is_on' : 'dashboard.settings.section_is_off', { name }),
        );
      } catch (reason) {
        reportFailure(reason);
      }
      await revalidate();
    });
  return (
    <ReadingPage
      title={t('dashboard.settings.sections_heading')}
      lead={t('dashboard.settings.sections_lead')}
    >
      <Panel title={t('dashboard.settings.sections_of_the_website')}>
        <div className="teach-form" data-slot="section-settings">
          {rows.map(({ section, is_on, has_content }) => (
            <Checkbox
              key={section}
              label={t(`dashboard.settings.section_${section}`)}
              hint={hintOf({ isOn: is_on, hasContent: has_content })}
              checked={is_on}
              disabled={isBusy}
              onChange={({ currentTarget }) => void turn(section, currentTarget.checked)}
            />
          ))}
        </div>
      </Panel>
    </ReadingPage>
  );
}

async function switchSection(section: SiteSection, isOn: boolean): Promise<void> {
  const client = await backend();
  await dataOf(
    client.from('site_sections').update({ is_on: isOn }).eq('name', section).select('name').single(),
  );
}

function hintOf({ isOn, hasContent }: { isOn: boolean; hasContent: boolean }): string {
  if (!isOn) return t('dashboard.settings.section_off_hint');
  return hasContent ? t('dashboard.settings.section_on_hint') : t('dashboard.settings.section_empty_hint');
}
