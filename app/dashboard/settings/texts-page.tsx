// Texts to check: what visitors read that nobody of the studio has written or checked.
import { useRevalidator } from 'react-router';
import { backend } from '#app/backend/backend.ts';
import { dataOf } from '#app/backend/data-of.ts';
import { t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import { toastSuccess } from '#app/ui/toast/toast-store.ts';
import { dashboardMeta } from '../dashboard-meta.ts';
import { reportFailure } from '../forms/report-failure.ts';
import { useBusy } from '../forms/use-busy.ts';
import { requireRole } from '../guard.server.ts';
import { Panel, ReadingPage } from '../layout/page.tsx';
import type { Route } from './+types/texts-page.ts';
import { readTextsToCheck, type TextToCheck, textOf } from './texts-to-check.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'owner');
  const { backend: client, inLanguage } = context.get(siteContext);
  return { texts: await readTextsToCheck({ backend: client, inLanguage }) };
}

export const meta = dashboardMeta(() => t('dashboard.texts.page_title'));

export default function TextsPage({ loaderData }: Route.ComponentProps) {
  const { texts } = loaderData;
  const { revalidate } = useRevalidator();
  const [isBusy, run] = useBusy();
  const check = (text: TextToCheck) =>
    run(async () => {
      try {
        await saveChecked(text);
        toastSuccess(t('dashboard.texts.marked_as_checked'));
      } catch (reason) {
        reportFailure(reason);
      }
      await revalidate();
    });
  return (
    <ReadingPage title={t('dashboard.texts.heading')} lead={t('dashboard.texts.intro')}>
      {texts.length === 0 ? (
        <EmptyState level={2} title={t('dashboard.texts.nothing_to_check')}>
          {t('dashboard.texts.nothing_to_check_hint')}
        </EmptyState>
      ) : (
        <Panel title={t('dashboard.texts.count', { count: texts.length })}>
          <ul className="dash-list">
            {texts.map((text) => (
              <li key={text.place}>
                <span>
                  <b>{text.label}</b>
                  {text.texts.map((one) => (
                    <span key={one.code} className="dash-quiet" lang={one.code}>
                      {one.text}
                    </span>
                  ))}
                  {text.isConfirmedElsewhere && (
                    <span className="dash-quiet">{t('dashboard.texts.draft')}</span>
                  )}
                </span>
                <span className="dash-row-actions">
                  <Link to={text.page}>{t('dashboard.texts.read')}</Link>
                  <Link to={text.editor}>{t('dashboard.texts.change')}</Link>
                  {!text.isConfirmedElsewhere && (
                    <Button variant="tertiary" size="sm" disabled={isBusy} onClick={() => void check(text)}>
                      {t('dashboard.texts.mark_as_checked')}
                    </Button>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </ReadingPage>
  );
}

async function saveChecked(text: TextToCheck): Promise<void> {
  const client = await backend();
  await dataOf(
    client
      .from('checked_texts')
      .upsert({ place: text.place, text: textOf(text) })
      .select('place')
      .single(),
  );
}
