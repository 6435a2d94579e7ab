// Removes the sample studio without touching the studio's own data, and restores it.

import { useRevalidator } from 'react-router';
import { backend } from '#app/backend/backend.ts';
import { dataOf } from '#app/backend/data-of.ts';
import { Fact } from '#app/dashboard/layout/fact.tsx';
import { questionText, t } from '#app/language/messages.ts';
import { siteContext } from '#app/site-context.ts';
import { Button } from '#app/ui/button.tsx';
import { confirm } from '#app/ui/confirm/confirm-store.ts';
import { toastSuccess } from '#app/ui/toast/toast-store.ts';
import { dashboardMeta } from '../dashboard-meta.ts';
import { callDatabase } from '../forms/call-database.ts';
import { requireRole } from '../guard.server.ts';
import { ColumnsPage, Panel } from '../layout/page.tsx';
import { ownApi } from '../own-api.ts';
import type { Route } from './+types/samples-page.ts';

const KINDS = ['classes', 'people', 'rooms', 'works', 'posts', 'shows', 'orders'] as const;
export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'owner');
  const { backend: client } = context.get(siteContext);
  const data = await dataOf(client.rpc('sample_content'));
  return { samples: data };
}

export const meta = dashboardMeta(() => t('dashboard.settings.samples_page_title'));

/** Files that are left behind are in nobody's way: a failure here is no reason to report one. */
async function deleteFiles({ pictures, sounds }: { pictures: string[]; sounds: string[] }): Promise<void> {
  const { storage } = await backend();
  if (pictures.length > 0) await storage.from('media').remove(pictures);
  if (sounds.length > 0) await storage.from('sounds').remove(sounds);
}

export default function SampleSettings({ loaderData }: Route.ComponentProps) {
  const { samples } = loaderData;
  const { revalidate } = useRevalidator();
  const isThere = samples.classes + samples.works + samples.posts + samples.shows > 0;
  const rest = KINDS.filter((kind) => samples[kind] > 0);
  const takeAway = () =>
    confirm({
      title: t('dashboard.settings.confirm_remove_sample_studio'),
      content: samples.tried_orders
        ? t('dashboard.settings.everything_and_orders_are_removed', { triedOrders: samples.tried_orders })
        : t('dashboard.settings.everything_listed_here_is_removed'),
      type: 'destructive',
      confirmText: t('dashboard.settings.remove_sample_studio'),
      onConfirm: async () => {
        await deleteFiles(await callDatabase('remove_demo_content'));
        toastSuccess(
          t('dashboard.settings.sample_studio_removed'),
          t('dashboard.settings.only_your_own_content_is_left'),
        );
        void revalidate();
      },
    });
  const bringBack = () =>
    confirm({
      ...questionText('dashboard.settings.restore_sample_studio'),
      onConfirm: async () => {
        await ownApi('/studio/samples/back', { method: 'POST', body: {} });
        toastSuccess(t('dashboard.settings.sample_studio_restored'));
        void revalidate();
      },
    });
  return (
    <ColumnsPage
      title={t('dashboard.settings.sample_studio_heading')}
      lead={
        isThere
          ? t('dashboard.settings.the_sample_studio_is_shown')
          : t('dashboard.settings.the_sample_studio_was_removed')
      }
    >
      <Panel
        title={
          isThere
            ? t('dashboard.settings.sample_content')
            : rest.length > 0
              ? t('dashboard.settings.remaining_sample_content')
              : t('dashboard.settings.no_sample_content')
        }
      >
        {(isThere || rest.length > 0) && (
          <dl className="pulse owner-samples">
            {(isThere ? KINDS : rest).map((kind) => (
              <Fact key={kind} name={t(`dashboard.settings.sample_${kind}`)}>
                {samples[kind]}
              </Fact>
            ))}
          </dl>
        )}
        {!isThere && (
          <p className="dash-quiet">
            {rest.length > 0
              ? t('dashboard.settings.not_removed_because_your_own_content')
              : t('dashboard.settings.everything_on_the_site_and_in')}
          </p>
        )}
      </Panel>
      <Panel
        title={
          isThere
            ? t('dashboard.settings.remove_sample_studio')
            : t('dashboard.settings.restore_sample_studio')
        }
      >
        <div className="panel-foot">
          <p>
            {isThere
              ? t('dashboard.settings.removes_all_sample_content')
              : t('dashboard.settings.adds_the_sample_content_again_beside')}
          </p>
          {isThere ? (
            <Button variant="destructive" onClick={takeAway}>
              {t('dashboard.settings.remove_sample_studio')}
            </Button>
          ) : (
            <Button variant="primary" onClick={bringBack}>
              {t('dashboard.settings.restore_sample_studio')}
            </Button>
          )}
        </div>
      </Panel>
    </ColumnsPage>
  );
}
