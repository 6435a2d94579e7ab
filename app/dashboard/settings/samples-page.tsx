// Removes the sample studio without touching the studio's own data, and restores it.

import { useRevalidator } from 'react-router';
import { siteContext } from '#app/site-context.ts';
import { Button } from '#app/ui/button.tsx';
import { confirm } from '#app/ui/confirm/confirm-store.ts';
import { toast } from '#app/ui/toast/toast-store.ts';
import { dashboardMeta } from '../dashboard-meta.ts';
import { callDatabase } from '../forms/call-database.ts';
import { requireRole } from '../guard.server.ts';
import { PageHeader, Panel } from '../layout/page.tsx';
import { ownApi } from '../own-api.ts';
import type { Route } from './+types/samples-page.ts';

const KINDS = ['classes', 'people', 'rooms', 'works', 'posts', 'shows', 'orders'] as const;
export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'owner');
  const { backend: client } = context.get(siteContext);
  const { data, error } = await client.rpc('sample_content');
  if (error) throw error;
  return { samples: data };
}

export const meta = dashboardMeta('sample studio');

export default function SampleSettings({ loaderData }: Route.ComponentProps) {
  const { samples } = loaderData;
  const { revalidate } = useRevalidator();
  const isThere = samples.classes + samples.works + samples.posts + samples.shows > 0;
  const rest = KINDS.filter((kind) => samples[kind] > 0);
  const takeAway = () =>
    confirm({
      title: 'Remove the sample studio?',
      content: samples.tried_orders
        ? `Everything listed here is removed, including ${samples.tried_orders === 1 ? '1 order' : `${samples.tried_orders} orders`} for sample classes. Nothing that you made is removed.`
        : 'Everything listed here is removed. Nothing that you made is removed. You can restore the sample studio later.',
      type: 'destructive',
      confirmText: 'Remove sample studio',
      onConfirm: async () => {
        await callDatabase('remove_demo_content');
        toast({
          variant: 'success',
          title: 'Sample studio removed',
          description: 'Only your own content is left.',
        });
        void revalidate();
      },
    });
  const bringBack = () =>
    confirm({
      title: 'Restore the sample studio?',
      content: 'Its sessions start from today. Your own name, texts, hours and policies are not changed.',
      confirmText: 'Restore sample studio',
      onConfirm: async () => {
        await ownApi('/studio/samples/back', { method: 'POST', body: {} });
        toast({ variant: 'success', title: 'Sample studio restored' });
        void revalidate();
      },
    });
  return (
    <>
      <PageHeader title="Sample studio">
        {isThere ? 'The sample studio is on.' : 'The sample studio is off.'}
      </PageHeader>
      <div className="dash-columns">
        <Panel
          title={
            isThere ? 'Sample content' : rest.length > 0 ? 'Remaining sample content' : 'No sample content'
          }
        >
          {(isThere || rest.length > 0) && (
            <dl className="pulse owner-samples">
              {(isThere ? KINDS : rest).map((kind) => (
                <div key={kind}>
                  <dt>{kind}</dt>
                  <dd>{samples[kind]}</dd>
                </div>
              ))}
            </dl>
          )}
          {!isThere && (
            <p className="dash-quiet">
              {rest.length > 0
                ? 'Not removed because your own content uses it.'
                : 'Everything on the site and in the dashboard is your own.'}
            </p>
          )}
        </Panel>
        <Panel title={isThere ? 'Off' : 'On'}>
          <div className="panel-foot">
            <p>
              {isThere
                ? 'Removes all sample content and nothing that you made. The radio’s sample tracks stay until you delete them in the library.'
                : 'Adds the sample content again beside your own, to try things out.'}
            </p>
            {isThere ? (
              <Button variant="destructive" onClick={takeAway}>
                Remove sample studio
              </Button>
            ) : (
              <Button variant="primary" onClick={bringBack}>
                Restore sample studio
              </Button>
            )}
          </div>
        </Panel>
      </div>
    </>
  );
}
