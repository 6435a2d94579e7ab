// The sample studio, on or off: taken away by one click with nothing of the studio's own, and brought back by another.
import { useRevalidator } from 'react-router';
import { backend } from '#app/backend/backend.ts';
import { siteContext } from '#app/site-context.ts';
import { Button } from '#app/ui/button.tsx';
import { confirm } from '#app/ui/confirm/confirm-store.ts';
import { toast } from '#app/ui/toast/toast-store.ts';
import { dashboardMeta } from '../dashboard-meta.ts';
import { requireRole } from '../guard.server.ts';
import { PageHeader, Panel } from '../layout/page.tsx';
import { ownApi } from '../own-api.ts';
import type { Route } from './+types/samples-page.ts';

const KINDS = ['classes', 'people', 'rooms', 'works', 'posts', 'shows', 'orders'] as const;
type Samples = Record<(typeof KINDS)[number] | 'tried_orders', number>;

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole({ request, context }, 'owner');
  const { backend: client } = context.get(siteContext);
  const { data, error } = await client.rpc('sample_content');
  if (error) throw error;
  return { samples: data as Samples };
}

export function meta({ matches }: Route.MetaArgs) {
  return dashboardMeta(matches, 'sample studio');
}

export default function SampleSettings({ loaderData }: Route.ComponentProps) {
  const { samples } = loaderData;
  const { revalidate } = useRevalidator();
  const isThere = samples.classes + samples.works + samples.posts + samples.shows > 0;
  const rest = KINDS.filter((kind) => samples[kind] > 0);
  const takeAway = () =>
    confirm({
      title: 'Take the sample studio away?',
      content: samples.tried_orders
        ? `Everything listed here goes, and with the sample classes ${samples.tried_orders === 1 ? 'one order that somebody' : `${samples.tried_orders} orders that people`} made for them. Nothing that you made goes.`
        : 'Everything listed here goes; nothing that you made does. You can bring it back.',
      type: 'destructive',
      confirmText: 'Take it away',
      onConfirm: async () => {
        const client = await backend();
        const { error } = await client.rpc('remove_demo_content');
        if (error) throw error;
        toast({
          variant: 'success',
          title: 'The sample studio is gone',
          description: 'What is yours is all that is left.',
        });
        void revalidate();
      },
    });
  const bringBack = () =>
    confirm({
      title: 'Bring the sample studio back?',
      content: 'It is laid out from today on. Your own name, words, hours and rules stay as they are.',
      confirmText: 'Bring it back',
      onConfirm: async () => {
        await ownApi('/studio/samples/back', { method: 'POST', body: {} });
        toast({ variant: 'success', title: 'The sample studio is back' });
        void revalidate();
      },
    });
  return (
    <>
      <PageHeader title="Sample studio">{isThere ? 'It is on.' : 'It is off.'}</PageHeader>
      <div className="dash-columns">
        <Panel title={isThere ? 'What is sample' : rest.length > 0 ? 'What stayed' : 'Nothing is sample'}>
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
                ? 'Something of yours uses it, so it was left.'
                : 'What is on the site and in these rooms is yours.'}
            </p>
          )}
        </Panel>
        <Panel title={isThere ? 'Off' : 'On'}>
          <div className="panel-foot">
            <p>
              {isThere
                ? 'One click takes all of it away, and nothing that you made. The radio’s house tape stays until you delete it in the library.'
                : 'One click lays it out again beside what is yours, to try things on.'}
            </p>
            {isThere ? (
              <Button variant="destructive" onClick={takeAway}>
                Take the sample studio away
              </Button>
            ) : (
              <Button variant="primary" onClick={bringBack}>
                Bring the sample studio back
              </Button>
            )}
          </div>
        </Panel>
      </div>
    </>
  );
}
